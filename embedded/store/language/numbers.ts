import { Decimal128 } from 'bson';
import { refuse } from '../errors.js';
import { double, isInt32, type NumberValue, toNumber } from './values.js';

export type Operation = 'add' | 'subtract' | 'multiply';

const MAX_LONG = 2n ** 63n - 1n;
const MIN_LONG = -(2n ** 63n);

/**
 * Arithmetic with MongoDB's promotion of types: decimal over double over int64 over int32; an int32 result that does
 * not fit becomes an int64.
 * @returns the result, or null when it does not fit an int64
 */
export function calculate(operation: Operation, a: NumberValue, b: NumberValue): NumberValue | null {
  if (a instanceof Decimal128 || b instanceof Decimal128) return inDecimals(operation, a, b);
  if (typeof a === 'number' && typeof b === 'number') {
    if (!isInt32(a) || !isInt32(b)) return double(onNumbers(operation, a, b));
    const result = onNumbers(operation, a, b);
    if (Number.isSafeInteger(result)) return isInt32(result + 0) ? result + 0 : BigInt(result);
  }
  if (isInteger(a) && isInteger(b)) {
    const result = onIntegers(operation, BigInt(a), BigInt(b));
    return result > MAX_LONG || result < MIN_LONG ? null : result;
  }
  return double(onNumbers(operation, toNumber(a), toNumber(b)));
}

/** Whether the value is an int32 or an int64. */
export function isInteger(value: NumberValue): value is number | bigint {
  return typeof value === 'bigint' || (typeof value === 'number' && isInt32(value));
}

/** An integral JS number as the narrowest BSON integer; a double when it is beyond an int64. */
export function integer(value: number): NumberValue {
  if (isInt32(value + 0)) return value + 0;
  return Math.abs(value) < 2 ** 63 ? BigInt(value) : double(value);
}

function onNumbers(operation: Operation, a: number, b: number): number {
  if (operation === 'add') return a + b;
  return operation === 'subtract' ? a - b : a * b;
}

function onIntegers(operation: Operation, a: bigint, b: bigint): bigint {
  if (operation === 'add') return a + b;
  return operation === 'subtract' ? a - b : a * b;
}

/** A decimal as its digits and the power of ten that they count. */
interface Digits {
  digits: bigint;
  power: number;
}

const PRECISION = 34;

/** A sum keeps the more decimals of the two, a product the decimals of both, as IEEE 754 has it. */
function inDecimals(operation: Operation, a: NumberValue, b: NumberValue): Decimal128 {
  const [x, y] = [digitsOf(a), digitsOf(b)];
  if (!x || !y) return Decimal128.fromString(decimalText(onNumbers(operation, toNumber(a), toNumber(b))));
  if (operation === 'multiply') {
    const product = toDecimal128({ digits: x.digits * y.digits, power: x.power + y.power });
    const isNegativeZero = x.digits * y.digits === 0n && toNumber(a) < 0 !== toNumber(b) < 0;
    return isNegativeZero ? Decimal128.fromString(`-${product}`) : product;
  }
  const power = Math.min(x.power, y.power);
  const [left, right] = [x, y].map(({ digits, power: own }) => digits * 10n ** BigInt(own - power));
  return toDecimal128({ digits: onIntegers(operation, left ?? 0n, right ?? 0n), power });
}

/** A double counts with 15 digits, as MongoDB converts it. */
function digitsOf(value: NumberValue): Digits | undefined {
  const isWhole = value instanceof Decimal128 || isInteger(value);
  const [, sign, whole = '', decimals = '', power = '0'] =
    /^([+-]?)(\d*)\.?(\d*)(?:E([+-]?\d+))?$/i.exec(isWhole ? value.toString() : toNumber(value).toPrecision(15)) ?? [];
  if (sign === undefined) return undefined;
  if (!isWhole && toNumber(value) === 0) return { digits: 0n, power: 0 };
  return { digits: BigInt(sign + whole + decimals), power: Number(power) - decimals.length };
}

function toDecimal128(value: Digits): Decimal128 {
  const excess = value.digits.toString().replace('-', '').length - PRECISION;
  const { digits, power } = excess > 0 ? cut(value, value.power + excess, true) : value;
  return Decimal128.fromString(`${digits}E${power}`);
}

/** A decimal that counts in a greater power of ten, rounded half to even or cut off. */
function cut({ digits, power: old }: Digits, power: number, rounds: boolean): Digits {
  const unit = 10n ** BigInt(power - old);
  const [whole, rest] = [digits / unit, digits % unit];
  const twice = (rest < 0n ? -rest : rest) * 2n;
  const away = rounds && (twice > unit || (twice === unit && whole % 2n !== 0n));
  return { digits: away ? whole + (digits < 0n ? -1n : 1n) : whole, power };
}

/**
 * An integer rounded to tens (-1 places), hundreds (-2) and so on, half to even or cut off.
 * @throws StoreError 51080 when it does not fit an int64 any more
 */
export function roundInteger(value: number | bigint, places: number, rounds: boolean): NumberValue {
  const { digits, power } = cut({ digits: BigInt(value), power: 0 }, -places, rounds);
  const result = digits * 10n ** BigInt(power);
  if (BigInt.asIntN(64, result) !== result) refuse(51080, `invalid conversion from Decimal128 result in $round`);
  return typeof value === 'bigint' || BigInt.asIntN(32, result) !== result ? result : Number(result);
}

/** A decimal with at most so many decimals; with fewer than none it counts in tens, hundreds and so on. */
export function roundDecimal(value: Decimal128, places: number, rounds: boolean): Decimal128 {
  const held = digitsOf(value);
  return held && held.power < -places ? toDecimal128(cut(held, -places, rounds)) : value;
}

/** The quotient to 34 digits; an exact one keeps no more decimals than the two numbers had. */
export function divideDecimals(a: NumberValue, b: NumberValue): Decimal128 {
  const [x, y] = [digitsOf(a), digitsOf(b)];
  if (!x || !y) return Decimal128.fromString(decimalText(toNumber(a) / toNumber(b)));
  const shift = PRECISION + 1 + y.digits.toString().length;
  let [digits, power] = [(x.digits * 10n ** BigInt(shift)) / y.digits, x.power - y.power - shift];
  if ((x.digits * 10n ** BigInt(shift)) % y.digits !== 0n) return toDecimal128({ digits, power });
  for (; digits % 10n === 0n && power < x.power - y.power; power++) digits /= 10n;
  return toDecimal128({ digits, power });
}

/** What remains of a division, with the sign of what was divided. */
export function decimalRemainder(a: NumberValue, b: NumberValue): Decimal128 {
  const [x, y] = [digitsOf(a), digitsOf(b)];
  if (!x || !y) return Decimal128.fromString(decimalText(toNumber(a) % toNumber(b)));
  const power = Math.min(x.power, y.power);
  const [left, right] = [x, y].map(({ digits, power: own }) => digits * 10n ** BigInt(own - power));
  return toDecimal128({ digits: (left ?? 0n) % (right ?? 1n), power });
}

function decimalText(value: number): string {
  return Number.isFinite(value) ? value.toPrecision(15) : String(value);
}
