import { deleteExperience } from '../shared/experience/delete-experience.js';
import { clearAccount, IN_FLIGHT_MS } from '../shared/members/clear-account.js';
import type { Sessions } from '../shared/members/sessions.js';
import { buyerOf, keepBuyersApart } from '../shared/payments/receipts.js';
import type { Quota } from '../shared/storage/quota.js';
import type { Account, Collections } from '../shared/store/collections.js';

/** Dependencies of a deletion. */
export interface DeletionContext {
  store: Collections;
  quota: Pick<Quota, 'release'>;
  sessions: Pick<Sessions, 'endAll'>;
  /** Deletes the files that the account has saved. */
  deleteFiles(account: string): Promise<void>;
  /** Sends the farewell email to a member, once however often it is called. */
  sayGoodbye(account: string, to: string): Promise<void>;
}

/**
 * Deletes an account whose deletion is due. It is closed first, so that its keys are refused and nothing of it is served; then all
 * personal data is deleted. The ledger stays, by the account's id, and the buyers that receipts are billed to are stored apart. Each step
 * can be repeated, and the scheduler does so until nothing can be in flight for the account.
 */
export async function deleteAccount(context: DeletionContext, account: string, at: Date): Promise<void> {
  const { store, quota } = context;
  const owner = await begin(store, account, at);
  if (!owner) return;
  // A repetition finds the name deleted, so the first document stays.
  const closedAccount = { ...buyerOf(owner), closed: at };
  await store.closedAccounts.updateOne({ _id: account }, { $setOnInsert: closedAccount }, { upsert: true });
  await clearAccount(store, account);
  await store.keys.updateMany({ account }, { $set: { name: 'Deleted', ip_ranges: [] } });
  await store.payers.updateOne({ _id: account }, { $unset: { method: true } });
  await store.accounts.updateOne(
    { _id: account },
    { $set: { name: 'Deleted account' }, $unset: { billing: true, owner: true, notices: true } },
  );
  const pages = store.experiences.find({ account, deleted: { $exists: false } }, { projection: { page: 0 } });
  for await (const page of pages) await deleteExperience(store, quota, page, at);
  await context.deleteFiles(account);
  await keepBuyersApart(store, account);
  await forgetMembers(context, account);
  const { clearing = at } = owner;
  if (at.getTime() - clearing.getTime() > IN_FLIGHT_MS)
    await store.accounts.updateOne({ _id: account }, { $unset: { deleting: true, clearing: true } });
}

/**
 * Closes the account and begins its deletion, or continues it, in one write: a deletion either is cancelled or begins, never both.
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

/** Deletes each member after their farewell email is queued, so that a deletion that is continued still finds whom to notify. */
async function forgetMembers(
  { store: { members }, sessions, sayGoodbye }: DeletionContext,
  account: string,
): Promise<void> {
  const found = await members.find({ account }, { projection: { _id: 1 } }).toArray();
  for (const { _id } of found) {
    await sessions.endAll(_id);
    await sayGoodbye(account, _id);
    await members.deleteOne({ _id, account });
  }
}
