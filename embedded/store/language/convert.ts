import { Binary, Decimal128, ObjectId, Timestamp } from 'bson';
import { refuse } from '../errors.js';
import { isNil } from './accumulators.js';
import { isInteger } from './numbers.js';
import { double, isInt32, isNumber, toDecimal, toNumber, typeName, typeNumbers, type Value } from './values.js';

/**
 * Converts a value as `$convert` does.
 * @param to a type's name or number
 * @param onError what a value that cannot become that type is converted to
 * @returns null for null and missing
 * @throws StoreError 241 when the value cannot become that type and there is no `onError`
 */
export function convert(value: Value, to: string | number, onError?: Value): Value {
  const name = typeof to === 'string' ? to : Object.keys(typeNumbers).find((known) => typeNumbers[known] === to);
  if (name === undefined || !Object.hasOwn(typeNumbers, name)) refuse(2, `Unknown type name: ${to}`);
  if (isNil(value)) return null;
  const converted = typeName(value) === name ? value : (converters[name]?.(value) ?? onError);
  return converted ?? refuse(241, `cannot convert ${typeName(value)} ${String(value)} to ${name}`);
}

type Converter = (value: Exclude<Value, null | undefined>) => Value;

/** Each gives undefined for a value that cannot become its type. */
const converters: Readonly<Record<string, Converter>> = {
  bool: (value) => !isNumber(value) || toNumber(value) !== 0,
  int: (value) => {
    const whole = toWhole(value);
    return whole !== undefined && BigInt.asIntN(32, whole) === whole ? Number(whole) : undefined;
  },
  long: (value) => {
    const whole = value instanceof Date ? BigInt(value.getTime()) : toWhole(value);
    return whole !== undefined && BigInt.asIntN(64, whole) === whole ? whole : undefined;
  },
  double: (value) => {
    const number = typeof value === 'string' ? parseNumber(value) : plainNumber(value);
    return number === undefined ? undefined : double(number);
  },
  decimal: (value) => {
    if (isNumber(value))
      return Decimal128.fromString(isInteger(value) ? String(value) : toDecimal(value).toPrecision(15));
    const text = typeof value === 'string' ? value : String(plainNumber(value));
    return /^([+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?|[+-]?inf(inity)?|nan)$/i.test(text)
      ? Decimal128.fromString(text)
      : undefined;
  },
  string: (value) => {
    if (value instanceof Date) return value.toISOString();
    if (value instanceof ObjectId) return value.toHexString();
    if (value instanceof Binary) return Buffer.from(value.value()).toString('base64');
    if (typeof value === 'boolean' || value instanceof Decimal128) return String(value);
    if (!isNumber(value)) return undefined;
    return isInteger(value) ? String(value) : doubleText(toNumber(value));
  },
  date: (value) => {
    if (value instanceof ObjectId) return value.getTimestamp();
    if (value instanceof Timestamp) return new Date(value.t * 1000);
    if (isNumber(value) && typeName(value) !== 'int') return new Date(Math.trunc(toNumber(value)));
    if (typeof value !== 'string') return undefined;
    const hasZone = !/\d[T ]\d/.test(value) || /(Z|[+-]\d\d:?\d\d)$/i.test(value);
    const time = Date.parse(hasZone ? value : `${value}Z`);
    return Number.isNaN(time) ? undefined : new Date(time);
  },
  objectId: (value) => (typeof value === 'string' && /^[0-9a-f]{24}$/i.test(value) ? new ObjectId(value) : undefined),
};

function plainNumber(value: Value): number | undefined {
  if (typeof value === 'boolean') return Number(value);
  if (value instanceof Date) return value.getTime();
  return isNumber(value) ? toNumber(value) : undefined;
}

function toWhole(value: Value): bigint | undefined {
  if (typeof value === 'boolean') return BigInt(value);
  if (typeof value === 'string') return /^[+-]?\d+$/.test(value) ? BigInt(value.replace('+', '')) : undefined;
  if (!isNumber(value)) return undefined;
  if (isInteger(value)) return BigInt(value);
  const whole = toDecimal(value).trunc();
  return whole.isFinite() ? BigInt(whole.toFixed(0)) : undefined;
}

function parseNumber(text: string): number | undefined {
  if (/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text)) return Number(text);
  if (/^[+-]?nan$/i.test(text)) return Number.NaN;
  if (!/^[+-]?inf(inity)?$/i.test(text)) return undefined;
  return text.startsWith('-') ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
}

/** A double as MongoDB writes it: with an exponent of two digits from 1e16 and below 1e-4 on. */
function doubleText(value: number): string {
  if (!Number.isFinite(value) || isInt32(value)) return String(value);
  if (Object.is(value, -0)) return '-0';
  const scientific = value.toExponential().replace(/([+-])(\d)$/, '$10$2');
  const exponent = Number(scientific.split('e')[1]);
  return exponent >= 16 || exponent < -4 ? scientific : String(value);
}
