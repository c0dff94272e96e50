import { type ApiError, knownFor } from '../../shared/contract/api-error.js';
import { errors } from '../../shared/contract/errors.js';
import { type Budget, dayOf, endOf, monthStart, spendingOn } from '../../shared/keys/budget.js';
import type { KeySpending, Wallet } from '../../shared/ledger/documents.js';

/** Of which period a budget does not do for a cost; undefined when it does. */
export function shortOf({ key, perDay, perMonth }: Budget, noted: Wallet['budgets'], cost: number, now: Date) {
  const { today, thisMonth } = spendingOn(dayOf(now), key, noted);
  if (today + cost > perDay) return 'day';
  return thisMonth + cost > perMonth ? 'month' : undefined;
}

/** What of a budget is neither spent nor leased, in micro-credits. */
export function leftOf({ key, perDay, perMonth }: Budget, noted: Wallet['budgets'], now: Date): number {
  const { today, thisMonth } = spendingOn(dayOf(now), key, noted);
  return Math.min(perDay - today, perMonth - thisMonth);
}

/** Tells of charges, one after the other, whether their budgets, as they were noted last, do for them and for those before. */
export function roomIn(noted: Wallet['budgets'], now: Date) {
  const sums = new Map<string, number>();
  return ({ key, budget, cost }: { key: string; budget?: Budget; cost: number }): boolean => {
    if (!budget) return true;
    const sum = (sums.get(key) ?? 0) + cost;
    if (!noted?.some((one) => one.key === key) || shortOf(budget, noted, sum, now)) return false;
    sums.set(key, sum);
    return true;
  };
}

/** The error for a budget that did not do, with the time at which it begins anew. */
export function budgetUsedUp(period: 'day' | 'month', noted: Wallet['budgets'], { key }: Budget, now: Date): ApiError {
  const until = endOf(period, spendingOn(dayOf(now), key, noted).day);
  const seconds = Math.ceil((until.getTime() - now.getTime()) / 1_000);
  return knownFor(errors.budgetUsedUp({ period, until: until.toISOString() }), seconds);
}

/** What calls of a key with a budget cost together. */
interface Cost {
  readonly budget: Budget;
  readonly cost: number;
}

/** What calls of keys with a budget cost together, by key. Two readings of a key may differ in its budget: the smaller one holds. */
export function costsOf(charges: readonly { budget?: Budget; cost: number }[]): Cost[] {
  const byKey = new Map<string, Cost>();
  for (const { budget, cost } of charges) {
    if (!budget) continue;
    const { key, perDay, perMonth } = budget;
    const sum = byKey.get(key.id) ?? { budget, cost: 0 };
    const least = {
      key,
      perDay: Math.min(sum.budget.perDay, perDay),
      perMonth: Math.min(sum.budget.perMonth, perMonth),
    };
    byKey.set(key.id, { budget: least, cost: sum.cost + cost });
  }
  return [...byKey.values()];
}

/**
 * What makes a plain update of a wallet count costs against budgets, all or none. It matches where all of the keys have called
 * on this day before, and their budgets do.
 */
export function countTogether(costs: readonly Cost[], now: Date) {
  const day = dayOf(now);
  const counted = costs.map(({ budget: { key, perDay, perMonth }, cost }, index) => ({
    filter: {
      budgets: {
        $elemMatch: { key: key.id, day, today: { $lte: perDay - cost }, thisMonth: { $lte: perMonth - cost } },
      },
    },
    increments: { [`budgets.$[k${index}].today`]: cost, [`budgets.$[k${index}].thisMonth`]: cost },
    name: { [`k${index}.key`]: key.id },
  }));
  return {
    filter: counted.length > 0 ? { $and: counted.map(({ filter }) => filter) } : {},
    increments: Object.assign({}, ...counted.map(({ increments }) => increments)) as Record<string, number>,
    options: counted.length > 0 ? { arrayFilters: counted.map(({ name }) => name) } : {},
  };
}

/**
 * Expressions for an update pipeline that counts one cost. `spending` is what the key has spent as it stands now; `suffices`
 * and `counted` go by the field of that name. Where the clock of another front is ahead, a call counts in the day that has begun there.
 */
export function countAlone({ key, perDay, perMonth }: Budget, cost: number, now: Date) {
  const day = dayOf(now);
  const since = monthStart(day);
  const noted = { $ifNull: ['$budgets', []] };
  const own = { $first: { $filter: { input: noted, as: 'one', cond: { $eq: ['$$one.key', key.id] } } } };
  const others = {
    $filter: {
      input: noted,
      as: 'one',
      cond: { $and: [{ $ne: ['$$one.key', key.id] }, { $gte: ['$$one.day', since] }] },
    },
  };
  const begun: KeySpending = spendingOn(day, key, undefined);
  const nothing = { key: key.id, day, today: { $literal: 0 } };
  const spending = {
    $let: {
      vars: { own },
      in: {
        $cond: [
          { $gte: ['$$own.day', day] },
          '$$own',
          {
            $cond: [{ $gte: ['$$own.day', since] }, { ...nothing, thisMonth: '$$own.thisMonth' }, { $literal: begun }],
          },
        ],
      },
    },
  };
  const sum = (field: 'today' | 'thisMonth') => ({ $add: [`$spending.${field}`, cost] });
  const after = { $mergeObjects: ['$spending', { today: sum('today'), thisMonth: sum('thisMonth') }] };
  return {
    spending,
    suffices: { $and: [{ $lte: [sum('today'), perDay] }, { $lte: [sum('thisMonth'), perMonth] }] },
    counted: { $concatArrays: [others, [after]] },
  };
}
