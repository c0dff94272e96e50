import { BSONRegExp } from 'bson';
import { refuse } from '../errors.js';
import { compileExpression } from './expressions.js';
import { truthy } from './operators.js';
import { type PathTest, someAt } from './paths.js';
import { equalTo, isOperators, type Predicate, predicates } from './predicates.js';
import type { Scope } from './scope.js';
import { operatorIn, refuseOperator } from './unsupported.js';
import { type Doc, isDoc, type Value } from './values.js';

export type Test = (doc: Doc) => boolean;
/** Condition on the value of one field. */
export type Condition = Predicate | { not: readonly Condition[] };

/**
 * Compiles a filter.
 * @param scope the variables that `$expr` may use
 * @throws StoreError with MongoDB's code when the filter is malformed or uses what the store does not know
 */
export function compileFilter(filter: Doc, scope: Scope): Test {
  return every(Object.entries(filter).map(([name, value]) => clause(name, value, scope)));
}

function every(tests: readonly Test[]): Test {
  const [first, ...others] = tests;
  if (first && others.length === 0) return first;
  return (doc) => tests.every((test) => test(doc));
}

function clause(name: string, value: Value, scope: Scope): Test {
  if (!name.startsWith('$')) return onPath(name, conditions(value, scope));
  if (name === '$expr') {
    const expression = compileExpression(value, scope);
    return (doc) => truthy(expression(scope.environment(doc)));
  }
  if (name === '$comment') return () => true;
  if (!['$and', '$or', '$nor'].includes(name)) refuseOperator('filter operator', name);
  const tests = filterList(name, value).map((filter) => compileFilter(filter, scope));
  if (name === '$and') return every(tests);
  return (doc) => tests.some((test) => test(doc)) === (name === '$or');
}

function filterList(name: string, value: Value): Doc[] {
  if (!Array.isArray(value) || value.length === 0) return refuse(2, `${name} must be a nonempty array`);
  return value.map((item) => (isDoc(item) ? item : refuse(2, `${name} entries need to be full objects`)));
}

/** The test of the conditions on the field at a path. */
export function onPath(path: string, list: readonly Condition[]): Test {
  const parts = path.split('.');
  return every(
    list.map((condition): Test => {
      if ('not' in condition) {
        const inner = onPath(path, condition.not);
        return (doc) => !inner(doc);
      }
      const found = condition.whole ? condition.test : orElements(condition.test);
      return (doc) => someAt(doc, parts, found) !== (condition.negated ?? false);
    }),
  );
}

function orElements(test: (value: Value) => boolean): PathTest {
  return (value, byPosition) =>
    test(value) || (!byPosition && Array.isArray(value) && value.some((item) => test(item)));
}

/** True if one value, without its elements, meets a condition. */
function meets(value: Value, condition: Condition): boolean {
  if ('not' in condition) return !condition.not.every((inner) => meets(value, inner));
  return condition.test(value) !== (condition.negated ?? false);
}

/** The conditions that a filter's value puts on its field. */
export function conditions(value: Value, scope: Scope): Condition[] {
  if (!isOperators(value)) return [{ test: equalTo(value) }];
  return Object.entries(value).flatMap(([name, operand]): Condition[] => {
    if (name === '$not') return [not(operand, scope)];
    if (name === '$all') return all(operand, scope);
    if (name === '$elemMatch') return [elemMatch(operand, scope)];
    if (name === '$options') return value.$regex === undefined ? refuse(2, '$options needs a $regex') : [];
    return [operatorIn(predicates, 'filter operator', name)(operand, value.$options)];
  });
}

function not(operand: Value, scope: Scope): Condition {
  if (operand instanceof BSONRegExp) return { not: [{ test: equalTo(operand) }] };
  return isOperators(operand) ? { not: conditions(operand, scope) } : refuse(2, '$not needs a regex or a document');
}

function all(operand: Value, scope: Scope): Predicate[] {
  if (!Array.isArray(operand)) return refuse(2, '$all needs an array');
  if (operand.length === 0) return [{ test: () => false }];
  const elements = operand.filter((item) => isDoc(item) && '$elemMatch' in item).length;
  if (elements > 0 ? elements < operand.length : operand.some(isOperators)) refuse(2, 'no $ expressions in $all');
  return operand.map((item) =>
    isDoc(item) && elements > 0 ? elemMatch(item.$elemMatch, scope) : { test: equalTo(item) },
  );
}

function elemMatch(operand: Value, scope: Scope): Predicate {
  if (!isDoc(operand)) return refuse(2, '$elemMatch needs an Object');
  const test = elementTest(operand, scope);
  return { test: (value) => Array.isArray(value) && value.some(test), whole: true };
}

/** The test of one array element by an `$elemMatch`: by operators on the element, or by a filter on its fields. */
export function elementTest(operand: Doc, scope: Scope): (item: Value) => boolean {
  const logical = ['$and', '$or', '$nor', '$expr'].includes(Object.keys(operand)[0] ?? '');
  if (isOperators(operand) && !logical) {
    const list = conditions(operand, scope);
    return (item) => list.every((condition) => meets(item, condition));
  }
  const test = compileFilter(operand, scope);
  return (item) => {
    if (isDoc(item)) return test(item);
    return Array.isArray(item) && test(Object.fromEntries(item.map((value, i) => [String(i), value])));
  };
}
