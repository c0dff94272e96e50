import { openWallet } from '../ledger/purchase.js';
import type { Collections } from '../store/collections.js';

type Store = Pick<Collections, 'wallets' | 'webhooks'>;

/**
 * Notes which events an account wants to hear of in its wallet, which every call reads anyway: a call of an account without
 * webhooks costs nothing more. What stands there may be too much, which costs a message that goes nowhere, and is never too little.
 */
export async function noteWanted(store: Store, account: string): Promise<void> {
  const { wallets, webhooks } = store;
  const wanted = await webhooks.distinct('events', { account, active: true });
  if (wanted.length > 0) {
    const note = { filter: { _id: account }, update: { $addToSet: { tells: { $each: wanted } } } };
    await wallets.bulkWrite([{ updateOne: openWallet(account) }, { updateOne: note }]);
    return;
  }
  const { modifiedCount } = await wallets.updateOne(
    { _id: account, tells: { $exists: true } },
    { $unset: { tells: true } },
  );
  // One that was made meanwhile may have noted what it wants before this took it away.
  if (modifiedCount > 0 && (await webhooks.findOne({ account, active: true, 'events.0': { $exists: true } })))
    await noteWanted(store, account);
}

/** Whether an account wants to hear of an event, as far as is known without asking for its webhooks. */
export async function wants(
  { wallets }: Pick<Collections, 'wallets'>,
  account: string,
  event: string,
): Promise<boolean> {
  const wallet = await wallets.findOne({ _id: account }, { projection: { tells: 1 } });
  return wallet?.tells?.includes(event) ?? false;
}
