import { Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import { type PoolName, poolNames } from '../contract/pools.js';
import { type QueueBackend, stockBackend } from './backend.js';
import { type JobData, type JobResult, QUEUE_PREFIX } from './job.js';

/** A pool's queue, as fronts and the console see it. */
export type PoolQueue = Queue<JobData, JobResult>;

const EVENTS_KEPT = 100;

/** Opens one queue on a connection. */
export function openQueue<Data, Result>(
  name: string,
  connection: Redis,
  onError: (error: unknown) => void,
  backend: QueueBackend = stockBackend,
): Queue<Data, Result> {
  const opts = { connection, prefix: QUEUE_PREFIX, streams: { events: { maxLen: EVENTS_KEPT } } };
  const queue = new Queue<Data, Result>(name, opts, backend.forQueues(connection));
  queue.on('error', onError);
  return queue;
}

/**
 * Opens the queue of every pool on one connection.
 *
 * @typeParam Data what the opener puts into them: calls, or chores
 */
export function openQueues<Data = JobData, Result = JobResult>(
  connection: Redis,
  onError: (error: unknown) => void,
  backend: QueueBackend = stockBackend,
): Record<PoolName, Queue<Data, Result>> {
  const open = (pool: PoolName) => openQueue<Data, Result>(pool, connection, onError, backend);
  return Object.fromEntries(poolNames.map((pool) => [pool, open(pool)])) as Record<PoolName, Queue<Data, Result>>;
}
