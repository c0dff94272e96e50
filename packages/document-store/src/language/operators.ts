import { Decimal } from 'decimal.js';
import { refuse } from '../errors.js';
import { calculate, divide, foldNumbers, modulo, requireInteger, roundTo, subtract } from './numbers.js';
import { compare, isEqual } from './order.js';
import { type Doc, isDoc, isNil, isNumber, type NumberValue, toNumber, typeName, type Value } from './values.js';

export interface FunctionOperator {
  /** Minimum and maximum number of arguments. */
  takes: readonly [number, number];
  run: (...values: Value[]) => Value;
}

const ANY = Number.POSITIVE_INFINITY;

function createFunction(least: number, most: number, run: (...values: Value[]) => Value): FunctionOperator {
  return { takes: [least, most], run };
}

/** Operators that are functions of the values of their arguments. */
export const functions: Readonly<Record<string, FunctionOperator>> = {
  $eq: createFunction(2, 2, (a, b) => isEqual(a, b)),
  $ne: createFunction(2, 2, (a, b) => !isEqual(a, b)),
  $gt: createFunction(2, 2, (a, b) => compare(a, b) > 0),
  $gte: createFunction(2, 2, (a, b) => compare(a, b) >= 0),
  $lt: createFunction(2, 2, (a, b) => compare(a, b) < 0),
  $lte: createFunction(2, 2, (a, b) => compare(a, b) <= 0),
  $cmp: createFunction(2, 2, (a, b) => Math.sign(compare(a, b))),
  $not: createFunction(1, 1, (value) => !isTruthy(value)),

  $add: createFunction(0, ANY, (...values) => foldNumbers('add', values)),
  $subtract: createFunction(2, 2, subtract),
  $multiply: createFunction(0, ANY, (...values) => foldNumbers('multiply', values)),
  $divide: createFunction(2, 2, divide),
  $mod: createFunction(2, 2, modulo),
  $abs: createNumericFunction('$abs', (value) =>
    toNumber(value) < 0 ? (calculate('multiply', value, -1) ?? value) : value,
  ),
  $ceil: createNumericFunction('$ceil', (value) => roundTo('$ceil', value, 0, Decimal.ROUND_CEIL)),
  $floor: createNumericFunction('$floor', (value) => roundTo('$floor', value, 0, Decimal.ROUND_FLOOR)),
  $round: createFunction(1, 2, (value, places) => roundTo('$round', value, places, Decimal.ROUND_HALF_EVEN)),
  $trunc: createFunction(1, 2, (value, places) => roundTo('$trunc', value, places, Decimal.ROUND_DOWN)),

  $concat: createFunction(0, ANY, concat),
  $type: createFunction(1, 1, typeName),
  $isNumber: createFunction(1, 1, isNumber),
  $isArray: createFunction(1, 1, Array.isArray),

  $size: createFunction(1, 1, (array) => requireArray('$size', array, 17124).length),
  $in: createFunction(2, 2, (value, array) => requireArray('$in', array, 40081).some((item) => isEqual(item, value))),
  $first: createFunction(1, 1, (array) => (isNil(array) ? null : requireArray('$first', array, 28689).at(0))),
  $last: createFunction(1, 1, (array) => (isNil(array) ? null : requireArray('$last', array, 28689).at(-1))),
  $arrayElemAt: createFunction(2, 2, (array, index) => {
    if (isNil(array) || isNil(index)) return null;
    return requireArray('$arrayElemAt', array, 28689).at(requireInteger('$arrayElemAt', index, 28690));
  }),
  $concatArrays: createFunction(0, ANY, (...arrays) => {
    return arrays.some(isNil) ? null : arrays.flatMap((array) => requireArray('$concatArrays', array, 28664));
  }),
  $slice: createFunction(2, 3, slice),
  $reverseArray: createFunction(1, 1, (array) =>
    isNil(array) ? null : requireArray('$reverseArray', array, 34435).toReversed(),
  ),
  $mergeObjects: createFunction(0, ANY, (...values) =>
    mergeObjects(values.length === 1 && Array.isArray(values[0]) ? values[0] : values),
  ),
};

/** True if a value is truthy. */
export function isTruthy(value: Value): boolean {
  return !isNil(value) && value !== false && !(isNumber(value) && toNumber(value) === 0);
}

/** Creates a function of a number. Null and missing values give null, other values an error. */
function createNumericFunction(name: string, run: (value: NumberValue) => Value): FunctionOperator {
  return createFunction(1, 1, (value) => {
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

function requireArray(name: string, value: Value, code: number): readonly Value[] {
  return Array.isArray(value) ? value : refuse(code, `${name} takes an array, not ${typeName(value)}`);
}

function slice(array: Value, first: Value, count: Value): Value {
  if (isNil(array) || isNil(first) || count === null) return null;
  const items = requireArray('$slice', array, 28724);
  const start = requireInteger('$slice', first, 28725);
  if (count === undefined) return start < 0 ? items.slice(start) : items.slice(0, start);
  const size = requireInteger('$slice', count, 28727);
  if (size <= 0) refuse(28729, `the third argument to $slice must be positive: ${size}`);
  const from = start < 0 ? Math.max(items.length + start, 0) : start;
  return items.slice(from, from + size);
}

/** Merges documents. Fields of later ones win. */
function mergeObjects(values: readonly Value[]): Doc {
  const wrong = values.find((value) => !isNil(value) && !isDoc(value));
  if (wrong !== undefined) refuse(40400, `$mergeObjects takes objects, not ${typeName(wrong)}`);
  return Object.assign({}, ...values.filter(isDoc));
}
