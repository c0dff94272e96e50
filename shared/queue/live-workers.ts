import type { Redis } from 'ioredis';
import { type PoolName, poolNames } from '../contract/pools.js';

const BEAT_MS = 1_000;
/** A worker that has been silent for this long counts as gone. */
const SILENT_MS = 4_000;

const roll = (pool: PoolName): string => `workers:${pool}`;

/** Beats are written, and read, by the clock of Redis: those of the workers' machines may say what they like. */
const NOW = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
`;
const BEAT = `${NOW}
redis.call('ZADD', KEYS[1], now, ARGV[1])
redis.call('ZREMRANGEBYSCORE', KEYS[1], 0, now - ARGV[2])
return redis.call('ZCARD', KEYS[1])`;
const COUNT = `${NOW}
local counts = {}
for at, roll in ipairs(KEYS) do counts[at] = redis.call('ZCOUNT', roll, now - ARGV[1], '+inf') end
return counts`;

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
  let isBeating = false;
  const beat = async () => {
    // While Redis is away one beat waits for it, and not all that were due.
    if (isBeating) return;
    isBeating = true;
    try {
      alive = Number(await redis.eval(BEAT, 1, roll(pool), instance, SILENT_MS));
    } catch (error) {
      onError(error);
    }
    isBeating = false;
  };
  void beat();
  const timer = setInterval(() => void beat(), BEAT_MS);
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
  const counts: unknown = await redis.eval(COUNT, poolNames.length, ...poolNames.map(roll), SILENT_MS);
  if (!Array.isArray(counts)) throw new Error('Redis has not counted the workers');
  return Object.fromEntries(poolNames.map((pool, index) => [pool, Number(counts[index])])) as Record<PoolName, number>;
}
