import { Decimal128 } from 'bson';
import { refuse } from '../errors.js';
import { isNil } from './accumulators.js';
import {
  calculate,
  decimalRemainder,
  divideDecimals,
  isInteger,
  type Operation,
  roundDecimal,
  roundInteger,
} from './numbers.js';
import { double, isNumber, type NumberValue, toDecimal, toNumber, typeName, type Value } from './values.js';

export function add(...values: Value[]): Value {
  let date: Date | undefined;
  let total: NumberValue = 0;
  for (const value of values) {
    if (isNil(value)) return null;
    if (value instanceof Date && date) refuse(16612, 'only one date allowed in an $add expression');
    if (value instanceof Date) date = value;
    else if (isNumber(value)) total = both('add', total, value);
    else refuse(14, `$add takes numbers or dates, not ${typeName(value)}`);
  }
  return date ? new Date(date.getTime() + Math.round(toNumber(total))) : total;
}

export function subtract(a: Value, b: Value): Value {
  if (isNil(a) || isNil(b)) return null;
  if (isNumber(a) && isNumber(b)) return both('subtract', a, b);
  if (a instanceof Date && b instanceof Date) return BigInt(a.getTime() - b.getTime());
  if (a instanceof Date && isNumber(b)) return new Date(a.getTime() - Math.round(toNumber(b)));
  return refuse(14, `can't $subtract ${typeName(b)} from ${typeName(a)}`);
}

export function multiply(...values: Value[]): Value {
  let product: NumberValue = 1;
  for (const value of values) {
    if (isNil(value)) return null;
    if (!isNumber(value)) refuse(14, `$multiply takes numbers, not ${typeName(value)}`);
    product = both('multiply', product, value);
  }
  return product;
}

/** Arithmetic whose result becomes a double when it does not fit an int64. */
function both(operation: Operation, a: NumberValue, b: NumberValue): NumberValue {
  const inDoubles = (): NumberValue | null => calculate(operation, double(toNumber(a)), double(toNumber(b)));
  return calculate(operation, a, b) ?? inDoubles() ?? Number.NaN;
}

export function divide(a: Value, b: Value): Value {
  if (isNil(a) || isNil(b)) return null;
  if (!isNumber(a) || !isNumber(b)) return refuse(14, `$divide takes numbers, not ${typeName(a)} and ${typeName(b)}`);
  if (toNumber(b) === 0) refuse(2, "can't $divide by zero");
  if (a instanceof Decimal128 || b instanceof Decimal128) return divideDecimals(a, b);
  return double(toNumber(a) / toNumber(b));
}

export function modulo(a: Value, b: Value): Value {
  if (isNil(a) || isNil(b)) return null;
  if (!isNumber(a) || !isNumber(b)) return refuse(16611, `$mod takes numbers, not ${typeName(a)} and ${typeName(b)}`);
  if (toNumber(b) === 0) refuse(16610, "can't $mod by zero");
  if (a instanceof Decimal128 || b instanceof Decimal128) return decimalRemainder(a, b);
  if (!isInteger(a) || !isInteger(b)) return double(toNumber(a) % toNumber(b));
  const rest = BigInt(a) % BigInt(b);
  return typeof a === 'bigint' || typeof b === 'bigint' ? rest : Number(rest);
}

export function rounded(value: NumberValue, round: (value: number) => number): Value {
  if (isInteger(value)) return value;
  if (!(value instanceof Decimal128)) return double(round(toNumber(value)));
  return Decimal128.fromString(
    toDecimal(value)
      .toDecimalPlaces(0, round === Math.ceil ? 2 : 3)
      .toString(),
  );
}

export function halfEven(value: number): number {
  const floor = Math.floor(value);
  if (value - floor !== 0.5) return Math.round(value);
  return floor % 2 === 0 ? floor : floor + 1;
}

export function roundTo(name: string, value: Value, places: Value, round: (value: number) => number): Value {
  if (isNil(value) || places === null) return null;
  if (!isNumber(value)) return refuse(51081, `${name} takes a number, not ${typeName(value)}`);
  const digits = places === undefined ? 0 : wholeIn(name, places, 51082);
  if (digits < -20 || digits > 100) refuse(51083, `${name} takes from -20 to 100 places, not ${digits}`);
  if (isInteger(value)) return digits >= 0 ? value : roundInteger(value, digits, name === '$round');
  if (value instanceof Decimal128) return roundDecimal(value, digits, name === '$round');
  const number = toNumber(value);
  const shifted = Number(`${number}e${digits}`);
  if (!Number.isFinite(number) || !Number.isFinite(shifted)) return double(number);
  const result = Math.abs(Number(`${round(shifted)}e${-digits}`));
  return double(Number.isNaN(result) ? number : Math.sign(number) * result);
}

/** A whole number among the arguments of an operator. */
export function wholeIn(name: string, value: Value, code: number): number {
  if (!isNumber(value)) return refuse(code, `${name} takes a number, not ${typeName(value)}`);
  return Number.isInteger(toNumber(value)) ? toNumber(value) : refuse(code + 1, `${name} takes an integer`);
}
