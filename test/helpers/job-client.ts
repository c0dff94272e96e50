import { randomUUID } from 'node:crypto';
import { systemClock } from '../../shared/process/clock.js';
import { connectRedis, type Redis, whenReady } from '../../shared/process/redis.js';
import { JobClient } from '../../shared/queue/job-client.js';
import { openPoolQueues, parsePartitions } from '../../shared/queue/queues.js';

/** Connects a job client to a Redis, as the scheduler does. */
export async function connectJobClient(
  redisUrl: string,
): Promise<{ client: JobClient; redis: Redis; stop(): Promise<void> }> {
  const redis = connectRedis(redisUrl, 'producer', () => {});
  await whenReady(redis, 30_000);
  const client = new JobClient({
    ...{ instance: randomUUID(), redis, clock: systemClock, onError: () => {} },
    blocking: connectRedis(redisUrl, 'blocking', () => {}),
    queues: openPoolQueues(redis, parsePartitions(), () => {}),
  });
  await client.start();
  return {
    ...{ client, redis },
    async stop() {
      await client.stop();
      redis.disconnect();
    },
  };
}
