import type { Redis } from 'ioredis';
import { type PoolName, poolNames } from '../contract/pools.js';

const BEAT_MS = 1_000;
/** A worker that has been silent for this long counts as gone. */
const SILENT_MS = 4_000;

const roll = (pool: PoolName): string => `workers:${pool}`;

/** A worker's place on its pool's roll. */
export interface Place {
  /** How many workers of the pool are alive, as seen at the last beat; this one is one of them. */
  readonly alive: number;
  /** Takes the worker off the roll. */
  leave(): Promise<void>;
}

/** Keeps a worker on its pool's roll for as long as it lives. */
export function announce(redis: Redis, pool: PoolName, instance: string, onError: (error: unknown) => void): Place {
  let alive = 1;
  const beat = () => {
    const now = Date.now();
    redis
      .multi()
      .zadd(roll(pool), now, instance)
      .zremrangebyscore(roll(pool), 0, now - SILENT_MS)
      .zcard(roll(pool))
      .exec()
      .then((answers) => (alive = Number(answers?.[2]?.[1]) || 1))
      .catch(onError);
  };
  beat();
  const timer = setInterval(beat, BEAT_MS);
  return {
    get alive() {
      return alive;
    },
    async leave() {
      clearInterval(timer);
      await redis.zrem(roll(pool), instance);
    },
  };
}

/** How many workers of each pool are alive. */
export async function liveWorkers(redis: Redis): Promise<Record<PoolName, number>> {
  const since = Date.now() - SILENT_MS;
  const counts = await Promise.all(poolNames.map((pool) => redis.zcount(roll(pool), since, '+inf')));
  return Object.fromEntries(poolNames.map((pool, index) => [pool, counts[index] ?? 0])) as Record<PoolName, number>;
}
