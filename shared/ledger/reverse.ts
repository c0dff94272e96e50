import { failFast } from '../process/item-runner.js';
import { isDuplicate } from '../store/insert-new.js';
import type { LedgerCollections } from './collections.js';
import { splitParts } from './debts.js';
import type { Reversal, ReversedLot } from './documents.js';
import { returnParts } from './settle.js';

type Store = Pick<LedgerCollections, 'reversals' | 'wallets'>;

/** Sum of the reversals of a lot. */
interface ReversalSum {
  /** Number of reversals. */
  decisions: number;
  /** In micro-credits. */
  amount: number;
}

/** A reversal to be recorded. */
interface ReversalOrder {
  account: string;
  /** Must be in its wallet. */
  lot: string;
  /** In micro-credits; negative to restore credits that were reversed before. */
  amount: number;
  /** Number of earlier reversals that the amount takes into account, see ReversalSum. */
  after: number;
  reason: string;
}

/** Adds up the reversals of a lot. Read it before whatever the next reversal is calculated from. */
export async function sumReversals({ reversals }: Pick<Store, 'reversals'>, lot: string): Promise<ReversalSum> {
  const found = await reversals.find({ lot }, { projection: { amount: 1 } }).toArray();
  return { decisions: found.length, amount: found.reduce((sum, { amount }) => sum + amount, 0) };
}

/**
 * Reverses credits of a lot: unspent ones at once, and the rest is owed. What is released to the lot pays that first, then the next
 * purchase. A negative amount cancels what is owed, and returns the rest to where it came from. The reconciler applies a reversal that
 * a crash has left unapplied.
 *
 * @returns false if another reversal of the lot was recorded meanwhile: calculate the amount again
 */
export async function reverse(store: Store, order: ReversalOrder, now: Date): Promise<boolean> {
  const { account, lot, amount, after: number, reason } = order;
  if (!Number.isSafeInteger(amount) || amount === 0) throw new RangeError('amount must be whole, and not 0');
  const decision: Reversal = { _id: `${lot}:${number}`, account, lot, number, amount, reason, applied: false, at: now };
  try {
    await store.reversals.insertOne(decision);
  } catch (error) {
    if (!isDuplicate(error)) throw error;
    await applyReversals(store, now, { lot });
    return false;
  }
  await applyReversals(store, now, { lot });
  return true;
}

/** Applies the reversals that their wallets lack, those of a lot in order. Safe to repeat, and to race. */
export async function applyReversals(
  store: Store,
  now: Date,
  which: { lot?: string } = {},
  each = failFast,
): Promise<number> {
  const waiting = await store.reversals
    .find({ ...which, applied: false })
    .sort({ lot: 1, number: 1 })
    .toArray();
  return each(
    waiting,
    ({ _id }) => _id,
    (decision) => apply(store, decision, now),
  );
}

/** Attempts to update a wallet that others are changing; then it is left to the reconciler. */
const ATTEMPTS = 8;

/** Applies a reversal once, however often it is tried: the wallet counts the reversals of each lot that are in it. */
async function apply({ wallets, reversals }: Store, decision: Reversal, now: Date): Promise<void> {
  const { _id, account, lot, number } = decision;
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const wallet = await wallets.findOne({ _id: account }, { projection: { reversals: 1 } });
    const known = wallet?.reversals ?? [];
    const before = known.find((one) => one.lot === lot) ?? { lot, applied: 0, owed: 0 };
    if (before.applied > number) {
      await reversals.updateOne({ _id }, { $set: { applied: true } });
      return;
    }
    if (!wallet || before.applied < number) return;
    const asRead = wallet.reversals ?? { $exists: false };
    const stages = decision.amount > 0 ? takeCredits(decision, before, known) : restore(decision, before, known, now);
    await wallets.updateOne({ _id: account, reversals: asRead }, stages);
  }
}

const reversed = { $ifNull: ['$reversed', 0] };

/** Update pipeline that takes the unspent credits of the lot, and notes the rest as owed. */
function takeCredits({ lot, amount }: Reversal, before: ReversedLot, known: readonly ReversedLot[]): object[] {
  const takes = { $cond: [{ $eq: ['$$lot.id', lot] }, { $min: ['$$lot.left', amount] }, 0] };
  const taken = { $sum: { $map: { input: '$lots', as: 'lot', in: takes } } };
  const emptied = { $mergeObjects: ['$$lot', { left: { $subtract: ['$$lot.left', takes] } }] };
  const owed = { $add: [before.owed, { $subtract: [amount, taken] }] };
  return [
    {
      $set: {
        lots: { $map: { input: '$lots', as: 'lot', in: emptied } },
        reversed: { $add: [reversed, taken] },
        reversals: addReversal(known, before, { owed }),
      },
    },
  ];
}

/**
 * Update pipeline that cancels what is owed of the lot. Then later lots get back what they have paid of it, the latest first, and the lot
 * itself the rest, all in the same way as released credits.
 */
function restore({ lot, amount }: Reversal, before: ReversedLot, known: readonly ReversedLot[], now: Date): object[] {
  const struck = Math.min(-amount, before.owed);
  const back = -amount - struck;
  const { first: undone, rest: settled } = splitParts(before.settled ?? [], back);
  const own = back - undone.reduce((sum, part) => sum + part.amount, 0);
  const parts = own > 0 ? [...undone, { lot, amount: own }] : undone;
  const note = { owed: before.owed - struck, settled: { $literal: settled } };
  return [
    { $set: { reversed: { $subtract: [reversed, back] }, reversals: addReversal(known, before, note) } },
    ...(parts.length > 0 ? [{ $set: returnParts(parts, now) }] : []),
  ];
}

/** Expressions for the reversed lots of a wallet with one more reversal. Debts are paid in their order, so that stays. */
function addReversal(known: readonly ReversedLot[], before: ReversedLot, change: object): object[] {
  const after = { $mergeObjects: [{ $literal: before }, { applied: before.applied + 1 }, change] };
  const all = known.map((one) => (one.lot === before.lot ? after : { $literal: one }));
  return all.includes(after) ? all : [...all, after];
}
