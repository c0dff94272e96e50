import { toCredits } from '../contract/amounts.js';
import { nullable, number } from '../contract/fields.js';
import type { KeySpending, Wallet } from './documents.js';

/** The day (UTC) that a call belongs to: `2026-01-05`. Days sort as their names do. */
export const dayOf = (at: Date): string => at.toISOString().slice(0, 10);

/** The first day of the month that a day is in. */
export const monthStart = (day: string): string => `${day.slice(0, 8)}01`;

/** When a day, or the month that it is in, is over. */
export function endOf(period: 'day' | 'month', day: string): Date {
  const end = new Date(`${period === 'day' ? day : monthStart(day)}T00:00:00Z`);
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

/** What a key may spend per day and month (UTC), in micro-credits; what it has spent stands in its account's wallet. */
export interface Budget {
  readonly key: Pick<BudgetedKey, 'id' | 'name'>;
  readonly perDay: number;
  readonly perMonth: number;
}

/** The budget of a key; undefined where it has none. A budget that is 0 is none. */
export const budgetFor = ({ id, name, budget_per_day, budget_per_month }: BudgetedKey): Budget | undefined =>
  budget_per_day || budget_per_month
    ? {
        key: { id, name },
        perDay: budget_per_day || Number.MAX_SAFE_INTEGER,
        perMonth: budget_per_month || Number.MAX_SAFE_INTEGER,
      }
    : undefined;

/**
 * Returns what a key has spent as of a day: less than its last entry says where a new day or month has begun since.
 *
 * @param budgets the entries of the account's wallet
 */
export function spendingOn(day: string, { id }: Pick<BudgetedKey, 'id'>, budgets: Wallet['budgets']): KeySpending {
  const found = budgets?.find(({ key }) => key === id);
  if (found && found.day >= day) return found;
  const isSameMonth = found && found.day >= monthStart(day);
  return { key: id, day, today: 0, thisMonth: isSameMonth ? found.thisMonth : 0 };
}

/** The budget of a key and what it has spent of it, as customers and operators read them. */
export const budgetFields = {
  budget_per_day: nullable(number({ description: 'Credits that it may spend in a day (UTC)' })),
  budget_per_month: nullable(number({ description: 'Credits that it may spend in a month (UTC)' })),
  spent_today: number({ description: 'Credits; counted while the key has a budget' }),
  spent_this_month: number({ description: 'Credits; counted while the key has a budget' }),
};

/** @param noted what the wallet of the key's account says of its keys */
export function budgetOf(key: BudgetedKey, noted: Wallet['budgets'], now: Date) {
  const { today, thisMonth } = spendingOn(dayOf(now), key, noted);
  return {
    budget_per_day: key.budget_per_day ? toCredits(key.budget_per_day) : null,
    budget_per_month: key.budget_per_month ? toCredits(key.budget_per_month) : null,
    spent_today: toCredits(today),
    spent_this_month: toCredits(thisMonth),
  };
}
