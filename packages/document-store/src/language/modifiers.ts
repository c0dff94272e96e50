import { BSONRegExp } from 'bson';
import { refuse } from '../errors.js';
import { distinct } from './accumulators.js';
import { compileFilter } from './match.js';
import { calculate } from './numbers.js';
import { compare, createGroupKey, isEqual } from './order.js';
import { isOperators } from './predicates.js';
import type { Scope } from './scope.js';
import { compileSort } from './sort.js';
import { isDoc, isNumber, toNumber, typeName, type Value } from './values.js';

/** Returns the new value at a path. The old one is `undefined` for a missing field; the result is `undefined` to remove it. */
export type Change = (held: Value) => Value;

/** One operator of an update. */
export interface Modifier {
  change: (operand: Value, path: string, scope: Scope) => Change;
  /** True if a missing path is ignored and not created. */
  onlyExisting?: boolean;
  onlyInserting?: boolean;
  /** True if it counts as a modification even if the value is unchanged. */
  counts?: (operand: Value) => (held: Value) => boolean;
}

/** Operators of updates. */
export const modifiers: Readonly<Record<string, Modifier>> = {
  $set: { change: (operand) => () => operand },
  $setOnInsert: { change: (operand) => () => operand, onlyInserting: true },
  $unset: { change: () => () => undefined, onlyExisting: true },
  $inc: { change: (operand, path) => compileArithmetic('$inc', 'add', operand, path), counts: countsNaN },
  $mul: { change: (operand, path) => compileArithmetic('$mul', 'multiply', operand, path), counts: countsNaN },
  $min: { change: (operand) => (held) => (held === undefined || compare(operand, held) < 0 ? operand : held) },
  $max: { change: (operand) => (held) => (held === undefined || compare(operand, held) > 0 ? operand : held) },
  $push: { change: compilePush, counts: countsPush },
  $addToSet: { change: compileAddToSet },
  $pull: { change: compilePull, onlyExisting: true },
  $pullAll: { change: compilePullAll, onlyExisting: true },
  $pop: { change: compilePop, onlyExisting: true },
};

function compileArithmetic(name: '$inc' | '$mul', operation: 'add' | 'multiply', operand: Value, path: string): Change {
  if (!isNumber(operand)) return refuse(14, `Cannot apply ${name} with a ${typeName(operand)}: ${path}`);
  return (held) => {
    if (held === undefined) return name === '$inc' ? operand : calculate('multiply', operand, 0);
    if (!isNumber(held)) return refuse(14, `Cannot apply ${name} to '${path}' of non-numeric type ${typeName(held)}`);
    const result =
      calculate(operation, held, operand) ?? refuse(2, `${name} takes '${path}' beyond what an int64 holds`);
    // An equal number is not written: 0 does not become -0.
    return typeName(result) === typeName(held) && isEqual(result, held) ? held : result;
  };
}

/** Creates a test for NaN, on which arithmetic always counts as a modification. */
function countsNaN(): (held: Value) => boolean {
  return (held) => isNumber(held) && Number.isNaN(toNumber(held));
}

/** Returns the list of `$each`, or a list of the only operand. */
function readEach(name: string, operand: Value, code: number): readonly Value[] {
  if (!isDoc(operand) || !('$each' in operand)) return [operand];
  return Array.isArray(operand.$each)
    ? operand.$each
    : refuse(code, `The argument to $each in ${name} must be an array`);
}

function compileAddToSet(operand: Value, path: string): Change {
  const items = distinct(readEach('$addToSet', operand, 14));
  return (held = []) => {
    const array = requireArray('$addToSet', held, path, 2);
    const keys = new Set(array.map(createGroupKey));
    return [...array, ...items.filter((item) => !keys.has(createGroupKey(item)))];
  };
}

function compilePull(operand: Value, path: string, scope: Scope): Change {
  if (isDoc(operand) && '$not' in operand) refuse(2, 'unknown top level operator: $not');
  const test = compilePullTest(operand, scope);
  return (held) => requireArray('$pull', held, path, 2).filter((item) => !test(item));
}

/** Compiles the operand of `$pull`: fields are a filter on documents, operators test the element itself. */
function compilePullTest(operand: Value, scope: Scope): (item: Value) => boolean {
  const [first = ''] = isDoc(operand) ? Object.keys(operand) : [];
  if (isDoc(operand) && (!isOperators(operand) || ['$and', '$or', '$nor', '$expr'].includes(first))) {
    const test = compileFilter(operand, scope);
    return (item) => isDoc(item) && test(item);
  }
  if (!isDoc(operand) && !(operand instanceof BSONRegExp)) return (item) => isEqual(item, operand);
  const test = compileFilter({ item: operand }, scope);
  return (item) => test({ item });
}

function compilePullAll(operand: Value, path: string): Change {
  const gone = requireArray('the argument of $pullAll', operand, path, 2);
  return (held) => requireArray('$pullAll', held, path, 2).filter((item) => !gone.some((one) => isEqual(one, item)));
}

function compilePop(operand: Value, path: string): Change {
  if (!isNumber(operand) || Math.abs(toNumber(operand)) !== 1) refuse(9, '$pop expects 1 or -1');
  return (held) => {
    const array = requireArray('$pop', held, path, 14);
    return toNumber(operand) === 1 ? array.slice(0, -1) : array.slice(1);
  };
}

function requireArray(name: string, value: Value, path: string, code: number): readonly Value[] {
  return Array.isArray(value)
    ? value
    : refuse(code, `${name} needs an array at '${path}', which holds a ${typeName(value)}`);
}

function compilePush(operand: Value, path: string): Change {
  const items = readEach('$push', operand, 2);
  const { $position, $slice, $sort, ...others } = isDoc(operand) && '$each' in operand ? operand : {};
  const unknown = Object.keys(others).find((name) => name !== '$each');
  if (unknown !== undefined) refuse(2, `Unrecognized clause in $push: ${unknown}`);
  const [position, limit] = [readInteger('$position', $position), readInteger('$slice', $slice)];
  const order = $sort === undefined ? undefined : compilePushOrder($sort);
  return (held = []) => {
    const result = [...requireArray('$push', held, path, 2)];
    const at = position ?? result.length;
    result.splice(at < 0 ? Math.max(result.length + at, 0) : at, 0, ...items);
    if (order) result.sort(order);
    if (limit === undefined) return result;
    return limit < 0 ? result.slice(limit) : result.slice(0, limit);
  };
}

/** Creates a test for a `$push` that adds or sorts, which counts as a modification even if `$slice` removes the result. */
function countsPush(operand: Value): (held: Value) => boolean {
  if (!isDoc(operand) || !Array.isArray(operand.$each) || operand.$each.length > 0) return () => true;
  return (held) => operand.$sort !== undefined && Array.isArray(held) && held.length > 0;
}

function readInteger(name: string, value: Value): number | undefined {
  if (value === undefined) return undefined;
  return Number.isInteger(toNumber(value)) ? toNumber(value) : refuse(2, `The value for ${name} must be an integer`);
}

function compilePushOrder(spec: Value): (a: Value, b: Value) => number {
  if (isDoc(spec)) return compileSort(spec);
  const direction = toNumber(spec);
  if (Math.abs(direction) !== 1) refuse(2, 'The $sort element value must be either 1 or -1');
  return (a, b) => compare(a, b) * direction;
}
