import type { LedgerCollections } from '../../shared/ledger/collections.js';
import { openWallet } from '../../shared/ledger/purchase.js';
import type { WebhookCollections } from './collections.js';

/**
 * Stores the events that an account's webhooks subscribe to in its wallet, which every request reads anyway. The stored list may name too
 * many events, which costs a message without receivers, and never too few.
 */
export async function updateSubscriptions(
  store: Pick<LedgerCollections, 'wallets'> & Pick<WebhookCollections, 'webhooks'>,
  account: string,
): Promise<void> {
  const { wallets, webhooks } = store;
  const events = await webhooks.distinct('events', { account, active: true });
  if (events.length > 0) {
    const update = { filter: { _id: account }, update: { $addToSet: { tells: { $each: events } } } };
    await wallets.bulkWrite([{ updateOne: openWallet(account) }, { updateOne: update }]);
    return;
  }
  const { modifiedCount } = await wallets.updateOne(
    { _id: account, tells: { $exists: true } },
    { $unset: { tells: true } },
  );
  // A webhook that was created meanwhile may have stored its events before they were removed here.
  if (modifiedCount > 0 && (await webhooks.findOne({ account, active: true, 'events.0': { $exists: true } })))
    await updateSubscriptions(store, account);
}

/** True if an account may subscribe to an event, by its wallet. */
export async function isSubscribed(
  { wallets }: Pick<LedgerCollections, 'wallets'>,
  account: string,
  event: string,
): Promise<boolean> {
  const wallet = await wallets.findOne({ _id: account }, { projection: { tells: 1 } });
  return wallet?.tells?.includes(event) ?? false;
}
