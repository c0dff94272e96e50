import type { PoolName } from '../../shared/contract/pools.js';
import { connectRedis } from '../../shared/process/redis.js';
import { openQueues } from '../../shared/queue/queues.js';

/** The request ids of the calls of each job that a pool still keeps. */
export async function jobsKept(redisUrl: string, pool: PoolName): Promise<string[][]> {
  const connection = connectRedis(redisUrl, 'worker', () => {});
  const queues = openQueues(connection, () => {});
  const jobs = await queues[pool].getJobs();
  await Promise.all(Object.values(queues).map((queue) => queue.close()));
  connection.disconnect();
  return jobs.map(({ data }) => data.tasks.map(({ requestId }) => requestId));
}
