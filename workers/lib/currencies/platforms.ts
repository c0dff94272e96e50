import { Decimal } from 'decimal.js';
import type { platforms as contract, convert } from '../../../shared/contract/catalogue/currency.js';
import type { Output } from '../../../shared/contract/contract.js';
import type { Pair } from './currencies.js';

/**
 * What a kind of provider adds to the mid-market rate: `markup` and `fee_pct` in percent, `fee_flat` in units of the from
 * currency, and in percent what `weekend_extra` adds to the markup on Saturday and Sunday (UTC).
 */
type Platform = Output<typeof contract>['platforms'][string];

/** What such a provider gives for an amount. */
type Quote = Output<typeof convert>['platforms'][string];

/**
 * Typical terms of eight kinds of provider, to compare orders of magnitude. They are round figures chosen for this
 * service, not the terms of any company.
 */
export const platforms = {
  high_street_bank: { name: 'High street bank', markup: 3, fee_pct: 0, fee_flat: 15, weekend_extra: 0 },
  online_bank: { name: 'Online bank', markup: 0.5, fee_pct: 0, fee_flat: 0, weekend_extra: 1 },
  card_network: { name: 'Card network', markup: 1, fee_pct: 1.5, fee_flat: 0, weekend_extra: 0.5 },
  digital_wallet: { name: 'Digital wallet', markup: 3.5, fee_pct: 1, fee_flat: 0.3, weekend_extra: 0 },
  money_transfer: { name: 'Money transfer counter', markup: 2, fee_pct: 0, fee_flat: 4.9, weekend_extra: 0.5 },
  transfer_specialist: { name: 'Transfer specialist', markup: 0, fee_pct: 0.5, fee_flat: 0.5, weekend_extra: 0 },
  exchange_bureau: { name: 'Exchange bureau', markup: 6, fee_pct: 0, fee_flat: 3, weekend_extra: 1 },
  broker: { name: 'Foreign exchange broker', markup: 0.8, fee_pct: 0, fee_flat: 0, weekend_extra: 0 },
} as const satisfies Record<string, Platform>;

/** An amount in the smallest unit that its currency has, halves up. */
export const roundAmount = (currency: { decimals: number }, amount: Decimal): number =>
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
    result: roundAmount(to, result),
    fee: roundAmount(from, fee),
    total_cost: roundAmount(from, fee.plus(share.times(amount))),
    markup: `${markup.toString()}%`,
  };
}
