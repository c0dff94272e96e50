import { Decimal128 } from 'bson';
import { refuse } from '../errors.js';
import { calculate, divideDecimals, isInteger } from './numbers.js';
import { compare, groupKey } from './order.js';
import {
  type Doc,
  double,
  isDoc,
  isNumber,
  type NumberValue,
  toDecimal,
  toNumber,
  typeName,
  type Value,
} from './values.js';

/** Takes values one by one and gives what they come to. */
export interface Accumulator {
  add(value: Value): void;
  result(): Value;
}

/** The accumulators of `$group`; those in `overArrays` are expressions as well. */
export const accumulators: Readonly<Record<string, (inExpression?: boolean) => Accumulator>> = {
  $sum: (inExpression) => sum((total) => total, inExpression),
  $avg: (inExpression) => sum((total, count) => (count === 0 ? null : average(total, count)), inExpression),
  $min: () =>
    fold((held, value) => (isNil(value) || (held !== undefined && compare(held, value) <= 0) ? held : value), null),
  $max: () =>
    fold((held, value) => (isNil(value) || (held !== undefined && compare(held, value) >= 0) ? held : value), null),
  $first: () => nth((values) => values[0]),
  $last: () => nth((values) => values[values.length - 1]),
  $push: () => list((values) => values.filter((value) => value !== undefined)),
  $addToSet: () => list((values) => distinct(values.filter((value) => value !== undefined))),
  $count: () => list((values) => values.length),
  $mergeObjects: () => fold((held, value) => ({ ...(isDoc(held) ? held : {}), ...mergeable(value) }), {}),
};

/** Accumulators that work on an array, or on several arguments, in an expression. */
export const overArrays: ReadonlySet<string> = new Set(['$sum', '$avg', '$min', '$max']);

/** What an accumulator makes of a list of values. */
export function accumulate(name: string, values: readonly Value[]): Value {
  const accumulator = accumulators[name]?.(true);
  if (!accumulator) refuse(15952, `unknown group operator '${name}'`);
  for (const value of values) accumulator.add(value);
  return accumulator.result();
}

/** The values without repetition, in the order in which they came first. */
export function distinct(values: readonly Value[]): Value[] {
  const byKey = new Map<string, Value>();
  for (const value of values) if (!byKey.has(groupKey(value))) byKey.set(groupKey(value), value);
  return [...byKey.values()];
}

export function isNil(value: Value): value is null | undefined {
  return value === null || value === undefined;
}

function mergeable(value: Value): Doc {
  if (isNil(value)) return {};
  if (isDoc(value)) return value;
  refuse(40400, `$mergeObjects requires object inputs, but input is of type ${typeName(value)}`);
}

function fold(step: (held: Value, value: Value) => Value, empty: Value): Accumulator {
  let held: Value;
  return {
    add: (value) => {
      held = step(held, value);
    },
    result: () => held ?? empty,
  };
}

function list(finish: (values: readonly Value[]) => Value): Accumulator {
  const values: Value[] = [];
  return { add: (value) => values.push(value), result: () => finish(values) };
}

function nth(pick: (values: readonly Value[]) => Value): Accumulator {
  return list((values) => pick(values) ?? null);
}

/**
 * Sums integers exactly as long as there are only integers, and otherwise as MongoDB does: doubles with what the
 * additions lost summed beside them, or in an expression carried over to the next, decimals as decimals. Anything that is no number is passed over.
 */
function sum(finish: (total: NumberValue, count: number) => Value, inExpression = false): Accumulator {
  let [whole, wide, count] = [0n, false, 0];
  let [total, lost, anyDouble] = [0, 0, false];
  let decimal: NumberValue | undefined;
  const addDouble = (value: number): void => {
    const next = inExpression ? value + lost : value;
    const sum = total + next;
    const taken = sum - total;
    const rest = Number.isFinite(sum) ? total - (sum - taken) + (next - taken) : 0;
    lost = inExpression ? rest : lost + rest;
    total = sum;
  };
  return {
    add: (value) => {
      if (!isNumber(value)) return;
      count += 1;
      if (value instanceof Decimal128)
        decimal = decimal === undefined ? value : (calculate('add', decimal, value) ?? value);
      else if (isInteger(value)) {
        const low = BigInt.asIntN(32, BigInt(value));
        whole += BigInt(value);
        wide ||= typeof value === 'bigint';
        addDouble(Number(low));
        addDouble(Number(BigInt(value) - low));
      } else {
        anyDouble = true;
        addDouble(toNumber(value));
      }
    },
    result: () => {
      if (decimal !== undefined) {
        const parts = [exactDecimal(total), exactDecimal(lost)];
        return finish(
          parts.reduce<NumberValue>((sum, part) => calculate('add', sum, part) ?? sum, decimal),
          count,
        );
      }
      if (anyDouble || BigInt.asIntN(64, whole) !== whole) return finish(double(total + lost), count);
      return finish(wide || BigInt.asIntN(32, whole) !== whole ? whole : Number(whole), count);
    },
  };
}

/** A double with all of its digits that a decimal128 holds. */
function exactDecimal(value: number): Decimal128 {
  return Decimal128.fromString(toDecimal(double(value)).toString());
}

function average(total: NumberValue, count: number): Value {
  if (total instanceof Decimal128) return divideDecimals(total, count);
  return double(toNumber(total) / count);
}
