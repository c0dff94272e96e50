import type { Lot, Part, Wallet } from './documents.js';

type Owing = Pick<Wallet, 'reversals'> | null | undefined;

/** What is owed of an account's lots: spent, or held, when their money went back. In micro-credits. */
export const owedIn = (wallet: Owing): number => (wallet?.reversals ?? []).reduce((total, { owed }) => total + owed, 0);

/** What each lot has paid of what was owed of earlier ones, in micro-credits. */
export function settledIn(wallet: Owing): ReadonlyMap<string, number> {
  const settled = new Map<string, number>();
  for (const { lot, amount } of (wallet?.reversals ?? []).flatMap((of) => of.settled ?? []))
    settled.set(lot, (settled.get(lot) ?? 0) + amount);
  return settled;
}

/** Splits parts into those that come first, so many micro-credits of them, and the others. */
export function splitParts(parts: readonly Part[], amount: number): { first: Part[]; rest: Part[] } {
  const [first, rest]: [Part[], Part[]] = [[], []];
  let left = amount;
  for (const part of parts) {
    const taken = Math.min(part.amount, left);
    left -= taken;
    if (taken > 0) first.push({ ...part, amount: taken });
    if (taken < part.amount) rest.push({ ...part, amount: part.amount - taken });
  }
  return { first, rest };
}

/**
 * A wallet with one more lot, in its place by age. What is owed is settled from it at once, so that no call can spend what pays a
 * debt. For an update pipeline.
 */
export function withLot(lot: Lot): object[] {
  const lotsWhich = (compare: '$lte' | '$gt') => ({
    $filter: { input: '$lots', as: 'lot', cond: { [compare]: ['$$lot.bought', lot.bought] } },
  });
  return [
    { $set: { paying: debtsAfter(lot) } },
    {
      $set: {
        lots: {
          $concatArrays: [
            lotsWhich('$lte'),
            [{ $mergeObjects: [{ $literal: lot }, { left: '$paying.left' }] }],
            lotsWhich('$gt'),
          ],
        },
        bought: { $add: ['$bought', lot.left] },
        reversed: { $add: [{ $ifNull: ['$reversed', 0] }, { $subtract: [lot.left, '$paying.left'] }] },
        reversals: '$paying.reversals',
      },
    },
    { $unset: 'paying' },
  ];
}

/** The reversed lots of a wallet once a lot has paid what is owed of them, one after the other, and what that leaves of it. */
function debtsAfter({ id, left }: Lot): object {
  const pays = { $min: ['$$this.owed', '$$value.left'] };
  const earlier = { $ifNull: ['$$this.settled', []] };
  const settled = { settled: { $concatArrays: [[{ lot: { $literal: id }, amount: pays }], earlier] } };
  const after = {
    $mergeObjects: [
      '$$this',
      { owed: { $subtract: ['$$this.owed', pays] } },
      { $cond: [{ $gt: [pays, 0] }, settled, {}] },
    ],
  };
  return {
    $reduce: {
      input: { $ifNull: ['$reversals', []] },
      initialValue: { left, reversals: [] },
      in: {
        left: { $subtract: ['$$value.left', pays] },
        reversals: { $concatArrays: ['$$value.reversals', [after]] },
      },
    },
  };
}
