import { MAX_FAILED_JOBS } from '../monitoring/index.js';
import { failedJobs } from '../operations/index.js';
import type { OperationContext } from '../operators/index.js';
import { type ConsoleRouter, renderPage } from './pages.js';

export const QUEUES_PATH = '/operator/queues';

/** Returns the path of a job's page in the queue dashboard. */
export const jobPath = (queue: string, job: string): string =>
  `${QUEUES_PATH}/queue/${encodeURIComponent(queue)}/${encodeURIComponent(job)}`;

/** Returns the path of a request's timeline. */
export const timelinePath = (requestId: string): string => `/operator/requests?id=${encodeURIComponent(requestId)}`;

/** Mounts `/operator/failed-jobs`: the failed jobs of all queues, by reason. */
export function mountFailedJobsPage(router: ConsoleRouter, context: OperationContext<object>) {
  router.get('/failed-jobs', async (ctx) => {
    const { reasons, cut } = await failedJobs.run({}, context);
    const linked = reasons.map(({ some, ...reason }) => ({
      ...reason,
      some: some.map(({ job: id, is_call }) => ({
        ...{ id, job: jobPath(reason.queue, id), timeline: is_call ? timelinePath(id) : undefined },
      })),
    }));
    renderPage(ctx, 'failed-jobs', { title: 'Failed jobs', reasons: linked, cut, lookedAt: MAX_FAILED_JOBS });
  });
}
