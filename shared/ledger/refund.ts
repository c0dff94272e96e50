import { nanoid } from 'nanoid';
import { isDuplicate } from '../store/insert-new.js';
import type { LedgerCollections } from './collections.js';
import type { Hold, Refund } from './documents.js';
import { removeHolds, returnParts } from './settle.js';

type Store = Pick<LedgerCollections, 'refunds' | 'usage' | 'wallets'>;

type RefundOutcome = 'refunded' | 'refunded before' | 'not charged' | 'unknown request';

/**
 * Refunds the credits of a charged call, once. A crash in the middle leaves an intent among the open holds of the wallet, which the
 * reconciler finishes.
 *
 * @param reason recorded with the refund
 */
export async function refund(store: Store, requestId: string, reason: string, now: Date): Promise<RefundOutcome> {
  const usage = await store.usage.findOne({ _id: requestId });
  if (!usage) return 'unknown request';
  if (usage.state === 'void') return 'not charged';
  const { account, key, endpoint, cost, parts } = usage;
  const intent: Hold = {
    id: `refund:${requestId}`,
    nonce: nanoid(12),
    key,
    endpoint,
    at: now,
    cost: 0,
    parts: [],
    refunds: requestId,
  };
  const { matchedCount } = await store.wallets.updateOne(
    { _id: account, 'open.id': { $ne: intent.id } },
    { $push: { open: intent } },
  );
  if (matchedCount === 0) return 'refunded before';
  const decision: Refund = { _id: requestId, nonce: intent.nonce, account, cost, parts, reason, at: now };
  try {
    await store.refunds.insertOne(decision);
  } catch (error) {
    if (!isDuplicate(error)) throw error;
    await finishRefund(store, account, intent, now);
    return 'refunded before';
  }
  await finishRefund(store, account, intent, now);
  return 'refunded';
}

/** Applies an intent whose refund is recorded, and drops one whose refund is not. Safe to repeat. */
export async function finishRefund(
  { wallets, refunds }: Store,
  account: string,
  { nonce, refunds: requestId = '' }: Hold,
  now: Date,
): Promise<void> {
  const decided = await refunds.findOne({ _id: requestId, nonce });
  const open = removeHolds([nonce]);
  const given = decided && {
    ...returnParts(decided.parts, now),
    spent: { $subtract: ['$spent', decided.cost] },
    refunded: { $add: ['$refunded', decided.cost] },
  };
  await wallets.updateOne({ _id: account, 'open.nonce': nonce }, [{ $set: { ...given, open } }]);
}
