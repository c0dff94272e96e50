import { deepEqual, equal, ok } from 'node:assert/strict';
import { backendOfTests } from '../../../test/helpers/backend-of-tests.js';
import { backends, lane, type Process, queueBench } from '../../../test/helpers/queue-bench.js';
import { eventually } from '../../../test/helpers/stack.js';
import { stockBackend } from '../backend.js';

const LOCK_MS = 5_000;
const HOUR_MS = 3_600_000;

describe("the lane, beside BullMQ's own backend,", () => {
  const bench = queueBench();
  const { queueOn, workerOn, addAll, replies, ended, troubles, keyOf } = bench;

  for (const [producer, adding] of Object.entries(backends)) {
    for (const [consumer, working] of Object.entries(backends)) {
      it(`leaves the same jobs: added by ${producer}, done by ${consumer}`, async () => {
        const queue = queueOn(adding);
        workerOn(working, async ({ data: { n } }) => {
          if (n % 4 === 3) throw new Error(`no ${n}`);
          return { n };
        });
        await addAll(queue, 0, 40);
        await eventually(
          () => ended(queue),
          (count) => count === 40,
        );
        deepEqual(await queue.getJobCounts('completed', 'failed', 'active', 'waiting'), {
          completed: 30,
          failed: 10,
          active: 0,
          waiting: 0,
        });
        const told = async (id: string) => {
          const job = await queue.getJob(id);
          return [job?.data, job?.returnvalue, job?.failedReason, job?.attemptsMade, job?.attemptsStarted];
        };
        deepEqual(await told('job5'), [{ n: 5 }, { n: 5 }, undefined, 1, 1]);
        deepEqual(await told('job7'), [{ n: 7 }, null, 'no 7', 1, 1]);
        ok((await queue.getJob('job7'))?.stacktrace?.[0]?.startsWith('Error: no 7'));
        equal(new Set(await replies()).size, 40);
        equal((await replies()).length, 40);
        deepEqual(troubles, []);
      });
    }
  }

  for (const [kind, backend] of Object.entries(backends)) {
    it(`leaves of the data of an ended job what is to stay, as soon as it has ended: ${kind}`, async () => {
      const queue = queueOn(backend);
      const process: Process = async ({ data: { n } }) => {
        if (n === 1) throw new Error('no');
      };
      const worker = workerOn(backend, process, 1, { dataKept: (data) => ({ short: JSON.stringify(data) }) });
      const found: unknown[] = [];
      const ends = new Promise<void>((resolve) => {
        const look = async (id?: string) => {
          found.push((await queue.getJob(String(id)))?.data);
          if (found.length === 2) resolve();
        };
        worker.on('completed', ({ id }) => void look(id)).on('failed', (job) => void look(job?.id));
      });
      await addAll(queue, 0, 2);
      await ends;
      deepEqual(found, [{ short: '{"n":0}' }, { short: '{"n":1}' }]);
    });
  }

  it('works with it on one queue at the same time, as while processes are exchanged', async () => {
    const queues = [queueOn(lane), queueOn(stockBackend)] as const;
    const done: number[] = [];
    const process: Process = async ({ data: { n } }) => done.push(n);
    workerOn(lane, process, 4);
    workerOn(stockBackend, process, 4);
    await Promise.all([addAll(queues[0], 0, 150), addAll(queues[1], 150, 300)]);
    await eventually(replies, (sent) => sent.length >= 300);
    deepEqual(
      done.sort((one, other) => one - other),
      Array.from({ length: 300 }, (_, n) => n),
    );
    deepEqual(troubles, []);
  });

  it('dates jobs by the clock that it is given, an hour ahead, and renews their locks all the same', async () => {
    const backend = backendOfTests();
    const queue = queueOn(backend);
    const lock = () => bench.redis.pttl(keyOf('job1:lock'));
    // The second is fetched by the end of the first.
    const process: Process = async ({ data: { n } }) => {
      let left = await lock();
      const isRenewed = (now: number) => {
        const grew = now > left || now < 0;
        left = now;
        return grew;
      };
      return n === 0 ? 0 : eventually(lock, isRenewed);
    };
    await addAll(queue, 0, 2);
    const clock = { now: () => new Date(Date.now() + HOUR_MS) };
    const worker = workerOn(backend, process, 1, { clock, lockDuration: LOCK_MS });
    await eventually(
      () => queue.getJobCounts('completed'),
      ({ completed }) => completed === 2,
    );
    for (const id of ['job0', 'job1']) {
      const { processedOn = 0, finishedOn = 0 } = (await queue.getJob(id)) ?? {};
      for (const at of [processedOn, finishedOn]) ok(Math.abs(at - HOUR_MS - Date.now()) < HOUR_MS / 2, `${id}: ${at}`);
    }
    const left = (await queue.getJob('job1'))?.returnvalue;
    ok(Number(left) > 0, `the lock had ${left} ms left`);
    await worker.close();
  });

  it('makes one job of those with the same id, in one batch and later', async () => {
    const queue = queueOn(lane);
    let done = 0;
    workerOn(lane, async () => void done++);
    const same = () => queue.add('order', { n: 1 }, { jobId: 'twin' });
    deepEqual(
      (await Promise.all([same(), same(), same()])).map(({ id }) => id),
      ['twin', 'twin', 'twin'],
    );
    await eventually(
      () => ended(queue),
      (count) => count === 1,
    );
    await same();
    equal(done, 1);
    deepEqual(await replies(), ['twin']);
  });

  it('tries a job again as often as it may be, and replies once', async () => {
    const queue = queueOn(lane);
    workerOn(lane, async ({ attemptsMade }) => {
      if (attemptsMade < 2) throw new Error('not yet');
      return 'at last';
    });
    await addAll(queue, 0, 5, { attempts: 3 });
    await eventually(
      () => ended(queue),
      (count) => count === 5,
    );
    const jobs = await queue.getCompleted();
    deepEqual(
      jobs.map(({ attemptsMade, returnvalue }) => [attemptsMade, returnvalue]),
      Array.from({ length: 5 }, () => [3, 'at last']),
    );
    equal((await replies()).length, 5);
  });
});
