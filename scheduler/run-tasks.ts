import { schedule } from 'node-cron';
import { skipFailures } from '../shared/process/item-runner.js';
import { count, gauge, startAtZero, time } from '../shared/process/metrics/measure.js';
import { publishRun, type Run } from '../shared/process/metrics/published-status.js';
import type { Redis } from '../shared/process/redis.js';
import { redisKey } from '../shared/process/redis-keys.js';
import { acquireLock } from '../shared/process/redis-lock.js';
import type { ScheduledTask, TaskBasics } from '../shared/process/scheduled-task.js';

/** Context that all runs share; `Needs` is what the tasks need in addition. */
export type SharedContext<Needs extends object> = Omit<TaskBasics, 'signal' | 'each'> & {
  readonly redis: Redis;
} & Needs;
type RunContext<Needs extends object> = SharedContext<Needs> & Pick<TaskBasics, 'signal'>;

/** Time for which the lock outlasts a run, so that no other scheduler runs the same tick, in ms. */
const TICK_MS = 900;
/** Interval at which the machine's clock is checked, and the step that counts as set, in ms. */
const [CLOCK_CHECK_MS, CLOCK_STEP_MS] = [5_000, 2_000];

/** Time without a start of any task after which the schedules count as dead, in ms. */
const DEAD_AFTER_MS = 120_000;

/** The schedules of a process. */
interface Schedules {
  /** True while tasks are started. */
  isRunning(): boolean;
  /** Stops the schedules, aborts the signal of running tasks and waits for them. */
  stop(): Promise<void>;
}

const OUTCOMES: readonly Run['outcome'][] = ['done', 'failed'];

/**
 * Runs tasks on their schedules. A lock in Redis for each task has one of several schedulers run a tick.
 */
export function runTasks<Needs extends object>(
  tasks: readonly ScheduledTask<Needs>[],
  shared: SharedContext<Needs>,
): Schedules {
  for (const { name } of tasks) {
    startAtZero(
      'runs',
      OUTCOMES.map((outcome) => ({ task: name, outcome })),
    );
    gauge('lastDone', { task: name }, shared.clock.now().getTime() / 1_000);
  }
  const stopping = new AbortController();
  const context = { ...shared, signal: stopping.signal };
  const running = new Set<Promise<void>>();
  let startedAt = performance.now();
  const start = (task: ScheduledTask<Needs>) => {
    startedAt = performance.now();
    const run = runLocked(task, context)
      .catch((err: unknown) => shared.log.error({ task: task.name, err }, 'task lock failed'))
      .finally(() => running.delete(run));
    running.add(run);
  };
  // After a sleep of the machine each missed tick would be logged; the metric of the last run shows as much.
  const options = { timezone: 'UTC', suppressMissedWarning: true };
  const scheduleAll = () => tasks.map((task) => schedule(task.schedule, () => start(task), options));
  let jobs = scheduleAll();
  for (const task of tasks) if (task.atStart) start(task);
  const unwatchClock = onClockSet(() => {
    for (const job of jobs) void job.destroy();
    jobs = scheduleAll();
  });
  return {
    isRunning: () => performance.now() - startedAt < DEAD_AFTER_MS,
    async stop() {
      stopping.abort();
      unwatchClock();
      await Promise.all(jobs.map((job) => job.stop()));
      await Promise.all(running);
    },
  };
}

/**
 * Calls back after the machine's clock was set: node-cron waits for the time of its next tick, which a clock that was set back
 * reaches late.
 *
 * @returns ends the checks
 */
function onClockSet(callback: () => void): () => void {
  const offset = () => Date.now() - performance.now();
  let last = offset();
  const checking = setInterval(() => {
    const now = offset();
    if (Math.abs(now - last) > CLOCK_STEP_MS) callback();
    last = now;
  }, CLOCK_CHECK_MS);
  return () => clearInterval(checking);
}

/** Runs a task, unless another scheduler does or has just done. */
async function runLocked<Needs extends object>(task: ScheduledTask<Needs>, context: RunContext<Needs>): Promise<void> {
  const release = await acquireLock(context.redis, redisKey('scheduler', task.name));
  if (!release) return;
  try {
    await runMeasured(task, context);
  } finally {
    await release(TICK_MS);
  }
}

/** Runs a task, and logs, counts and publishes the result. */
async function runMeasured<Needs extends object>(
  task: ScheduledTask<Needs>,
  context: RunContext<Needs>,
): Promise<void> {
  const { log, clock, redis, signal } = context;
  const { name } = task;
  const started = performance.now();
  let skipped = 0;
  const each = skipFailures((item, err) => {
    skipped += 1;
    log.error({ task: name, item, err }, 'task item failed');
  }, signal);
  const end = await task.run({ ...context, each }).then(
    (done) => ({ done }),
    (error: unknown) => ({ error }),
  );
  const ms = Math.round(performance.now() - started);
  if ('error' in end && signal.aborted) {
    log.info({ task: name, err: end.error, ms }, 'task aborted: the scheduler is stopping');
    return;
  }
  if ('done' in end) {
    const level = skipped > 0 ? 'warn' : Object.values(end.done).some(Boolean) ? 'info' : 'debug';
    log[level]({ task: name, ...end.done, ...(skipped > 0 && { skipped }), ms }, 'task done');
    gauge('lastDone', { task: name }, clock.now().getTime() / 1_000);
  } else {
    log.error({ task: name, err: end.error, ms }, 'task failed');
  }
  const outcome = 'done' in end && skipped === 0 ? 'done' : 'failed';
  count('runs', { task: name, outcome });
  time('runDuration', { task: name }, ms);
  await publishRun(redis, name, { at: clock.now(), ms, outcome }).catch((err: unknown) =>
    log.warn({ task: name, err }, 'task run not published'),
  );
}
