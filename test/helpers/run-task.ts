import type { Task, TaskContext } from '../../scheduler/run-tasks.js';
import { createLogger } from '../../shared/process/log.js';
import { connectRedis } from '../../shared/process/redis.js';
import { openQueues } from '../../shared/queue/queues.js';
import { Disks } from '../../shared/storage/disks.js';
import type { Collections } from '../../shared/store/collections.js';
import { stack, stackConfig } from './stack.js';

/** Runs a task of the scheduler as at an instant, with the Redis and the disks of the platform. */
export async function runTaskAt(task: Task, store: Collections, now: Date): Promise<object> {
  const { platform } = await stack();
  const config = await stackConfig();
  const redis = connectRedis(platform.redisUrl, 'worker', () => {});
  const context: TaskContext = {
    log: createLogger('test', { LOG_LEVEL: 'silent', LOG_PRETTY: false }),
    clock: { now: () => now },
    queueClock: { now: () => now },
    redis,
    store,
    config,
    disks: new Disks(config),
    queues: openQueues(redis, () => {}),
    signal: new AbortController().signal,
  };
  try {
    return await task.run(context);
  } finally {
    redis.disconnect();
  }
}
