import { dayOf, monthStart } from './budget.js';
import type { Hold } from './documents.js';

/**
 * Expressions, for an update pipeline, that count `$$request.hold.cost` against the budget of the key `$$request.hold.key` in the list of
 * `$$state.budgets`. When the clock of another front is ahead, the call counts in the day that has begun there.
 *
 * @returns `spending`, what the key has spent so far; `isWithin` and `counted` use it as `$$spending`
 */
export function countAgainstBudget(now: Date) {
  const day = dayOf(now);
  const month = monthStart(day);
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

/** An amount of a hold that goes back to where it came from, in micro-credits. */
interface Returned {
  readonly hold: Pick<Hold, 'key' | 'budgeted'>;
  readonly amount: number;
}

/**
 * The `budgets` of a wallet after amounts went back to the budgets that they counted against; no field when there are none. Amounts
 * that counted in a day or month that is over are no longer counted at all. For an update pipeline.
 */
export function returnToBudgets(returned: readonly Returned[]): { budgets?: object } {
  const counted = sumByKeyAndDay(returned);
  if (counted.length === 0) return {};
  const isOwn = (key: string) => ({ $eq: ['$$one.key', { $literal: key }] });
  const sumOf = (period: (day: string) => object) => ({
    $sum: counted.map(({ key, day, amount }) => ({ $cond: [{ $and: [isOwn(key), period(day)] }, amount, 0] })),
  });
  const today = sumOf((day) => ({ $eq: ['$$one.day', day] }));
  const thisMonth = sumOf((day) => {
    const first = monthStart(day);
    return { $and: [{ $gte: ['$$one.day', first] }, { $lt: ['$$one.day', afterMonth(first)] }] };
  });
  const lessened = {
    today: { $subtract: ['$$one.today', today] },
    thisMonth: { $subtract: ['$$one.thisMonth', thisMonth] },
  };
  const input = { $ifNull: ['$budgets', []] };
  return { budgets: { $map: { input, as: 'one', in: { $mergeObjects: ['$$one', lessened] } } } };
}

function sumByKeyAndDay(returned: readonly Returned[]) {
  const sums = new Map<string, { key: string; day: string; amount: number }>();
  for (const { hold, amount } of returned) {
    const { key, budgeted: day } = hold;
    if (day === undefined || amount === 0) continue;
    const sum = sums.get(`${day} ${key}`)?.amount ?? 0;
    sums.set(`${day} ${key}`, { key, day, amount: sum + amount });
  }
  return [...sums.values()];
}

/** A name greater than that of every day of the month. */
const afterMonth = (first: string): string => `${first.slice(0, 8)}99`;
