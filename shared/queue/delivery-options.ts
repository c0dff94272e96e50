import type { WorkerOptions } from 'bullmq';
import { LONGEST_BLOCK_MS } from '../process/half-open-connections.js';
import type { Redis } from '../process/redis.js';
import { queuePrefix } from './queues.js';

/** A killed worker's jobs are taken over after at most lock + check. In ms. */
const LOCK_MS = 5_000;
const STALLED_CHECK_MS = 2_500;
const MAX_STALLED = 4;
/** Wait before the queue is read again after a lost connection, in ms. */
const RETRY_MS = 500;

/** Options of a worker of a queue of the pool `deliver`. */
export const workerOptions = (queue: string, connection: Redis, concurrency: number): WorkerOptions => ({
  connection,
  prefix: queuePrefix(queue),
  concurrency,
  lockDuration: LOCK_MS,
  stalledInterval: STALLED_CHECK_MS,
  maxStalledCount: MAX_STALLED,
  drainDelay: LONGEST_BLOCK_MS / 1_000,
  runRetryDelay: RETRY_MS,
});
