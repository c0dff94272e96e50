import type { WorkerOptions } from 'bullmq';
import type { Redis } from 'ioredis';
import { LONGEST_BLOCK_MS } from '../../shared/process/notice-silence.js';
import { QUEUE_PREFIX } from '../../shared/queue/job.js';

/** A killed worker's jobs are taken over after at most lock + check. In ms. */
const LOCK_MS = 5_000;
const STALLED_CHECK_MS = 2_500;
const MAX_STALLED = 4;
/** Wait before the queue is read again after a lost connection, in ms. */
const RETRY_MS = 500;

/** Options of the workers of the pool `deliver`. */
export const workerOptions = (connection: Redis, concurrency: number): WorkerOptions => ({
  connection,
  prefix: QUEUE_PREFIX,
  concurrency,
  lockDuration: LOCK_MS,
  stalledInterval: STALLED_CHECK_MS,
  maxStalledCount: MAX_STALLED,
  drainDelay: LONGEST_BLOCK_MS / 1_000,
  runRetryDelay: RETRY_MS,
});
