import { BSONRegExp } from 'bson';
import { refuse } from '../errors.js';
import { distinct } from './accumulators.js';
import { compileFilter } from './match.js';
import { calculate } from './numbers.js';
import { compare, equal, groupKey } from './order.js';
import { isOperators } from './predicates.js';
import type { Scope } from './scope.js';
import { sorter } from './sort.js';
import { isDoc, isNumber, toNumber, typeName, type Value } from './values.js';

/** Changes one place; `undefined` for a place that does not exist, and as the result for one that must not. */
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

/** The operators of updates. */
export const modifiers: Readonly<Record<string, Modifier>> = {
  $set: { change: (operand) => () => operand },
  $setOnInsert: { change: (operand) => () => operand, onlyInserting: true },
  $unset: { change: () => () => undefined, onlyExisting: true },
  $inc: { change: (operand, path) => arithmetic('$inc', 'add', operand, path), counts: notANumberCounts },
  $mul: { change: (operand, path) => arithmetic('$mul', 'multiply', operand, path), counts: notANumberCounts },
  $min: { change: (operand) => (held) => (held === undefined || compare(operand, held) < 0 ? operand : held) },
  $max: { change: (operand) => (held) => (held === undefined || compare(operand, held) > 0 ? operand : held) },
  $push: { change: push, counts: pushCounts },
  $addToSet: { change: addToSet },
  $pull: { change: pull, onlyExisting: true },
  $pullAll: { change: pullAll, onlyExisting: true },
  $pop: { change: pop, onlyExisting: true },
};

function arithmetic(name: '$inc' | '$mul', operation: 'add' | 'multiply', operand: Value, path: string): Change {
  if (!isNumber(operand)) return refuse(14, `Cannot apply ${name} with a ${typeName(operand)}: ${path}`);
  return (held) => {
    if (held === undefined) return name === '$inc' ? operand : calculate('multiply', operand, 0);
    if (!isNumber(held)) return refuse(14, `Cannot apply ${name} to '${path}' of non-numeric type ${typeName(held)}`);
    const result =
      calculate(operation, held, operand) ?? refuse(2, `${name} takes '${path}' beyond what an int64 holds`);
    // A number that stays the same is not written: 0 does not become -0.
    return typeName(result) === typeName(held) && equal(result, held) ? held : result;
  };
}

/** NaN is never what it was, so that arithmetic on it counts as a modification. */
function notANumberCounts(): (held: Value) => boolean {
  return (held) => isNumber(held) && Number.isNaN(toNumber(held));
}

/** The list of an operator's `$each`, or the one operand there is. */
function each(name: string, operand: Value, code: number): readonly Value[] {
  if (!isDoc(operand) || !('$each' in operand)) return [operand];
  return Array.isArray(operand.$each)
    ? operand.$each
    : refuse(code, `The argument to $each in ${name} must be an array`);
}

function addToSet(operand: Value, path: string): Change {
  const items = distinct(each('$addToSet', operand, 14));
  return (held = []) => {
    const array = arrayIn('$addToSet', held, path, 2);
    const keys = new Set(array.map(groupKey));
    return [...array, ...items.filter((item) => !keys.has(groupKey(item)))];
  };
}

function pull(operand: Value, path: string, scope: Scope): Change {
  if (isDoc(operand) && '$not' in operand) refuse(2, 'unknown top level operator: $not');
  const test = pullTest(operand, scope);
  return (held) => arrayIn('$pull', held, path, 2).filter((item) => !test(item));
}

/** A document of fields asks for documents that it fits; operators look at an element as at a field's value. */
function pullTest(operand: Value, scope: Scope): (item: Value) => boolean {
  const [first = ''] = isDoc(operand) ? Object.keys(operand) : [];
  if (isDoc(operand) && (!isOperators(operand) || ['$and', '$or', '$nor', '$expr'].includes(first))) {
    const test = compileFilter(operand, scope);
    return (item) => isDoc(item) && test(item);
  }
  if (!isDoc(operand) && !(operand instanceof BSONRegExp)) return (item) => equal(item, operand);
  const test = compileFilter({ item: operand }, scope);
  return (item) => test({ item });
}

function pullAll(operand: Value, path: string): Change {
  const gone = arrayIn('the argument of $pullAll', operand, path, 2);
  return (held) => arrayIn('$pullAll', held, path, 2).filter((item) => !gone.some((one) => equal(one, item)));
}

function pop(operand: Value, path: string): Change {
  if (!isNumber(operand) || Math.abs(toNumber(operand)) !== 1) refuse(9, '$pop expects 1 or -1');
  return (held) => {
    const array = arrayIn('$pop', held, path, 14);
    return toNumber(operand) === 1 ? array.slice(0, -1) : array.slice(1);
  };
}

function arrayIn(name: string, value: Value, path: string, code: number): readonly Value[] {
  return Array.isArray(value)
    ? value
    : refuse(code, `${name} needs an array at '${path}', which holds a ${typeName(value)}`);
}

function push(operand: Value, path: string): Change {
  const items = each('$push', operand, 2);
  const { $position, $slice, $sort, ...others } = isDoc(operand) && '$each' in operand ? operand : {};
  const unknown = Object.keys(others).find((name) => name !== '$each');
  if (unknown !== undefined) refuse(2, `Unrecognized clause in $push: ${unknown}`);
  const [position, limit] = [wholeIn('$position', $position), wholeIn('$slice', $slice)];
  const order = $sort === undefined ? undefined : pushOrder($sort);
  return (held = []) => {
    const result = [...arrayIn('$push', held, path, 2)];
    const at = position ?? result.length;
    result.splice(at < 0 ? Math.max(result.length + at, 0) : at, 0, ...items);
    if (order) result.sort(order);
    if (limit === undefined) return result;
    return limit < 0 ? result.slice(limit) : result.slice(0, limit);
  };
}

/** A `$push` counts as a modification when it adds or sorts anything, even if its `$slice` cuts that off again. */
function pushCounts(operand: Value): (held: Value) => boolean {
  if (!isDoc(operand) || !Array.isArray(operand.$each) || operand.$each.length > 0) return () => true;
  return (held) => operand.$sort !== undefined && Array.isArray(held) && held.length > 0;
}

function wholeIn(name: string, value: Value): number | undefined {
  if (value === undefined) return undefined;
  return Number.isInteger(toNumber(value)) ? toNumber(value) : refuse(2, `The value for ${name} must be an integer`);
}

function pushOrder(spec: Value): (a: Value, b: Value) => number {
  if (isDoc(spec)) return sorter(spec);
  const direction = toNumber(spec);
  if (Math.abs(direction) !== 1) refuse(2, 'The $sort element value must be either 1 or -1');
  return (a, b) => compare(a, b) * direction;
}
