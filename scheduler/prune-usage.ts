import { REQUESTS_LISTED_DAYS } from '../shared/ledger/requests.js';
import type { Task } from './run-tasks.js';

/**
 * The usage of calls that were given back counts in no balance; it is kept for reports and availability only. What was
 * spent is the ledger, and stays.
 */
const KEPT_MS = 90 * 24 * 3_600_000;

/** Of calls that are listed no more, what is told beside their credits goes. */
const LISTED_MS = REQUESTS_LISTED_DAYS * 24 * 3_600_000;
/** How far back the task looks for such calls: a scheduler may have stood still for so long. */
const LOOKED_BACK_MS = 7 * 24 * 3_600_000;

/** Forgets old usage that cost nothing, and what old calls were answered with. */
export const pruneUsage: Task = {
  name: 'prune-usage',
  schedule: '0 17 3 * * *',
  atStart: false,
  async run({ store, clock }) {
    const now = clock.now().getTime();
    const { deletedCount } = await store.usage.deleteMany({ state: 'void', at: { $lt: new Date(now - KEPT_MS) } });
    const stretch = { $gte: new Date(now - LISTED_MS - LOOKED_BACK_MS), $lt: new Date(now - LISTED_MS) };
    const { modifiedCount } = await store.usage.updateMany(
      { state: 'spent', at: stretch, call: { $exists: true } },
      { $unset: { call: true } },
    );
    return { deleted: deletedCount, shortened: modifiedCount };
  },
};
