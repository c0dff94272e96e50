/** Micro-credits in one credit. Balances and prices are whole micro-credits; credits exist only at the edge. */
const MICRO = 1_000_000;

/**
 * Converts credits to micro-credits: 0.009 → 9000.
 *
 * @throws RangeError if the amount is finer than a micro-credit, or too large to be exact
 */
export function toMicro(credits: number): number {
  const micro = Math.round(credits * MICRO);
  if (!Number.isSafeInteger(micro) || Math.abs(micro / MICRO - credits) > 1e-9 * Math.max(1, Math.abs(credits))) {
    throw new RangeError(`${credits} credits are not a whole number of micro-credits`);
  }
  return micro;
}

/** Converts micro-credits to credits for responses: 9000 → 0.009. */
export const toCredits = (micro: number): number => micro / MICRO;

/**
 * Returns the lots that pay for requests of a group: those that are bound to no groups, or to this one.
 *
 * @param group id of a group; by default only lots that are bound to none
 */
export const usable = <Lot extends { readonly groups?: readonly string[] }>(
  lots: readonly Lot[],
  group?: string,
): readonly Lot[] => lots.filter(({ groups }) => !groups || (group !== undefined && groups.includes(group)));

/** Returns the balance: the sum of the lots that have not expired, in micro-credits. */
export const computeBalance = (lots: readonly { readonly left: number; readonly expires: Date }[], now: Date): number =>
  lots.reduce((total, lot) => (lot.expires > now ? total + lot.left : total), 0);
