import type { Clock } from './clock.js';
import type { ItemRunner } from './item-runner.js';
import type { Logger } from './log.js';

/** Context that the scheduler provides to every task, in addition to what a task needs. */
export interface TaskBasics {
  readonly log: Logger;
  /** Clock of the store, which dates what is stored. */
  readonly clock: Clock;
  /** Aborts when the scheduler stops. */
  readonly signal: AbortSignal;
  /** Skips items that fail, so that they do not delay the others. The run then counts as failed. */
  readonly each: ItemRunner;
}

/** A task that runs on a schedule, on one scheduler at a time. It must be safe to repeat. */
export interface ScheduledTask<Needs extends object = object> {
  readonly name: string;
  /** Cron expression with seconds, in UTC. */
  readonly schedule: string;
  /** True if it also runs when a scheduler starts. */
  readonly atStart?: boolean;
  /** Returns what it has done, for the log. */
  run(context: TaskBasics & Needs): Promise<object>;
}
