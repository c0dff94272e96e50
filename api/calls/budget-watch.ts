import { LRUCache } from 'lru-cache';
import { budgetAlerts } from '../../shared/alerts/budget-alerts.js';
import { type AlertStore, tell } from '../../shared/alerts/tell.js';
import type { Budget } from '../../shared/keys/budget.js';
import type { Wallet } from '../../shared/ledger/documents.js';

const REMEMBERED = 10_000;

/** Warns accounts of keys that come near their budgets, and of those that reach them, off the callers' path. */
export class BudgetWatch {
  /** What has been told from here: most calls of a key in that state need not ask the store whether it has. */
  readonly #told = new LRUCache<string, true>({ max: REMEMBERED });

  constructor(
    private readonly store: AlertStore,
    private readonly onError: (error: unknown) => void,
  ) {}

  /** Looks at what a key has spent; see budgetAlerts. */
  seen(account: string, budget: Budget, noted: Wallet['budgets'], at: Date, refused?: 'day' | 'month'): void {
    for (const alert of budgetAlerts(budget, noted, at, refused)) {
      if (this.#told.has(alert.id)) continue;
      this.#told.set(alert.id, true);
      tell(this.store, account, alert).catch((error: unknown) => {
        // The next call of the key finds it untold.
        this.#told.delete(alert.id);
        this.onError(error);
      });
    }
  }
}
