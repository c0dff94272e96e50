import type { Job, Queue } from 'bullmq';
import { type ConsoleRouter, show } from './pages.js';
import { jobPath, storyPath } from './queue-paths.js';

/** Of each queue so many failed jobs are looked at, the latest. */
const LOOKED_AT = 300;
const SHOWN_OF_EACH = 5;
const LONGEST_REASON = 300;

/** Jobs that failed for the same reason. */
interface FailedFor {
  queue: string;
  reason: string;
  jobs: number;
  names: string[];
  latest: Date;
  /** Some of them, the latest first. */
  some: { id: string; at: Date; job: string; story: string | undefined }[];
}

/**
 * `/operator/failed-jobs`: what is in the queues as failed, by reason.
 *
 * @param queuesNow gives those that can be asked at the moment
 */
export function failedJobsPage(router: ConsoleRouter, queuesNow: () => readonly Queue[]) {
  router.get('/failed-jobs', async (ctx) => {
    const perQueue = await Promise.all(
      queuesNow().map(async (queue) => {
        const [jobs, total] = await Promise.all([queue.getFailed(0, LOOKED_AT - 1), queue.getFailedCount()]);
        return { queue: queue.name, total, reasons: byReason(queue.name, jobs) };
      }),
    );
    const reasons = perQueue.flatMap((one) => one.reasons).sort((a, b) => b.jobs - a.jobs);
    const cut = perQueue.filter(({ total }) => total > LOOKED_AT).map(({ queue, total }) => ({ queue, total }));
    show(ctx, 'failed-jobs', { title: 'Failed jobs', reasons, cut, lookedAt: LOOKED_AT });
  });
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
      some: latestFirst.slice(0, SHOWN_OF_EACH).map((job) => {
        const id = String(job.id);
        const isCall = typeof job.data === 'object' && job.data !== null && 'requestId' in job.data;
        return { id, at: new Date(endOf(job)), job: jobPath(queue, id), story: isCall ? storyPath(id) : undefined };
      }),
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
