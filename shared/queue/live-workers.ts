import { type PoolName, poolNames } from '../contract/pools.js';
import { every } from '../process/every.js';
import type { Redis } from '../process/redis.js';
import { slotPrefix } from '../process/redis-keys.js';
import { type Partitions, queueName } from './queues.js';

const HEARTBEAT_MS = 1_000;
/** Time without a heartbeat after which a worker counts as dead, in ms. */
const DEAD_AFTER_MS = 4_000;

const rosterKey = (queue: string): string => `${slotPrefix(queue)}:workers`;

/** Heartbeats are written and read by the clock of Redis, as those of machines may differ. */
const NOW = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
`;
const BEAT = `${NOW}
redis.call('ZADD', KEYS[1], now, ARGV[1])
return redis.call('ZREMRANGEBYSCORE', KEYS[1], 0, now - ARGV[2])`;
const COUNT = `${NOW}
return redis.call('ZCOUNT', KEYS[1], now - ARGV[1], '+inf')`;

/**
 * Announces a worker of a queue for as long as its process lives.
 *
 * @returns a function that withdraws it
 */
export function announceWorker(
  redis: Redis,
  queue: string,
  instance: string,
  onError: (error: unknown) => void,
): () => Promise<void> {
  let isBeating = false;
  const beat = async () => {
    // While Redis is unavailable one heartbeat waits for it, and not all that were due.
    if (isBeating) return;
    isBeating = true;
    await redis.eval(BEAT, 1, rosterKey(queue), instance, DEAD_AFTER_MS).catch(onError);
    isBeating = false;
  };
  void beat();
  const stop = every(HEARTBEAT_MS, () => void beat());
  return async () => {
    stop();
    await redis.zrem(rosterKey(queue), instance);
  };
}

/** Counts the live workers of a queue. */
export const countWorkers = async (redis: Redis, queue: string): Promise<number> =>
  Number(await redis.eval(COUNT, 1, rosterKey(queue), DEAD_AFTER_MS));

/** Counts the live workers of each pool, over all of its partitions. */
export async function findLiveWorkers(redis: Redis, partitions: Partitions): Promise<Record<PoolName, number>> {
  const count = async (pool: PoolName) => {
    const queues = Array.from({ length: partitions[pool] }, (_, partition) => queueName(pool, partition));
    const counts = await Promise.all(queues.map((queue) => countWorkers(redis, queue)));
    return [pool, counts.reduce((sum, workers) => sum + workers, 0)] as const;
  };
  return Object.fromEntries(await Promise.all(poolNames.map(count))) as Record<PoolName, number>;
}
