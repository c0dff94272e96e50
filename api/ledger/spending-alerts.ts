import { LRUCache } from 'lru-cache';
import {
  type AlertCollections,
  checkBalance,
  findBudgetAlerts,
  hasCrossedThreshold,
  notify,
} from '../../features/alerts/index.js';
import type { WebhookCollections } from '../../features/webhooks/index.js';
import type { Budget } from '../../shared/ledger/budget.js';
import type { LedgerCollections } from '../../shared/ledger/collections.js';
import type { LowBalance, Wallet } from '../../shared/ledger/documents.js';

type Store = Pick<AlertCollections, 'alerts'> &
  Pick<LedgerCollections, 'wallets'> &
  Pick<WebhookCollections, 'messages'>;

const MAX_CACHED_ALERTS = 10_000;

/** Notifies accounts of balances below their threshold, and of keys near or at their budgets, off the clients' path. */
export class SpendingAlerts {
  readonly #checking = new Set<string>();
  /** Alerts sent by this process, so that most calls of a key near its budget do not query the store. */
  readonly #sent = new LRUCache<string, true>({ max: MAX_CACHED_ALERTS });

  constructor(
    private readonly store: Store,
    private readonly onError: (error: unknown) => void,
  ) {}

  /** Checks a balance that may have crossed its threshold; one check of an account at a time, the next hold sees what it missed. */
  checkBalance(account: string, balance: number, low: LowBalance | undefined, at: Date): void {
    if (!hasCrossedThreshold(balance, low) || this.#checking.has(account)) return;
    this.#checking.add(account);
    checkBalance(this.store, account, at)
      .catch(this.onError)
      .finally(() => this.#checking.delete(account));
  }

  /** @param refused the period whose budget did not cover a call; see findBudgetAlerts */
  checkBudget(account: string, budget: Budget, budgets: Wallet['budgets'], at: Date, refused?: 'day' | 'month'): void {
    for (const alert of findBudgetAlerts(budget, budgets, at, refused)) {
      if (this.#sent.has(alert.id)) continue;
      this.#sent.set(alert.id, true);
      notify(this.store, account, alert).catch((error: unknown) => {
        // The next call of the key tries again.
        this.#sent.delete(alert.id);
        this.onError(error);
      });
    }
  }
}
