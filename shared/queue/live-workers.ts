import type { Redis } from 'ioredis';
import { type PoolName, poolNames } from '../contract/pools.js';

const BEAT_MS = 1_000;
/** A worker that has been silent for this long counts as gone. */
const SILENT_MS = 4_000;

const roll = (pool: PoolName): string => `workers:${pool}`;

/**
 * Keeps a worker on its pool's roll for as long as it lives.
 *
 * @returns takes it off the roll
 */
export function announce(
  redis: Redis,
  pool: PoolName,
  instance: string,
  onError: (error: unknown) => void,
): () => Promise<void> {
  const beat = () => {
    const now = Date.now();
    redis
      .multi()
      .zadd(roll(pool), now, instance)
      .zremrangebyscore(roll(pool), 0, now - SILENT_MS)
      .exec()
      .catch(onError);
  };
  beat();
  const timer = setInterval(beat, BEAT_MS);
  return async () => {
    clearInterval(timer);
    await redis.zrem(roll(pool), instance);
  };
}

/** How many workers of each pool are alive. */
export async function liveWorkers(redis: Redis): Promise<Record<PoolName, number>> {
  const since = Date.now() - SILENT_MS;
  const counts = await Promise.all(poolNames.map((pool) => redis.zcount(roll(pool), since, '+inf')));
  return Object.fromEntries(poolNames.map((pool, index) => [pool, counts[index] ?? 0])) as Record<PoolName, number>;
}
