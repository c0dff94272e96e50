import { Decimal128 } from 'bson';
import { Decimal } from 'decimal.js';
import { refuse } from '../errors.js';
import { double, isInt32, isNil, isNumber, type NumberValue, toNumber, typeName, type Value } from './values.js';

/** An operation on each type of number. */
interface Arithmetic {
  doubles: (a: number, b: number) => number;
  integers: (a: bigint, b: bigint) => bigint;
  decimals: (a: Decimal, b: Decimal) => Decimal;
}

const arithmetic = {
  add: { doubles: (a, b) => a + b, integers: (a, b) => a + b, decimals: (a, b) => a.plus(b) },
  subtract: { doubles: (a, b) => a - b, integers: (a, b) => a - b, decimals: (a, b) => a.minus(b) },
  multiply: { doubles: (a, b) => a * b, integers: (a, b) => a * b, decimals: (a, b) => a.times(b) },
  mod: { doubles: (a, b) => a % b, integers: (a, b) => a % b, decimals: (a, b) => a.mod(b) },
} satisfies Record<string, Arithmetic>;

export type Operation = keyof typeof arithmetic;

/** Maximum digits of a decimal128, and its smallest exponent. */
const [DIGITS, LEAST] = [34, 6176];
const Wide = Decimal.clone({ precision: DIGITS, rounding: Decimal.ROUND_HALF_EVEN, maxE: 6144, minE: -2 * LEAST });

/**
 * Arithmetic with MongoDB's promotion of types: decimal over double over int64 over int32; an int32 result that does
 * not fit becomes an int64.
 * @returns null if the result does not fit an int64
 */
export function calculate(operation: Operation, a: NumberValue, b: NumberValue): NumberValue | null {
  const { doubles, integers, decimals }: Arithmetic = arithmetic[operation];
  if (a instanceof Decimal128 || b instanceof Decimal128) {
    const [x, y] = [countDecimals(a), countDecimals(b)];
    return toDecimal128(
      decimals(toWideDecimal(a), toWideDecimal(b)),
      operation === 'multiply' ? x + y : Math.max(x, y),
    );
  }
  if (typeof a === 'number' && typeof b === 'number') {
    const result = doubles(a, b);
    if (!isInt32(a) || !isInt32(b)) return double(result);
    if (Number.isSafeInteger(result)) return isInt32(result + 0) ? result + 0 : BigInt(result);
  }
  if (!isInteger(a) || !isInteger(b)) return double(doubles(toNumber(a), toNumber(b)));
  const result = integers(BigInt(a), BigInt(b));
  return BigInt.asIntN(64, result) === result ? result : null;
}

/** True if the value is an int32 or an int64. */
export function isInteger(value: NumberValue): value is number | bigint {
  return typeof value === 'bigint' || (typeof value === 'number' && isInt32(value));
}

/** Converts a number to a decimal; a double with 15 digits, as MongoDB does. */
function toWideDecimal(value: NumberValue): Decimal {
  return new Wide(value instanceof Decimal128 || isInteger(value) ? value.toString() : toNumber(value).toPrecision(15));
}

function countDecimals(value: NumberValue): number {
  return value instanceof Decimal128 ? (/\.(\d+)$/.exec(value.toString())?.[1]?.length ?? 0) : 0;
}

/** Converts to a decimal128 with a number of decimals, including zeros, if they fit. */
function toDecimal128(exact: Decimal, decimals = 0): Decimal128 {
  const value = exact.abs().toDecimalPlaces(LEAST);
  const shows = value.isFinite() && decimals > value.decimalPlaces() && value.e + decimals < DIGITS;
  return Decimal128.fromString(`${exact.isNegative() ? '-' : ''}${shows ? value.toFixed(decimals) : value}`);
}

function isZero(value: NumberValue): boolean {
  return value instanceof Decimal128 ? toWideDecimal(value).isZero() : toNumber(value) === 0;
}

/**
 * Computes `$add` or `$multiply`: null if a value is null; a double if the result does not fit an int64; an int32 if all values are
 * int32s and the result fits.
 */
export function foldNumbers(operation: 'add' | 'multiply', values: readonly Value[]): Value {
  let date: Date | undefined;
  let total: NumberValue = operation === 'add' ? 0 : 1;
  for (const value of values) {
    if (isNil(value)) return null;
    if (value instanceof Date && operation === 'add') {
      if (date) refuse(16612, 'only one date allowed in an $add expression');
      date = value;
    } else if (isNumber(value)) total = calculateOrDouble(operation, total, value);
    else refuse(14, `$${operation} only supports numeric or date types, not ${typeName(value)}`);
  }
  if (date) return new Date(date.getTime() + Math.round(toNumber(total)));
  const narrow = typeof total === 'bigint' && BigInt.asIntN(32, total) === total ? Number(total) : total;
  return values.some((value) => typeof value === 'bigint') ? total : narrow;
}

export function subtract(a: Value, b: Value): Value {
  if (isNil(a) || isNil(b)) return null;
  if (isNumber(a) && isNumber(b)) return calculateOrDouble('subtract', a, b);
  if (a instanceof Date && b instanceof Date) return BigInt(a.getTime() - b.getTime());
  if (a instanceof Date && isNumber(b)) return new Date(a.getTime() - Math.round(toNumber(b)));
  return refuse(14, `can't $subtract ${typeName(b)} from ${typeName(a)}`);
}

function calculateOrDouble(operation: Operation, a: NumberValue, b: NumberValue): NumberValue {
  return calculate(operation, a, b) ?? double(arithmetic[operation].doubles(toNumber(a), toNumber(b)));
}

export function divide(a: Value, b: Value): Value {
  if (isNil(a) || isNil(b)) return null;
  if (!isNumber(a) || !isNumber(b)) return refuse(14, `$divide takes numbers, not ${typeName(a)} and ${typeName(b)}`);
  if (isZero(b)) refuse(2, "can't $divide by zero");
  return divideNumbers(a, b);
}

/** Divides two numbers. The result is a decimal if one of them is, and otherwise a double. */
export function divideNumbers(a: NumberValue, b: NumberValue): NumberValue {
  const inDecimals = a instanceof Decimal128 || b instanceof Decimal128;
  return inDecimals ? toDecimal128(toWideDecimal(a).div(toWideDecimal(b))) : double(toNumber(a) / toNumber(b));
}

export function modulo(a: Value, b: Value): Value {
  if (isNil(a) || isNil(b)) return null;
  if (!isNumber(a) || !isNumber(b)) return refuse(16611, `$mod takes numbers, not ${typeName(a)} and ${typeName(b)}`);
  if (isZero(b)) refuse(16610, "can't $mod by zero");
  return calculate('mod', a, b);
}

/** Rounds a number for `$round` and `$trunc`, and keeps its type. Negative places round to tens. */
export function roundTo(name: string, value: Value, places: Value, mode: Decimal.Rounding): Value {
  if (isNil(value) || places === null) return null;
  if (!isNumber(value)) return refuse(51081, `${name} only supports numeric types, not ${typeName(value)}`);
  const digits = places === undefined ? 0 : requireInteger(name, places, 51082);
  if (digits < -20 || digits > 100) refuse(51083, `${name} takes from -20 to 100 places, not ${digits}`);
  if (!Number.isFinite(toNumber(value)) || (isInteger(value) && digits >= 0)) return value;
  const isDouble = !(value instanceof Decimal128) && !isInteger(value);
  const exact = isDouble ? new Wide(toNumber(value)) : toWideDecimal(value);
  const result = exact.toNearest(new Wide(10).pow(-digits), mode);
  if (value instanceof Decimal128) return toDecimal128(result);
  if (isDouble) return double(result.toNumber());
  const whole = BigInt(result.toFixed());
  if (BigInt.asIntN(64, whole) !== whole) refuse(51080, `invalid conversion from Decimal128 result in ${name}`);
  return typeof value === 'bigint' || BigInt.asIntN(32, whole) !== whole ? whole : Number(whole);
}

/** Reads an integer argument of an operator. */
export function requireInteger(name: string, value: Value, code: number): number {
  if (!isNumber(value)) return refuse(code, `${name} takes a number, not ${typeName(value)}`);
  return Number.isInteger(toNumber(value)) ? toNumber(value) : refuse(code + 1, `${name} takes an integer`);
}
