import { Queue } from 'bullmq';
import type { PoolName } from '../../shared/contract/pools.js';
import { connectRedis, whenReady } from '../../shared/process/redis.js';
import { queuePrefix } from '../../shared/queue/queues.js';
import { eventually } from './stack.js';

/** Waits until workers of a pool run at least `count` jobs, and returns their number. */
export async function activeJobs(redisUrl: string, pool: PoolName, atLeast: number): Promise<number> {
  const connection = connectRedis(redisUrl, 'producer', () => {});
  await whenReady(connection, 30_000);
  const queue = new Queue(pool, { connection, prefix: queuePrefix(pool) });
  try {
    return await eventually(
      () => queue.getActiveCount(),
      (active) => active >= atLeast,
    );
  } finally {
    await queue.close();
    connection.disconnect();
  }
}
