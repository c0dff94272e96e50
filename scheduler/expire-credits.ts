import { type AlertCollections, checkBalance } from '../features/alerts/index.js';
import type { WebhookCollections } from '../features/webhooks/index.js';
import type { LedgerCollections } from '../shared/ledger/collections.js';
import type { ItemRunner } from '../shared/process/item-runner.js';
import type { ScheduledTask } from '../shared/process/scheduled-task.js';

type Store = Pick<AlertCollections, 'alerts'> &
  Pick<LedgerCollections, 'wallets'> &
  Pick<WebhookCollections, 'messages'>;

/** Moves the credits of expired lots to `expired`. They cannot be spent from the time of expiry on. */
export const expireCredits: ScheduledTask<{ readonly store: Store }> = {
  name: 'expire-credits',
  schedule: '0 */10 * * * *',
  atStart: true,
  async run({ store, clock, each }) {
    const now = clock.now();
    const wallets = await expireLots(store, now);
    await checkBalances(store, now, each);
    return { wallets };
  },
};

/** Checks the balances that may have fallen below the thresholds of their accounts. */
async function checkBalances(store: Store, now: Date, each: ItemRunner): Promise<void> {
  const withExpired = store.wallets.find(
    { 'lots.expires': { $lte: now }, 'low.below': { $gt: 0 } },
    { projection: { _id: 1 } },
  );
  await each(
    withExpired,
    ({ _id }) => _id,
    ({ _id }) => checkBalance(store, _id, now),
  );
}

/** Retention of an empty expired lot, in ms, so that a purchase that is repeated after a crash finds it. */
const EMPTY_KEPT_MS = 24 * 3_600_000;

/**
 * Moves what is left of expired lots to the `expired` of their wallets. Safe to repeat.
 *
 * @param only id of the only account to expire lots of
 * @returns the number of wallets that changed
 */
export async function expireLots(
  { wallets }: Pick<LedgerCollections, 'wallets'>,
  now: Date,
  only?: string,
): Promise<number> {
  const dead = { $lte: ['$$lot.expires', now] };
  const gone = { $lte: ['$$lot.expires', new Date(now.getTime() - EMPTY_KEPT_MS)] };
  const expiring = { $sum: { $map: { input: '$lots', as: 'lot', in: { $cond: [dead, '$$lot.left', 0] } } } };
  // The lot keeps its expired amount, for sums by time of expiry.
  const booked = { left: 0, expired: { $add: [{ $ifNull: ['$$lot.expired', 0] }, '$$lot.left'] } };
  const emptied = {
    $map: { input: '$lots', as: 'lot', in: { $cond: [dead, { $mergeObjects: ['$$lot', booked] }, '$$lot'] } },
  };
  const { modifiedCount } = await wallets.updateMany(
    { ...(only === undefined ? {} : { _id: only }), 'lots.expires': { $lte: now } },
    [
      {
        $set: {
          expired: { $add: ['$expired', expiring] },
          lots: { $filter: { input: emptied, as: 'lot', cond: { $not: [gone] } } },
        },
      },
    ],
  );
  return modifiedCount;
}
