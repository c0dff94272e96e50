import type { Collection } from 'mongodb';
import { nanoid } from 'nanoid';
import type { Budget } from '../../../shared/keys/budget.js';
import type { CreditLease, Hold, Wallet } from '../../../shared/ledger/documents.js';
import { countTogether } from '../budgets.js';
import { drawFromLots, MAX_OPEN_HOLDS } from '../draw.js';
import { type Purse, SEEN } from '../purses.js';
import type { Draws, Lease } from './lease.js';

/** So many leases an account has at most, of all fronts: keeps its wallet document small. */
const MAX_LEASES = 64;

/**
 * Takes a lease out of the oldest lot that has credits, as it was seen, and counts all of it against the budget of the key that it is
 * for. Nothing is taken when the lots are not as they were seen, or the budget does not do for it.
 *
 * @param index of the lot
 * @param budget of the key that the lease is for, if that has one
 */
export function openLease(
  wallets: Collection<Wallet>,
  account: string,
  { lots }: Purse,
  index: number,
  lease: CreditLease,
  budget?: Budget,
): Promise<Wallet | null> {
  const counted = countTogether(budget ? [{ budget, cost: lease.left }] : [], lease.at);
  const emptyBefore = Object.fromEntries(lots.slice(0, index).map((_, before) => [`lots.${before}.left`, 0]));
  return wallets.findOneAndUpdate(
    {
      _id: account,
      ...emptyBefore,
      [`lots.${index}.id`]: lease.lot,
      [`lots.${index}.left`]: { $gte: lease.left },
      [`lots.${index}.expires`]: { $gt: lease.at },
      'leased.id': { $ne: lease.id },
      [`leased.${MAX_LEASES - 1}`]: { $exists: false },
      ...counted.filter,
    },
    { $inc: { [`lots.${index}.left`]: -lease.left, ...counted.increments }, $push: { leased: lease } },
    { returnDocument: 'after', projection: SEEN, ...counted.options },
  );
}

/** What became of an attempt to record: `later` when the wallet has no room, `lost` when the lease has been given back by somebody else. */
export type Recorded = { wallet: Wallet; outcome: 'recorded' | 'later' | 'lost' };

/**
 * Turns calls that were paid from a lease into holds of the wallet. It may be tried again when the outcome is not known: what the
 * wallet says is left of the lease tells whether it was done.
 *
 * @returns null when there is no such wallet
 */
export async function record(
  wallets: Collection<Wallet>,
  account: string,
  { document: { id }, kept }: Lease,
  { holds, sum }: Draws,
): Promise<Recorded | null> {
  const wallet = await wallets.findOneAndUpdate(
    {
      _id: account,
      leased: { $elemMatch: { id, left: kept } },
      [`open.${MAX_OPEN_HOLDS - holds.length}`]: { $exists: false },
    },
    { $inc: { 'leased.$[lease].left': -sum }, $push: { open: { $each: [...holds] } } },
    { returnDocument: 'after', projection: SEEN, arrayFilters: [{ 'lease.id': id }] },
  );
  if (wallet) return { wallet, outcome: 'recorded' };
  const found = await wallets.findOne({ _id: account }, { projection: SEEN });
  const left = found?.leased?.find((lease) => lease.id === id)?.left;
  if (!found) return null;
  return { wallet: found, outcome: left === undefined ? 'lost' : left === kept ? 'later' : 'recorded' };
}

/**
 * Takes the credits of a call from the lots whose lease was lost: who thought this front dead has given it back. If the call was
 * recorded before, its hold is found, or the decision about it stands and this one is void.
 *
 * @param budget of the call's key, if that has one: against it the call is counted anew, too
 * @returns the hold that the call has in the wallet; undefined when nothing is left to pay for it
 */
export async function takeAnew(
  wallets: Collection<Wallet>,
  account: string,
  { budgeted: _, ...hold }: Hold,
  budget?: Budget,
): Promise<{ wallet: Wallet | null; hold: Hold | undefined }> {
  // Of the old nonce a hold may have been decided, and applied: a second one of it would be applied again.
  const anew = { ...hold, nonce: nanoid(12), parts: [] };
  const wallet = await wallets.findOneAndUpdate({ _id: account }, drawFromLots(anew, budget), {
    returnDocument: 'after',
    projection: { ...SEEN, open: 1 },
  });
  return { wallet, hold: wallet?.open.find(({ id }) => id === hold.id) };
}
