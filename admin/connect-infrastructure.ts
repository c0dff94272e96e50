import { createRedisBackend } from 'bullmq';
import { openDeliverQueue } from '../features/webhooks/index.js';
import type { Config } from '../shared/process/config.js';
import { connectRedis, whenReady } from '../shared/process/redis.js';
import { redisUrl } from '../shared/process/redis-address.js';
import { StartError } from '../shared/process/run-process.js';
import { createRedisClock } from '../shared/process/server-clock.js';
import type { QueueInfrastructure } from '../shared/queue/infrastructure.js';
import { openPoolQueues, parsePartitions } from '../shared/queue/queues.js';

const CONNECT_WITHIN_MS = 10_000;

const ignore = (): void => {};

/**
 * Connects to Redis and the queues.
 *
 * @throws StartError if REDIS_URL is not set, or Redis does not respond within 10 s
 */
export async function connectInfrastructure(
  config: Config,
): Promise<{ infrastructure: QueueInfrastructure; close(): Promise<void> }> {
  let cause = '';
  const redis = connectRedis(redisUrl(config), 'producer', ({ message }) => {
    cause = message && `: ${message}`;
  });
  try {
    await whenReady(redis, CONNECT_WITHIN_MS);
  } catch {
    redis.disconnect();
    throw new StartError(`Redis at REDIS_URL is not responding${cause}`);
  }
  const clock = createRedisClock(redis, { warn: ignore });
  await clock.measure().catch(ignore);
  const partitions = parsePartitions(config.QUEUE_PARTITIONS);
  const queues = openPoolQueues(redis, partitions, ignore, createRedisBackend);
  const deliveries = openDeliverQueue(redis, ignore);
  return {
    infrastructure: { redis, clock, partitions, queues, deliveries },
    async close() {
      await Promise.all([deliveries, ...queues.map(({ queue }) => queue)].map((queue) => queue.close().catch(ignore)));
      redis.disconnect();
    },
  };
}
