import type { Clock } from '../../shared/process/clock.js';
import type { Collections } from '../../shared/store/collections.js';
import { watchBalance } from '../../shared/webhooks/low-balance.js';

/** Looks at balances that may have crossed the thresholds of their accounts, off the callers' path. */
export class Balances {
  readonly #looking = new Set<string>();

  constructor(
    private readonly store: Collections,
    private readonly clock: Clock,
    private readonly onError: (error: unknown) => void,
  ) {}

  /** Looks at the balance of an account, unless somebody is at it: what comes of that the next debit sees. */
  look(account: string): void {
    if (this.#looking.has(account)) return;
    this.#looking.add(account);
    watchBalance(this.store, account, this.clock.now())
      .catch(this.onError)
      .finally(() => this.#looking.delete(account));
  }
}
