import type { Queue } from 'bullmq';
import { type PoolName, pools } from '../../shared/contract/pools.js';
import type { Redis } from '../../shared/process/redis.js';
import { FINISHED_JOB_RETENTION } from '../../shared/queue/job.js';

/** What is known of a pool at a moment. */
interface Load {
  pool: PoolName;
  /** Live workers. */
  workers: number;
  waiting: number;
  active: number;
  oldestWaitMs: number;
  /** Jobs ended per second, over `servedOver` of that wait. */
  servedPerSecond: number;
}

/** What an autoscaler goes by. */
export interface ScalingSignals {
  /** How long a call that comes now would wait for a worker, in ms; never more than its deadline, when it is dropped. */
  expectedWaitMs: number;
  /** Share of the places of all live workers that have a job, 0 to 1. */
  busyShare: number;
}

const SHORTEST_MS = 1_000;
const LONGEST_MS = 30_000;

/**
 * Over how long ended jobs are counted, in ms: the time in which something has been waiting. Over more than that the count would
 * tell how much came, and not how much the pool can do.
 */
export const servedOver = (oldestWaitMs: number): number => Math.min(LONGEST_MS, Math.max(SHORTEST_MS, oldestWaitMs));

/**
 * The signals of a pool. Where nothing waits the wait is 0, whatever was served. Where something waits and nothing was served,
 * what is known is that the oldest job has not been begun yet: its wait counts, and without a live worker the whole deadline.
 */
export function scalingSignals({
  pool,
  workers,
  waiting,
  active,
  oldestWaitMs,
  servedPerSecond,
}: Load): ScalingSignals {
  const { deadlineMs, concurrency } = pools[pool];
  const places = workers * concurrency;
  const busyShare = places > 0 ? Math.min(1, active / places) : Number(waiting + active > 0);
  if (waiting === 0) return { expectedWaitMs: 0, busyShare };
  if (workers === 0) return { expectedWaitMs: deadlineMs, busyShare };
  const wait = servedPerSecond > 0 ? (waiting / servedPerSecond) * 1_000 : oldestWaitMs;
  return { expectedWaitMs: Math.min(deadlineMs, wait), busyShare };
}

/**
 * Jobs of a queue that ended per second, by the times at which Redis keeps the last thousand of them. Where more than those ended,
 * it is counted over the time that they cover.
 *
 * @param now by the clock of Redis, in ms
 */
export async function servedPerSecond(redis: Redis, queue: Queue, now: number, overMs: number): Promise<number> {
  const rates = await Promise.all(
    ['completed', 'failed'].map(async (state) => {
      const key = queue.toKey(state);
      const [ended, kept, [, oldest]] = await Promise.all([
        redis.zcount(key, now - overMs, '+inf'),
        redis.zcard(key),
        redis.zrange(key, '0', '0', 'WITHSCORES'),
      ]);
      // More may have ended in that time than are kept.
      const covered = kept >= FINISHED_JOB_RETENTION.count && ended === kept ? now - Number(oldest) : overMs;
      return (ended * 1_000) / Math.max(1, covered);
    }),
  );
  return rates.reduce((total, rate) => total + rate, 0);
}
