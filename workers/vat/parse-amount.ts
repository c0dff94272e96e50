import { Decimal } from 'decimal.js';
import { errors } from '../../shared/contract/errors.js';

/** Enough digits that nothing but the final rounding shortens a result. */
export const Exact = Decimal.clone({ precision: 60 });

/** Up to here an amount with three decimals, VAT included, survives as a JSON number without loss. */
const LIMIT = new Exact('1e12');

export interface Amount {
  readonly value: Decimal;
  /** How it was read, when its one separator could as well have been meant as a thousands separator. */
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
 * Reads an amount as people write it: `1234.56`, `1.234,56`, `1,234.56`, `1 234,56`, `1'234.56`, `12,34,567.89`.
 *
 * One point or comma alone is always the decimal separator, so `1,234` is a little more than one; such an amount comes
 * with a doubt. Blank text counts as not given.
 *
 * @throws ApiError when it is no number, or too large to be exact in JSON
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

/** Reads a rate in percent, with or without a percent sign. @throws ApiError unless it is a number from 0 to 100 */
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

/** What is finer than this is nothing: no currency has such a part, and a rate made from it would be endless. */
const FINEST = new Decimal('1e-12');

/** @throws ApiError when an amount is too large to be exact in JSON */
export function withinLimit(field: string, value: Decimal): Decimal {
  if (value.abs().lt(FINEST)) return new Decimal(0);
  if (value.abs().gt(LIMIT)) throw errors.amountTooLarge({ field, limit: '1000000000000' });
  return value;
}
