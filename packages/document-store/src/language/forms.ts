// biome-ignore-all lint/suspicious/noThenProperty: $cond and $switch have an argument of that name
import { createUnsupportedError, refuse } from '../errors.js';
import { isTruthy } from './operators.js';
import type { Environment, Expression, Scope } from './scope.js';
import { type Doc, double, getField, isDoc, isNil, toNumber, typeName, type Value } from './values.js';

/** Functions of the compiler that special forms call. */
export interface Compiler {
  compile: (spec: Value, scope: Scope) => Expression;
  bind: (variables: Doc, scope: Scope) => { inner: Scope; assign: (environment: Environment) => void };
}

type Form = (operand: Value, scope: Scope, compiler: Compiler) => Expression;

/** Special forms: operators that are not functions of the values of their arguments. */
export const forms: Readonly<Record<string, Form>> = {
  $literal: (operand) => () => operand,
  $const: (operand) => () => operand,
  $rand: (operand) => {
    if (!isDoc(operand) && !Array.isArray(operand)) refuse(10065, 'invalid parameter: expected an object ($rand)');
    if (Object.keys(operand).length > 0) refuse(3040501, '$rand does not currently accept arguments');
    return () => double(Math.random());
  },
  $and: (operand, scope, { compile }) => {
    const items = compileList(operand, scope, compile);
    return (env) => items.every((item) => isTruthy(item(env)));
  },
  $or: (operand, scope, { compile }) => {
    const items = compileList(operand, scope, compile);
    return (env) => items.some((item) => isTruthy(item(env)));
  },
  $ifNull: (operand, scope, { compile }) => {
    const items = compileList(operand, scope, compile);
    if (items.length < 2) refuse(1257300, `$ifNull needs at least two arguments, had: ${items.length}`);
    return (env) => {
      let value: Value;
      for (const item of items) {
        value = item(env);
        if (!isNil(value)) break;
      }
      return value;
    };
  },
  $cond: (operand, scope, { compile }) => {
    const given = isDoc(operand)
      ? parseArguments('$cond', operand, 0, 17083, { if: 17080, then: 17081, else: 17082 })
      : {};
    const parts = isDoc(operand) ? [given.if, given.then, given.else] : [...toList(operand)];
    if (parts.length !== 3)
      refuse(16020, `Expression $cond takes exactly 3 arguments. ${parts.length} were passed in.`);
    const [test, yes, no] = compileList(parts, scope, compile);
    return (env) => (isTruthy(test?.(env)) ? yes?.(env) : no?.(env));
  },
  $switch: (operand, scope, { compile }) => {
    const given = parseArguments('$switch', operand, 40060, 40067, { branches: 40068 }, ['default']);
    if (!Array.isArray(given.branches)) refuse(40061, "$switch expected an array for 'branches'");
    const branches = toList(given.branches).map((branch) => {
      const { case: test, then } = parseArguments('$switch', branch, 40062, 40063, { case: 40064, then: 40065 });
      return [compile(test, scope), compile(then, scope)] as const;
    });
    if (branches.length === 0) refuse(40068, '$switch requires at least one branch.');
    const noBranch: Expression = () => refuse(40066, '$switch found no branch for an input and has no default');
    const otherwise = given.default === undefined ? noBranch : compile(given.default, scope);
    return (env) => (branches.find(([test]) => isTruthy(test(env)))?.[1] ?? otherwise)(env);
  },
  $let: (operand, scope, { compile, bind }) => {
    const given = parseArguments('$let', operand, 16874, 16875, { vars: 16876, in: 16877 });
    if (!isDoc(given.vars)) return refuse(10065, "invalid parameter: expected an object for 'vars'");
    const { inner, assign } = bind(given.vars, scope);
    const body = compile(given.in, inner);
    return (env) => {
      assign(env);
      return body(env);
    };
  },
  $map: (operand, scope, { compile }) => {
    const given = parseArguments('$map', operand, 16878, 16879, { input: 16880, in: 16882 }, ['as']);
    const [input, slot, body] = compileIteration(given, 'in', scope, compile);
    return (env) =>
      requireArrayOrNull('$map', input(env), 16883)?.map((item) => {
        env.slots[slot] = item;
        return body(env) ?? null;
      }) ?? null;
  },
  $filter: (operand, scope, { compile }) => {
    const given = parseArguments('$filter', operand, 28646, 28647, { input: 28648, cond: 28650 }, ['as', 'limit']);
    const [input, slot, cond] = compileIteration(given, 'cond', scope, compile);
    const limit = compile(given.limit, scope);
    return (env) => {
      const array = requireArrayOrNull('$filter', input(env), 28651);
      const most = toNumber(limit(env) ?? Number.POSITIVE_INFINITY);
      if (!(most >= 1)) refuse(327392, "$filter: 'limit' must be greater than 0");
      const kept: Value[] = [];
      for (const item of array ?? []) {
        if (kept.length >= most) break;
        env.slots[slot] = item;
        if (isTruthy(cond(env))) kept.push(item);
      }
      return array && kept;
    };
  },
  $reduce: (operand, scope, { compile }) => {
    const given = parseArguments('$reduce', operand, 40075, 40076, { input: 40077, initialValue: 40078, in: 40079 });
    const inner = scope.with('this').with('value');
    const [item, held] = [inner.slot('this'), inner.slot('value')];
    const [input, initial] = [compile(given.input, scope), compile(given.initialValue, scope)];
    const body = compile(given.in, inner);
    return (env) => {
      const array = requireArrayOrNull('$reduce', input(env), 40080);
      if (!array) return null;
      let value = initial(env);
      for (const element of array) {
        env.slots[item] = element;
        env.slots[held] = value;
        value = body(env);
      }
      return value;
    };
  },
  $getField: (operand, scope, { compile }) => {
    const isWhole = isDoc(operand) && 'field' in operand;
    const given = isWhole
      ? parseArguments('$getField', operand, 0, 3041701, {}, ['field', 'input'])
      : { field: operand };
    const [name, input] = [compile(given.field, scope), compile(given.input ?? '$$CURRENT', scope)];
    return (env) => {
      const [field, doc] = [name(env), input(env)];
      if (typeof field !== 'string') return refuse(5654602, "$getField requires a string for 'field'");
      return isDoc(doc) ? getField(doc, field) : isNil(doc) ? doc : undefined;
    };
  },
  $setField: (operand, scope, { compile }) => {
    const given = parseArguments('$setField', operand, 4161100, 4161101, {
      field: 4161102,
      input: 4161109,
      value: 4161103,
    });
    const name = isDoc(given.field) ? given.field.$literal : given.field;
    if (typeof given.field === 'string' && given.field.startsWith('$'))
      refuse(4161108, '$setField requires a constant for its field');
    if (typeof name !== 'string')
      return refuse(isDoc(given.field) ? 4161106 : 4161107, "$setField requires a constant string for 'field'");
    const [source, computed] = [compile(given.input, scope), compile(given.value, scope)];
    return (env) => {
      const doc = source(env);
      if (isNil(doc)) return null;
      if (!isDoc(doc)) return refuse(4161105, '$setField requires an object');
      const { [name]: _, ...others } = doc;
      const value = computed(env);
      return value === undefined ? others : { ...doc, [name]: value };
    };
  },
  $dateToString: (operand, scope, { compile }) => {
    const optional = ['format', 'timezone', 'onNull'];
    const given = parseArguments('$dateToString', operand, 18629, 18534, { date: 18628 }, optional);
    const { format = '%Y-%m-%dT%H:%M:%S.%LZ', timezone } = given;
    if (timezone !== undefined || isDoc(format) || String(format).startsWith('$'))
      throw createUnsupportedError('$dateToString with a timezone or a format that is computed');
    if (typeof format !== 'string') return refuse(18533, "$dateToString requires that 'format' be a string");
    const [date, onNull] = [compile(given.date, scope), compile(given.onNull ?? null, scope)];
    return (env) => {
      const time = date(env);
      if (isNil(time)) return onNull(env);
      if (time instanceof Date) return formatDate(time, format);
      return refuse(16006, `can't convert from BSON type ${typeName(time)} to Date`);
    };
  },
};

/** Formats a date in UTC, with `%Y`, `%m`, `%d`, `%H`, `%M`, `%S` and `%L`. */
function formatDate(time: Date, format: string): string {
  const [year = '', month = '', day = '', hour = '', minute = '', second = '', milli = ''] = time
    .toISOString()
    .split(/[-T:.Z]/);
  const parts: Doc = { Y: year, m: month, d: day, H: hour, M: minute, S: second, L: milli, '%': '%' };
  return format.replace(/%(.?)/gs, (_, letter: string) => String(parts[letter] ?? refuseDatePart(letter)));
}

function refuseDatePart(letter: string): never {
  if (/^[GVUujwzZbB]$/.test(letter)) throw createUnsupportedError(`the part %${letter} of a date`);
  return refuse(letter === '' ? 18535 : 18536, `Invalid format character '%${letter}' in format string`);
}

/**
 * Checks the arguments of an operator.
 * @param required required arguments, with the code of the error for a missing one
 */
function parseArguments(
  name: string,
  operand: Value,
  notObject: number,
  unknown: number,
  required: Readonly<Record<string, number>>,
  optional: readonly string[] = [],
): Doc {
  if (!isDoc(operand)) return refuse(notObject, `${name} requires an object as an argument, not ${typeName(operand)}`);
  for (const key of Object.keys(operand))
    if (!Object.hasOwn(required, key) && !optional.includes(key))
      refuse(unknown, `Unrecognized parameter to ${name}: ${key}`);
  for (const [key, code] of Object.entries(required))
    if (operand[key] === undefined) refuse(code, `Missing '${key}' parameter to ${name}`);
  return operand;
}

/** Compiles the input of a `$map` or `$filter`, the slot of its variable, and the expression for each element. */
function compileIteration(
  given: Doc,
  bodyName: string,
  scope: Scope,
  compile: Compiler['compile'],
): [Expression, number, Expression] {
  const name = typeof given.as === 'string' ? given.as : 'this';
  const inner = scope.with(name);
  return [compile(given.input, scope), inner.slot(name), compile(given[bodyName], inner)];
}

function compileList(operand: Value, scope: Scope, compile: Compiler['compile']): Expression[] {
  return toList(operand).map((item) => compile(item, scope));
}

function toList(operand: Value): readonly Value[] {
  return Array.isArray(operand) ? operand : [operand];
}

function requireArrayOrNull(name: string, value: Value, code: number): readonly Value[] | null {
  if (isNil(value)) return null;
  return Array.isArray(value) ? value : refuse(code, `input to ${name} must be an array, not ${typeName(value)}`);
}
