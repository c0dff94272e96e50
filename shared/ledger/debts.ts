import type { Lot, Part, Wallet } from './documents.js';

type Owing = Pick<Wallet, 'reversals'> | null | undefined;

/** Sums what is owed of an account's lots, in micro-credits: credits that were spent or held when their payment was reversed. */
export const sumOwed = (wallet: Owing): number =>
  (wallet?.reversals ?? []).reduce((total, { owed }) => total + owed, 0);

/** Sums what each lot has paid of what was owed of earlier ones, in micro-credits by lot id. */
export function sumSettledDebts(wallet: Owing): ReadonlyMap<string, number> {
  const settled = new Map<string, number>();
  for (const { lot, amount } of (wallet?.reversals ?? []).flatMap((one) => one.settled ?? []))
    settled.set(lot, (settled.get(lot) ?? 0) + amount);
  return settled;
}

/** Splits parts after an amount in micro-credits: the first ones, which come to it, and the rest. */
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
 * Update pipeline that adds a lot to a wallet, in its place by age. The lot pays what is owed at once, so that no call can spend what
 * pays a debt; one that is bound to groups was a gift, and pays none.
 */
export function addLot(lot: Lot): object[] {
  const lotsWhich = (compare: '$lte' | '$gt') => ({
    $filter: { input: '$lots', as: 'lot', cond: { [compare]: ['$$lot.bought', lot.bought] } },
  });
  return [
    { $set: { paying: lot.groups ? { left: lot.left, reversals: { $ifNull: ['$reversals', []] } } : payDebts(lot) } },
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

/** Expression for the reversed lots of a wallet after a lot has paid what is owed of them in turn, and for what is left of it. */
function payDebts({ id, left }: Lot): object {
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
