import { deleteAccount } from '../shared/members/delete-account.js';
import { portalSessions, type Sessions } from '../shared/members/sessions.js';
import { Quota } from '../shared/storage/quota.js';
import type { Collections } from '../shared/store/collections.js';
import type { Task } from './run-tasks.js';

/** A deletion that began so long ago has been cut short, in ms: a front gives up an answer long before. */
const CUT_SHORT_MS = 120_000;
const MOST_AT_ONCE = 50;

/** Brings deletions of accounts to their end that a front has begun, and died over. */
export const finishDeletions: Task = {
  name: 'finish-deletions',
  schedule: '20 * * * * *',
  atStart: true,
  async run({ store, clock, queueClock, redis, config }) {
    const quota = new Quota(store.keptBytes, clock, config);
    const sessions = portalSessions(redis, queueClock);
    return { deleted: await finishAll({ store, quota, sessions }, clock.now()) };
  },
};

/** Finishes the deletions that were cut short. Harmless to repeat. @returns how many */
export async function finishAll(
  { store, ...office }: { store: Collections; quota: Pick<Quota, 'release'>; sessions: Pick<Sessions, 'endAll'> },
  now: Date,
): Promise<number> {
  const cutShort = { deleting: { $lt: new Date(now.getTime() - CUT_SHORT_MS) } };
  const found = await store.accounts.find(cutShort, { projection: { _id: 1 }, limit: MOST_AT_ONCE }).toArray();
  for (const { _id } of found) await deleteAccount({ store, ...office }, _id, now);
  return found.length;
}
