import type { Redis } from 'ioredis';
import { type PoolName, poolNames } from '../contract/pools.js';
import { within } from '../process/clock.js';
import { every } from '../process/every.js';
import { laneKey } from '../process/redis-keys.js';
import type { ConnectedLane } from './lanes.js';

const BEAT_MS = 1_000;
/** A worker that has been silent for this long counts as gone. */
const SILENT_MS = 4_000;
/** A lane that has not told its workers by then is not waited for, in ms. */
const LANE_WITHIN_MS = 1_000;

const roll = (pool: PoolName, lane: number): string => laneKey(lane, 'workers', pool);

/** Beats are written, and read, by the clock of Redis: those of the workers' machines may say what they like. */
const NOW = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
`;
const BEAT = `${NOW}
redis.call('ZADD', KEYS[1], now, ARGV[1])
redis.call('ZREMRANGEBYSCORE', KEYS[1], 0, now - ARGV[2])
return redis.call('ZCARD', KEYS[1])`;
const ALIVE = `${NOW}
local alive = {}
for at, roll in ipairs(KEYS) do alive[at] = redis.call('ZRANGEBYSCORE', roll, now - ARGV[1], '+inf') end
return alive`;

/** A worker's place on its pool's roll. */
export interface Place {
  /** How many workers of the pool are alive, as seen at the last beat; this one is one of them. */
  readonly alive: number;
  /** Takes the worker off the roll. */
  leave(): Promise<void>;
}

/** Keeps a worker on its pool's roll in a lane for as long as it lives. */
export function announce(
  redis: Redis,
  pool: PoolName,
  instance: string,
  onError: (error: unknown) => void,
  lane = 0,
): Place {
  let alive = 1;
  let isBeating = false;
  const beat = async () => {
    // While Redis is away one beat waits for it, and not all that were due.
    if (isBeating) return;
    isBeating = true;
    try {
      alive = Number(await redis.eval(BEAT, 1, roll(pool, lane), instance, SILENT_MS));
    } catch (error) {
      onError(error);
    }
    isBeating = false;
  };
  void beat();
  const stop = every(BEAT_MS, () => void beat());
  return {
    get alive() {
      return alive;
    },
    async leave() {
      stop();
      await redis.zrem(roll(pool, lane), instance);
    },
  };
}

/**
 * The workers of each pool that serve a lane.
 *
 * @throws Error when its Redis is away
 */
export async function workersIn(redis: Redis, lane: number): Promise<Record<PoolName, readonly string[]>> {
  const rolls = poolNames.map((pool) => roll(pool, lane));
  const found: unknown = await redis.eval(ALIVE, rolls.length, ...rolls, SILENT_MS);
  if (!Array.isArray(found)) throw new Error('Redis has not told its workers');
  return Object.fromEntries(poolNames.map((pool, index) => [pool, (found[index] as unknown[]).map(String)])) as Record<
    PoolName,
    string[]
  >;
}

/**
 * How many workers of each pool are alive, whichever lanes they reach.
 *
 * @throws Error when no lane can be asked
 */
export async function liveWorkers(
  lanes: readonly Pick<ConnectedLane, 'index' | 'redis'>[],
): Promise<Record<PoolName, number>> {
  const told = await Promise.all(
    lanes.map(({ index, redis }) => {
      const asked = workersIn(redis, index);
      return lanes.length === 1 ? asked : within(LANE_WITHIN_MS, asked).catch(() => undefined);
    }),
  );
  const known = told.filter((workers) => workers !== undefined);
  if (known.length === 0) throw new Error('no lane of the queues can be asked');
  const alive = (pool: PoolName) => new Set(known.flatMap((workers) => workers[pool])).size;
  return Object.fromEntries(poolNames.map((pool) => [pool, alive(pool)])) as Record<PoolName, number>;
}
