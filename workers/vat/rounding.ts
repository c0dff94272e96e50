import { Decimal } from 'decimal.js';

export type RoundingMode = 'half_up' | 'half_even' | 'floor';

/** How a country rounds amounts of money. */
export interface Rounding {
  /** Decimals that are kept. */
  readonly precision: number;
  readonly mode: RoundingMode;
}

/** How amounts are rounded when no country is named. */
export const defaultRounding: Rounding = { precision: 2, mode: 'half_up' };

/** Rounds an amount, or leaves it as it is. */
export type Round = (amount: Decimal) => Decimal;

/** All modes act on the magnitude, so that a credit note is the exact mirror of the invoice that it takes back. */
const MODES = {
  half_up: Decimal.ROUND_HALF_UP,
  half_even: Decimal.ROUND_HALF_EVEN,
  floor: Decimal.ROUND_DOWN,
} as const satisfies Record<RoundingMode, Decimal.Rounding>;

export const roundAs =
  ({ precision, mode }: Rounding): Round =>
  (amount) =>
    amount.toDecimalPlaces(precision, MODES[mode]);

export const unrounded: Round = (amount) => amount;

/** The smallest amount that a rounding can tell apart from nothing, e.g. 0.01. */
export const unitOf = ({ precision }: Rounding): Decimal => new Decimal(10).pow(-precision);
