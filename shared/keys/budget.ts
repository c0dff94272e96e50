import { nullable, number } from '../contract/fields.js';
import { toCredits } from '../ledger/amounts.js';
import type { Key } from '../store/collections.js';

/** The day and the month (UTC) that a call belongs to: `2026-01-05`, `2026-01`. */
export interface Periods {
  readonly day: string;
  readonly month: string;
}

export function periodsOf(at: Date): Periods {
  const day = at.toISOString().slice(0, 10);
  return { day, month: day.slice(0, 7) };
}

/** The budget of a key and what it has spent of it, as customers and operators read them. */
export const budgetFields = {
  budget_per_day: nullable(number({ description: 'Credits that it may spend in a day (UTC)' })),
  budget_per_month: nullable(number({ description: 'Credits that it may spend in a month (UTC)' })),
  spent_today: number({ description: 'Credits; counted while the key has a budget' }),
  spent_this_month: number({ description: 'Credits; counted while the key has a budget' }),
};

export function budgetOf({ budget_per_day, budget_per_month, spent }: Key, now: Date) {
  const { day, month } = periodsOf(now);
  return {
    budget_per_day: budget_per_day ? toCredits(budget_per_day) : null,
    budget_per_month: budget_per_month ? toCredits(budget_per_month) : null,
    spent_today: toCredits(spent?.day === day ? spent.today : 0),
    spent_this_month: toCredits(spent?.month === month ? spent.thisMonth : 0),
  };
}
