import type { Queue } from 'bullmq';
import { type PoolName, pools } from '../../shared/contract/pools.js';
import type { Redis } from '../../shared/process/redis.js';
import { FINISHED_JOB_RETENTION } from '../../shared/queue/job.js';

interface Load {
  pool: PoolName;
  /** Live workers. */
  workers: number;
  waiting: number;
  active: number;
  oldestWaitMs: number;
  /** Finished jobs per second, over the `findThroughputWindow` of that wait. */
  servedPerSecond: number;
}

/** Signals for autoscalers. */
export interface ScalingSignals {
  /** Expected wait of a new request for a worker, in ms; at most its deadline, when it is dropped. */
  expectedWaitMs: number;
  /** Share of the concurrency slots of all live workers that run a job, 0 to 1. */
  busyShare: number;
}

const MIN_WINDOW_MS = 1_000;
const MAX_WINDOW_MS = 30_000;

/**
 * Returns the window in which finished jobs are counted, in ms: the time in which jobs have been waiting. A longer one would
 * measure the arrival of jobs, and not the capacity of the pool.
 */
export const findThroughputWindow = (oldestWaitMs: number): number =>
  Math.min(MAX_WINDOW_MS, Math.max(MIN_WINDOW_MS, oldestWaitMs));

/**
 * Computes the signals of a pool. Without waiting jobs the expected wait is 0. Without finished jobs it is the wait of the oldest
 * job, and without a live worker the whole deadline.
 */
export function computeSignals({
  pool,
  workers,
  waiting,
  active,
  oldestWaitMs,
  servedPerSecond,
}: Load): ScalingSignals {
  const { deadlineMs, concurrency } = pools[pool];
  const slots = workers * concurrency;
  const busyShare = slots > 0 ? Math.min(1, active / slots) : Number(waiting + active > 0);
  if (waiting === 0) return { expectedWaitMs: 0, busyShare };
  if (workers === 0) return { expectedWaitMs: deadlineMs, busyShare };
  const wait = servedPerSecond > 0 ? (waiting / servedPerSecond) * 1_000 : oldestWaitMs;
  return { expectedWaitMs: Math.min(deadlineMs, wait), busyShare };
}

/**
 * Measures the finished jobs of a queue per second. Redis retains the last thousand: if more finished in the window, the time that
 * these cover counts.
 *
 * @param now time of Redis, in ms
 */
export async function measureThroughput(redis: Redis, queue: Queue, now: number, overMs: number): Promise<number> {
  const rates = await Promise.all(
    ['completed', 'failed'].map(async (state) => {
      const key = queue.toKey(state);
      const [ended, kept, [, oldest]] = await Promise.all([
        redis.zcount(key, now - overMs, '+inf'),
        redis.zcard(key),
        redis.zrange(key, '0', '0', 'WITHSCORES'),
      ]);
      const covered = kept >= FINISHED_JOB_RETENTION.count && ended === kept ? now - Number(oldest) : overMs;
      return (ended * 1_000) / Math.max(1, covered);
    }),
  );
  return rates.reduce((total, rate) => total + rate, 0);
}
