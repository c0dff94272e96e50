import { toCredits } from '../../shared/contract/amounts.js';
import type { BudgetedKey } from '../../shared/ledger/budget.js';
import { type Budget, endOfPeriod, findSpending, toBudget } from '../../shared/ledger/budget.js';
import type { Wallet } from '../../shared/ledger/documents.js';
import { utcDay } from '../../shared/process/clock.js';
import { budgetNear, budgetReached } from '../webhooks/index.js';
import { type AlertStore, type Crossed, tell } from './tell.js';

/** The share of a budget of which its account is told that it is spent. */
const NEAR = 0.8;

type Period = 'day' | 'month';
type BudgetAlert = Crossed<string, typeof budgetNear.data>;

/**
 * What is to be told of a budget as it stands: that a key is near it, or has reached it, for the day, the month, or both.
 *
 * @param noted what the wallet says of its keys
 * @param refused the period whose budget has just not done for a call
 */
export function budgetAlerts(budget: Budget, noted: Wallet['budgets'], at: Date, refused?: Period): BudgetAlert[] {
  const { today, thisMonth, day } = findSpending(utcDay(at), budget.key, noted);
  const { id: key, name } = budget.key;
  const alertOf = (period: Period, most: number, spent: number, named: string): BudgetAlert[] => {
    const isReached = spent >= most || refused === period;
    if (!isReached && spent < most * NEAR) return [];
    const event = isReached ? budgetReached : budgetNear;
    const until = endOfPeriod(period, day).toISOString();
    const data = { key, name, period, budget: toCredits(most), spent: toCredits(spent), until };
    return [{ event, data, id: `${event.name}_${key}_${named}_${most}`, at }];
  };
  return [
    ...alertOf('day', budget.perDay, today, day),
    ...alertOf('month', budget.perMonth, thisMonth, day.slice(0, 7)),
  ];
}

/** Warns an account of what a key of its has spent of its budget, where no call does so: after a change of it, or a crash. */
export async function tellOfBudget(
  store: AlertStore,
  key: BudgetedKey & { readonly account: string },
  noted: Wallet['budgets'],
  at: Date,
): Promise<void> {
  const budget = toBudget(key);
  for (const alert of budget ? budgetAlerts(budget, noted, at) : []) await tell(store, key.account, alert);
}
