import type { Part } from '../store/collections.js';

/**
 * The fields of a wallet after parts went back to the lots that they came from. The share of a lot that has expired
 * meanwhile, or is gone, goes to `expired`. For an update pipeline.
 */
export function partsBack(parts: readonly Part[], now: Date): { lots: object; expired: object } {
  const amounts = new Map<string, number>();
  for (const { lot, amount } of parts) amounts.set(lot, (amounts.get(lot) ?? 0) + amount);
  const total = parts.reduce((sum, { amount }) => sum + amount, 0);
  const back = {
    $sum: [...amounts].map(([lot, amount]) => ({
      $cond: [{ $and: [{ $eq: ['$$lot.id', lot] }, { $gt: ['$$lot.expires', now] }] }, amount, 0],
    })),
  };
  const refilled = { $mergeObjects: ['$$lot', { left: { $add: ['$$lot.left', back] } }] };
  const given = { $sum: { $map: { input: '$lots', as: 'lot', in: back } } };
  return {
    lots: { $map: { input: '$lots', as: 'lot', in: refilled } },
    expired: { $add: ['$expired', { $subtract: [total, given] }] },
  };
}

/** The open holds of a wallet without these. For an update pipeline. */
export const withoutHolds = (nonces: readonly string[]): object => ({
  $filter: { input: '$open', as: 'hold', cond: { $not: [{ $in: ['$$hold.nonce', [...nonces]] }] } },
});
