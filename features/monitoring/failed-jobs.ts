import type { Job, Queue } from 'bullmq';

/** Of each queue so many failed jobs are looked at, the latest. */
export const FAILED_LOOKED_AT = 300;
const SHOWN_OF_EACH = 5;
const LONGEST_REASON = 300;

/** Jobs that failed for the same reason. */
export interface FailedFor {
  queue: string;
  /** Without what differs from one job to the next. */
  reason: string;
  jobs: number;
  names: string[];
  latest: Date;
  /** Some of them, the latest first. */
  some: FailedJob[];
}

/** A job that failed, and whether it computed a call, whose id is the job's then. */
interface FailedJob {
  id: string;
  at: Date;
  isCall: boolean;
}

/**
 * What is in some queues as failed, by reason, the most first; and the queues that hold more than was looked at.
 *
 * @throws Error when one cannot be asked
 */
export async function failedByReason(queues: readonly Queue[]) {
  const perQueue = await Promise.all(
    queues.map(async (queue) => {
      const [jobs, total] = await Promise.all([queue.getFailed(0, FAILED_LOOKED_AT - 1), queue.getFailedCount()]);
      return { queue: queue.name, total, reasons: byReason(queue.name, jobs) };
    }),
  );
  return {
    reasons: perQueue.flatMap((one) => one.reasons).sort((a, b) => b.jobs - a.jobs),
    cut: perQueue.filter(({ total }) => total > FAILED_LOOKED_AT).map(({ queue, total }) => ({ queue, total })),
  };
}

function byReason(queue: string, jobs: readonly Job[]): FailedFor[] {
  const reasons = new Map<string, Job[]>();
  for (const job of jobs) {
    const reason = alike(job.failedReason);
    reasons.set(reason, [...(reasons.get(reason) ?? []), job]);
  }
  return [...reasons].map(([reason, alikes]) => {
    const latestFirst = [...alikes].sort((a, b) => endOf(b) - endOf(a));
    return {
      ...{ queue, reason, jobs: alikes.length, names: [...new Set(alikes.map(({ name }) => name))].sort() },
      latest: new Date(latestFirst[0] ? endOf(latestFirst[0]) : 0),
      some: latestFirst.slice(0, SHOWN_OF_EACH).map((job) => ({
        id: String(job.id),
        at: new Date(endOf(job)),
        isCall: typeof job.data === 'object' && job.data !== null && 'requestId' in job.data,
      })),
    };
  });
}

const endOf = ({ finishedOn, timestamp }: Job): number => finishedOn ?? timestamp;

/** A reason without what differs from one job to the next: ids and numbers. */
const alike = (reason: string | undefined): string =>
  (reason || 'no reason')
    .split('\n', 1)
    .join('')
    .replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/gi, '…')
    .replaceAll(/\d+/g, '…')
    .slice(0, LONGEST_REASON);
