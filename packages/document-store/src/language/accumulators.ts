import { Decimal128 } from 'bson';
import { calculate, divideNumbers, isInteger } from './numbers.js';
import { compare, createGroupKey } from './order.js';
import { findOperator } from './unsupported.js';
import { double, isNil, isNumber, type NumberValue, toDecimal, toNumber, type Value } from './values.js';

/** Combines values into a result. */
export interface Accumulator {
  add(value: Value): void;
  result(): Value;
}

/** Accumulators of `$group`. Those in `overArrays` are expressions as well. */
export const accumulators: Readonly<Record<string, () => Accumulator>> = {
  $sum: () => createSumAccumulator(({ total }) => total()),
  $avg: () => createSumAccumulator(({ inexact, count }) => (count === 0 ? null : divideNumbers(inexact(), count))),
  $min: () => createExtremeAccumulator((order) => order < 0),
  $max: () => createExtremeAccumulator((order) => order > 0),
  $first: () => createListAccumulator((values) => values[0] ?? null),
  $last: () => createListAccumulator((values) => values.at(-1) ?? null),
  $push: () => createListAccumulator((values) => values.filter((value) => value !== undefined)),
  $addToSet: () => createListAccumulator((values) => distinct(values.filter((value) => value !== undefined))),
  $count: () => createListAccumulator((values) => values.length),
};

/** Accumulators that work on an array, or on several arguments, in an expression. */
export const overArrays: ReadonlySet<string> = new Set(['$sum', '$avg', '$min', '$max']);

/** Computes an accumulator over a list of values. */
export function accumulate(name: string, values: readonly Value[]): Value {
  const accumulator = findOperator(accumulators, 'accumulator', name)();
  for (const value of values) accumulator.add(value);
  return accumulator.result();
}

/** Removes duplicates, and keeps the first of each. */
export function distinct(values: readonly Value[]): Value[] {
  const byKey = new Map<string, Value>();
  for (const value of values) if (!byKey.has(createGroupKey(value))) byKey.set(createGroupKey(value), value);
  return [...byKey.values()];
}

function createListAccumulator(finish: (values: readonly Value[]) => Value): Accumulator {
  const values: Value[] = [];
  return { add: (value) => values.push(value), result: () => finish(values) };
}

function createExtremeAccumulator(wins: (order: number) => boolean): Accumulator {
  let held: Value = null;
  return {
    add: (value) => {
      if (!isNil(value) && (held === null || wins(compare(value, held)))) held = value;
    },
    result: () => held,
  };
}

/** Combines numbers. */
interface Sum {
  count: number;
  /** Exact if all values are integers whose sum fits an int64. */
  total: () => NumberValue;
  /** In doubles, or in decimals if there is one. */
  inexact: () => NumberValue;
}

/**
 * Sums as MongoDB does, to the last bit: doubles with a carried rounding error, int64s in two parts. Values that are not numbers are
 * ignored.
 */
function createSumAccumulator(finish: (sum: Sum) => Value): Accumulator {
  let [integers, isWide, count] = [0n, false, 0];
  let [doubles, lost, hasDouble] = [0, 0, false];
  let decimals: NumberValue | undefined;
  const addDouble = (value: number): void => {
    // Fast2Sum of the value and the rounding error, then 2Sum with the total.
    const term = value + lost;
    const lostBefore = lost - (term - value);
    const sum = doubles + term;
    const added = sum - doubles;
    lost = Number.isFinite(sum) ? lostBefore + (doubles - (sum - added) + (term - added)) : 0;
    doubles = sum;
  };
  const inexact = (): NumberValue => {
    if (!decimals) return double(doubles);
    return [doubles, lost].reduce<NumberValue>(
      (sum, part) => calculate('add', sum, toExactDecimal(part)) ?? sum,
      decimals,
    );
  };
  const total = (): NumberValue => {
    if (decimals || hasDouble || BigInt.asIntN(64, integers) !== integers) return inexact();
    return isWide || BigInt.asIntN(32, integers) !== integers ? integers : Number(integers);
  };
  return {
    add: (value) => {
      if (!isNumber(value)) return;
      count += 1;
      if (value instanceof Decimal128) decimals = decimals ? (calculate('add', decimals, value) ?? value) : value;
      else if (isInteger(value)) {
        integers += BigInt(value);
        if (typeof value === 'number') return addDouble(value);
        isWide = true;
        const low = value % 2n ** 32n;
        addDouble(Number(low));
        addDouble(Number(value - low));
      } else {
        hasDouble = true;
        addDouble(toNumber(value));
      }
    },
    result: () => finish({ count, total, inexact }),
  };
}

/** Converts a double to a decimal128, with all digits that it can hold. */
function toExactDecimal(value: number): Decimal128 {
  return Decimal128.fromString(toDecimal(double(value)).toString());
}
