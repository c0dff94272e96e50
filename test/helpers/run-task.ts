import { openPayments } from '../../features/billing/payments.js';
import type { Collections } from '../../features/collections.js';
import type { TaskContext } from '../../scheduler/tasks.js';
import type { Config } from '../../shared/process/config.js';
import { failFast, skipFailures } from '../../shared/process/item-runner.js';
import { createLogger } from '../../shared/process/log.js';
import type { ScheduledTask, TaskBasics } from '../../shared/process/scheduled-task.js';
import { parsePartitions } from '../../shared/queue/queues.js';
import { Disks } from '../../shared/storage/disks.js';
import { connectJobClient } from './job-client.js';
import { eventually, stack, stackConfig } from './stack.js';

/**
 * Waits for what a task of the scheduler brings about, without waiting for its turn: it is done here too, which must do no harm beside
 * the scheduler.
 */
export function eventuallyBy<T>(
  task: ScheduledTask<TaskContext>,
  ask: () => Promise<T>,
  wanted: (answer: T) => boolean,
): Promise<T> {
  const askAfter = async () => {
    const { store } = await stack();
    // Failures for other accounts are not examined here.
    await runTaskAt(task, store, new Date(), { leftOut: [] });
    return ask();
  };
  return eventually(askAfter, wanted);
}

/**
 * Runs a task of the scheduler as at an instant, with the Redis and the disks of the platform.
 *
 * @param other another Redis, and settings beside those of the platform
 * @throws what the task throws, and what it has left out where `leftOut` is not there to take what failed
 */
export async function runTaskAt(
  task: ScheduledTask<TaskContext>,
  store: Collections,
  now: Date,
  other: { redisUrl?: string; settings?: Partial<Config>; leftOut?: string[] } = {},
): Promise<object> {
  const { platform } = await stack();
  const config = { ...(await stackConfig()), ...other.settings };
  const { client, redis, stop } = await connectJobClient(other.redisUrl ?? platform.redisUrl);
  const context: TaskBasics & TaskContext = {
    log: createLogger('test', { LOG_LEVEL: 'silent', LOG_PRETTY: false }),
    clock: { now: () => now },
    queueClock: { now: () => now },
    redis,
    store,
    config,
    disks: new Disks(config),
    payments: await openPayments(config),
    jobs: client,
    partitions: parsePartitions(),
    signal: new AbortController().signal,
    each: other.leftOut ? skipFailures((which) => other.leftOut?.push(which)) : failFast,
  };
  try {
    return await task.run(context);
  } finally {
    await stop();
  }
}
