import { clearAccount, IN_FLIGHT_MS } from '../shared/members/clear-account.js';
import type { Account } from '../shared/store/collections.js';
import type { Task } from './run-tasks.js';

/**
 * Clears closed accounts repeatedly until nothing can be in flight for them, such as requests that were accepted before the closing, and
 * completes closings that were interrupted. Accounts that are being deleted are cleared by their deletion.
 */
export const clearClosedAccounts: Task = {
  name: 'clear-closed-accounts',
  schedule: '*/10 * * * * *',
  atStart: true,
  async run({ store, clock, each }) {
    const now = clock.now();
    const clear = async ({ _id, clearing }: Account) => {
      await clearAccount(store, _id);
      if (clearing && now.getTime() - clearing.getTime() > IN_FLIGHT_MS)
        await store.accounts.updateOne({ _id, clearing }, { $unset: { clearing: true } });
    };
    const closed = store.accounts.find({ clearing: { $gt: new Date(0) }, deleting: { $exists: false } });
    return { cleared: await each(closed, ({ _id }) => _id, clear) };
  },
};
