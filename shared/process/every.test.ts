import { equal, ok } from 'node:assert/strict';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { every } from './every.js';

const EVERY_MS = 40;

describe('what is done again and again', () => {
  /** The times, in ms since the process began, of the first few of it. */
  async function times(count: number): Promise<number[]> {
    const seen: number[] = [];
    const ticks = new EventTarget();
    const stop = every(EVERY_MS, () => {
      seen.push(performance.now());
      if (seen.length === count) ticks.dispatchEvent(new Event('enough'));
    });
    // What is planned keeps no process alive.
    const alive = setInterval(() => {}, 1_000);
    await once(ticks, 'enough');
    clearInterval(alive);
    stop();
    return seen;
  }

  it('is never done twice in less than half its time, however late it was', async () => {
    const [first = 0, ...later] = await times(8);
    let last = first;
    for (const at of later) {
      ok(at - last >= EVERY_MS / 2 - 1, `${at - last} ms`);
      last = at;
    }
  });

  it('is done no more when it was ended', async () => {
    let done = 0;
    const stop = every(EVERY_MS, () => done++);
    stop();
    await pause(3 * EVERY_MS);
    equal(done, 0);
  });

  it('is done at the same moment as what has begun at another', async () => {
    const [some, others] = await Promise.all([times(6), pause(EVERY_MS / 3).then(() => times(6))]);
    const apart = others.map((at) => Math.min(...some.map((other) => Math.abs(at - other))));
    ok(Math.min(...apart) < EVERY_MS / 4, `${apart} ms`);
  });
});
