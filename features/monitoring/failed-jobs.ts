import type { Job, Queue } from 'bullmq';

/** Latest failed jobs that are read of each queue. */
export const MAX_FAILED_JOBS = 300;
const SHOWN_PER_REASON = 5;
const MAX_REASON_LENGTH = 300;

/** Jobs that failed for the same reason. */
interface FailedForReason {
  queue: string;
  /** Without ids and numbers. */
  reason: string;
  jobs: number;
  names: string[];
  latest: Date;
  /** Some of them, the latest first. */
  some: FailedJob[];
}

interface FailedJob {
  id: string;
  at: Date;
  /** True for the job of a request, which has the same id. */
  isCall: boolean;
}

/**
 * Groups the failed jobs of queues by reason, the most frequent first; and lists the queues that have more than were read.
 *
 * @throws Error if a queue does not respond
 */
export async function groupFailedJobs(queues: readonly Queue[]) {
  const perQueue = await Promise.all(
    queues.map(async (queue) => {
      const [jobs, total] = await Promise.all([queue.getFailed(0, MAX_FAILED_JOBS - 1), queue.getFailedCount()]);
      return { queue: queue.name, total, reasons: groupByReason(queue.name, jobs) };
    }),
  );
  return {
    reasons: perQueue.flatMap((one) => one.reasons).sort((a, b) => b.jobs - a.jobs),
    cut: perQueue.filter(({ total }) => total > MAX_FAILED_JOBS).map(({ queue, total }) => ({ queue, total })),
  };
}

function groupByReason(queue: string, jobs: readonly Job[]): FailedForReason[] {
  const reasons = new Map<string, Job[]>();
  for (const job of jobs) {
    const reason = normalizeReason(job.failedReason);
    reasons.set(reason, [...(reasons.get(reason) ?? []), job]);
  }
  return [...reasons].map(([reason, group]) => {
    const latestFirst = [...group].sort((a, b) => findEnd(b) - findEnd(a));
    return {
      ...{ queue, reason, jobs: group.length, names: [...new Set(group.map(({ name }) => name))].sort() },
      latest: new Date(latestFirst[0] ? findEnd(latestFirst[0]) : 0),
      some: latestFirst.slice(0, SHOWN_PER_REASON).map((job) => ({
        id: String(job.id),
        at: new Date(findEnd(job)),
        isCall: typeof job.data === 'object' && job.data !== null && 'requestId' in job.data,
      })),
    };
  });
}

const findEnd = ({ finishedOn, timestamp }: Job): number => finishedOn ?? timestamp;

/** Removes ids and numbers from a reason. */
const normalizeReason = (reason: string | undefined): string =>
  (reason || 'no reason')
    .split('\n', 1)
    .join('')
    .replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/gi, '…')
    .replaceAll(/\d+/g, '…')
    .slice(0, MAX_REASON_LENGTH);
