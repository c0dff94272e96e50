/** Micro-credits in one credit. Balances and prices are whole micro-credits; credits exist only at the edge. */
export const MICRO = 1_000_000;

/**
 * Credits as whole micro-credits: 0.009 → 9000.
 *
 * @throws RangeError when the amount is finer than a micro-credit, or too large to be exact
 */
export function toMicro(credits: number): number {
  const micro = Math.round(credits * MICRO);
  if (!Number.isSafeInteger(micro) || Math.abs(micro / MICRO - credits) > 1e-9 * Math.max(1, Math.abs(credits))) {
    throw new RangeError(`${credits} credits are not a whole number of micro-credits`);
  }
  return micro;
}

/** Micro-credits as a decimal number of credits, for answers: 9000 → 0.009. */
export const toCredits = (micro: number): number => micro / MICRO;

/** The balance: what the lots that have not expired hold, in micro-credits. */
export const balance = (lots: readonly { readonly left: number; readonly expires: Date }[], now: Date): number =>
  lots.reduce((total, lot) => (lot.expires > now ? total + lot.left : total), 0);
