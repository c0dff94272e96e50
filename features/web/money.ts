import iso from 'currency-codes';
import { Decimal } from 'decimal.js';

/** Smallest unit of a currency. */
interface SmallestUnit {
  /** Decimal places of the unit: 2 for a cent. */
  readonly decimals: number;
  /** Number of units that every payment is a multiple of. */
  readonly step: number;
}

/**
 * Currencies that Stripe counts in other units than ISO 4217 (docs.stripe.com/currencies: zero-decimal currencies, three-decimal currencies,
 * special cases). The króna and the Ugandan shilling no longer have decimals, but are still counted in hundredths.
 */
const STRIPES: Readonly<Record<string, SmallestUnit>> = {
  ISK: { decimals: 2, step: 100 },
  UGX: { decimals: 2, step: 100 },
  MGA: { decimals: 0, step: 1 },
};

/** Returns the smallest unit of a currency, in which prices, payments and refunds are counted. @param currency ISO 4217, in any case */
function findSmallestUnit(currency: string): SmallestUnit {
  const code = currency.toUpperCase();
  const decimals = iso.code(code)?.digits ?? 2;
  // Banks accept two of three decimals.
  return STRIPES[code] ?? { decimals, step: decimals === 3 ? 10 : 1 };
}

/** Formats an amount in the smallest unit of its currency: 1000 and `eur` → `€10.00`. */
export function money(amount: number, currency: string): string {
  const { decimals } = findSmallestUnit(currency);
  const format = new Intl.NumberFormat('en', {
    style: 'currency',
    currency: currency.toUpperCase(),
    minimumFractionDigits: countDecimals(amount, currency),
    maximumFractionDigits: decimals,
  });
  return format.format(amount / 10 ** decimals);
}

/** Rounds an amount, half up, to one that can be paid in its currency. @param amount in the smallest unit of the currency */
export function roundMoney(amount: Decimal, currency: string): number {
  const { step } = findSmallestUnit(currency);
  return amount.div(step).toDecimalPlaces(0, Decimal.ROUND_HALF_UP).toNumber() * step;
}

/**
 * Formats a computed price, which need not be payable: one below ten of the smallest unit has one decimal more, 1.6 and `eur` → `€0.016`.
 *
 * @param amount in the smallest unit of the currency
 */
export function unitPrice(amount: number, currency: string): string {
  const { decimals } = findSmallestUnit(currency);
  const format = new Intl.NumberFormat('en', {
    style: 'currency',
    currency: currency.toUpperCase(),
    minimumFractionDigits: decimals,
    maximumFractionDigits: amount < 10 ? decimals + 1 : decimals,
  });
  return format.format(amount / 10 ** decimals);
}

/** Formats an amount without the currency, for fields of forms: 1000 and `eur` → `10.00`. */
export const plainMoney = (amount: number, currency: string): string =>
  (amount / 10 ** findSmallestUnit(currency).decimals).toFixed(countDecimals(amount, currency));

/**
 * Parses a typed amount into the smallest unit: `12.5` and `eur` → 1250.
 *
 * @returns undefined for an amount that cannot be paid in that currency: with too many decimals, with commas, or empty
 */
export function parseMoney(typed: string, currency: string): number | undefined {
  const { decimals, step } = findSmallestUnit(currency);
  const [, whole, fraction = ''] = /^(\d{1,12})(?:\.(\d+))?$/.exec(typed.trim()) ?? [];
  if (whole === undefined) return undefined;
  const significant = fraction.replace(/0+$/, '');
  if (significant.length > decimals) return undefined;
  const amount = Number(whole + significant.padEnd(decimals, '0'));
  return amount > 0 && amount % step === 0 ? amount : undefined;
}

/** Returns the number of decimals to show. A currency that is counted in finer units than it is paid in shows them only if needed. */
function countDecimals(amount: number, currency: string): number {
  const { decimals, step } = findSmallestUnit(currency);
  return step === 10 ** decimals && amount % step === 0 ? 0 : decimals;
}
