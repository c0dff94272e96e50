import { Decimal } from 'decimal.js';
import type { platforms as contract, convert } from '../../../shared/contract/catalogue/currency.js';
import type { Output } from '../../../shared/contract/contract.js';
import type { Pair } from './currencies.js';

/**
 * Terms of a kind of provider: `markup` and `fee_pct` in percent, `fee_flat` in units of the source currency, and
 * `weekend_extra`, which is added to the markup on Saturday and Sunday (UTC), in percent.
 */
type Platform = Output<typeof contract>['platforms'][string];

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

/** Rounds an amount to the decimals of its currency, halves up. */
export const roundAmount = (currency: { decimals: number }, amount: Decimal): number =>
  amount.toDecimalPlaces(currency.decimals, Decimal.ROUND_HALF_UP).toNumber();

const isWeekend = (instant: Date): boolean => instant.getUTCDay() === 0 || instant.getUTCDay() === 6;

/**
 * Computes the quote of a provider for an amount. With the markup in percent, including the weekend extra:
 *
 * rate = mid × (1 − markup/100); fee = amount × fee_pct/100 + fee_flat; result = (amount − fee) × rate, never below
 * 0; total_cost = fee + amount × (1 − rate/mid), both in the source currency.
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
