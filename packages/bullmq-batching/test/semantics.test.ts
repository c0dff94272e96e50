import { deepEqual, equal, ok, rejects } from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import {
  type BackendFactory,
  createRedisBackend,
  FlowProducer,
  type Job,
  type JobType,
  type Processor,
  Queue,
  QueueEvents,
  type RedisQueueBackend,
  Worker,
  type WorkerOptions,
} from 'bullmq';
import type { Redis } from 'ioredis';
import { batchingBackend } from '../src/index.js';
import { type RedisServer, startRedisServer } from './redis-server.js';

type Backend = BackendFactory<RedisQueueBackend>;

const BACKENDS = {
  stock: createRedisBackend as Backend,
  batching: batchingBackend({
    onFallback: (reason) => {
      throw reason;
    },
  }),
};
const STATES: readonly JobType[] = ['waiting', 'active', 'delayed', 'prioritized', 'completed', 'failed'];

let server: RedisServer;
let redis: Redis;
let names = 0;
const opened: { close(): Promise<void> }[] = [];

before(async () => {
  server = await startRedisServer();
  redis = server.connect();
});
after(() => server.stop());
afterEach(async () => {
  await Promise.all(opened.splice(0).map((one) => one.close()));
});

/** A queue of its own name, and workers of it. */
function createQueue(backend: Backend) {
  const name = `queue-${names++}`;
  const openQueue = (by: Backend) => opening(new Queue(name, { connection: redis }, by));
  return {
    name,
    openQueue,
    queue: openQueue(backend),
    work: (process: Processor, opts: Partial<WorkerOptions> = {}, by = backend) => {
      const worker = opening(
        new Worker(name, process, { connection: redis, concurrency: 16, drainDelay: 1, ...opts }, by),
      );
      worker.on('error', () => {});
      return worker;
    },
  };
}

function opening<T extends { close(): Promise<void> }>(one: T): T {
  opened.push(one);
  return one;
}

async function eventually(isTrue: () => Promise<boolean> | boolean): Promise<void> {
  const until = Date.now() + 20_000;
  while (!(await isTrue())) {
    if (Date.now() > until) throw new Error('The condition did not become true');
    await pause(10);
  }
}

const haveFinished = (queue: Queue, count: number) =>
  eventually(async () => {
    const { completed = 0, failed = 0, active = 0 } = await queue.getJobCounts('completed', 'failed', 'active');
    return completed + failed === count && active === 0;
  });

/** All that a queue holds but times. */
async function snapshot(queue: Queue) {
  const jobs = (await Promise.all(STATES.map((state) => queue.getJobs([state])))).flat();
  const facts = jobs.map(async (job: Job) => ({
    id: job.id,
    state: await job.getState(),
    data: job.data,
    result: job.returnvalue,
    reason: job.failedReason,
    attempts: [job.attemptsMade, job.attemptsStarted, job.stalledCounter],
    priority: job.priority,
    isDated: [job.timestamp > 0, Boolean(job.processedOn), Boolean(job.finishedOn)],
  }));
  return (await Promise.all(facts)).sort((one, other) => String(one.id).localeCompare(String(other.id)));
}

const addMany = (queue: Queue, count: number, opts: (n: number) => object = () => ({})) =>
  Promise.all(Array.from({ length: count }, (_, n) => queue.add('job', { n }, { jobId: `job-${n}`, ...opts(n) })));

/** Things that are done with a queue, after which both backends must leave the same in it. */
const SCENARIOS: Record<string, (backend: Backend) => Promise<unknown>> = {
  'adds jobs': async (backend) => {
    const { queue } = createQueue(backend);
    await addMany(queue, 40);
    return snapshot(queue);
  },
  'completes jobs with their results': async (backend) => {
    const { queue, work } = createQueue(backend);
    await addMany(queue, 40);
    work(async ({ data: { n } }) => (n % 2 === 0 ? { n } : undefined));
    await haveFinished(queue, 40);
    return snapshot(queue);
  },
  'fails jobs with their reasons': async (backend) => {
    const { queue, work } = createQueue(backend);
    await addMany(queue, 20);
    work(async ({ data: { n } }) => {
      if (n % 3 === 0) throw new Error(`refused ${n}`);
    });
    await haveFinished(queue, 20);
    return snapshot(queue);
  },
  'retries with backoff': async (backend) => {
    const { queue, work } = createQueue(backend);
    await addMany(queue, 10, (n) => ({ attempts: 3, ...(n % 2 && { backoff: { type: 'fixed', delay: 50 } }) }));
    work(async ({ attemptsMade, data: { n } }) => {
      if (attemptsMade < 2 || n === 9) throw new Error('not yet');
      return n;
    });
    await haveFinished(queue, 10);
    return snapshot(queue);
  },
  'delays jobs': async (backend) => {
    const { queue, work } = createQueue(backend);
    await addMany(queue, 6, (n) => ({ delay: n % 2 ? 3_600_000 : 50 }));
    work(async () => 'done');
    await haveFinished(queue, 3);
    return snapshot(queue);
  },
  'processes by priority, first in first out within one': async (backend) => {
    const { queue, work } = createQueue(backend);
    await addMany(queue, 30, (n) => ({ priority: n % 4 }));
    const order: number[] = [];
    work(async ({ data: { n } }) => void order.push(n), { concurrency: 1 });
    await haveFinished(queue, 30);
    return [order, await snapshot(queue)];
  },
  'makes one job of those with the same id': async (backend) => {
    const { queue, work } = createQueue(backend);
    const added = await Promise.all([1, 2, 3].map((n) => queue.add('job', { n }, { jobId: 'same', priority: n - 1 })));
    work(async () => 'done');
    await haveFinished(queue, 1);
    await queue.add('job', { n: 4 }, { jobId: 'same' });
    return [added.map(({ id }) => id), await snapshot(queue)];
  },
  'numbers jobs without an id': async (backend) => {
    const { queue } = createQueue(backend);
    return (await Promise.all(Array.from({ length: 5 }, () => queue.add('job', {})))).map(({ id }) => id);
  },
  'deduplicates jobs': async (backend) => {
    const { queue } = createQueue(backend);
    await addMany(queue, 3, () => ({ deduplication: { id: 'once' } }));
    return snapshot(queue);
  },
  'keeps as many finished jobs as it is told': async (backend) => {
    const { queue, work } = createQueue(backend);
    await addMany(queue, 60, (n) => (n % 10 === 0 ? { removeOnComplete: true } : {}));
    work(async () => 'done', { concurrency: 1, removeOnComplete: { count: 7, age: 3_600 } });
    await eventually(async () => (await queue.getJobCounts('waiting', 'active')).waiting === 0);
    await eventually(async () => (await queue.getJobCounts('active')).active === 0);
    return [await snapshot(queue), await redis.zcard(queue.toKey('completed'))];
  },
  'runs flows': async (backend) => {
    const { name, queue, work } = createQueue(backend);
    const flows = opening(new FlowProducer({ connection: redis }, backend));
    const children = Array.from({ length: 5 }, (_, n) => ({
      ...{ name: 'child', queueName: name, data: { n } },
      opts: { jobId: `child-${n}` },
    }));
    await flows.add({ name: 'parent', queueName: name, data: {}, opts: { jobId: 'parent' }, children });
    work(async (job) => (job.name === 'parent' ? Object.values(await job.getChildrenValues()).sort() : job.data.n));
    await haveFinished(queue, 6);
    return snapshot(queue);
  },
  'leaves jobs of a paused queue alone': async (backend) => {
    const { queue, work } = createQueue(backend);
    work(async () => 'done');
    await queue.pause();
    await addMany(queue, 5);
    const paused = await snapshot(queue);
    await queue.resume();
    await haveFinished(queue, 5);
    return [paused, await snapshot(queue)];
  },
  'obeys a rate limit': async (backend) => {
    const { queue, work } = createQueue(backend);
    await addMany(queue, 6);
    const began = Date.now();
    work(async () => 'done', { limiter: { max: 2, duration: 150 } });
    await haveFinished(queue, 6);
    return [Date.now() - began >= 300, await snapshot(queue)];
  },
  'emits the events of each job in order': async (backend) => {
    const { name, queue, work } = createQueue(backend);
    const events = opening(new QueueEvents(name, { connection: redis, lastEventId: '0-0' }));
    await events.waitUntilReady();
    const seen: string[] = [];
    for (const event of ['added', 'waiting', 'active', 'completed', 'drained'] as const) {
      events.on(event, (args: { jobId?: string } = {}) => seen.push(`${event} ${args.jobId ?? ''}`));
    }
    await addMany(queue, 3);
    work(async () => 'done', { concurrency: 1 });
    await eventually(() => seen.includes('drained '));
    return seen;
  },
};

describe('the batching backend', () => {
  for (const [name, run] of Object.entries(SCENARIOS)) {
    it(`${name} as BullMQ does`, async () => {
      const [stock, batching] = [await run(BACKENDS.stock), await run(BACKENDS.batching)];
      deepEqual(batching, stock);
    });
  }

  for (const [kind, backend] of Object.entries(BACKENDS)) {
    it(`takes over the jobs of a worker that has died (${kind})`, async () => {
      const { queue, work } = createQueue(backend);
      await addMany(queue, 3);
      const dead = work(async () => {}, { autorun: false, lockDuration: 200 });
      const [job] = [await dead.getNextJob('dead')];
      ok(job);
      const next = work(async () => 'taken over', { lockDuration: 1_000, stalledInterval: 250 });
      await haveFinished(queue, 3);
      const taken = await queue.getJob(String(job.id));
      deepEqual([taken?.returnvalue, taken?.stalledCounter], ['taken over', 1]);
      await rejects(job.moveToCompleted('too late', 'dead', false), /job-0/);
      await next.close();
    });

    it(`fails a job that stalls more often than it may (${kind})`, async () => {
      const { queue, work } = createQueue(backend);
      await addMany(queue, 1);
      ok(await work(async () => {}, { autorun: false, lockDuration: 200 }).getNextJob('dead'));
      work(async () => {}, { stalledInterval: 250, maxStalledCount: 0 });
      await haveFinished(queue, 1);
      ok((await queue.getFailed())[0]?.failedReason?.includes('stalled'));
    });
  }

  it('shares a queue with the stock backend', async () => {
    const { queue, openQueue, work } = createQueue(BACKENDS.batching);
    const done: number[] = [];
    const process = async ({ data: { n } }: Job) => done.push(n);
    work(process, {}, BACKENDS.stock);
    work(process, {}, BACKENDS.batching);
    const stock = openQueue(BACKENDS.stock);
    await Promise.all([addMany(queue, 150), addMany(stock, 300, (n) => ({ priority: n % 2 }))]);
    await haveFinished(queue, 300);
    deepEqual(
      done.sort((one, other) => one - other),
      Array.from({ length: 300 }, (_, n) => n),
    );
  });

  it('finishes the other jobs of a batch when one has lost its lock', async () => {
    const { queue, work } = createQueue(BACKENDS.batching);
    await addMany(queue, 3);
    const worker = work(async () => {}, { autorun: false });
    const jobs = [await worker.getNextJob('a'), await worker.getNextJob('b'), await worker.getNextJob('c')];
    await redis.set(queue.toKey('job-1:lock'), 'another worker');
    const finished = await Promise.allSettled(jobs.map((job, at) => job?.moveToCompleted(at, 'abc'[at] ?? '', false)));
    deepEqual(
      finished.map(({ status }) => status),
      ['fulfilled', 'rejected', 'fulfilled'],
    );
    deepEqual(await queue.getJobCounts('completed', 'active'), { completed: 2, active: 1 });
  });

  it('adds and finishes 400 concurrent jobs in fewer than 150 commands', async () => {
    const { queue, work } = createQueue(BACKENDS.batching);
    const countScripts = async () =>
      Number(/cmdstat_evalsha:calls=(\d+)/.exec(await redis.info('commandstats'))?.[1] ?? 0);
    await work(async () => {}).waitUntilReady();
    const before = await countScripts();
    await addMany(queue, 400, (n) => ({ priority: n % 3 }));
    await haveFinished(queue, 400);
    const used = (await countScripts()) - before;
    ok(used < 150, `${used} commands`);
    equal(await redis.zcard(queue.toKey('marker')), 0);
  });
});
