import { monthStart } from '../keys/budget.js';
import type { Hold } from './documents.js';

/** What of a hold, or of a lease, goes back to where it came from, in micro-credits. */
export interface Back {
  readonly hold: Pick<Hold, 'key' | 'budgeted'>;
  readonly amount: number;
}

/**
 * The field of a wallet that says what its keys have spent, after amounts went back to the budgets that they counted against; nothing
 * when there are none. What counted in a day or month that is over is no longer counted at all. For an update pipeline.
 */
export function budgetsBack(given: readonly Back[]): { budgets?: object } {
  const counted = byKeyAndDay(given);
  if (counted.length === 0) return {};
  const isOwn = (key: string) => ({ $eq: ['$$one.key', { $literal: key }] });
  const sumOf = (period: (day: string) => object) => ({
    $sum: counted.map(({ key, day, amount }) => ({ $cond: [{ $and: [isOwn(key), period(day)] }, amount, 0] })),
  });
  const today = sumOf((day) => ({ $eq: ['$$one.day', day] }));
  const thisMonth = sumOf((day) => {
    const first = monthStart(day);
    return { $and: [{ $gte: ['$$one.day', first] }, { $lt: ['$$one.day', monthAfter(first)] }] };
  });
  const lessened = {
    today: { $subtract: ['$$one.today', today] },
    thisMonth: { $subtract: ['$$one.thisMonth', thisMonth] },
  };
  const input = { $ifNull: ['$budgets', []] };
  return { budgets: { $map: { input, as: 'one', in: { $mergeObjects: ['$$one', lessened] } } } };
}

function byKeyAndDay(given: readonly Back[]) {
  const sums = new Map<string, { key: string; day: string; amount: number }>();
  for (const { hold, amount } of given) {
    const { key, budgeted: day } = hold;
    if (day === undefined || amount === 0) continue;
    const sum = sums.get(`${day} ${key}`)?.amount ?? 0;
    sums.set(`${day} ${key}`, { key, day, amount: sum + amount });
  }
  return [...sums.values()];
}

/** The last name of a day that a month could have is smaller than this. */
const monthAfter = (first: string): string => `${first.slice(0, 8)}99`;
