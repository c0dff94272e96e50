import { BSONRegExp } from 'bson';
import { refuse, unsupported } from '../errors.js';
import { compare, equal, rank } from './order.js';
import { isDoc, isNumber, toNumber, typeName, typeNumbers, type Value } from './values.js';

/** Test of one operator; a `whole` one does not test the elements of an array. */
export interface Predicate {
  test: (value: Value) => boolean;
  whole?: boolean;
  negated?: boolean;
}

/** True if the value of a filter is a set of operators (`{$gt: 1}`) and no document. */
export function isOperators(value: Value): value is { [operator: string]: Value } {
  const first = isDoc(value) ? Object.keys(value)[0] : undefined;
  return first?.startsWith('$') === true && first !== '$ref' && first !== '$id' && first !== '$db';
}

/** Operators of filters that ask something of a value by itself. */
export const predicates: Readonly<Record<string, (operand: Value, options: Value) => Predicate>> = {
  $eq: (operand) => ({ test: operand instanceof BSONRegExp ? (value) => equal(value, operand) : equalTo(operand) }),
  $ne: (operand) => {
    if (operand instanceof BSONRegExp) refuse(2, "Can't have regex as arg to $ne.");
    return { test: equalTo(operand), negated: true };
  },
  $gt: (operand) => ordered('$gt', operand, (order) => order > 0),
  $gte: (operand) => ordered('$gte', operand, (order) => order >= 0),
  $lt: (operand) => ordered('$lt', operand, (order) => order < 0),
  $lte: (operand) => ordered('$lte', operand, (order) => order <= 0),
  $in: (operand) => ({ test: compileIn('$in', operand) }),
  $nin: (operand) => ({ test: compileIn('$nin', operand), negated: true }),
  $exists: (operand) => {
    const no = operand === false || operand === null || (isNumber(operand) && toNumber(operand) === 0);
    return { test: (value) => value !== undefined, whole: true, negated: no };
  },
  $type: (operand) => ({ test: ofType(operand) }),
  $regex: (operand, options) => ({ test: matching(operand, options) }),
  $size: size,
};

/** The test of being equal; a regular expression stands for all text that it matches. */
export function equalTo(operand: Value): (value: Value) => boolean {
  if (operand instanceof BSONRegExp) {
    const matches = matching(operand, undefined);
    return (value) => matches(value) || (value instanceof BSONRegExp && equal(value, operand));
  }
  if (operand === null) return (value) => value === null || value === undefined;
  return (value) => equal(value, operand);
}

/** Values are compared with those of their own type only, except with the least and the greatest of all. */
function ordered(name: string, operand: Value, accepts: (order: number) => boolean): Predicate {
  if (operand instanceof BSONRegExp) refuse(2, `Can't have RegEx as arg to predicate over field with ${name}.`);
  if (operand === null) return { test: (value) => (value === null || value === undefined) && accepts(0) };
  const place = rank(operand);
  const anyType = typeName(operand) === 'minKey' || typeName(operand) === 'maxKey';
  return {
    test: (value) => {
      if (anyType) return accepts(compare(value, operand));
      if (value === undefined || rank(value) !== place) return false;
      if (isNotANumber(operand) || isNotANumber(value)) return equal(value, operand) && accepts(0);
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
  const tests = operand.map(equalTo);
  return (value) => tests.some((test) => test(value));
}

function ofType(operand: Value): (value: Value) => boolean {
  const types = Array.isArray(operand) ? operand : [operand];
  const asked = new Set(
    types.flatMap((type) => (type === 'number' ? ['int', 'long', 'double', 'decimal'] : knownType(type))),
  );
  if (asked.size === 0) refuse(9, '$type must match at least one type');
  return (value) => asked.has(typeName(value));
}

function knownType(type: Value): string {
  if (typeof type === 'string')
    return Object.hasOwn(typeNumbers, type) ? type : refuse(2, `Unknown type name alias: ${type}`);
  if (!isNumber(type)) refuse(14, 'type must be represented as a number or a string');
  const name = Object.keys(typeNumbers).find((known) => typeNumbers[known] === toNumber(type));
  return name ?? refuse(2, `Invalid numerical type code: ${toNumber(type)}`);
}

function matching(operand: Value, options: Value): (value: Value) => boolean {
  const regex = toRegExp(operand, options);
  return (value) => typeof value === 'string' && regex.test(value);
}

/** A JS regular expression for a pattern with MongoDB's options; it reads whole characters wherever it can. */
function toRegExp(operand: Value, options: Value): RegExp {
  const pattern = operand instanceof BSONRegExp ? operand.pattern : operand;
  if (typeof pattern !== 'string') return refuse(2, '$regex has to be a string');
  const flags = options ?? (operand instanceof BSONRegExp ? operand.options : '');
  if (typeof flags !== 'string') return refuse(2, '$options has to be a string');
  if (flags.includes('x')) throw unsupported('the regular expression option x');
  if (!/^[imsu]*$/.test(flags)) refuse(51108, `invalid flag in regex options: ${flags}`);
  const known = [...new Set(flags)].filter((flag) => flag !== 'u').join('');
  return (
    compiled(pattern, `${known}u`) ??
    compiled(pattern, known) ??
    refuse(51091, `Invalid regular expression: ${pattern}`)
  );
}

function compiled(pattern: string, flags: string): RegExp | undefined {
  try {
    return new RegExp(pattern, flags);
  } catch {
    return undefined;
  }
}

function size(operand: Value): Predicate {
  if (!isNumber(operand)) refuse(2, `Failed to parse $size. Expected a number, not ${typeName(operand)}`);
  const wanted = toNumber(operand);
  if (!Number.isInteger(wanted) || wanted < 0)
    refuse(9, `Failed to parse $size. Expected a whole number, not ${wanted}`);
  return { test: (value) => Array.isArray(value) && value.length === wanted, whole: true };
}
