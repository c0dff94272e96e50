import { deepEqual, equal, ok } from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { poolNames } from '../../shared/contract/pools.js';
import { systemClock } from '../../shared/process/clock.js';
import { connectRedis, whenReady } from '../../shared/process/redis.js';
import { announce, type Place } from '../../shared/queue/live-workers.js';
import { backendOfTests } from '../../test/helpers/backend-of-tests.js';
import { type LoneServers, loneServers } from '../../test/helpers/redis-servers.js';
import { eventually } from '../../test/helpers/stack.js';
import { Sender } from './send.js';

/** How soon a lane is not used any more that is dead, in ms. */
const DROPPED_WITHIN_MS = 250;

describe('a front with two lanes', () => {
  let servers: LoneServers;
  let sender: Sender;
  let close: () => Promise<void>;
  const rolls: Place[] = [];

  before(async () => {
    servers = await loneServers(2);
    const links = servers.urls.map((url, index) => {
      const [redis, blocking] = (['producer', 'blocking'] as const).map((use) =>
        connectRedis(url, use, () => {}, index),
      );
      if (!redis || !blocking) throw new Error('not connected');
      return { index, url, pools: poolNames, redis, blocking, clock: systemClock, timed: Promise.resolve() };
    });
    await Promise.all(links.map(({ redis }) => whenReady(redis, 30_000)));
    sender = new Sender(randomUUID(), links, () => {}, backendOfTests());
    await sender.start();
    const workers = servers.urls.map((url, index) => connectRedis(url, 'worker', () => {}, index));
    // A worker serves compute in both lanes, qr in the second alone.
    for (const [index, redis] of workers.entries()) {
      rolls.push(announce(redis, 'compute', 'one', () => {}, index));
      if (index === 1) rolls.push(announce(redis, 'qr', 'one', () => {}, index));
    }
    close = async () => {
      await Promise.all(rolls.map((roll) => roll.leave()));
      await sender.stop();
      for (const redis of [...workers, ...links.map((link) => link.redis)]) redis.disconnect();
    };
  });
  after(async () => {
    await close();
    await servers.stop();
  });

  const open = (pool: (typeof poolNames)[number]) =>
    sender.lanes.filter((lane) => lane.isOpen(pool)).map(({ index }) => index);
  const eventuallyOpen = async (pool: (typeof poolNames)[number], wanted: readonly number[]) =>
    deepEqual(
      await eventually(
        async () => open(pool),
        (now) => String(now) === String(wanted),
      ),
      wanted,
    );

  it('sends the calls of a pool over those lanes that a worker of it serves', async () => {
    await eventuallyOpen('compute', [0, 1]);
    await eventuallyOpen('qr', [1]);
    await eventuallyOpen('content', []);
  });

  it('leaves a lane alone whose queue an operator has paused', async () => {
    const queue = sender.lanes[0]?.queues.get('compute');
    await queue?.pause();
    await eventuallyOpen('compute', [1]);
    await queue?.resume();
    await eventuallyOpen('compute', [0, 1]);
  });

  it(`leaves a lane alone whose server hangs, within ${DROPPED_WITHIN_MS} ms, and takes it back when that answers`, async () => {
    await eventuallyOpen('compute', [0, 1]);
    const late = delayOfThisProcess();
    const began = performance.now();
    servers.hang(1);
    while (open('compute').includes(1) && performance.now() - began < 10_000) await new Promise(setImmediate);
    const took = performance.now() - began - late();
    servers.resume(1);
    ok(took <= DROPPED_WITHIN_MS, `after ${took} ms`);
    await eventuallyOpen('compute', [0, 1]);
  });

  it('leaves a lane alone at once whose server has died, and takes it back when there is one', async () => {
    await eventuallyOpen('compute', [0, 1]);
    await servers.kill(1);
    const dropped = await eventually(
      async () => open('compute').includes(1),
      (isOpen) => !isOpen,
      1_000,
    );
    equal(dropped, false);
    await servers.restart(1);
    await eventuallyOpen('compute', [0, 1]);
  });
});

/** By how much timers come late here, in ms in all: a machine that has other things to do fails no test. */
function delayOfThisProcess(): () => number {
  let [last, late] = [performance.now(), 0];
  const EVERY_MS = 10;
  const timer = setInterval(() => {
    const now = performance.now();
    late += Math.max(0, now - last - 2 * EVERY_MS);
    last = now;
  }, EVERY_MS);
  return () => {
    clearInterval(timer);
    return late;
  };
}
