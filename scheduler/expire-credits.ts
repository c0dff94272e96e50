import type { OneByOne } from '../shared/process/one-by-one.js';
import type { Collections } from '../shared/store/collections.js';
import { watchBalance } from '../shared/webhooks/low-balance.js';
import type { Task } from './run-tasks.js';

/** Books the credits of expired purchases as expired. They cannot be spent even before this has run. */
export const expireCredits: Task = {
  name: 'expire-credits',
  schedule: '0 */10 * * * *',
  atStart: true,
  async run({ store, clock, each }) {
    const now = clock.now();
    const wallets = await expireLots(store, now);
    await watchExpired(store, now, each);
    return { wallets };
  },
};

/** Looks at the balances that expiry may have brought below the thresholds of their accounts. */
async function watchExpired(store: Collections, now: Date, each: OneByOne): Promise<void> {
  const lately = store.wallets.find(
    { 'lots.expires': { $lte: now }, 'low.below': { $gt: 0 } },
    { projection: { _id: 1 } },
  );
  await each(
    lately,
    ({ _id }) => _id,
    ({ _id }) => watchBalance(store, _id, now),
  );
}

/** An expired lot stays in its wallet for a day, empty, so that a purchase repeated after a crash still finds it. */
const KEEP_EMPTY_MS = 24 * 3_600_000;

/**
 * Moves what is left of expired lots to their wallets' `expired`; harmless to repeat.
 *
 * @param only one account, to look at it alone
 * @returns how many wallets changed
 */
export async function expireLots({ wallets }: Pick<Collections, 'wallets'>, now: Date, only?: string): Promise<number> {
  const dead = { $lte: ['$$lot.expires', now] };
  const gone = { $lte: ['$$lot.expires', new Date(now.getTime() - KEEP_EMPTY_MS)] };
  const expiring = { $sum: { $map: { input: '$lots', as: 'lot', in: { $cond: [dead, '$$lot.left', 0] } } } };
  // What a lot had left when it expired stays with it, for whoever adds up what has expired when.
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
