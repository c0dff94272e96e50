import { createUnsupportedError, refuse } from '../errors.js';
import { accumulate, overArrays } from './accumulators.js';
import { forms } from './forms.js';
import { functions } from './operators.js';
import { valueAt } from './paths.js';
import type { Environment, Expression, Scope } from './scope.js';
import { findOperator } from './unsupported.js';
import { type Doc, getField, isDoc, setField, type Value } from './values.js';

/**
 * Compiles an aggregation expression.
 * @throws StoreError with MongoDB's code if it is malformed, or has an unknown operator or variable
 */
export function compileExpression(spec: Value, scope: Scope): Expression {
  if (typeof spec === 'string' && spec.startsWith('$'))
    return spec.startsWith('$$') ? compileVariable(spec.slice(2), scope) : compileField(spec.slice(1));
  if (Array.isArray(spec)) {
    const items = compileList(spec, scope);
    return (env) => items.map((item) => item(env) ?? null);
  }
  if (!isDoc(spec)) return () => spec;
  const [first, ...others] = Object.keys(spec);
  if (!first?.startsWith('$')) return compileObject(spec, scope);
  if (others.length > 0) refuse(15983, `an expression must have exactly one field: ${Object.keys(spec)}`);
  return compileOperator(first, spec[first], scope);
}

/** Adds variables to a scope. @returns the new scope, and a function that assigns the values of their expressions */
export function bindVariables(
  variables: Doc,
  scope: Scope,
): { inner: Scope; assign: (environment: Environment) => void } {
  let inner = scope;
  const assignments = Object.entries(variables).map(([name, spec]) => {
    const value = compileExpression(spec, scope);
    inner = inner.with(name);
    return { slot: inner.slot(name), value };
  });
  const assign = (env: Environment): void => {
    const values = assignments.map(({ value }) => value(env));
    for (const [i, { slot }] of assignments.entries()) env.slots[slot] = values[i];
  };
  return { inner, assign };
}

function compileList(operand: Value, scope: Scope): Expression[] {
  return (Array.isArray(operand) ? operand : [operand]).map((item) => compileExpression(item, scope));
}

function compileField(path: string): Expression {
  const parts = path.split('.');
  if (parts.includes('')) refuse(path === '' ? 16872 : 40353, `'$${path}' is not a valid field path`);
  const [only, ...rest] = parts;
  if (only !== undefined && rest.length === 0) return (env) => getField(env.root, only);
  return (env) => valueAt(env.root, parts);
}

function compileVariable(path: string, scope: Scope): Expression {
  const [name = '', ...rest] = path.split('.');
  const get = systemVariables.get(name) ?? compileUserVariable(name, scope);
  return rest.length === 0 ? get : (env) => valueAt(get(env), rest);
}

const systemVariables: ReadonlyMap<string, Expression> = new Map<string, Expression>([
  ['ROOT', (env) => env.root],
  ['CURRENT', (env) => env.root],
  ['NOW', (env) => env.now],
  ['REMOVE', () => undefined],
]);

function compileUserVariable(name: string, scope: Scope): Expression {
  if (/^[A-Z]/.test(name)) throw createUnsupportedError(`the variable $$${name}`);
  const slot = scope.slot(name);
  return (env) => env.slots[slot];
}

function compileObject(spec: Doc, scope: Scope): Expression {
  const fields = Object.entries(spec).map(([name, value]) => {
    if (name.startsWith('$') || name.includes('.')) refuse(16410, `'${name}' cannot be the name of a field`);
    return [name, compileExpression(value, scope)] as const;
  });
  return (env) => {
    const doc: Doc = {};
    for (const [name, value] of fields) {
      const computed = value(env);
      if (computed !== undefined) setField(doc, name, computed);
    }
    return doc;
  };
}

function compileOperator(name: string, operand: Value, scope: Scope): Expression {
  const form = forms[name];
  if (form) return form(operand, scope, { compile: compileExpression, bind: bindVariables });
  if (overArrays.has(name)) return compileAccumulator(name, operand, scope);
  const call = findOperator(functions, 'expression', name);
  const items = compileList(operand, scope);
  const [least, most] = call.takes;
  if (items.length < least || items.length > most)
    refuse(
      least === most ? 16020 : 28667,
      `Expression ${name} takes from ${least} to ${most} arguments, not ${items.length}`,
    );
  const [a, b] = items;
  if (a && items.length === 1) return (env) => call.run(a(env));
  if (a && b && items.length === 2) return (env) => call.run(a(env), b(env));
  return (env) => call.run(...items.map((item) => item(env)));
}

/** Compiles an accumulator as an expression on the elements of one array, or on several arguments. */
function compileAccumulator(name: string, operand: Value, scope: Scope): Expression {
  const items = compileList(operand, scope);
  const [only] = items;
  if (!only || items.length > 1)
    return (env) =>
      accumulate(
        name,
        items.map((item) => item(env)),
      );
  return (env) => {
    const value = only(env);
    return accumulate(name, Array.isArray(value) ? value : [value]);
  };
}
