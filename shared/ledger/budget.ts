import { toCredits } from '../contract/amounts.js';
import { nullable, number } from '../contract/fields.js';
import { utcDay } from '../process/clock.js';
import type { Hold, KeySpending, Wallet } from './documents.js';

/** Returns the first day of the month of a day (UTC, `2026-01-05`). */
const findMonthStart = (day: string): string => `${day.slice(0, 8)}01`;

/** Returns the end of a day, or of its month. */
export function endOfPeriod(period: 'day' | 'month', day: string): Date {
  const end = new Date(`${period === 'day' ? day : findMonthStart(day)}T00:00:00Z`);
  if (period === 'day') end.setUTCDate(end.getUTCDate() + 1);
  else end.setUTCMonth(end.getUTCMonth() + 1);
  return end;
}

/** A key with its budgets, in micro-credits; 0 is no limit. */
export interface BudgetedKey {
  readonly id: string;
  readonly name: string;
  readonly budget_per_day?: number;
  readonly budget_per_month?: number;
}

/** Budget of a key for each day and month (UTC), in micro-credits. Its spending is in the wallet of its account. */
export interface Budget {
  readonly key: Pick<BudgetedKey, 'id' | 'name'>;
  readonly perDay: number;
  readonly perMonth: number;
}

/** Returns the budget of a key; undefined if it has none. */
export const toBudget = ({ id, name, budget_per_day, budget_per_month }: BudgetedKey): Budget | undefined =>
  budget_per_day || budget_per_month
    ? {
        key: { id, name },
        perDay: budget_per_day || Number.MAX_SAFE_INTEGER,
        perMonth: budget_per_month || Number.MAX_SAFE_INTEGER,
      }
    : undefined;

/**
 * Returns what a key has spent as of a day, without the spending of days and months that are over.
 *
 * @param budgets the entries of the account's wallet
 */
export function findSpending(day: string, { id }: Pick<BudgetedKey, 'id'>, budgets: Wallet['budgets']): KeySpending {
  const found = budgets?.find(({ key }) => key === id);
  if (found && found.day >= day) return found;
  const isSameMonth = found && found.day >= findMonthStart(day);
  return { key: id, day, today: 0, thisMonth: isSameMonth ? found.thisMonth : 0 };
}

/** Response fields of the budget of a key, and of its spending. */
export const budgetFields = {
  budget_per_day: nullable(number({ description: 'Budget per day (UTC), in credits' })),
  budget_per_month: nullable(number({ description: 'Budget per month (UTC), in credits' })),
  spent_today: number({ description: 'Credits spent today (UTC); counted only while the key has a budget' }),
  spent_this_month: number({ description: 'Credits spent this month (UTC); counted only while the key has a budget' }),
};

/** @param budgets the entries of the account's wallet */
export function describeBudget(key: BudgetedKey, budgets: Wallet['budgets'], now: Date) {
  const { today, thisMonth } = findSpending(utcDay(now), key, budgets);
  return {
    budget_per_day: key.budget_per_day ? toCredits(key.budget_per_day) : null,
    budget_per_month: key.budget_per_month ? toCredits(key.budget_per_month) : null,
    spent_today: toCredits(today),
    spent_this_month: toCredits(thisMonth),
  };
}

/**
 * Expressions, for an update pipeline, that count `$$request.hold.cost` against the budget of the key `$$request.hold.key` in the list of
 * `$$state.budgets`. When the clock of another front is ahead, the call counts in the day that has begun there.
 *
 * @returns `spending`, what the key has spent so far; `isWithin` and `counted` use it as `$$spending`
 */
export function countAgainstBudget(now: Date) {
  const day = utcDay(now);
  const month = findMonthStart(day);
  const isOwn = { $eq: ['$$one.key', '$$request.hold.key'] };
  const earlier = { $first: { $filter: { input: '$$state.budgets', as: 'one', cond: isOwn } } };
  const earlierThisMonth = { $cond: [{ $gte: ['$$earlier.day', month] }, '$$earlier.thisMonth', 0] };
  const dayBegins = { key: '$$request.hold.key', day, today: 0, thisMonth: earlierThisMonth };
  const spending = {
    $let: { vars: { earlier }, in: { $cond: [{ $gte: ['$$earlier.day', day] }, '$$earlier', dayBegins] } },
  };
  const sum = (field: 'today' | 'thisMonth') => ({ $add: [`$$spending.${field}`, '$$request.hold.cost'] });
  const others = { $and: [{ $not: [isOwn] }, { $gte: ['$$one.day', month] }] };
  return {
    spending,
    isWithin: {
      $and: [
        { $lte: [sum('today'), '$$request.budget.perDay'] },
        { $lte: [sum('thisMonth'), '$$request.budget.perMonth'] },
      ],
    },
    counted: {
      $concatArrays: [
        { $filter: { input: '$$state.budgets', as: 'one', cond: others } },
        [{ $mergeObjects: ['$$spending', { today: sum('today'), thisMonth: sum('thisMonth') }] }],
      ],
    },
  };
}

/** Released amount of a hold, in micro-credits. */
interface Released {
  readonly hold: Pick<Hold, 'key' | 'budgeted'>;
  readonly amount: number;
}

/**
 * Returns the `budgets` of a wallet, for an update pipeline, after released amounts went back to the budgets that they counted against; no
 * field if there are none. Amounts that counted in a day or month that is over are no longer counted at all.
 */
export function returnToBudgets(released: readonly Released[]): { budgets?: object } {
  const counted = sumByKeyAndDay(released);
  if (counted.length === 0) return {};
  const isOwn = (key: string) => ({ $eq: ['$$one.key', { $literal: key }] });
  const sumIn = (period: (day: string) => object) => ({
    $sum: counted.map(({ key, day, amount }) => ({ $cond: [{ $and: [isOwn(key), period(day)] }, amount, 0] })),
  });
  const today = sumIn((day) => ({ $eq: ['$$one.day', day] }));
  const thisMonth = sumIn((day) => {
    const first = findMonthStart(day);
    return { $and: [{ $gte: ['$$one.day', first] }, { $lt: ['$$one.day', afterMonth(first)] }] };
  });
  const lessened = {
    today: { $subtract: ['$$one.today', today] },
    thisMonth: { $subtract: ['$$one.thisMonth', thisMonth] },
  };
  const input = { $ifNull: ['$budgets', []] };
  return { budgets: { $map: { input, as: 'one', in: { $mergeObjects: ['$$one', lessened] } } } };
}

function sumByKeyAndDay(released: readonly Released[]) {
  const sums = new Map<string, { key: string; day: string; amount: number }>();
  for (const { hold, amount } of released) {
    const { key, budgeted: day } = hold;
    if (day === undefined || amount === 0) continue;
    const sum = sums.get(`${day} ${key}`)?.amount ?? 0;
    sums.set(`${day} ${key}`, { key, day, amount: sum + amount });
  }
  return [...sums.values()];
}

/** Returns a text greater than every day of the month. */
const afterMonth = (first: string): string => `${first.slice(0, 8)}99`;
