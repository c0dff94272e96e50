import { computeBalance, toCredits, usable } from '../../shared/contract/amounts.js';
import type { LowBalance, Wallet } from '../../shared/ledger/documents.js';
import { openWallet } from '../../shared/ledger/purchase.js';
import type { ItemRunner } from '../../shared/process/item-runner.js';
import { creditsLow } from '../webhooks/index.js';
import { type AlertStore, notify } from './notify.js';

/** Expression for the balance of a wallet, in an update pipeline, without credits that are bound to groups. */
const createBalanceExpression = (now: Date) => {
  const counts = { $and: [{ $gt: ['$$lot.expires', now] }, { $not: [{ $isArray: '$$lot.groups' }] }] };
  return { $sum: { $map: { input: '$lots', as: 'lot', in: { $cond: [counts, '$$lot.left', 0] } } } };
};

/** True if a balance is on the other side of its threshold than stored. */
export const hasCrossedThreshold = (left: number, low: LowBalance | undefined): boolean =>
  low !== undefined && left < low.below !== low.is;

/**
 * Stores on which side of its threshold the balance of an account is, and notifies the account once each time that it falls below. The
 * stored state is the outbox: {@link sendUnsentLowBalances} completes what a process that died has left.
 */
export async function checkBalance(store: AlertStore, account: string, now: Date): Promise<void> {
  const isLow = { $lt: ['$balance', '$low.below'] };
  const fallen = { is: true, crossings: { $add: ['$low.crossings', 1] }, untold: true };
  const wallet = await store.wallets.findOneAndUpdate(
    { _id: account, 'low.below': { $gt: 0 } },
    [
      { $set: { balance: createBalanceExpression(now) } },
      {
        $set: {
          low: {
            $cond: [
              isLow,
              { $cond: ['$low.is', '$low', { $mergeObjects: ['$low', fallen] }] },
              { $mergeObjects: ['$low', { is: false }] },
            ],
          },
        },
      },
      { $unset: 'balance' },
    ],
    { returnDocument: 'after', projection: { lots: 1, low: 1 } },
  );
  if (wallet?.low?.untold) await notifyOfLowBalance(store, wallet, now);
}

/** Notifies of low balances that were stored and not sent. @returns their number */
export async function sendUnsentLowBalances(store: AlertStore, now: Date, each: ItemRunner): Promise<number> {
  const unsent = await store.wallets.find({ 'low.untold': true }, { projection: { lots: 1, low: 1 } }).toArray();
  return each(
    unsent,
    ({ _id }) => _id,
    (wallet) => notifyOfLowBalance(store, wallet, now),
  );
}

async function notifyOfLowBalance(
  store: AlertStore,
  { _id: account, lots, low }: Pick<Wallet, '_id' | 'lots' | 'low'>,
  now: Date,
): Promise<void> {
  if (!low) return;
  const { below, crossings } = low;
  const data = { balance: toCredits(computeBalance(usable(lots), now)), below: toCredits(below) };
  await notify(store, account, { event: creditsLow, data, id: `low_${crossings}`, at: now });
  await store.wallets.updateOne({ _id: account, 'low.crossings': crossings }, { $unset: { 'low.untold': true } });
}

/**
 * Sets the balance below which an account is notified, at once if it is below already. Setting the same value again changes nothing.
 *
 * @param below in micro-credits; 0 for never
 */
export async function setBalanceThreshold(store: AlertStore, account: string, below: number, now: Date): Promise<void> {
  const { filter, update, upsert } = openWallet(account);
  await store.wallets.updateOne(filter, update, { upsert });
  const reset = { below, is: { $literal: false }, crossings: { $ifNull: ['$low.crossings', 0] } };
  await store.wallets.updateOne({ _id: account, 'low.below': { $ne: below } }, [{ $set: { low: reset } }]);
  await checkBalance(store, account, now);
}
