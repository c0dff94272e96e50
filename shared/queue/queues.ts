import { Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import { type PoolName, poolNames } from '../contract/pools.js';
import { type JobData, type JobResult, QUEUE_PREFIX } from './job.js';

/** A pool's queue, as fronts and the console see it. */
export type PoolQueue = Queue<JobData, JobResult>;

const EVENTS_KEPT = 100;

/** Opens the queue of every pool on one connection. */
export function openQueues(connection: Redis, onError: (error: unknown) => void): Record<PoolName, PoolQueue> {
  const open = (pool: PoolName) => {
    const queue = new Queue<JobData, JobResult>(pool, {
      connection,
      prefix: QUEUE_PREFIX,
      streams: { events: { maxLen: EVENTS_KEPT } },
    });
    queue.on('error', onError);
    return queue;
  };
  return Object.fromEntries(poolNames.map((pool) => [pool, open(pool)])) as Record<PoolName, PoolQueue>;
}
