import { randomUUID } from 'node:crypto';
import type { ScheduledTask } from '../../shared/process/scheduled-task.js';
import type { JobSender } from '../../shared/queue/internal-jobs.js';
import { type CheckContext, checkDomain } from './check.js';

/** Maximum number of domains that one run looks up. */
const MOST_AT_ONCE = 200;

/** Verifies domains again once a day, and deletes those that were not verified in time. */
export const verifyDomains: ScheduledTask<
  Pick<CheckContext, 'config' | 'store'> & {
    /** Sends the look-ups to workers. */
    readonly jobs: JobSender;
  }
> = {
  name: 'verify-domains',
  schedule: '30 */5 * * * *',
  async run({ store, config, clock, jobs, each }) {
    const now = clock.now();
    const { deletedCount: expired } = await store.domains.deleteMany({ expires: { $lte: now } });
    const due = store.domains.find({ due: { $lte: now } }, { sort: { due: 1 }, limit: MOST_AT_ONCE });
    const context = { store, config, clock, sender: jobs };
    const checked = await each(
      due,
      ({ _id }) => _id,
      async (domain) => void (await checkDomain(context, domain, randomUUID())),
    );
    return { checked, expired };
  },
};
