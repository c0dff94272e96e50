import { deleteExperience } from '../experience/delete-experience.js';
import type { Quota } from '../storage/quota.js';
import type { Collections } from '../store/collections.js';
import type { Sessions } from './sessions.js';

interface Office {
  store: Collections;
  quota: Pick<Quota, 'release'>;
  sessions: Pick<Sessions, 'endAll'>;
}

/**
 * Deletes an account for its owner: its keys are refused and its pages gone at once, nothing is bought for it any more, and nothing is left
 * by which its members are known. The books stay, by its id; to whom receipts were made out is kept apart. Each step may be repeated; what is
 * cut short is marked until it is done, and finished by the scheduler.
 */
export async function deleteAccount({ store, quota, sessions }: Office, account: string, at: Date): Promise<void> {
  const owner = await store.accounts.findOneAndUpdate({ _id: account }, { $set: { deleting: at } });
  if (owner && !owner.closed) {
    const { address, vat_number } = owner.billing ?? {};
    const kept = { name: owner.name, ...(address && { address }), ...(vat_number && { vat_number }), closed: at };
    await store.closedAccounts.updateOne({ _id: account }, { $setOnInsert: kept }, { upsert: true });
  }
  const nameless = { name: 'Deleted account', closed: { at, reason: 'deleted by its owner' } };
  await store.keys.updateMany({ account }, { $set: { active: false, name: 'Deleted', ip_ranges: [] } });
  await store.payers.updateOne({ _id: account, 'top_up.on': true }, { $set: { 'top_up.on': false } });
  await store.payers.updateOne({ _id: account }, { $unset: { method: true } });
  await store.accounts.updateOne({ _id: account }, { $set: nameless, $unset: { billing: true } });
  const pages = store.experiences.find({ account, deleted: { $exists: false } }, { projection: { page: 0 } });
  for await (const page of pages) await deleteExperience(store, quota, page, at);
  await store.webhooks.deleteMany({ account });
  await store.invitations.deleteMany({ account });
  const members = await store.members.find({ account }, { projection: { _id: 1 } }).toArray();
  for (const { _id } of members) await sessions.endAll(_id);
  await store.members.deleteMany({ account });
  await store.accounts.updateOne({ _id: account }, { $unset: { deleting: true } });
}
