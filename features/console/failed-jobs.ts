import { FAILED_LOOKED_AT } from '../monitoring/index.js';
import { failedJobs } from '../operations/index.js';
import type { OperationContext } from '../operators/index.js';
import { type ConsoleRouter, show } from './pages.js';
import { jobPath, timelinePath } from './queue-paths.js';

/** `/operator/failed-jobs`: what is in the queues as failed, by reason. */
export function failedJobsPage(router: ConsoleRouter, context: OperationContext<object>) {
  router.get('/failed-jobs', async (ctx) => {
    const { reasons, cut } = await failedJobs.run({}, context);
    const linked = reasons.map(({ some, ...reason }) => ({
      ...reason,
      some: some.map(({ job: id, is_call }) => ({
        ...{ id, job: jobPath(reason.queue, id), timeline: is_call ? timelinePath(id) : undefined },
      })),
    }));
    show(ctx, 'failed-jobs', { title: 'Failed jobs', reasons: linked, cut, lookedAt: FAILED_LOOKED_AT });
  });
}
