import { failFast } from '../process/item-runner.js';
import { isDuplicate } from '../store/insert-new.js';
import type { LedgerCollections } from './collections.js';
import { splitParts } from './debts.js';
import type { Reversal, ReversedLot } from './documents.js';
import { partsBack } from './settle.js';

type Store = Pick<LedgerCollections, 'reversals' | 'wallets'>;

/** What has been decided about taking back a lot's credits. */
export interface Reversed {
  /** How many decisions there are. */
  decisions: number;
  /** What they take back together, in micro-credits. */
  amount: number;
}

/** What is to be taken back of a lot, and which decision that is: the one after those that it was worked out from. */
export interface ReversalOrder {
  account: string;
  /** It must have reached its wallet. */
  lot: string;
  /** In micro-credits; less than zero gives back again what was taken back before. */
  amount: number;
  /** The `decisions` of what was known when the amount was worked out. */
  after: number;
  reason: string;
}

/** What has been decided about a lot so far. To be read before whatever the next decision follows from. */
export async function reversedOf({ reversals }: Pick<Store, 'reversals'>, lot: string): Promise<Reversed> {
  const found = await reversals.find({ lot }, { projection: { amount: 1 } }).toArray();
  return { decisions: found.length, amount: found.reduce((sum, { amount }) => sum + amount, 0) };
}

/**
 * Takes back credits of a lot: what is unspent of them at once, and the rest is owed, to which goes first whatever calls give
 * back to the lot, and then whatever is bought later. An amount below zero strikes out what is owed, and gives the rest back to where
 * it came from. What a crash leaves undone after the decision, the reconciler does.
 *
 * @returns false when something else was decided about the lot meanwhile: then the amount is to be worked out anew
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

/** Brings decisions into their wallets that are not in them, each lot's in their order; harmless to repeat and to race. */
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

/** How often a wallet that changes while one looks is looked at again; then it is left to the reconciler. */
const ATTEMPTS = 8;

/** The wallet counts the decisions about a lot that are in it: each is in it once, whoever tries however often. */
async function apply({ wallets, reversals }: Store, decision: Reversal, now: Date): Promise<void> {
  const { _id, account, lot, number } = decision;
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const wallet = await wallets.findOne({ _id: account }, { projection: { reversals: 1 } });
    const known = wallet?.reversals ?? [];
    const before = known.find((of) => of.lot === lot) ?? { lot, applied: 0, owed: 0 };
    if (before.applied > number) {
      await reversals.updateOne({ _id }, { $set: { applied: true } });
      return;
    }
    if (!wallet || before.applied < number) return;
    const asRead = wallet.reversals ?? { $exists: false };
    const stages = decision.amount > 0 ? takenBack(decision, before, known) : givenAgain(decision, before, known, now);
    await wallets.updateOne({ _id: account, reversals: asRead }, stages);
  }
}

const reversed = { $ifNull: ['$reversed', 0] };

/** What is unspent of the lot is taken, and the rest is owed. For an update pipeline. */
function takenBack({ lot, amount }: Reversal, before: ReversedLot, known: readonly ReversedLot[]): object[] {
  const takes = { $cond: [{ $eq: ['$$lot.id', lot] }, { $min: ['$$lot.left', amount] }, 0] };
  const taken = { $sum: { $map: { input: '$lots', as: 'lot', in: takes } } };
  const emptied = { $mergeObjects: ['$$lot', { left: { $subtract: ['$$lot.left', takes] } }] };
  const owed = { $add: [before.owed, { $subtract: [amount, taken] }] };
  return [
    {
      $set: {
        lots: { $map: { input: '$lots', as: 'lot', in: emptied } },
        reversed: { $add: [reversed, taken] },
        reversals: noted(known, before, { owed }),
      },
    },
  ];
}

/**
 * What is owed of the lot is struck out. Then later lots get back what they have paid of it, the latest first, and the lot itself gets
 * the rest; all of it as what calls give back. For an update pipeline.
 */
function givenAgain(
  { lot, amount }: Reversal,
  before: ReversedLot,
  known: readonly ReversedLot[],
  now: Date,
): object[] {
  const struck = Math.min(-amount, before.owed);
  const back = -amount - struck;
  const { first: undone, rest: settled } = splitParts(before.settled ?? [], back);
  const own = back - undone.reduce((sum, part) => sum + part.amount, 0);
  const parts = own > 0 ? [...undone, { lot, amount: own }] : undone;
  const note = { owed: before.owed - struck, settled: { $literal: settled } };
  return [
    { $set: { reversed: { $subtract: [reversed, back] }, reversals: noted(known, before, note) } },
    ...(parts.length > 0 ? [{ $set: partsBack(parts, now) }] : []),
  ];
}

/** The reversed lots of a wallet with one more decision in it; debts keep their order, in which they are paid. */
function noted(known: readonly ReversedLot[], before: ReversedLot, change: object): object[] {
  const after = { $mergeObjects: [{ $literal: before }, { applied: before.applied + 1 }, change] };
  const all = known.map((of) => (of.lot === before.lot ? after : { $literal: of }));
  return all.includes(after) ? all : [...all, after];
}
