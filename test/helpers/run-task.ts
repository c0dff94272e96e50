import type { Task } from '../../scheduler/run-tasks.js';
import { createLogger } from '../../shared/process/log.js';
import { connectRedis } from '../../shared/process/redis.js';
import { openQueues } from '../../shared/queue/queues.js';
import type { Collections } from '../../shared/store/collections.js';
import { stack } from './stack.js';

/** Runs a task of the scheduler as at an instant, with the Redis of the platform. */
export async function runTaskAt(task: Task, store: Collections, now: Date): Promise<object> {
  const { platform } = await stack();
  const redis = connectRedis(platform.redisUrl, 'worker', () => {});
  try {
    return await task.run({
      log: createLogger('test', { LOG_LEVEL: 'silent', LOG_PRETTY: false }),
      clock: { now: () => now },
      redis,
      store,
      queues: openQueues(redis, () => {}),
      signal: new AbortController().signal,
    });
  } finally {
    redis.disconnect();
  }
}
