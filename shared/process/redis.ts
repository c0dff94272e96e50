import { setTimeout as pause } from 'node:timers/promises';
import { Redis, type RedisOptions } from 'ioredis';
import { noticeSilence } from './notice-silence.js';
import { redisAddress } from './redis-address.js';
import { isElsewhere } from './redis-cluster.js';
import { slotTag } from './redis-keys.js';

/**
 * How a connection is used decides how it meets a Redis that is away:
 * - `producer`: a caller waits, so a command fails at once while Redis is away.
 *   (No auto-pipelining: ioredis 6.0.0 throws out of reach of any handler when the connection is lost inside one.)
 * - `worker`: nobody waits on the single command, so commands queue until Redis is back.
 * - `blocking`: waits for data, at most LONGEST_BLOCK_MS at a time; commands queue as for a worker.
 */
export type Use = 'producer' | 'worker' | 'blocking';

const RECONNECT_CAP_MS = 500;
/** For a single command of a caller. A Redis that says nothing at all is noticed before. */
const COMMAND_TIMEOUT_MS = 5_000;

const options: Record<Use, Omit<RedisOptions, 'replyMapping'>> = {
  producer: {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    commandTimeout: COMMAND_TIMEOUT_MS,
  },
  worker: { maxRetriesPerRequest: null },
  blocking: { maxRetriesPerRequest: null },
};

/**
 * Connects to Redis. A connection that is lost, on which Redis falls silent, or whose server is no longer the one to write to, is
 * taken up again, at most every 500 ms, for ever.
 *
 * @param url as `redisAddress` reads it
 * @param lane whose keys are to be reached
 */
export function connectRedis(url: string, use: Use, onError: (error: Error) => void, lane = 0): Redis {
  const redis = new Redis({
    ...redisAddress(url, slotTag(lane)),
    ...options[use],
    connectTimeout: 2_000,
    retryStrategy: (attempt) => Math.min(50 * attempt, RECONNECT_CAP_MS),
    // The command is sent again, to where it belongs.
    reconnectOnError: (error) => (isElsewhere(error) ? 2 : false),
  });
  redis.on('error', onError);
  return noticeSilence(redis);
}

/** How often a connection that is waited for is looked at, in ms: as many calls may wait for it as a worker has, more than may listen. */
const LOOK_EVERY_MS = 50;

/**
 * Waits until a connection stands, however often it has to be tried.
 *
 * @throws Error when it does not within the given time in ms
 */
export async function whenReady(redis: Redis, withinMs: number): Promise<void> {
  const until = performance.now() + withinMs;
  while (redis.status !== 'ready') {
    if (performance.now() >= until) throw new Error('Redis does not answer');
    await pause(LOOK_EVERY_MS);
  }
}
