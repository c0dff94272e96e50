import { Decimal128 } from 'bson';
import { calculate, isInteger, quotient } from './numbers.js';
import { compare, groupKey } from './order.js';
import { operatorIn } from './unsupported.js';
import { double, isNil, isNumber, type NumberValue, toDecimal, toNumber, type Value } from './values.js';

/** Takes values one by one and gives what they come to. */
export interface Accumulator {
  add(value: Value): void;
  result(): Value;
}

/** The accumulators of `$group`; those in `overArrays` are expressions as well. */
export const accumulators: Readonly<Record<string, (inExpression?: boolean) => Accumulator>> = {
  $sum: (inExpression) => sum((total) => total, inExpression),
  $avg: (inExpression) => sum((total, count) => (count === 0 ? null : quotient(total, count)), inExpression),
  $min: () => extreme((order) => order < 0),
  $max: () => extreme((order) => order > 0),
  $first: () => list((values) => values[0] ?? null),
  $last: () => list((values) => values.at(-1) ?? null),
  $push: () => list((values) => values.filter((value) => value !== undefined)),
  $addToSet: () => list((values) => distinct(values.filter((value) => value !== undefined))),
  $count: () => list((values) => values.length),
};

/** Accumulators that work on an array, or on several arguments, in an expression. */
export const overArrays: ReadonlySet<string> = new Set(['$sum', '$avg', '$min', '$max']);

/** What an accumulator makes of a list of values. */
export function accumulate(name: string, values: readonly Value[]): Value {
  const accumulator = operatorIn(accumulators, 'accumulator', name)(true);
  for (const value of values) accumulator.add(value);
  return accumulator.result();
}

/** The values without repetition, in the order in which they came first. */
export function distinct(values: readonly Value[]): Value[] {
  const byKey = new Map<string, Value>();
  for (const value of values) if (!byKey.has(groupKey(value))) byKey.set(groupKey(value), value);
  return [...byKey.values()];
}

function list(finish: (values: readonly Value[]) => Value): Accumulator {
  const values: Value[] = [];
  return { add: (value) => values.push(value), result: () => finish(values) };
}

function extreme(wins: (order: number) => boolean): Accumulator {
  let held: Value = null;
  return {
    add: (value) => {
      if (!isNil(value) && (held === null || wins(compare(value, held)))) held = value;
    },
    result: () => held,
  };
}

/**
 * Sums integers exactly as long as there are only integers, and otherwise as MongoDB does: doubles with what the
 * additions lost summed beside them, or in an expression carried over to the next; decimals as decimals. Anything that
 * is no number is passed over.
 */
function sum(finish: (total: NumberValue, count: number) => Value, inExpression = false): Accumulator {
  let [integers, isWide, count] = [0n, false, 0];
  let [doubles, lost, hasDouble] = [0, 0, false];
  let decimals: NumberValue | undefined;
  const addDouble = (value: number): void => {
    const term = inExpression ? value + lost : value;
    const sum = doubles + term;
    const taken = sum - doubles;
    const rest = Number.isFinite(sum) ? doubles - (sum - taken) + (term - taken) : 0;
    lost = inExpression ? rest : lost + rest;
    doubles = sum;
  };
  const total = (): NumberValue => {
    if (decimals)
      return [doubles, lost].reduce<NumberValue>((sum, part) => calculate('add', sum, exactly(part)) ?? sum, decimals);
    if (hasDouble || BigInt.asIntN(64, integers) !== integers) return double(doubles + lost);
    return isWide || BigInt.asIntN(32, integers) !== integers ? integers : Number(integers);
  };
  return {
    add: (value) => {
      if (!isNumber(value)) return;
      count += 1;
      if (value instanceof Decimal128) decimals = decimals ? (calculate('add', decimals, value) ?? value) : value;
      else if (isInteger(value)) {
        const low = BigInt.asIntN(32, BigInt(value));
        integers += BigInt(value);
        isWide ||= typeof value === 'bigint';
        addDouble(Number(low));
        addDouble(Number(BigInt(value) - low));
      } else {
        hasDouble = true;
        addDouble(toNumber(value));
      }
    },
    result: () => finish(total(), count),
  };
}

/** A double with all of its digits that a decimal128 holds. */
function exactly(value: number): Decimal128 {
  return Decimal128.fromString(toDecimal(double(value)).toString());
}
