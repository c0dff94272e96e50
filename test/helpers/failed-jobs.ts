import { Queue } from 'bullmq';
import { nanoid } from 'nanoid';
import { connectRedis } from '../../shared/process/redis.js';
import { queuePrefix } from '../../shared/queue/queues.js';
import { stack } from './stack.js';

/**
 * Leaves failed jobs of calls in a queue of the stack, as BullMQ leaves them.
 *
 * @param reasons of each, why it failed
 * @returns their ids, and what removes them
 */
export async function leaveFailedJobs(
  pool: string,
  reasons: readonly string[],
): Promise<{ ids: string[]; remove(): Promise<void> }> {
  const { platform } = await stack();
  const redis = connectRedis(platform.redisUrl, 'producer', () => {});
  const queue = new Queue(pool, { connection: redis, prefix: queuePrefix(pool) });
  const ids: string[] = [];
  for (const reason of reasons) {
    const id = nanoid();
    ids.push(id);
    await queue.add('vat', { requestId: id }, { jobId: id, delay: 600_000 });
    await redis
      .multi()
      .zrem(`${queuePrefix(pool)}:${pool}:delayed`, id)
      .zadd(`${queuePrefix(pool)}:${pool}:failed`, Date.now(), id)
      .hset(`${queuePrefix(pool)}:${pool}:${id}`, 'failedReason', reason, 'finishedOn', Date.now())
      .exec();
  }
  return {
    ids,
    async remove() {
      for (const id of ids) await queue.remove(id);
      await queue.close();
      redis.disconnect();
    },
  };
}
