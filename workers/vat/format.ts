import type { Decimal } from 'decimal.js';
import type { Country } from './countries.js';
import { defaultRounding } from './rounding.js';

/** Writes figures as a country does: its separators, its currency, its percent sign. */
export interface Format {
  money(amount: Decimal): string;
  percent(rate: Decimal): string;
}

/** Unrounded amounts are shown with up to this many decimals. */
const MOST_DECIMALS = 6;

const formats = new Map<string, Format>();

/** The format of a country, without one that of plain English numbers. Made once, since Intl is slow to set up. */
export function formatOf(country: Country | undefined, rounded: boolean): Format {
  const key = `${country?.code} ${rounded}`;
  let format = formats.get(key);
  if (!format) {
    format = makeFormat(country, rounded);
    formats.set(key, format);
  }
  return format;
}

function makeFormat(country: Country | undefined, rounded: boolean): Format {
  const { precision } = country?.rounding ?? defaultRounding;
  const locale = country?.locale ?? 'en';
  const money = new Intl.NumberFormat(locale, {
    ...(country ? { style: 'currency', currency: country.currency } : {}),
    minimumFractionDigits: precision,
    maximumFractionDigits: rounded ? precision : MOST_DECIMALS,
  });
  const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: MOST_DECIMALS });
  return {
    money: (amount) => money.format(toNumber(amount)),
    percent: (rate) => percent.format(toNumber(rate.div(100))),
  };
}

/** The JSON number of a decimal, never -0. */
export const toNumber = (value: Decimal): number => (value.isZero() ? 0 : value.toNumber());
