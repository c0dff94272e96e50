import { refuse } from '../errors.js';
import { distinct, isNil } from './accumulators.js';
import { add, divide, halfEven, modulo, multiply, rounded, roundTo, subtract, wholeIn } from './arithmetic.js';
import { convert } from './convert.js';
import { delegated } from './delegated.js';
import { calculate } from './numbers.js';
import { compare, equal, groupKey } from './order.js';
import { type Doc, isDoc, isNumber, type NumberValue, toNumber, typeName, type Value } from './values.js';

export interface FunctionOperator {
  /** The least and the greatest number of arguments. */
  takes: readonly [number, number];
  run: (...values: Value[]) => Value;
}

export interface NamedOperator {
  names: readonly string[];
  required: readonly string[];
  /** The argument meant when only a value is given instead of an object of arguments. */
  bare?: string;
  run: (args: Doc) => Value;
}

/** Operators whose arguments go by name. */
export const byName: Readonly<Record<string, NamedOperator>> = {
  $convert: { names: ['input', 'to', 'onError', 'onNull'], required: ['input', 'to'], run: convertOr },
  ...delegated(),
};

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

  $add: on(0, ANY, add),
  $subtract: on(2, 2, subtract),
  $multiply: on(0, ANY, multiply),
  $divide: on(2, 2, divide),
  $mod: on(2, 2, modulo),
  $abs: numeric('$abs', (value) => (toNumber(value) < 0 ? (calculate('multiply', value, -1) ?? value) : value)),
  $ceil: numeric('$ceil', (value) => rounded(value, Math.ceil)),
  $floor: numeric('$floor', (value) => rounded(value, Math.floor)),
  $round: on(1, 2, (value, places) => roundTo('$round', value, places, halfEven)),
  $trunc: on(1, 2, (value, places) => roundTo('$trunc', value, places, Math.trunc)),

  $concat: on(0, ANY, concat),
  $toLower: on(1, 1, (value) => asciiCase(value, (text) => text.toLowerCase())),
  $toUpper: on(1, 1, (value) => asciiCase(value, (text) => text.toUpperCase())),
  $strLenCP: on(1, 1, (value) => [...textIn('$strLenCP', value, 34471)].length),
  $strLenBytes: on(1, 1, (value) => Buffer.byteLength(textIn('$strLenBytes', value, 34473))),
  $split: on(2, 2, split),
  $substrCP: on(3, 3, substring),

  $type: on(1, 1, typeName),
  $isNumber: on(1, 1, isNumber),
  $isArray: on(1, 1, Array.isArray),
  $toInt: on(1, 1, (value) => convert(value, 'int')),
  $toLong: on(1, 1, (value) => convert(value, 'long')),
  $toDouble: on(1, 1, (value) => convert(value, 'double')),
  $toDecimal: on(1, 1, (value) => convert(value, 'decimal')),
  $toString: on(1, 1, (value) => convert(value, 'string')),
  $toBool: on(1, 1, (value) => convert(value, 'bool')),
  $toDate: on(1, 1, (value) => convert(value, 'date')),
  $toObjectId: on(1, 1, (value) => convert(value, 'objectId')),

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
  $range: on(2, 3, range),
  $indexOfArray: on(2, 4, indexOfArray),
  $objectToArray: on(1, 1, (doc) => {
    if (isNil(doc)) return null;
    if (!isDoc(doc)) refuse(40390, `$objectToArray takes a document, not ${typeName(doc)}`);
    return Object.entries(doc).map(([k, v]) => ({ k, v }));
  }),
  $arrayToObject: on(1, 1, arrayToObject),
  $mergeObjects: on(0, ANY, (...values) =>
    mergeObjects(values.length === 1 && Array.isArray(values[0]) ? values[0] : values),
  ),

  $setUnion: on(0, ANY, (...arrays) => sets('$setUnion', arrays, 17043, (lists) => sorted(lists.flat()))),
  $setIntersection: on(0, ANY, (...arrays) =>
    sets('$setIntersection', arrays, 17047, ([first = [], ...others]) => {
      const keys = others.map(keysOf);
      return sorted(first.filter((item) => keys.every((set) => set.has(groupKey(item)))));
    }),
  ),
  $setDifference: on(2, 2, (...arrays) =>
    sets('$setDifference', arrays, 17048, ([first = [], second = []]) => {
      const keys = keysOf(second);
      return distinct(first.filter((item) => !keys.has(groupKey(item))));
    }),
  ),
  $setEquals: on(2, ANY, (...arrays) => {
    const [first, ...others] = arrays.map((array) => keysOf(arrayIn('$setEquals', array, 17044)));
    return others.every((keys) => keys.size === first?.size && [...keys].every((key) => first.has(key)));
  }),
  $setIsSubset: on(2, 2, (part, whole) => {
    const keys = keysOf(arrayIn('$setIsSubset', whole, 17042));
    return arrayIn('$setIsSubset', part, 17046).every((item) => keys.has(groupKey(item)));
  }),
  $anyElementTrue: on(1, 1, (array) => arrayIn('$anyElementTrue', array, 17041).some(truthy)),
  $allElementsTrue: on(1, 1, (array) => arrayIn('$allElementsTrue', array, 17040).every(truthy)),
};

/** Whether a value counts as true. */
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
  let text = '';
  for (const value of values) {
    if (isNil(value)) return null;
    text += textIn('$concat', value, 16702);
  }
  return text;
}

/** Text as MongoDB makes it of a string, number or date; only ASCII letters change their case. */
function asciiCase(value: Value, turn: (text: string) => string): string {
  if (isNil(value)) return '';
  const hasText = isNumber(value) || value instanceof Date || typeof value === 'string';
  if (!hasText) refuse(16007, `can't convert from BSON type ${typeName(value)} to String`);
  return String(convert(value, 'string')).replace(/[A-Za-z]+/g, turn);
}

function split(value: Value, separator: Value): Value {
  if (isNil(value) || isNil(separator)) return null;
  const [text, between] = [textIn('$split', value, 40085), textIn('$split', separator, 40086)];
  if (between === '') refuse(40087, '$split requires a non-empty separator');
  return text.split(between);
}

function substring(value: Value, start: Value, length: Value): Value {
  const text = isNil(value) ? '' : String(convert(value, 'string'));
  const [from, count] = [wholeIn('$substrCP', start, 34450), wholeIn('$substrCP', length, 34452)];
  if (from < 0 || count < 0) refuse(from < 0 ? 34455 : 34454, '$substrCP takes no negative numbers');
  return [...text].slice(from, from + count).join('');
}

function textIn(name: string, value: Value, code: number): string {
  return typeof value === 'string' ? value : refuse(code, `${name} takes a string, not ${typeName(value)}`);
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

function range(start: Value, end: Value, step: Value): Value {
  const [from, to] = [wholeIn('$range', start, 34443), wholeIn('$range', end, 34445)];
  const by = step === undefined ? 1 : wholeIn('$range', step, 34447);
  if (by === 0) refuse(34449, '$range requires a non-zero step value');
  return Array.from({ length: Math.max(Math.ceil((to - from) / by), 0) }, (_, i) => from + i * by);
}

function indexOfArray(array: Value, sought: Value, start: Value, end: Value): Value {
  if (isNil(array)) return null;
  const items = arrayIn('$indexOfArray', array, 40090);
  const [from, to] = [start ?? 0, end ?? items.length].map((bound) => wholeIn('$indexOfArray', bound, 40096));
  if (from === undefined || to === undefined || from < 0 || to < 0)
    return refuse(40097, 'an index must not be negative');
  return items.findIndex((item, i) => i >= from && i < to && equal(item, sought));
}

function arrayToObject(value: Value): Value {
  if (isNil(value)) return null;
  const pairs = arrayIn('$arrayToObject', value, 40386).map((item): [string, Value] => {
    const pair = isDoc(item) ? [item.k, item.v] : item;
    if (!Array.isArray(pair)) return refuse(40398, `$arrayToObject takes arrays or objects, not ${typeName(item)}`);
    const [key, held] = pair;
    if (isDoc(item) && !('k' in item && 'v' in item)) refuse(40392, "$arrayToObject takes objects of 'k' and 'v'");
    if (pair.length !== 2) refuse(40397, '$arrayToObject takes arrays of a key and a value');
    return typeof key === 'string' ? [key, held] : refuse(isDoc(item) ? 40394 : 40395, 'a key must be a string');
  });
  return Object.fromEntries(pairs);
}

/** One document of several; what comes later wins. */
export function mergeObjects(values: readonly Value[]): Doc {
  const wrong = values.find((value) => !isNil(value) && !isDoc(value));
  if (wrong !== undefined) refuse(40400, `$mergeObjects takes objects, not ${typeName(wrong)}`);
  return Object.assign({}, ...values.filter(isDoc));
}

function sets(
  name: string,
  arrays: readonly Value[],
  code: number,
  run: (lists: (readonly Value[])[]) => Value,
): Value {
  return arrays.some(isNil) ? null : run(arrays.map((array) => arrayIn(name, array, code)));
}

function keysOf(items: readonly Value[]): Set<string> {
  return new Set(items.map(groupKey));
}

function sorted(values: readonly Value[]): Value[] {
  return distinct(values).sort(compare);
}

function convertOr({ input, to, onError, onNull }: Doc): Value {
  if (isNil(input)) return onNull ?? null;
  if (isNil(to)) return null;
  return convert(input, typeof to === 'string' ? to : toNumber(to), onError);
}
