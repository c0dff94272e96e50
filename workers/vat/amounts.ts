import { Decimal } from 'decimal.js';
import { errors } from '../../shared/contract/errors.js';
import type { Country } from '../../shared/vat/countries.js';

/** Decimals with a precision at which only the final rounding shortens a result. */
export const Exact = Decimal.clone({ precision: 60 });

/** Maximum amount: with three decimals and VAT it is exact as a JSON number. */
const LIMIT = new Exact('1e12');

export interface Amount {
  readonly value: Decimal;
  /** Warning if its only separator may have been meant as a thousands separator. */
  readonly doubt?: string;
}

const PLAIN = /^\d+$/;
const DECIMAL = /^(\d+[.,]\d*|[.,]\d+)$/;
const EXPONENT = /^\d+(\.\d+)?e[+-]?\d{1,3}$/i;
const GROUPED = [
  /^(\d{1,3}(?:\.\d{3})+)(?:,(\d*))?$/,
  /^(\d{1,3}(?:,\d{3})+)(?:\.(\d*))?$/,
  /^(\d{1,3}(?: \d{3})+)(?:[.,](\d*))?$/,
  /^(\d{1,3}(?:'\d{3})+)(?:[.,](\d*))?$/,
  // Lakh and crore: 12,34,567.89
  /^(\d{1,2}(?:,\d{2})+,\d{3})(?:\.(\d*))?$/,
];
const DOUBTFUL = /^[1-9]\d{0,2}[.,]\d{3}$/;

/**
 * Parses an amount: `1234.56`, `1.234,56`, `1,234.56`, `1 234,56`, `1'234.56`, `12,34,567.89`.
 *
 * A single point or comma is the decimal separator, so `1,234` is about 1.2; such an amount has a doubt. Blank text is absent.
 *
 * @throws ApiError if it is not a number, or too large to be exact in JSON
 */
export function parseAmount(field: string, given: number | string | undefined): Amount | undefined {
  if (given === undefined) return undefined;
  if (typeof given === 'number') return { value: withinLimit(field, new Exact(given)) };
  const text = normalise(given);
  if (text === '') return undefined;
  const [, sign, digits = ''] = /^([+-]?) ?(.*)$/.exec(text) ?? [];
  const magnitude = readMagnitude(digits);
  if (!magnitude) throw errors.amountInvalid({ field });
  const value = withinLimit(field, sign === '-' ? magnitude.negated() : magnitude);
  return DOUBTFUL.test(digits) ? { value, doubt: `${field} "${given.trim()}" was read as ${value}` } : { value };
}

/** Parses a rate in percent, with or without a percent sign. @throws ApiError unless it is a number from 0 to 100 */
export function parseRate(given: number | string | undefined): Decimal | undefined {
  const bare = typeof given === 'string' ? given.trim().replace(/\s*%$/, '') : given;
  const rate = parseAmount('vat_rate', bare)?.value;
  if (rate && (rate.lt(0) || rate.gt(100))) throw errors.vatRateOutOfRange();
  return rate;
}

function normalise(text: string): string {
  return text
    .trim()
    .replace(/[\u00a0\u2009\u202f]/g, ' ')
    .replace(/[’ʼ]/g, "'")
    .replace(/[−–]/g, '-');
}

function readMagnitude(digits: string): Decimal | undefined {
  if (PLAIN.test(digits) || EXPONENT.test(digits)) return new Exact(digits);
  if (DECIMAL.test(digits)) return new Exact(`0${digits.replace(',', '.')}`.replace(/\.$/, ''));
  for (const shape of GROUPED) {
    const [, whole, decimals] = shape.exec(digits) ?? [];
    if (whole) return new Exact(`${whole.replace(/\D/g, '')}.${decimals || '0'}`);
  }
  return undefined;
}

/** Decimals below which a value is 0: no currency has such a part. */
const FINEST = new Decimal('1e-12');

/** @throws ApiError if an amount is too large to be exact in JSON */
export function withinLimit(field: string, value: Decimal): Decimal {
  if (value.abs().lt(FINEST)) return new Decimal(0);
  if (value.abs().gt(LIMIT)) throw errors.amountTooLarge({ field, limit: '1000000000000' });
  return value;
}

/** Rounding of a country: decimals and mode. */
type Rounding = Country['rounding'];

/** Rounding without a country. */
export const defaultRounding: Rounding = { precision: 2, mode: 'half_up' };

export type Round = (amount: Decimal) => Decimal;

/** All modes apply to the magnitude, so that a credit note mirrors its invoice exactly. */
const MODES = {
  half_up: Decimal.ROUND_HALF_UP,
  half_even: Decimal.ROUND_HALF_EVEN,
  floor: Decimal.ROUND_DOWN,
} as const satisfies Record<Rounding['mode'], Decimal.Rounding>;

export const createRounding =
  ({ precision, mode }: Rounding): Round =>
  (amount) =>
    amount.toDecimalPlaces(precision, MODES[mode]);

export const unrounded: Round = (amount) => amount;

/** Returns the smallest amount of a rounding, e.g. 0.01. */
export const roundingUnit = ({ precision }: Rounding): Decimal => new Decimal(10).pow(-precision);

/** Formats numbers of a country: separators, currency, percent sign. */
interface Format {
  money(amount: Decimal): string;
  percent(rate: Decimal): string;
}

/** Maximum decimals of unrounded amounts. */
const MOST_DECIMALS = 6;

const formats = new Map<string, Format>();

/** Returns the format of a country, or of plain English numbers. It is cached, since Intl is slow to set up. */
export function getFormat(country: Country | undefined, rounded: boolean): Format {
  const key = `${country?.code} ${country?.currency} ${rounded}`;
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

/** Converts a decimal to a JSON number, never -0. */
export const toNumber = (value: Decimal): number => (value.isZero() ? 0 : value.toNumber());

export const numberOrNull = (value: Decimal | undefined): number | null => (value ? toNumber(value) : null);
