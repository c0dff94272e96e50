import { type BackendFactory, createRedisBackend, Queue, type RedisQueueBackend, type WorkerOptions } from 'bullmq';
import { isPoolName, type PoolName, poolNames } from '../contract/pools.js';
import { LONGEST_BLOCK_MS } from '../process/half-open-connections.js';
import type { Redis } from '../process/redis.js';
import { slotPrefix } from '../process/redis-keys.js';
import { StartError } from '../process/run-process.js';
import type { Job, JobResult } from './job.js';

/** Number of partitions of each pool. Each partition is a queue. */
export type Partitions = Readonly<Record<PoolName, number>>;

/** Queue of a partition of a pool. */
export interface PoolQueue {
  readonly pool: PoolName;
  /** From 0. */
  readonly partition: number;
  readonly queue: Queue<Job, JobResult>;
}

/** Backend of queues and workers: BullMQ's own, or the batching one. */
export type QueueBackend = BackendFactory<RedisQueueBackend>;

/** Maximum number of partitions of a pool: each front has a queue object for each. */
const MAX_PARTITIONS = 64;
/** Events of a queue that are stored; nothing here reads them. */
const MAX_EVENTS = 100;

/**
 * Parses `QUEUE_PARTITIONS`, as in `compute=4,qr=2`. A pool that is not named has one partition.
 *
 * @throws StartError for anything else
 */
export function parsePartitions(text = ''): Partitions {
  const partitions = Object.fromEntries(poolNames.map((pool) => [pool, 1])) as Record<PoolName, number>;
  for (const part of text.split(',').filter((part) => part.trim() !== '')) {
    const [pool = '', count = ''] = part.split('=').map((side) => side.trim());
    if (!isPoolName(pool)) throw new StartError(`QUEUE_PARTITIONS: ${pool} is not one of ${poolNames.join(', ')}`);
    if (!/^\d+$/.test(count) || Number(count) < 1 || Number(count) > MAX_PARTITIONS)
      throw new StartError(`QUEUE_PARTITIONS must be numbers from 1 to ${MAX_PARTITIONS}, as in compute=4,qr=2`);
    partitions[pool] = Number(count);
  }
  return partitions;
}

/** Name of the queue of a partition, as dashboards show it. BullMQ allows no colon in it. */
export const queueName = (pool: PoolName, partition: number): string =>
  partition === 0 ? pool : `${pool}-${partition}`;

/** Parses the name of a queue into pool and partition; undefined for a queue of no pool. */
export function parseQueueName(queue: string): { pool: PoolName; partition: number } | undefined {
  const [, pool = '', partition = '0'] = /^([a-z]+)(?:-(\d+))?$/.exec(queue) ?? [];
  return isPoolName(pool) ? { pool, partition: Number(partition) } : undefined;
}

/** Prefix of a queue's keys. Its hash tag makes a Redis Cluster keep each queue in one slot, and spread queues over its masters. */
export const queuePrefix = (queue: string): string => `${slotPrefix(queue)}:queue`;

/** Opens a queue. */
export function openQueue<Data, Result>(
  name: string,
  connection: Redis,
  onError: (error: unknown) => void,
  backend: QueueBackend = createRedisBackend,
): Queue<Data, Result> {
  const opts = { connection, prefix: queuePrefix(name), streams: { events: { maxLen: MAX_EVENTS } } };
  const queue = new Queue<Data, Result>(name, opts, backend);
  queue.on('error', onError);
  return queue;
}

/** Opens the queues of all partitions of all pools. */
export const openPoolQueues = (
  connection: Redis,
  partitions: Partitions,
  onError: (error: unknown) => void,
  backend?: QueueBackend,
): PoolQueue[] =>
  poolNames.flatMap((pool) =>
    Array.from({ length: partitions[pool] }, (_, partition) => ({
      ...{ pool, partition },
      queue: openQueue<Job, JobResult>(queueName(pool, partition), connection, onError, backend),
    })),
  );

/** Opens the queue of the first partition of each pool. */
export const openQueues = (
  connection: Redis,
  onError: (error: unknown) => void,
  backend?: QueueBackend,
): Record<PoolName, Queue<Job, JobResult>> =>
  Object.fromEntries(
    poolNames.map((pool) => [pool, openQueue<Job, JobResult>(pool, connection, onError, backend)]),
  ) as Record<PoolName, Queue<Job, JobResult>>;

/** Lock and check interval, in ms: the jobs of a killed worker are taken over after at most the sum of both. */
const LOCK_MS = 5_000;
const STALLED_CHECK_MS = 2_500;
const MAX_STALLED = 4;
/** Wait before the queue is read again after a lost connection, in ms. */
const RETRY_MS = 500;

/** Returns the options of a worker of a queue of the pool `deliver`. */
export const createDeliverWorkerOptions = (queue: string, connection: Redis, concurrency: number): WorkerOptions => ({
  connection,
  prefix: queuePrefix(queue),
  concurrency,
  lockDuration: LOCK_MS,
  stalledInterval: STALLED_CHECK_MS,
  maxStalledCount: MAX_STALLED,
  drainDelay: LONGEST_BLOCK_MS / 1_000,
  runRetryDelay: RETRY_MS,
});
