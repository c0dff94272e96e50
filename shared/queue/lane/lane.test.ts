import { deepEqual, equal, ok } from 'node:assert/strict';
import { setImmediate as turn } from 'node:timers/promises';
import { type Job, type JobsOptions, Queue, type Worker, type WorkerOptions } from 'bullmq';
import { Redis } from 'ioredis';
import { backendOfTests } from '../../../test/helpers/backend-of-tests.js';
import { type OwnRedis, ownRedis } from '../../../test/helpers/own-redis.js';
import { sized } from '../../../test/helpers/scale.js';
import { eventually } from '../../../test/helpers/stack.js';
import { systemClock } from '../../process/clock.js';
import { createLogger } from '../../process/log.js';
import { whenReady } from '../../process/redis.js';
import { chooseBackend, type QueueBackend, stockBackend } from '../backend.js';
import { replyStream } from '../reply-stream.js';
import type { JobHandling } from '../replying-backend.js';

type Order = { n: number };
type Process = (job: Job<Order>) => Promise<unknown>;

const lane = chooseBackend({ QUEUE_BACKEND: 'lane' }, createLogger('test', { LOG_LEVEL: 'silent', LOG_PRETTY: false }));
const backends: Record<string, QueueBackend> = { lane, stock: stockBackend };
const PREFIX = 'q';
const KEPT = 100;
const LOCK_MS = 5_000;
const HOUR_MS = 3_600_000;
/** How long BullMQ's worker waits for a marker before it looks anyway. */
const WAIT_FOR_NOTHING_MS = 5_000;
const answer: Process = async ({ data: { n } }) => ({ n });

describe('the lane', () => {
  let server: OwnRedis;
  let redis: Redis;
  let name = '';
  let tests = 0;
  const opened: { close(): Promise<void> }[] = [];
  const troubles: Error[] = [];

  before(async () => {
    server = await ownRedis();
    // One that minds no silence: these workers may wait for longer than those of the platform.
    redis = new Redis(server.url.replace(/^unix:\/\//, ''), { maxRetriesPerRequest: null, retryStrategy: () => 20 });
    redis.on('error', () => {});
    await whenReady(redis, 30_000);
  });
  after(async () => {
    redis.disconnect();
    await server.stop();
  });
  beforeEach(async () => {
    name = `queue${tests++}`;
    troubles.length = 0;
    await redis.xadd(stream(), '*', 'id', '');
  });
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((one) => one.close()));
  });

  const stream = () => replyStream(name);
  const queueOn = (backend: QueueBackend): Queue<Order> => {
    const queue = new Queue<Order>(name, { connection: redis, prefix: PREFIX }, backend.forQueues(redis));
    queue.on('error', (error) => troubles.push(error));
    opened.push(queue);
    return queue;
  };
  const workerOn = (
    backend: QueueBackend,
    process: Process = answer,
    concurrency = 16,
    {
      clock = systemClock,
      autorun = true,
      lockDuration,
      ...handling
    }: Pick<WorkerOptions, 'autorun' | 'lockDuration'> & Partial<JobHandling> = {},
  ): Worker => {
    const keep = { count: KEPT };
    const opts = {
      connection: redis,
      prefix: PREFIX,
      concurrency,
      removeOnComplete: keep,
      removeOnFail: keep,
      autorun,
      ...(lockDuration && { lockDuration }),
    };
    const worker = backend.startWorker<Order, unknown>(name, process, opts, {
      replyOf: ({ id }, failure) => ({ stream: stream(), id: String(id), head: failure ?? 'answered', body: '' }),
      clock,
      ...handling,
    });
    worker.on('error', (error) => troubles.push(error));
    opened.push(worker);
    return worker;
  };
  const addAll = (queue: Queue<Order>, from: number, to: number, opts: JobsOptions = {}) =>
    Promise.all(
      Array.from({ length: to - from }, (_, index) =>
        queue.add('order', { n: from + index }, { jobId: `job${from + index}`, ...opts }),
      ),
    );
  /** The replies on the stream, by id, each as often as it came. */
  const replies = async () => (await redis.xrange(stream(), '-', '+')).map(([, [, id = '']]) => id).filter(Boolean);
  const ended = async (queue: Queue) => {
    const { completed = 0, failed = 0 } = await queue.getJobCounts('completed', 'failed');
    return completed + failed;
  };
  /** The connections that wait for a marker. */
  const waiting = async () => String(await redis.client('LIST')).match(/ cmd=bzpopmin /g)?.length ?? 0;
  const evalshas = async () => Number(/cmdstat_evalsha:calls=(\d+)/.exec(await redis.info('commandstats'))?.[1] ?? 0);

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

  it('and the stock backend work on one queue at the same time, as while processes are exchanged', async () => {
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

  it('sends what comes together in few commands: 400 jobs with their replies in fewer than 150', async () => {
    const queue = queueOn(lane);
    const worker = workerOn(lane);
    await worker.waitUntilReady();
    const before = await evalshas();
    await addAll(queue, 0, 400);
    await eventually(replies, (sent) => sent.length === 400);
    const used = (await evalshas()) - before;
    ok(used < 150, `${used} commands`);
    equal(await redis.zcard(`${PREFIX}:${name}:marker`), 0, 'no worker is woken for nothing');
    equal((await queue.getJobCounts('completed')).completed, KEPT);
  });

  it('hears of each job that comes while it waits: 20, one after the other, in less than one wait for nothing', async () => {
    const queue = queueOn(lane);
    const worker = workerOn(lane);
    await worker.waitUntilReady();
    const began = performance.now();
    for (let n = 0; n < 20; n++) {
      const done = new Promise((resolve) => worker.once('completed', resolve));
      await addAll(queue, n, n + 1);
      await done;
    }
    const ms = performance.now() - began;
    ok(ms < WAIT_FOR_NOTHING_MS, `${ms.toFixed(0)} ms`);
  });

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
    await redis.del(`${PREFIX}:${name}:marker`);
    deepEqual(await backend.waitForJob(60), { member: '0', score: 0 });
    const others = [await backend.moveToActive('token', 'worker'), await backend.moveToActive('token', 'worker')];
    deepEqual([first, ...others.map(([, id]) => id)], ['job0', 'job1', 'job2']);
  });

  it('dates jobs by the clock that it is given, an hour ahead, and renews their locks all the same', async () => {
    const backend = backendOfTests();
    const queue = queueOn(backend);
    const lock = () => redis.pttl(`${PREFIX}:${name}:job1:lock`);
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

  it('keeps the error of one job from the others of its batch', async () => {
    const queue = queueOn(lane);
    workerOn(lane, async ({ id, data }) => {
      // What its end asks for first has another kind.
      if (data.n === 3) await redis.set(`${PREFIX}:${name}:${id}:dependencies`, 'no set');
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
    const lockOf = (id: string) => `${PREFIX}:${name}:${id}:lock`;
    workerOn(lane, async ({ id, data }) => {
      // job0 is locked as the worker asked, the others as the fetch did.
      if (data.n < 2) await redis.set(lockOf(String(id)), 'of another', 'PX', 60_000);
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

  it('loses no job when Redis is killed in the middle of batches', async () => {
    const queue = queueOn(lane);
    const done = new Set<number>();
    workerOn(lane, async ({ data: { n } }) => void done.add(n));
    const adding = async () => {
      for (let from = 0; from < 400; from += 40) {
        await addAll(queue, from, from + 40);
        if (from === 160) server.kill();
        await turn();
      }
    };
    await adding();
    const answered = async () => new Set(await replies()).size;
    equal(await eventually(answered, (count) => count === 400), 400);
    equal(done.size, 400);
  });

  it(`keeps as many keys after ${sized(200_000, 3_000)} jobs as after the first thousand`, async () => {
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
      return redis.dbsize();
    };
    const few = await run(0, 1_000);
    await run(1_000, sized(200_000, 3_000));
    // Locks and marks that go by themselves may still be there.
    ok(
      (await eventually(
        () => redis.dbsize(),
        (keys) => keys <= few,
      )) <= few,
    );
  });
});
