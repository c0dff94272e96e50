import { BSONRegExp } from 'bson';
import { createUnsupportedError, refuse } from '../errors.js';
import { compare, findRank, isEqual } from './order.js';
import { isDoc, isNumber, toNumber, typeName, typeNumbers, type Value } from './values.js';

/** Test of one operator; a `whole` one does not test the elements of an array. */
export interface Predicate {
  test: (value: Value) => boolean;
  whole?: boolean;
  negated?: boolean;
}

/** True if the value of a filter consists of operators (`{$gt: 1}`), and is not a document. */
export function isOperators(value: Value): value is { [operator: string]: Value } {
  const first = isDoc(value) ? Object.keys(value)[0] : undefined;
  return first?.startsWith('$') === true && first !== '$ref' && first !== '$id' && first !== '$db';
}

/** Operators of filters that test a value alone. */
export const predicates: Readonly<Record<string, (operand: Value, options: Value) => Predicate>> = {
  $eq: (operand) => ({
    test: operand instanceof BSONRegExp ? (value) => isEqual(value, operand) : createEqualityTest(operand),
  }),
  $ne: (operand) => {
    if (operand instanceof BSONRegExp) refuse(2, "Can't have regex as arg to $ne.");
    return { test: createEqualityTest(operand), negated: true };
  },
  $gt: (operand) => createComparison('$gt', operand, (order) => order > 0),
  $gte: (operand) => createComparison('$gte', operand, (order) => order >= 0),
  $lt: (operand) => createComparison('$lt', operand, (order) => order < 0),
  $lte: (operand) => createComparison('$lte', operand, (order) => order <= 0),
  $in: (operand) => ({ test: compileIn('$in', operand) }),
  $nin: (operand) => ({ test: compileIn('$nin', operand), negated: true }),
  $exists: (operand) => {
    const no = operand === false || operand === null || (isNumber(operand) && toNumber(operand) === 0);
    return { test: (value) => value !== undefined, whole: true, negated: no };
  },
  $type: (operand) => ({ test: createTypeTest(operand) }),
  $regex: (operand, options) => ({ test: createPatternTest(operand, options) }),
  $size: createSizeTest,
};

/** Creates a test for equality. A regular expression equals all strings that it matches. */
export function createEqualityTest(operand: Value): (value: Value) => boolean {
  if (operand instanceof BSONRegExp) {
    const matches = createPatternTest(operand, undefined);
    return (value) => matches(value) || (value instanceof BSONRegExp && isEqual(value, operand));
  }
  if (operand === null) return (value) => value === null || value === undefined;
  return (value) => isEqual(value, operand);
}

/** Creates a comparison. Values are compared within their type only, except with MinKey and MaxKey. */
function createComparison(name: string, operand: Value, accepts: (order: number) => boolean): Predicate {
  if (operand instanceof BSONRegExp) refuse(2, `Can't have RegEx as arg to predicate over field with ${name}.`);
  if (operand === null) return { test: (value) => (value === null || value === undefined) && accepts(0) };
  const place = findRank(operand);
  const anyType = typeName(operand) === 'minKey' || typeName(operand) === 'maxKey';
  return {
    test: (value) => {
      if (anyType) return accepts(compare(value, operand));
      if (value === undefined || findRank(value) !== place) return false;
      if (isNotANumber(operand) || isNotANumber(value)) return isEqual(value, operand) && accepts(0);
      return accepts(compare(value, operand));
    },
  };
}

function isNotANumber(value: Value): boolean {
  return isNumber(value) && Number.isNaN(toNumber(value));
}

function compileIn(name: string, operand: Value): (value: Value) => boolean {
  if (!Array.isArray(operand)) return refuse(2, `${name} needs an array`);
  if (operand.some(isOperators)) refuse(2, `cannot nest $ under ${name}`);
  const tests = operand.map(createEqualityTest);
  return (value) => tests.some((test) => test(value));
}

function createTypeTest(operand: Value): (value: Value) => boolean {
  const types = Array.isArray(operand) ? operand : [operand];
  const typeNames = new Set(
    types.flatMap((type) => (type === 'number' ? ['int', 'long', 'double', 'decimal'] : requireType(type))),
  );
  if (typeNames.size === 0) refuse(9, '$type must match at least one type');
  return (value) => typeNames.has(typeName(value));
}

function requireType(type: Value): string {
  if (typeof type === 'string')
    return Object.hasOwn(typeNumbers, type) ? type : refuse(2, `Unknown type name alias: ${type}`);
  if (!isNumber(type)) refuse(14, 'type must be represented as a number or a string');
  const name = Object.keys(typeNumbers).find((known) => typeNumbers[known] === toNumber(type));
  return name ?? refuse(2, `Invalid numerical type code: ${toNumber(type)}`);
}

function createPatternTest(operand: Value, options: Value): (value: Value) => boolean {
  const regex = toRegExp(operand, options);
  return (value) => typeof value === 'string' && regex.test(value);
}

/** Creates a JS regular expression for a pattern with MongoDB's options, in Unicode mode if it is valid there. */
function toRegExp(operand: Value, options: Value): RegExp {
  const pattern = operand instanceof BSONRegExp ? operand.pattern : operand;
  if (typeof pattern !== 'string') return refuse(2, '$regex has to be a string');
  const flags = options ?? (operand instanceof BSONRegExp ? operand.options : '');
  if (typeof flags !== 'string') return refuse(2, '$options has to be a string');
  if (flags.includes('x')) throw createUnsupportedError('the regular expression option x');
  if (!/^[imsu]*$/.test(flags)) refuse(51108, `invalid flag in regex options: ${flags}`);
  const known = [...new Set(flags)].filter((flag) => flag !== 'u').join('');
  return (
    compilePattern(pattern, `${known}u`) ??
    compilePattern(pattern, known) ??
    refuse(51091, `Invalid regular expression: ${pattern}`)
  );
}

function compilePattern(pattern: string, flags: string): RegExp | undefined {
  try {
    return new RegExp(pattern, flags);
  } catch {
    return undefined;
  }
}

function createSizeTest(operand: Value): Predicate {
  if (!isNumber(operand)) refuse(2, `Failed to parse $size. Expected a number, not ${typeName(operand)}`);
  const wanted = toNumber(operand);
  if (!Number.isInteger(wanted) || wanted < 0)
    refuse(9, `Failed to parse $size. Expected a whole number, not ${wanted}`);
  return { test: (value) => Array.isArray(value) && value.length === wanted, whole: true };
}
