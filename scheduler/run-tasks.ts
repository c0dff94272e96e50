import type { Redis } from 'ioredis';
import { nanoid } from 'nanoid';
import { schedule } from 'node-cron';
import type { Payments } from '../shared/payments/payments.js';
import type { Clock } from '../shared/process/clock.js';
import type { Config } from '../shared/process/config.js';
import type { Logger } from '../shared/process/log.js';
import { keepRun } from '../shared/process/metrics/boards.js';
import { count, gauge, time } from '../shared/process/metrics/measure.js';
import { leavingOut, type OneByOne } from '../shared/process/one-by-one.js';
import { redisKey } from '../shared/process/redis-keys.js';
import type { JobSender } from '../shared/queue/internal-jobs.js';
import type { ConnectedLane } from '../shared/queue/lanes.js';
import type { Disks } from '../shared/storage/disks.js';
import type { Collections } from '../shared/store/collections.js';

/** A scheduler that dies while it does a task blocks it for no longer than this, in ms. */
const LOCK_MS = 60_000;
/** A tick that another scheduler has done this recently is not done again, in ms. */
const TICK_MS = 900;
const OWNER = nanoid();
/** How often it is looked whether the clock was set, and by how much it must have been, in ms. */
const [CLOCK_LOOKED_AT_MS, CLOCK_STEP_MS] = [5_000, 2_000];

/** Sets how long the lock still holds, if it is ours. */
const HOLD_FOR = `
  if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('pexpire', KEYS[1], ARGV[2]) end
  return 0`;

/**
 * Runs tasks on their schedules. A lock per task in Redis lets one of several schedulers do a tick.
 *
 * @returns stops the schedules and waits for what the tasks in hand are doing themselves
 */
export function runTasks(tasks: readonly Task[], given: Given): () => Promise<void> {
  const stopping = new AbortController();
  const context = { ...given, signal: stopping.signal };
  const inHand = new Set<Promise<void>>();
  const tick = (task: Task) => {
    const run = runLocked(task, context)
      .catch((err: unknown) => context.log.error({ task: task.name, err }, 'task failed'))
      .finally(() => inHand.delete(run));
    inHand.add(run);
  };
  // After a sleep of the machine each tick that was missed would be warned of by itself; when a task was last done is a metric.
  const options = { timezone: 'UTC', noOverlap: true, suppressMissedWarning: true };
  const begin = () => tasks.map((task) => schedule(task.schedule, () => tick(task), options));
  let jobs = begin();
  for (const task of tasks) if (task.atStart) tick(task);
  const ignoreClock = whenClockIsSet(() => {
    for (const job of jobs) void job.destroy();
    jobs = begin();
  });
  return async () => {
    ignoreClock();
    await Promise.all(jobs.map((job) => job.stop()));
    stopping.abort();
    await Promise.all(inHand);
  };
}

/**
 * Calls back after the machine's clock was set, forth or back: a schedule knows only when its next tick is, and an hour back would
 * have it wait for that hour.
 *
 * @returns stops looking
 */
function whenClockIsSet(then: () => void): () => void {
  const ahead = () => Date.now() - performance.now();
  let last = ahead();
  const looking = setInterval(() => {
    const now = ahead();
    const isSet = Math.abs(now - last) > CLOCK_STEP_MS;
    last = now;
    if (isSet) then();
  }, CLOCK_LOOKED_AT_MS);
  return () => clearInterval(looking);
}

async function runLocked(task: Task, context: Omit<TaskContext, 'each'>): Promise<void> {
  const lock = redisKey('scheduler', task.name);
  const { redis } = context;
  if ((await redis.set(lock, OWNER, 'PX', LOCK_MS, 'NX')) !== 'OK') return;
  const extending = setInterval(() => void redis.eval(HOLD_FOR, 1, lock, OWNER, LOCK_MS).catch(() => {}), LOCK_MS / 3);
  const started = performance.now();
  const finished = async (toItsEnd: boolean) => {
    // One that left something out has failed, and is not silent.
    const outcome = toItsEnd && leftOut === 0 ? 'done' : 'failed';
    const ms = Math.round(performance.now() - started);
    count('runs', { task: task.name, outcome });
    time('runDuration', { task: task.name }, ms);
    if (toItsEnd) gauge('lastDone', { task: task.name }, context.clock.now().getTime() / 1_000);
    await keepRun(redis, task.name, { at: context.clock.now(), ms, outcome }).catch((err: unknown) =>
      context.log.warn({ task: task.name, err }, 'a run was not noted'),
    );
  };
  let leftOut = 0;
  const each = leavingOut((which, err) => {
    leftOut += 1;
    context.log.error({ task: task.name, which, err }, 'one was left for later');
  }, context.signal);
  try {
    const done = await task.run({ ...context, each });
    await finished(true);
    const level = leftOut > 0 ? 'warn' : Object.values(done).some(Boolean) ? 'info' : 'debug';
    context.log[level](
      { task: task.name, ...done, ...(leftOut > 0 && { leftOut }), ms: Math.round(performance.now() - started) },
      'task done',
    );
  } catch (error) {
    // What a stopping scheduler does not wait for has not failed.
    if (context.signal.aborted && error instanceof Error && error.name === 'AbortError') return;
    await finished(false);
    throw error;
  } finally {
    clearInterval(extending);
    await redis.eval(HOLD_FOR, 1, lock, OWNER, TICK_MS);
  }
}

/** What a task works with. */
export interface TaskContext {
  readonly log: Logger;
  /** Of the store: what is kept there is dated by it. */
  readonly clock: Clock;
  /** Of Redis. */
  readonly queueClock: Clock;
  readonly redis: Redis;
  /** The lanes of the pools. */
  readonly lanes: readonly ConnectedLane[];
  readonly store: Collections;
  readonly disks: Disks;
  readonly config: Config;
  /** Sends internal jobs to workers. */
  readonly jobs: JobSender;
  /** Undefined where nothing is sold. */
  readonly payments: Payments | undefined;
  /** Aborts when the scheduler stops: what only waits then need not wait any longer. */
  readonly signal: AbortSignal;
  /** Leaves out what fails, so that it does not hold up the others: such a run counts as failed when all else is done. */
  readonly each: OneByOne;
}

/** What all runs of all tasks have in common. */
export type Given = Omit<TaskContext, 'signal' | 'each'>;

/** Something that is done again and again, by one scheduler at a time. Doing it twice must do no harm. */
export interface Task {
  readonly name: string;
  /** When, as a cron expression with seconds, in UTC. */
  readonly schedule: string;
  /** Whether it is also done as soon as a scheduler starts. */
  readonly atStart: boolean;
  /** @returns what was done, for the log */
  run(context: TaskContext): Promise<object>;
}
