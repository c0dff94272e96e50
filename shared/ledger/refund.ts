import { nanoid } from 'nanoid';
import { isDuplicate } from '../store/insert-new.js';
import type { LedgerCollections } from './collections.js';
import type { Hold, Refund } from './documents.js';
import { partsBack, withoutHolds } from './settle.js';

type Store = Pick<LedgerCollections, 'refunds' | 'usage' | 'wallets'>;

export type RefundOutcome = 'refunded' | 'refunded before' | 'not charged' | 'unknown request';

/**
 * Gives back the credits of a call that was charged, once. A crash in the middle leaves an open intent in the wallet,
 * which the reconciler finishes.
 *
 * @param reason why, for the books
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

/** Applies an intent that was decided, and drops one that was not. Harmless to repeat. */
export async function finishRefund(
  { wallets, refunds }: Store,
  account: string,
  { nonce, refunds: requestId = '' }: Hold,
  now: Date,
): Promise<void> {
  const decided = await refunds.findOne({ _id: requestId, nonce });
  const open = withoutHolds([nonce]);
  const given = decided && {
    ...partsBack(decided.parts, now),
    spent: { $subtract: ['$spent', decided.cost] },
    refunded: { $add: ['$refunded', decided.cost] },
  };
  await wallets.updateOne({ _id: account, 'open.nonce': nonce }, [{ $set: { ...given, open } }]);
}
