import { deepEqual, equal, ok } from 'node:assert/strict';
import { setImmediate as turn } from 'node:timers/promises';
import { lane, queueBench } from '../../../test/helpers/queue-bench.js';
import { eventually } from '../../../test/helpers/stack.js';

describe('the lane, in trouble,', () => {
  const bench = queueBench();
  const { queueOn, workerOn, addAll, replies, ended, troubles, keyOf } = bench;
  /** The connections that wait for a marker. */
  const waiting = async () => String(await bench.redis.client('LIST')).match(/ cmd=bzpopmin /g)?.length ?? 0;

  it('leaves no job in the hands of a worker that stops in the moment in which it comes', async () => {
    const queue = queueOn(lane);
    for (let n = 0; n < 10; n++) {
      const worker = workerOn(lane);
      await eventually(waiting, (count) => count === 1);
      const adding = addAll(queue, n, n + 1);
      for (let turns = n % 5; turns > 0; turns--) await turn();
      await Promise.all([adding, worker.close()]);
      equal((await queue.getJobCounts('active')).active, 0, `job ${n}`);
    }
    deepEqual(troubles, []);
  });

  it('keeps the error of one job from the others of its batch', async () => {
    const queue = queueOn(lane);
    workerOn(lane, async ({ id, data }) => {
      // What its end asks for first has another kind.
      if (data.n === 3) await bench.redis.set(keyOf(`${id}:dependencies`), 'no set');
      return data;
    });
    await addAll(queue, 0, 10);
    await eventually(
      () => ended(queue),
      (count) => count === 10,
    );
    const failed = await queue.getFailed();
    deepEqual(
      failed.map(({ id }) => id),
      ['job3'],
    );
    ok(failed[0]?.failedReason.includes('WRONGTYPE'));
    equal((await replies()).length, 10);
  });

  for (const stop of ['pause', 'close'] as const) {
    it(`puts back at once, and in order, what a worker has fetched and not begun when it is told to ${stop}`, async () => {
      const queue = queueOn(lane);
      await addAll(queue, 0, 8);
      let finish = () => {};
      const first = new Promise<void>((resolve) => (finish = resolve));
      const worker = workerOn(lane, () => first, 8);
      const stopped = new Promise<void>((resolve) => worker.once('active', () => resolve(worker[stop]())));
      const inHand = await eventually(
        () => queue.getJobCounts('active', 'waiting'),
        ({ active = 0, waiting = 0 }) => active === 1 && waiting === 7,
      );
      deepEqual(inHand, { active: 1, waiting: 7 });
      const order: number[] = [];
      workerOn(lane, async ({ data: { n } }) => order.push(n), 1);
      await eventually(
        () => ended(queue),
        (count) => count === 7,
      );
      deepEqual(order, [1, 2, 3, 4, 5, 6, 7]);
      finish();
      await stopped;
      equal((await replies()).length, 8);
    });
  }

  it('lets no worker end a job that another has taken over', async () => {
    const queue = queueOn(lane);
    await addAll(queue, 0, 4);
    const lockOf = (id: string) => keyOf(`${id}:lock`);
    workerOn(lane, async ({ id, data }) => {
      // job0 is locked as the worker asked, the others as the fetch did.
      if (data.n < 2) await bench.redis.set(lockOf(String(id)), 'of another', 'PX', 60_000);
      return data;
    });
    await eventually(replies, (sent) => sent.length === 2);
    await eventually(
      async () => troubles.length,
      (count) => count >= 2,
    );
    deepEqual((await replies()).sort(), ['job2', 'job3']);
    deepEqual(
      new Set(troubles.map(({ message }) => message.replace(/job\d/, 'job'))),
      new Set(['Lock mismatch for job job. Cmd moveToFinished from active']),
    );
    deepEqual((await queue.getActive()).map(({ id }) => id).sort(), ['job0', 'job1']);
  });

  it('has the end of a job count whose lock has run out, as its process stood still, unless it was taken from that', async () => {
    const queue = queueOn(lane);
    workerOn(lane, async ({ id, data }) => {
      await bench.redis.del(keyOf(`${id}:lock`));
      if (data.n > 0) await bench.redis.lrem(keyOf('active'), 1, String(id));
    });
    await addAll(queue, 0, 2);
    await eventually(
      async () => troubles.length,
      (count) => count > 0,
    );
    deepEqual(new Set(troubles.map(({ message }) => message)), new Set(['Missing lock for job job1. moveToFinished']));
    deepEqual(
      [await replies(), await queue.getJobCounts('completed', 'active')],
      [['job0'], { completed: 1, active: 0 }],
    );
    equal(await bench.redis.exists(keyOf('job0:lock'), keyOf('job1:lock')), 0);
  });

  it('loses no job when Redis is killed in the middle of batches', async () => {
    const queue = queueOn(lane);
    const done = new Set<number>();
    workerOn(lane, async ({ data: { n } }) => void done.add(n));
    const adding = async () => {
      for (let from = 0; from < 400; from += 40) {
        await addAll(queue, from, from + 40);
        if (from === 160) bench.killRedis();
        await turn();
      }
    };
    await adding();
    const answered = async () => new Set(await replies()).size;
    equal(await eventually(answered, (count) => count === 400), 400);
    equal(done.size, 400);
  });
});
