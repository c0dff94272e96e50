import { type Job, type JobsOptions, Queue, type Worker, type WorkerOptions } from 'bullmq';
import { Redis } from 'ioredis';
import { systemClock } from '../../shared/process/clock.js';
import { createLogger } from '../../shared/process/log.js';
import { whenReady } from '../../shared/process/redis.js';
import { chooseBackend, type QueueBackend, stockBackend } from '../../shared/queue/backend.js';
import { replyStream } from '../../shared/queue/reply-stream.js';
import type { JobHandling } from '../../shared/queue/replying-backend.js';
import { type OwnRedis, ownRedis } from './own-redis.js';

export type Order = { n: number };
export type Process = (job: Job<Order>) => Promise<unknown>;

export const lane = chooseBackend(
  { QUEUE_BACKEND: 'lane' },
  createLogger('test', { LOG_LEVEL: 'silent', LOG_PRETTY: false }),
);
export const backends: Record<string, QueueBackend> = { lane, stock: stockBackend };

export const PREFIX = 'q';
/** Ended jobs that stay. */
export const KEPT = 100;

export const answer: Process = async ({ data: { n } }) => ({ n });

/** A queue of its own for each test of a suite, with its workers and replies, on a Redis of the suite. */
export function queueBench() {
  let server: OwnRedis;
  let redis: Redis;
  let name = '';
  let tests = 0;
  const opened: { close(): Promise<void> }[] = [];
  const troubles: Error[] = [];
  const stream = () => replyStream(name);

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

  return {
    /** What queues and workers have complained of. */
    troubles,
    get redis(): Redis {
      return redis;
    },
    killRedis: () => server.kill(),
    /** The name of something that the queue has in Redis. */
    keyOf: (part: string): string => `${PREFIX}:${name}:${part}`,
    queueOn(backend: QueueBackend): Queue<Order> {
      const queue = new Queue<Order>(name, { connection: redis, prefix: PREFIX }, backend.forQueues(redis));
      queue.on('error', (error) => troubles.push(error));
      opened.push(queue);
      return queue;
    },
    workerOn(
      backend: QueueBackend,
      process: Process = answer,
      concurrency = 16,
      {
        clock = systemClock,
        autorun = true,
        lockDuration,
        ...handling
      }: Pick<WorkerOptions, 'autorun' | 'lockDuration'> & Partial<JobHandling> = {},
    ): Worker {
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
    },
    addAll: (queue: Queue<Order>, from: number, to: number, opts: JobsOptions = {}) =>
      Promise.all(
        Array.from({ length: to - from }, (_, index) =>
          queue.add('order', { n: from + index }, { jobId: `job${from + index}`, ...opts }),
        ),
      ),
    /** The replies on the stream, by id, each as often as it came. */
    replies: async (): Promise<string[]> =>
      (await redis.xrange(stream(), '-', '+')).map(([, [, id = '']]) => id).filter(Boolean),
    ended: async (queue: Queue): Promise<number> => {
      const { completed = 0, failed = 0 } = await queue.getJobCounts('completed', 'failed');
      return completed + failed;
    },
  };
}
