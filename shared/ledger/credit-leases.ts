import type { OneByOne } from '../process/one-by-one.js';
import type { Collections } from '../store/collections.js';
import { budgetsBack } from './budgets-back.js';
import type { CreditLease, Wallet } from './documents.js';
import { livingHolders } from './leases.js';
import { partsBack } from './settle.js';

type Wallets = Pick<Collections, 'wallets'>;

/** What is left in a lease goes back, used or not, before it has this age, in ms. */
export const LEASE_LIFE_MS = 10_000;
/** A lease this old has no front any more, or one that could not reach the store for long. In ms. */
const ORPHANED_AFTER_MS = 3 * LEASE_LIFE_MS;

/** The leases of one account that are older than they should get. */
interface OldLeases {
  account: string;
  leases: CreditLease[];
}

/**
 * Gives what is left in a lease back to its lot, and to the budget that it counts to: what is owed of the lot is paid first, and the
 * share of a lot that has expired meanwhile expires too. Nothing happens when the lease is not in the wallet as it is told: whoever gives it back does it once.
 *
 * @returns the wallet after that; null when nothing happened
 */
export const returnLease = (
  { wallets }: Wallets,
  account: string,
  { id, lot, left, budgeted }: Pick<CreditLease, 'id' | 'lot' | 'left' | 'budgeted'>,
  now: Date,
): Promise<Wallet | null> =>
  wallets.findOneAndUpdate(
    { _id: account, leased: { $elemMatch: { id, left } } },
    [
      {
        $set: {
          ...partsBack([{ lot, amount: left }], now),
          ...(budgeted && budgetsBack([{ hold: { key: budgeted.key, budgeted: budgeted.day }, amount: left }])),
          leased: { $filter: { input: '$leased', as: 'lease', cond: { $ne: ['$$lease.id', { $literal: id }] } } },
        },
      },
    ],
    { returnDocument: 'after' },
  );

/** Finds the wallets with leases that are older than so many ms. */
async function* oldLeases({ wallets }: Wallets, now: Date, ageMs: number): AsyncGenerator<OldLeases> {
  const limit = new Date(now.getTime() - ageMs);
  const found = wallets.find({ 'leased.at': { $lt: limit } }, { projection: { leased: 1 } });
  for await (const { _id: account, leased = [] } of found) {
    yield { account, leases: leased.filter(({ at }) => at < limit) };
  }
}

/**
 * Gives back what fronts have leased that are gone. What they paid from it and recorded is in no lease any more, but a hold, which
 * is decided as every hold is. Harmless to repeat, and to race with the front if it lives after all.
 *
 * @returns how many leases went back
 */
export async function returnOrphans(
  store: Pick<Collections, 'wallets' | 'leases'>,
  now: Date,
  each: OneByOne,
): Promise<number> {
  let returned = 0;
  const giveBack = async ({ account, leases }: OldLeases) => {
    const living = await livingHolders(store, [...new Set(leases.map(({ front }) => front))]);
    for (const lease of leases) {
      if (!living.has(lease.front) && (await returnLease(store, account, lease, now))) returned += 1;
    }
  };
  await each(oldLeases(store, now, ORPHANED_AFTER_MS), ({ account }) => account, giveBack);
  return returned;
}
