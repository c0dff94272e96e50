import { smallestUnit } from './smallest-unit.js';

/** A price as it is read, from the smallest unit of its currency: 1000 and `eur` → `€10.00`. */
export function money(amount: number, currency: string): string {
  const { decimals } = smallestUnit(currency);
  const format = new Intl.NumberFormat('en', {
    style: 'currency',
    currency: currency.toUpperCase(),
    minimumFractionDigits: writtenDecimals(amount, currency),
    maximumFractionDigits: decimals,
  });
  return format.format(amount / 10 ** decimals);
}

/** The same without the currency, as a field of a form holds it: 1000 and `eur` → `10.00`. */
export const plainMoney = (amount: number, currency: string): string =>
  (amount / 10 ** smallestUnit(currency).decimals).toFixed(writtenDecimals(amount, currency));

/**
 * What somebody has typed as an amount, in the smallest unit: `12.5` and `eur` → 1250.
 *
 * @returns undefined for what is no amount that can be paid in that currency: with more decimals than it has, with commas, or nothing
 */
export function typedMoney(typed: string, currency: string): number | undefined {
  const { decimals, step } = smallestUnit(currency);
  const [, whole, fraction = ''] = /^(\d{1,12})(?:\.(\d+))?$/.exec(typed.trim()) ?? [];
  if (whole === undefined) return undefined;
  const significant = fraction.replace(/0+$/, '');
  if (significant.length > decimals) return undefined;
  const amount = Number(whole + significant.padEnd(decimals, '0'));
  return amount > 0 && amount % step === 0 ? amount : undefined;
}

/** A currency that is counted finer than it is paid in is written with decimals only where there are any. */
function writtenDecimals(amount: number, currency: string): number {
  const { decimals, step } = smallestUnit(currency);
  return step === 10 ** decimals && amount % step === 0 ? 0 : decimals;
}
