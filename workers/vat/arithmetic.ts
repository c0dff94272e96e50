import type { Decimal } from 'decimal.js';
import { Exact, type Round } from './amounts.js';

/** Consistent amounts: net + vat = gross, to the last digit. */
export interface Amounts {
  readonly net: Decimal;
  readonly gross: Decimal;
  readonly vat: Decimal;
}

const HUNDRED = new Exact(100);

/** Adds VAT to a net amount: net × rate / 100. */
export function addVat(net: Decimal, rate: Decimal, round: Round): Amounts {
  const vat = round(net.times(rate).div(HUNDRED));
  return fromNetAndVat(net, vat, round);
}

/** Extracts VAT from a gross amount: gross × rate / (100 + rate). */
export function extractVat(gross: Decimal, rate: Decimal, round: Round): Amounts {
  const vat = round(gross.times(rate).div(HUNDRED.plus(rate)));
  return fromGrossAndVat(gross, vat, round);
}

/** Computes amounts from VAT: net = vat × 100 / rate. The rate must not be 0. */
export function amountsFromVat(vat: Decimal, rate: Decimal, round: Round): Amounts {
  return fromNetAndVat(vat.times(HUNDRED).div(rate), vat, round);
}

export function fromNetAndGross(net: Decimal, gross: Decimal, round: Round): Amounts {
  const [roundNet, roundGross] = [round(net), round(gross)];
  return { net: roundNet, gross: roundGross, vat: roundGross.minus(roundNet) };
}

export function fromNetAndVat(net: Decimal, vat: Decimal, round: Round): Amounts {
  const [roundNet, roundVat] = [round(net), round(vat)];
  return { net: roundNet, gross: roundNet.plus(roundVat), vat: roundVat };
}

export function fromGrossAndVat(gross: Decimal, vat: Decimal, round: Round): Amounts {
  const [roundGross, roundVat] = [round(gross), round(vat)];
  return { net: roundGross.minus(roundVat), gross: roundGross, vat: roundVat };
}

/**
 * True if a rate is consistent with rounded amounts: its VAT is less than one unit away. (On the net it may be a little more, if the gross
 * came first.)
 */
export const isConsistent = (rate: Decimal, { net, vat }: Amounts, unit: Decimal): boolean =>
  net
    .times(rate)
    .div(HUNDRED)
    .minus(vat)
    .abs()
    .lt(unit.times(rate.div(HUNDRED).plus(1)));

/**
 * Derives the rate of rounded amounts, in percent: the consistent rate with the fewest decimals, so that 33.33 and 40.00 give 20 and not
 * 20.012. With a unit of 0 it is the quotient to twelve decimals.
 *
 * @returns undefined if the net amount is 0
 */
export function deriveRate(amounts: Amounts, unit: Decimal): Decimal | undefined {
  if (amounts.net.isZero()) return undefined;
  const quotient = amounts.vat.times(HUNDRED).div(amounts.net);
  for (let decimals = 0; decimals < MOST_DECIMALS; decimals++) {
    const rate = quotient.toDecimalPlaces(decimals);
    if (isConsistent(rate, amounts, unit)) return rate;
  }
  return quotient.toDecimalPlaces(MOST_DECIMALS);
}

const MOST_DECIMALS = 12;
