import type { Task } from './run-tasks.js';

/**
 * The usage of calls that were given back counts in no balance; it is kept for reports and availability only. What was
 * spent is the ledger, and stays.
 */
const KEPT_MS = 90 * 24 * 3_600_000;

/** Forgets old usage that cost nothing. */
export const pruneUsage: Task = {
  name: 'prune-usage',
  schedule: '0 17 3 * * *',
  atStart: false,
  async run({ store, clock }) {
    const before = new Date(clock.now().getTime() - KEPT_MS);
    const { deletedCount } = await store.usage.deleteMany({ state: 'void', at: { $lt: before } });
    return { deleted: deletedCount };
  },
};
