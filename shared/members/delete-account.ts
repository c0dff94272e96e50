import { deleteExperience } from '../experience/delete-experience.js';
import { buyerOf, keepBuyersApart } from '../payments/receipts.js';
import type { Quota } from '../storage/quota.js';
import type { Collections } from '../store/collections.js';
import type { Sessions } from './sessions.js';

/** What a deletion needs. */
export interface Office {
  store: Collections;
  quota: Pick<Quota, 'release'>;
  sessions: Pick<Sessions, 'endAll'>;
  /** Tells a member of it. Asked again for the same one, it must not do it again. */
  sayGoodbye(account: string, to: string): Promise<void>;
}

/**
 * Deletes an account for its owner: its keys are refused and its pages gone at once, nothing is bought for it any more, and nothing is left
 * by which its members are known. The books stay, by its id; to whom receipts were made out is kept apart. Each step may be repeated; what is
 * cut short is marked until it is done, and finished by the scheduler.
 */
export async function deleteAccount(office: Office, account: string, at: Date): Promise<void> {
  const { store, quota } = office;
  const owner = await store.accounts.findOneAndUpdate({ _id: account }, { $set: { deleting: at } });
  if (owner) {
    // On a second time it has no name any more, and what was kept at the first stays.
    const kept = { ...buyerOf(owner), closed: at };
    await store.closedAccounts.updateOne({ _id: account }, { $setOnInsert: kept }, { upsert: true });
  }
  const nameless = { name: 'Deleted account', closed: owner?.closed ?? { at, reason: 'deleted by its owner' } };
  await store.keys.updateMany({ account }, { $set: { active: false, name: 'Deleted', ip_ranges: [] } });
  await store.payers.updateOne({ _id: account, 'top_up.on': true }, { $set: { 'top_up.on': false } });
  await store.payers.updateOne({ _id: account }, { $unset: { method: true } });
  await store.accounts.updateOne({ _id: account }, { $set: nameless, $unset: { billing: true } });
  const pages = store.experiences.find({ account, deleted: { $exists: false } }, { projection: { page: 0 } });
  for await (const page of pages) await deleteExperience(store, quota, page, at);
  await store.webhooks.deleteMany({ account });
  await store.invitations.deleteMany({ account });
  await keepBuyersApart(store, account);
  await forgetMembers(office, account);
  await store.accounts.updateOne({ _id: account }, { $unset: { deleting: true } });
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
