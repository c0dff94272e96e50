import { BSONRegExp } from 'bson';
import { refuse } from '../errors.js';
import { compileExpression } from './expressions.js';
import { isTruthy } from './operators.js';
import { type PathTest, someValueAt } from './paths.js';
import { createEqualityTest, isOperators, type Predicate, predicates } from './predicates.js';
import type { Scope } from './scope.js';
import { findOperator, refuseOperator } from './unsupported.js';
import { type Doc, isDoc, type Value } from './values.js';

export type Test = (doc: Doc) => boolean;
/** Condition on the value of one field. */
export type Condition = Predicate | { not: readonly Condition[] };

/**
 * Compiles a filter.
 * @param scope variables that `$expr` may use
 * @throws StoreError with MongoDB's code if the filter is malformed or unsupported
 */
export function compileFilter(filter: Doc, scope: Scope): Test {
  return matchEvery(Object.entries(filter).map(([name, value]) => compileClause(name, value, scope)));
}

function matchEvery(tests: readonly Test[]): Test {
  const [first, ...others] = tests;
  if (first && others.length === 0) return first;
  return (doc) => tests.every((test) => test(doc));
}

function compileClause(name: string, value: Value, scope: Scope): Test {
  if (!name.startsWith('$')) return compilePathTest(name, compileConditions(value, scope));
  if (name === '$expr') {
    const expression = compileExpression(value, scope);
    return (doc) => isTruthy(expression(scope.environment(doc)));
  }
  if (name === '$comment') return () => true;
  if (!['$and', '$or', '$nor'].includes(name)) refuseOperator('filter operator', name);
  const tests = requireFilters(name, value).map((filter) => compileFilter(filter, scope));
  if (name === '$and') return matchEvery(tests);
  return (doc) => tests.some((test) => test(doc)) === (name === '$or');
}

function requireFilters(name: string, value: Value): Doc[] {
  if (!Array.isArray(value) || value.length === 0) return refuse(2, `${name} must be a nonempty array`);
  return value.map((item) => (isDoc(item) ? item : refuse(2, `${name} entries need to be full objects`)));
}

/** Creates the test of conditions on the field at a path. */
export function compilePathTest(path: string, list: readonly Condition[]): Test {
  const parts = path.split('.');
  return matchEvery(
    list.map((condition): Test => {
      if ('not' in condition) {
        const inner = compilePathTest(path, condition.not);
        return (doc) => !inner(doc);
      }
      const found = condition.whole ? condition.test : withElements(condition.test);
      return (doc) => someValueAt(doc, parts, found) !== (condition.negated ?? false);
    }),
  );
}

function withElements(test: (value: Value) => boolean): PathTest {
  return (value, byPosition) =>
    test(value) || (!byPosition && Array.isArray(value) && value.some((item) => test(item)));
}

/** True if one value, without its elements, meets a condition. */
function meetsCondition(value: Value, condition: Condition): boolean {
  if ('not' in condition) return !condition.not.every((inner) => meetsCondition(value, inner));
  return condition.test(value) !== (condition.negated ?? false);
}

/** Compiles the value of a field in a filter to conditions. */
export function compileConditions(value: Value, scope: Scope): Condition[] {
  if (!isOperators(value)) return [{ test: createEqualityTest(value) }];
  return Object.entries(value).flatMap(([name, operand]): Condition[] => {
    if (name === '$not') return [compileNot(operand, scope)];
    if (name === '$all') return compileAll(operand, scope);
    if (name === '$elemMatch') return [compileElemMatch(operand, scope)];
    if (name === '$options') return value.$regex === undefined ? refuse(2, '$options needs a $regex') : [];
    return [findOperator(predicates, 'filter operator', name)(operand, value.$options)];
  });
}

function compileNot(operand: Value, scope: Scope): Condition {
  if (operand instanceof BSONRegExp) return { not: [{ test: createEqualityTest(operand) }] };
  return isOperators(operand)
    ? { not: compileConditions(operand, scope) }
    : refuse(2, '$not needs a regex or a document');
}

function compileAll(operand: Value, scope: Scope): Predicate[] {
  if (!Array.isArray(operand)) return refuse(2, '$all needs an array');
  if (operand.length === 0) return [{ test: () => false }];
  const elements = operand.filter((item) => isDoc(item) && '$elemMatch' in item).length;
  if (elements > 0 ? elements < operand.length : operand.some(isOperators)) refuse(2, 'no $ expressions in $all');
  return operand.map((item) =>
    isDoc(item) && elements > 0 ? compileElemMatch(item.$elemMatch, scope) : { test: createEqualityTest(item) },
  );
}

function compileElemMatch(operand: Value, scope: Scope): Predicate {
  if (!isDoc(operand)) return refuse(2, '$elemMatch needs an Object');
  const test = compileElementTest(operand, scope);
  return { test: (value) => Array.isArray(value) && value.some(test), whole: true };
}

/** Compiles the operand of `$elemMatch` to a test of an element: operators on it, or a filter on its fields. */
export function compileElementTest(operand: Doc, scope: Scope): (item: Value) => boolean {
  const logical = ['$and', '$or', '$nor', '$expr'].includes(Object.keys(operand)[0] ?? '');
  if (isOperators(operand) && !logical) {
    const list = compileConditions(operand, scope);
    return (item) => list.every((condition) => meetsCondition(item, condition));
  }
  const test = compileFilter(operand, scope);
  return (item) => {
    if (isDoc(item)) return test(item);
    return Array.isArray(item) && test(Object.fromEntries(item.map((value, i) => [String(i), value])));
  };
}
