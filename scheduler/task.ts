import type { Redis } from 'ioredis';
import type { Clock } from '../shared/process/clock.js';
import type { Logger } from '../shared/process/log.js';
import type { Collections } from '../shared/store/collections.js';
import type { ChoreQueues } from './order-chore.js';

/** What a task works with. */
export interface TaskContext {
  readonly log: Logger;
  readonly clock: Clock;
  readonly redis: Redis;
  readonly store: Collections;
  readonly queues: ChoreQueues;
  /** Aborts when the scheduler stops: what only waits then need not wait any longer. */
  readonly signal: AbortSignal;
}

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
