import { balance, toCredits } from '../../shared/contract/amounts.js';
import type { LowBalance, Wallet } from '../../shared/ledger/documents.js';
import { openWallet } from '../../shared/ledger/purchase.js';
import type { ItemRunner } from '../../shared/process/item-runner.js';
import { creditsLow } from '../webhooks/index.js';
import { type AlertStore, tell } from './tell.js';

/** The balance of a wallet. For an update pipeline. */
const spendable = (now: Date) => ({
  $sum: { $map: { input: '$lots', as: 'lot', in: { $cond: [{ $gt: ['$$lot.expires', now] }, '$$lot.left', 0] } } },
});

/** Whether what is noted of a balance is not so any more. */
export const hasCrossed = (left: number, low: LowBalance | undefined): boolean =>
  low !== undefined && left < low.below !== low.is;

/**
 * Notes on which side of its account's threshold a balance is, and tells the account when it has fallen below: once for each
 * time. The note is the outbox: who dies after it leaves the telling to the next who looks.
 */
export async function watchBalance(store: AlertStore, account: string, now: Date): Promise<void> {
  const isLow = { $lt: ['$balance', '$low.below'] };
  const fallen = { is: true, crossings: { $add: ['$low.crossings', 1] }, untold: true };
  const wallet = await store.wallets.findOneAndUpdate(
    { _id: account, 'low.below': { $gt: 0 } },
    [
      { $set: { balance: spendable(now) } },
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
  if (wallet?.low?.untold) await tellOfLow(store, wallet, now);
}

/** Tells of the balances of which it was noted, and not told, that they are low. Returns how many. */
export async function tellOfNoted(store: AlertStore, now: Date, each: ItemRunner): Promise<number> {
  const noted = await store.wallets.find({ 'low.untold': true }, { projection: { lots: 1, low: 1 } }).toArray();
  return each(
    noted,
    ({ _id }) => _id,
    (wallet) => tellOfLow(store, wallet, now),
  );
}

async function tellOfLow(
  store: AlertStore,
  { _id: account, lots, low }: Pick<Wallet, '_id' | 'lots' | 'low'>,
  now: Date,
): Promise<void> {
  if (!low) return;
  const { below, crossings } = low;
  const data = { balance: toCredits(balance(lots, now)), below: toCredits(below) };
  await tell(store, account, { event: creditsLow, data, id: `low_${crossings}`, at: now });
  await store.wallets.updateOne({ _id: account, 'low.crossings': crossings }, { $unset: { 'low.untold': true } });
}

/**
 * Sets the balance below which an account is to be told; 0 is never. Of a balance that is below it already it is told at once, and not
 * again where the same is set once more.
 *
 * @param below in micro-credits
 */
export async function setThreshold(store: AlertStore, account: string, below: number, now: Date): Promise<void> {
  const { filter, update, upsert } = openWallet(account);
  await store.wallets.updateOne(filter, update, { upsert });
  const anew = { below, is: { $literal: false }, crossings: { $ifNull: ['$low.crossings', 0] } };
  await store.wallets.updateOne({ _id: account, 'low.below': { $ne: below } }, [{ $set: { low: anew } }]);
  await watchBalance(store, account, now);
}
