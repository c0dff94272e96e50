import { LRUCache } from 'lru-cache';
import { type Budget, budgetsOf } from '../../shared/keys/budget.js';
import { balance, lotsOf } from '../../shared/ledger/amounts.js';
import type { Wallet } from '../../shared/ledger/documents.js';
import type { Clock } from '../../shared/process/clock.js';
import { hasCrossed } from '../../shared/webhooks/low-balance.js';
import { shortOf } from './budgets.js';
import type { Charge } from './charge.js';

/** What is looked at of a wallet after it has changed. */
export const SEEN = { lots: 1, leased: 1, reversals: 1, tells: 1, low: 1, budgets: 1 } as const;

/** What is remembered of a wallet. */
export type Purse = Pick<Wallet, 'lots' | 'leased' | 'reversals' | 'budgets'>;

/** A balance that does for so many calls is not used up by what other fronts take before this one sees it again. */
const AMPLE_CALLS = 1_000;
const ACCOUNTS_REMEMBERED = 10_000;

/** What this process has last seen of wallets. */
export class Purses {
  readonly #seen = new LRUCache<string, Purse>({ max: ACCOUNTS_REMEMBERED });

  /**
   * @param drawn what was paid here from leases and is not in the wallet yet, in micro-credits
   * @param crossed is told of an account whose balance is on another side of its threshold than is noted
   */
  constructor(
    private readonly clock: Clock,
    private readonly drawn: (account: string) => number,
    private readonly crossed?: (account: string) => void,
  ) {}

  /** Remembers a wallet as it has just been seen. */
  see({ _id: account, lots, leased, reversals, budgets, low }: Wallet): void {
    const more = { ...(leased && { leased }), ...(reversals && { reversals }), ...(budgets && { budgets }) };
    this.#seen.set(account, { lots, ...more });
    if (hasCrossed(this.lastKnown(account) ?? 0, low)) this.crossed?.(account);
  }

  of(account: string): Purse | undefined {
    return this.#seen.get(account);
  }

  /** The balance as last seen, less what was paid from leases since; in micro-credits. */
  lastKnown(account: string): number | undefined {
    const seen = this.#seen.get(account);
    return seen && balance(lotsOf(seen), this.clock.now()) - this.drawn(account);
  }

  /**
   * Whether a front had leased of the account's credits, as last seen.
   *
   * @param key of whose budget; without it, whatever was leased
   */
  hasLeased(account: string, key?: string): boolean {
    const leased = this.#seen.get(account)?.leased ?? [];
    return leased.some(({ left, budgeted }) => left > 0 && (key === undefined || budgeted?.key === key));
  }

  /** Whether the budget of a key, as last seen, would do for a cost if nothing was leased. */
  doesBudget(account: string, budget: Budget, cost: number): boolean {
    return !shortOf(budget, budgetsOf(this.#seen.get(account)), cost, this.clock.now());
  }

  /** Whether the balance and the budget, as last seen, would do for many calls of such a cost. */
  isAmple({ account, cost, budget }: Pick<Charge, 'account' | 'cost' | 'budget'>): boolean {
    const most = cost * AMPLE_CALLS;
    if ((this.lastKnown(account) ?? 0) < most) return false;
    return !budget || this.doesBudget(account, budget, most);
  }
}
