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
export const accumulators: Readonly<Record<string, () => Accumulator>> = {
  $sum: () => sum(({ total }) => total()),
  $avg: () => sum(({ inexact, count }) => (count === 0 ? null : quotient(inexact(), count))),
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

/** Computes an accumulator over a list of values. */
export function accumulate(name: string, values: readonly Value[]): Value {
  const accumulator = operatorIn(accumulators, 'accumulator', name)();
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

/** Combines numbers. */
interface Sum {
  count: number;
  /** Exact as long as there are only integers that an int64 has room for. */
  total: () => NumberValue;
  /** In doubles, integers too; in decimals as soon as there is one. */
  inexact: () => NumberValue;
}

/**
 * Sums as MongoDB does, to the last bit: doubles with what the additions lost carried over to the next, int64s in two
 * parts. Anything that is no number is passed over.
 */
function sum(finish: (sum: Sum) => Value): Accumulator {
  let [integers, isWide, count] = [0n, false, 0];
  let [doubles, lost, hasDouble] = [0, 0, false];
  let decimals: NumberValue | undefined;
  const addDouble = (value: number): void => {
    // Fast2Sum of the value and what was lost before, then 2Sum of that and what there is.
    const term = value + lost;
    const lostBefore = lost - (term - value);
    const sum = doubles + term;
    const added = sum - doubles;
    lost = Number.isFinite(sum) ? lostBefore + (doubles - (sum - added) + (term - added)) : 0;
    doubles = sum;
  };
  const inexact = (): NumberValue => {
    if (!decimals) return double(doubles);
    return [doubles, lost].reduce<NumberValue>((sum, part) => calculate('add', sum, exactly(part)) ?? sum, decimals);
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

/** A double with all of its digits that a decimal128 holds. */
function exactly(value: number): Decimal128 {
  return Decimal128.fromString(toDecimal(double(value)).toString());
}
