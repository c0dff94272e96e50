import { deepEqual, equal, ok } from 'node:assert/strict';
import { answer, KEPT, lane, queueBench } from '../../../test/helpers/queue-bench.js';
import { sized } from '../../../test/helpers/scale.js';
import { eventually } from '../../../test/helpers/stack.js';

/** How long BullMQ's worker waits for a marker before it looks anyway. */
const WAIT_FOR_NOTHING_MS = 5_000;

describe('the lane, by batches,', () => {
  const bench = queueBench();
  const { queueOn, workerOn, addAll, replies, keyOf } = bench;
  const evalshas = async () =>
    Number(/cmdstat_evalsha:calls=(\d+)/.exec(await bench.redis.info('commandstats'))?.[1] ?? 0);

  it('sends what comes together in few commands: 400 jobs with their replies in fewer than 150', async () => {
    const queue = queueOn(lane);
    const worker = workerOn(lane);
    await worker.waitUntilReady();
    const before = await evalshas();
    await addAll(queue, 0, 400);
    await eventually(replies, (sent) => sent.length === 400);
    const used = (await evalshas()) - before;
    ok(used < 150, `${used} commands`);
    equal(await bench.redis.zcard(keyOf('marker')), 0, 'no worker is woken for nothing');
    equal((await queue.getJobCounts('completed')).completed, KEPT);
  });

  it('hears of each job that comes while it waits: five, one after the other, in less than one wait for nothing', async () => {
    const queue = queueOn(lane);
    const worker = workerOn(lane);
    await worker.waitUntilReady();
    const began = performance.now();
    for (let n = 0; n < 5; n++) {
      const done = new Promise((resolve) => worker.once('completed', resolve));
      await addAll(queue, n, n + 1);
      await done;
    }
    const ms = performance.now() - began;
    ok(ms < WAIT_FOR_NOTHING_MS, `${ms.toFixed(0)} ms`);
  });

  it('takes of what waits no more at a time than its share, where several workers live', async () => {
    const queue = queueOn(lane);
    await addAll(queue, 0, 16);
    const active = async () => (await queue.getJobCounts('active')).active;
    for (const [sharers, taken] of [
      [4, 4],
      [3, 8],
      [1, 16],
    ] as const) {
      await workerOn(lane, answer, 16, { autorun: false, sharers: () => sharers })
        .getBackend()
        .moveToActive('token', 'worker');
      equal(await active(), taken);
    }
  });

  it('waits for no marker while it has fetched jobs, whatever an end has found meanwhile', async () => {
    const queue = queueOn(lane);
    await addAll(queue, 0, 3);
    const backend = workerOn(lane, answer, 4, { autorun: false }).getBackend();
    const [, first] = await backend.moveToActive('token', 'worker');
    await bench.redis.del(keyOf('marker'));
    deepEqual(await backend.waitForJob(60), { member: '0', score: 0 });
    const others = [await backend.moveToActive('token', 'worker'), await backend.moveToActive('token', 'worker')];
    deepEqual([first, ...others.map(([, id]) => id)], ['job0', 'job1', 'job2']);
  });

  it(`keeps as many keys after ${sized(200_000, 2_000)} jobs as after the first thousand`, async () => {
    const queue = queueOn(lane);
    let done = 0;
    workerOn(lane, async () => void done++);
    const run = async (from: number, to: number) => {
      for (let at = from; at < to; at += 500) {
        await addAll(queue, at, at + 500);
        await eventually(
          async () => done,
          (count) => count === at + 500,
        );
      }
      await eventually(
        () => queue.getJobCounts('active', 'completed'),
        ({ active, completed }) => active === 0 && completed === KEPT,
      );
      return bench.redis.dbsize();
    };
    const few = await run(0, 1_000);
    await run(1_000, sized(200_000, 2_000));
    // Locks and marks that go by themselves may still be there.
    ok(
      (await eventually(
        () => bench.redis.dbsize(),
        (keys) => keys <= few,
      )) <= few,
    );
  });
});
