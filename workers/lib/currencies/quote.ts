import { Decimal } from 'decimal.js';
import type { Pair } from './pair.js';
import type { Platform } from './platforms.js';

export interface Quote {
  readonly rate: number;
  readonly result: number;
  readonly fee: number;
  readonly total_cost: number;
  readonly markup: string;
}

/** An amount in the smallest unit that its currency has, halves up. */
export const inUnitsOf = (currency: { decimals: number }, amount: Decimal): number =>
  amount.toDecimalPlaces(currency.decimals, Decimal.ROUND_HALF_UP).toNumber();

const isWeekend = (instant: Date): boolean => instant.getUTCDay() === 0 || instant.getUTCDay() === 6;

/**
 * What a provider with these terms gives for an amount. With the markup in percent, on Saturday and Sunday (UTC)
 * including the weekend extra:
 *
 * rate = mid × (1 − markup/100); fee = amount × fee_pct/100 + fee_flat; result = (amount − fee) × rate, never below
 * 0; total_cost = fee + amount × (1 − rate/mid), both in the from currency.
 */
export function quote(platform: Platform, { from, to }: Pair, amount: number, mid: number, at: Date): Quote {
  const markup = new Decimal(platform.markup).plus(isWeekend(at) ? platform.weekend_extra : 0);
  const share = markup.div(100);
  const rate = new Decimal(mid).times(new Decimal(1).minus(share));
  const fee = new Decimal(amount).times(platform.fee_pct).div(100).plus(platform.fee_flat);
  const result = Decimal.max(0, new Decimal(amount).minus(fee).times(rate));
  return {
    rate: rate.toSignificantDigits(12).toNumber(),
    result: inUnitsOf(to, result),
    fee: inUnitsOf(from, fee),
    total_cost: inUnitsOf(from, fee.plus(share.times(amount))),
    markup: `${markup.toString()}%`,
  };
}
