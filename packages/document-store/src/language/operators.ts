import { Decimal } from 'decimal.js';
import { refuse } from '../errors.js';
import { calculate, divide, fold, modulo, roundTo, subtract, wholeIn } from './numbers.js';
import { compare, equal } from './order.js';
import { type Doc, isDoc, isNil, isNumber, type NumberValue, toNumber, typeName, type Value } from './values.js';

export interface FunctionOperator {
  /** The least and the greatest number of arguments. */
  takes: readonly [number, number];
  run: (...values: Value[]) => Value;
}

const ANY = Number.POSITIVE_INFINITY;

function on(least: number, most: number, run: (...values: Value[]) => Value): FunctionOperator {
  return { takes: [least, most], run };
}

/** Operators that compute on the values of their arguments. */
export const functions: Readonly<Record<string, FunctionOperator>> = {
  $eq: on(2, 2, (a, b) => equal(a, b)),
  $ne: on(2, 2, (a, b) => !equal(a, b)),
  $gt: on(2, 2, (a, b) => compare(a, b) > 0),
  $gte: on(2, 2, (a, b) => compare(a, b) >= 0),
  $lt: on(2, 2, (a, b) => compare(a, b) < 0),
  $lte: on(2, 2, (a, b) => compare(a, b) <= 0),
  $cmp: on(2, 2, (a, b) => Math.sign(compare(a, b))),
  $not: on(1, 1, (value) => !truthy(value)),

  $add: on(0, ANY, (...values) => fold('add', values)),
  $subtract: on(2, 2, subtract),
  $multiply: on(0, ANY, (...values) => fold('multiply', values)),
  $divide: on(2, 2, divide),
  $mod: on(2, 2, modulo),
  $abs: numeric('$abs', (value) => (toNumber(value) < 0 ? (calculate('multiply', value, -1) ?? value) : value)),
  $ceil: numeric('$ceil', (value) => roundTo('$ceil', value, 0, Decimal.ROUND_CEIL)),
  $floor: numeric('$floor', (value) => roundTo('$floor', value, 0, Decimal.ROUND_FLOOR)),
  $round: on(1, 2, (value, places) => roundTo('$round', value, places, Decimal.ROUND_HALF_EVEN)),
  $trunc: on(1, 2, (value, places) => roundTo('$trunc', value, places, Decimal.ROUND_DOWN)),

  $concat: on(0, ANY, concat),
  $type: on(1, 1, typeName),
  $isNumber: on(1, 1, isNumber),
  $isArray: on(1, 1, Array.isArray),

  $size: on(1, 1, (array) => arrayIn('$size', array, 17124).length),
  $in: on(2, 2, (value, array) => arrayIn('$in', array, 40081).some((item) => equal(item, value))),
  $first: on(1, 1, (array) => (isNil(array) ? null : arrayIn('$first', array, 28689).at(0))),
  $last: on(1, 1, (array) => (isNil(array) ? null : arrayIn('$last', array, 28689).at(-1))),
  $arrayElemAt: on(2, 2, (array, index) => {
    if (isNil(array) || isNil(index)) return null;
    return arrayIn('$arrayElemAt', array, 28689).at(wholeIn('$arrayElemAt', index, 28690));
  }),
  $concatArrays: on(0, ANY, (...arrays) => {
    return arrays.some(isNil) ? null : arrays.flatMap((array) => arrayIn('$concatArrays', array, 28664));
  }),
  $slice: on(2, 3, slice),
  $reverseArray: on(1, 1, (array) => (isNil(array) ? null : arrayIn('$reverseArray', array, 34435).toReversed())),
  $mergeObjects: on(0, ANY, (...values) =>
    mergeObjects(values.length === 1 && Array.isArray(values[0]) ? values[0] : values),
  ),
};

/** True if a value is truthy. */
export function truthy(value: Value): boolean {
  return !isNil(value) && value !== false && !(isNumber(value) && toNumber(value) === 0);
}

/** A function of a number: null when it is missing or null, an error when it is no number. */
function numeric(name: string, run: (value: NumberValue) => Value): FunctionOperator {
  return on(1, 1, (value) => {
    if (isNil(value)) return null;
    return isNumber(value) ? run(value) : refuse(28765, `${name} takes a number, not ${typeName(value)}`);
  });
}

function concat(...values: Value[]): Value {
  const place = values.findIndex((value) => typeof value !== 'string');
  if (place === -1) return values.join('');
  const odd = values[place];
  return isNil(odd) ? null : refuse(16702, `$concat only supports strings, not ${typeName(odd)}`);
}

function arrayIn(name: string, value: Value, code: number): readonly Value[] {
  return Array.isArray(value) ? value : refuse(code, `${name} takes an array, not ${typeName(value)}`);
}

function slice(array: Value, first: Value, count: Value): Value {
  if (isNil(array) || isNil(first) || count === null) return null;
  const items = arrayIn('$slice', array, 28724);
  const start = wholeIn('$slice', first, 28725);
  if (count === undefined) return start < 0 ? items.slice(start) : items.slice(0, start);
  const size = wholeIn('$slice', count, 28727);
  if (size <= 0) refuse(28729, `the third argument to $slice must be positive: ${size}`);
  const from = start < 0 ? Math.max(items.length + start, 0) : start;
  return items.slice(from, from + size);
}

/** One document of several; what comes later wins. */
function mergeObjects(values: readonly Value[]): Doc {
  const wrong = values.find((value) => !isNil(value) && !isDoc(value));
  if (wrong !== undefined) refuse(40400, `$mergeObjects takes objects, not ${typeName(wrong)}`);
  return Object.assign({}, ...values.filter(isDoc));
}
