import { deleteExperience } from '../shared/experience/delete-experience.js';
import { clearAccount, IN_FLIGHT_MS } from '../shared/members/clear-account.js';
import type { Sessions } from '../shared/members/sessions.js';
import { buyerOf, keepBuyersApart } from '../shared/payments/receipts.js';
import type { Quota } from '../shared/storage/quota.js';
import type { Account, Collections } from '../shared/store/collections.js';

/** What a deletion needs. */
export interface Office {
  store: Collections;
  quota: Pick<Quota, 'release'>;
  sessions: Pick<Sessions, 'endAll'>;
  /** Deletes the files that the account has saved. */
  deleteFiles(account: string): Promise<void>;
  /** Tells a member of it. Asked again for the same one, it must not do it again. */
  sayGoodbye(account: string, to: string): Promise<void>;
}

/**
 * Deletes an account whose deletion is due: it is closed at once, so that its keys are refused and nothing of it is served, and nothing is
 * left by which its members are known. The books stay, by its id; to whom receipts were made out is kept apart. Each step may be repeated:
 * the scheduler does so until nothing can be in flight for the account.
 */
export async function deleteAccount(office: Office, account: string, at: Date): Promise<void> {
  const { store, quota } = office;
  const owner = await begin(store, account, at);
  if (!owner) return;
  // A repetition finds the name gone, and what was stored at first stays.
  const kept = { ...buyerOf(owner), closed: at };
  await store.closedAccounts.updateOne({ _id: account }, { $setOnInsert: kept }, { upsert: true });
  await clearAccount(store, account);
  await store.keys.updateMany({ account }, { $set: { name: 'Deleted', ip_ranges: [] } });
  await store.payers.updateOne({ _id: account }, { $unset: { method: true } });
  await store.accounts.updateOne(
    { _id: account },
    { $set: { name: 'Deleted account' }, $unset: { billing: true, owner: true, notices: true } },
  );
  const pages = store.experiences.find({ account, deleted: { $exists: false } }, { projection: { page: 0 } });
  for await (const page of pages) await deleteExperience(store, quota, page, at);
  await office.deleteFiles(account);
  await keepBuyersApart(store, account);
  await forgetMembers(office, account);
  const { clearing = at } = owner;
  if (at.getTime() - clearing.getTime() > IN_FLIGHT_MS)
    await store.accounts.updateOne({ _id: account }, { $unset: { deleting: true, clearing: true } });
}

/**
 * Closes the account and begins its deletion, or goes on with it, in one write: a deletion that was cancelled in time does not begin,
 * and one that has begun is not cancelled.
 */
async function begin({ accounts }: Collections, account: string, at: Date): Promise<Account | null> {
  const closed = { at, reason: 'deleted by its owner' };
  return accounts.findOneAndUpdate(
    { _id: account, $or: [{ 'deletion.due': { $lte: at } }, { deleting: { $exists: true } }] },
    [
      {
        $set: {
          deleting: at,
          closed: { $ifNull: ['$closed', { $literal: closed }] },
          clearing: { $ifNull: ['$clearing', at] },
        },
      },
      { $unset: 'deletion' },
    ],
    { returnDocument: 'after' },
  );
}

/** A member is known until the goodbye to them is posted, so that whoever finishes a deletion knows whom to tell. */
async function forgetMembers({ store: { members }, sessions, sayGoodbye }: Office, account: string): Promise<void> {
  const found = await members.find({ account }, { projection: { _id: 1 } }).toArray();
  for (const { _id } of found) {
    await sessions.endAll(_id);
    await sayGoodbye(account, _id);
    await members.deleteOne({ _id, account });
  }
}
