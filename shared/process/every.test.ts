import { equal, ok } from 'node:assert/strict';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { every } from './every.js';

const EVERY_MS = 40;

describe('every', () => {
  /** Returns the times of the first runs, in ms since the process started. */
  async function recordRuns(count: number): Promise<number[]> {
    const runs: number[] = [];
    const ticks = new EventTarget();
    const stop = every(EVERY_MS, () => {
      runs.push(performance.now());
      if (runs.length === count) ticks.dispatchEvent(new Event('enough'));
    });
    // The timer alone does not keep the process alive.
    const alive = setInterval(() => {}, 1_000);
    await once(ticks, 'enough');
    clearInterval(alive);
    stop();
    return runs;
  }

  it('waits at least half of the interval between two runs, however late one was', async () => {
    const [first = 0, ...later] = await recordRuns(8);
    let last = first;
    for (const at of later) {
      ok(at - last >= EVERY_MS / 2 - 1, `${at - last} ms`);
      last = at;
    }
  });

  it('runs no more once it is stopped', async () => {
    let done = 0;
    const stop = every(EVERY_MS, () => done++);
    stop();
    await pause(3 * EVERY_MS);
    equal(done, 0);
  });

  it('runs at the same time as another timer that was started at another time', async () => {
    const [some, others] = await Promise.all([recordRuns(6), pause(EVERY_MS / 3).then(() => recordRuns(6))]);
    const apart = others.map((at) => Math.min(...some.map((other) => Math.abs(at - other))));
    ok(Math.min(...apart) < EVERY_MS / 4, `${apart} ms`);
  });
});
