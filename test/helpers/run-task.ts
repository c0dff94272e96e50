import { randomUUID } from 'node:crypto';
import type { Redis } from 'ioredis';
import { SchedulerJobSender } from '../../scheduler/job-sender.js';
import type { Task, TaskContext } from '../../scheduler/run-tasks.js';
import { poolNames } from '../../shared/contract/pools.js';
import { openPayments } from '../../shared/payments/payments.js';
import { systemClock } from '../../shared/process/clock.js';
import type { Config } from '../../shared/process/config.js';
import { createLogger } from '../../shared/process/log.js';
import { leavingOut, strictly } from '../../shared/process/one-by-one.js';
import { connectRedis } from '../../shared/process/redis.js';
import { Disks } from '../../shared/storage/disks.js';
import type { Collections } from '../../shared/store/collections.js';
import { eventually, stack, stackConfig } from './stack.js';

/**
 * Waits for what a task of the scheduler brings about, without waiting for its turn: it is done here too, which must do no harm beside
 * the scheduler.
 */
export function eventuallyBy<T>(task: Task, ask: () => Promise<T>, wanted: (answer: T) => boolean): Promise<T> {
  const askAfter = async () => {
    const { store } = await stack();
    // What it cannot do for others is their affair.
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
  task: Task,
  store: Collections,
  now: Date,
  other: { redisUrl?: string; settings?: Partial<Config>; leftOut?: string[] } = {},
): Promise<object> {
  const { platform } = await stack();
  const config = { ...(await stackConfig()), ...other.settings };
  const [redis, blocking] = (['worker', 'blocking'] as const).map((use) =>
    connectRedis(other.redisUrl ?? platform.redisUrl, use, () => {}),
  ) as [Redis, Redis];
  const jobs = new SchedulerJobSender(randomUUID(), redis, blocking, systemClock, () => {});
  await jobs.start();
  const context: TaskContext = {
    log: createLogger('test', { LOG_LEVEL: 'silent', LOG_PRETTY: false }),
    clock: { now: () => now },
    queueClock: { now: () => now },
    redis,
    store,
    config,
    disks: new Disks(config),
    payments: await openPayments(config),
    jobs,
    lanes: [{ index: 0, url: '', pools: poolNames, redis }],
    signal: new AbortController().signal,
    each: other.leftOut ? leavingOut((which) => other.leftOut?.push(which)) : strictly,
  };
  try {
    return await task.run(context);
  } finally {
    await jobs.stop();
    redis.disconnect();
  }
}
