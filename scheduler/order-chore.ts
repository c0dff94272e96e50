import { setTimeout as sleep } from 'node:timers/promises';
import type { Queue } from 'bullmq';
import { validator } from '../shared/contract/input.js';
import type { PoolName } from '../shared/contract/pools.js';
import type { Clock } from '../shared/process/clock.js';
import type { Chore, ReportOf } from '../shared/queue/chores.js';
import type { ChoreData } from '../shared/queue/job.js';

/** The queues of the pools, for chores. */
export type ChoreQueues = Readonly<Record<PoolName, Queue<ChoreData, unknown>>>;

const LOOK_EVERY_MS = 200;
/** How long a chore may wait for a worker before this run of it counts as failed, in ms. */
const WORKER_WITHIN_MS = 120_000;

/**
 * Has a worker do a chore, and waits for the end. There is one job of a chore at a time: one that still waits, or is
 * under way, is joined. It does not keep callers waiting: a worker takes it when it has none of theirs to take.
 *
 * @param signal ends the waiting, and nothing else
 * @returns what the worker reported
 * @throws Error when the worker could not do it, or none has in time; it is done all the same once there is a worker
 */
export async function orderChore<C extends Chore>(
  chore: C,
  { queues, queueClock, signal }: { queues: ChoreQueues; queueClock: Clock; signal: AbortSignal },
): Promise<ReportOf<C>> {
  const queue = queues[chore.pool];
  const { id = '' } = await queue.add(
    chore.id,
    { chore: chore.id },
    { deduplication: { id: chore.id }, priority: 1, attempts: 1, timestamp: queueClock.now().getTime() },
  );
  const limit = performance.now() + WORKER_WITHIN_MS + chore.withinMs;
  while (performance.now() < limit) {
    const job = await queue.getJob(id);
    if (!job) throw new Error(`the job ${id} of ${chore.id} is gone`);
    if (job.finishedOn !== undefined) return reportOf(chore, job);
    await sleep(LOOK_EVERY_MS, undefined, { signal });
  }
  throw new Error(`no worker of the pool ${chore.pool} has done ${chore.id} in time`);
}

function reportOf<C extends Chore>(
  chore: C,
  { returnvalue, failedReason }: { returnvalue: unknown; failedReason?: string },
): ReportOf<C> {
  if (failedReason) throw new Error(failedReason);
  if (validator(chore.report)(returnvalue)) return returnvalue as ReportOf<C>;
  throw new Error(`${chore.id} reported something else than it should`);
}
