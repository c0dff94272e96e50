import type { Static } from 'typebox';
import { toCredits } from '../../shared/contract/amounts.js';
import { conforms } from '../../shared/contract/input.js';
import { type Budget, type BudgetedKey, endOfPeriod, findSpending, toBudget } from '../../shared/ledger/budget.js';
import type { Wallet } from '../../shared/ledger/documents.js';
import { utcDay } from '../../shared/process/clock.js';
import { budgetNear, budgetReached } from '../webhooks/index.js';
import { type AlertStore, type Crossed, notify } from './notify.js';

/** Share of a budget from which its account is warned. */
const WARNING_SHARE = 0.8;

type Period = 'day' | 'month';
type BudgetAlert = Crossed<string, typeof budgetNear.data>;

/**
 * Returns the alerts of a key that is near its budget, or has reached it, for the day, the month, or both.
 *
 * @param budgets spending of the account's keys, from its wallet
 * @param refused period whose budget was insufficient for a request
 */
export function findBudgetAlerts(
  budget: Budget,
  budgets: Wallet['budgets'],
  at: Date,
  refused?: Period,
): BudgetAlert[] {
  const { today, thisMonth, day } = findSpending(utcDay(at), budget.key, budgets);
  const { id: key, name } = budget.key;
  const check = (period: Period, most: number, spent: number, date: string): BudgetAlert[] => {
    const isReached = spent >= most || refused === period;
    if (!isReached && spent < most * WARNING_SHARE) return [];
    const event = isReached ? budgetReached : budgetNear;
    const until = endOfPeriod(period, day).toISOString();
    const data = { key, name, period, budget: toCredits(most), spent: toCredits(spent), until };
    return [{ event, data, id: `${event.name}_${key}_${date}_${most}`, at }];
  };
  return [...check('day', budget.perDay, today, day), ...check('month', budget.perMonth, thisMonth, day.slice(0, 7))];
}

/** Finds the keys whose budget is used up: it is spent, or a request was refused for it. */
export async function findReachedBudgets(
  { alerts }: Pick<AlertStore, 'alerts'>,
  account: string,
  keys: readonly BudgetedKey[],
  budgets: Wallet['budgets'],
  now: Date,
): Promise<Static<typeof budgetReached.data>[]> {
  const reached = keys.flatMap((key) => {
    const budget = toBudget(key);
    // As if a request had just been refused, which gives the ids of both alerts.
    const refused = (period: Period) => (budget ? findBudgetAlerts(budget, budgets, now, period) : []);
    return [...refused('day'), ...refused('month')].filter(({ event }) => event.name === budgetReached.name);
  });
  const found = await alerts.find({ _id: { $in: reached.map(({ id }) => `${account}/${id}`) } }).toArray();
  return found.flatMap(({ data }) => (conforms(budgetReached.data, data) ? [data] : []));
}

/** Notifies an account of a key's budget when no request does so: after a change of the budget, or a crash. */
export async function notifyOfBudget(
  store: AlertStore,
  key: BudgetedKey & { readonly account: string },
  budgets: Wallet['budgets'],
  at: Date,
): Promise<void> {
  const budget = toBudget(key);
  for (const alert of budget ? findBudgetAlerts(budget, budgets, at) : []) await notify(store, key.account, alert);
}
