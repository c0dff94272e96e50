import { Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import { type PoolName, poolNames } from '../contract/pools.js';
import { type QueueBackend, stockBackend } from './backend.js';
import type { QueuedJob } from './beside.js';
import { type JobResult, queuePrefix } from './job.js';
import { type ConnectedLane, queueIn } from './lanes.js';

/** A pool's queue in a lane, as fronts and the console see it. */
export type PoolQueue = Queue<QueuedJob, JobResult>;

const EVENTS_KEPT = 100;

/** Opens one queue on a connection. */
export function openQueue<Data, Result>(
  name: string,
  connection: Redis,
  onError: (error: unknown) => void,
  backend: QueueBackend = stockBackend,
  lane = 0,
): Queue<Data, Result> {
  const opts = { connection, prefix: queuePrefix(lane), streams: { events: { maxLen: EVENTS_KEPT } } };
  const queue = new Queue<Data, Result>(name, opts, backend.forQueues(connection));
  queue.on('error', onError);
  return queue;
}

/** Opens the queue of every pool in the first lane. */
export function openQueues(
  connection: Redis,
  onError: (error: unknown) => void,
  backend: QueueBackend = stockBackend,
): Record<PoolName, PoolQueue> {
  const open = (pool: PoolName): PoolQueue => openQueue(pool, connection, onError, backend);
  return Object.fromEntries(poolNames.map((pool) => [pool, open(pool)])) as Record<PoolName, PoolQueue>;
}

/** Opens the queues that a lane has. */
export const openLaneQueues = (
  { index, pools, redis }: ConnectedLane,
  onError: (error: unknown) => void,
  backend: QueueBackend,
): ReadonlyMap<PoolName, PoolQueue> =>
  new Map(pools.map((pool) => [pool, openQueue(queueIn(index, pool), redis, onError, backend, index)]));
