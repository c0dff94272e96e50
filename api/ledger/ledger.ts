import { LRUCache } from 'lru-cache';
import type { AlertCollections } from '../../features/alerts/index.js';
import { selectJobEvent, type WebhookCollections } from '../../features/webhooks/index.js';
import { computeBalance, usable } from '../../shared/contract/amounts.js';
import { ApiError } from '../../shared/contract/api-error.js';
import { errors } from '../../shared/contract/errors.js';
import type { LedgerCollections } from '../../shared/ledger/collections.js';
import type { CallFacts, Hold } from '../../shared/ledger/documents.js';
import { refund } from '../../shared/ledger/refund.js';
import {
  type Decision,
  decide,
  type Notifier,
  settle,
  startSettlementCounters,
  toNotification,
} from '../../shared/ledger/settle.js';
import type { Clock } from '../../shared/process/clock.js';
import { KeyedBatcher } from '../../shared/process/keyed-batcher.js';
import { count, startAtZero } from '../../shared/process/metrics/measure.js';
import type { KnownOutcome, Outcome } from '../../shared/queue/job.js';
import { findExceededPeriod, type HoldRequest, type HoldResult, holdCredits } from './hold.js';
import { OpenHolds } from './open-holds.js';
import { Settlements } from './settlements.js';
import { SpendingAlerts } from './spending-alerts.js';

type Store = Pick<AlertCollections, 'alerts'> &
  Pick<LedgerCollections, 'leases' | 'refunds' | 'usage' | 'wallets'> &
  Pick<WebhookCollections, 'messages'>;

/** Credits held for one call. Amounts are micro-credits. */
export interface Held {
  account: string;
  hold: Hold;
  /** Balance after the hold. */
  remaining: number;
  /** Events that the account subscribes to. */
  subscriptions: readonly string[];
}

interface LedgerOptions {
  readonly store: Store;
  readonly clock: Clock;
  /** Id of this process. */
  readonly front: string;
  /** Notifies accounts of the outcome of asynchronous calls. */
  readonly notify: Notifier;
  /** Receives the request id of each call once its settlement is written. */
  settled(requestId: string): void;
  onError(error: unknown): void;
}

const MAX_CACHED_BALANCES = 10_000;

/** Holds the price of calls and settles the holds. Concurrent holds of an account share an update of its wallet. */
export class Ledger {
  readonly #batcher = new KeyedBatcher<HoldRequest, Held>((account, requests) => this.#holdAll(account, requests));
  /** Cached balances in micro-credits, for the headers of responses to requests without a hold. */
  readonly #balances = new LRUCache<string, number>({ max: MAX_CACHED_BALANCES });
  readonly #open: OpenHolds;
  readonly #settlements: Settlements;
  readonly #alerts: SpendingAlerts;

  constructor(private readonly options: LedgerOptions) {
    const { store, clock, front, notify, settled, onError } = options;
    this.#open = new OpenHolds(front, store, clock, onError);
    this.#alerts = new SpendingAlerts(store, onError);
    const forget = ({ hold }: { hold: Hold }) => {
      this.#open.delete(hold);
      settled(hold.id);
    };
    this.#settlements = new Settlements(store, clock, notify, forget, onError);
  }

  start(): void {
    startAtZero('holds', [{ outcome: 'taken' }, { outcome: 'refused' }]);
    startSettlementCounters();
    this.#open.start();
  }

  /** Waits until all settlements are written, or for a timeout in ms. */
  drain(timeoutMs: number): Promise<void> {
    return this.#settlements.drain(timeoutMs);
  }

  /** Leaves the holds that are not settled to the reconciler. */
  stop(): Promise<void> {
    return this.#open.stop();
  }

  /**
   * Holds the price of a call.
   *
   * @throws ApiError 402 if the balance or the key's budget does not cover it, 503 if the account has too many open holds
   */
  hold(request: HoldRequest): Promise<Held> {
    return this.#batcher.add(request.account, request);
  }

  /** Charges the hold of a call, or releases it after a server fault. */
  settle({ account, hold }: Held, outcome: Outcome, call: CallFacts, notification?: Decision['notification']): void {
    const decision = decide(account, hold, outcome, this.options.clock.now());
    this.#settlements.add({ ...decision, call, ...(notification && { notification }) });
  }

  /** Settles an accepted request (202) whose job has ended, and notifies the account if it subscribes to that. */
  settleAccepted(held: Held, end: KnownOutcome, call: CallFacts): void {
    const isSubscribed =
      held.hold.later?.callback !== undefined || held.subscriptions.includes(selectJobEvent(end).name);
    this.settle(held, end, call, isSubscribed ? toNotification(end) : undefined);
  }

  /** Releases the hold of a request whose front died, or refunds its charge, since its client repeats it. Safe to repeat. */
  async undo(account: string, requestId: string): Promise<void> {
    const { store, clock } = this.options;
    const now = clock.now();
    const wallet = await store.wallets.findOne({ _id: account, 'open.id': requestId }, { projection: { open: 1 } });
    const hold = wallet?.open.find(({ id }) => id === requestId);
    if (hold) await settle(store, [decide(account, hold, { status: 503 }, now)], now);
    await refund(store, requestId, 'repeated with its Idempotency-Key', now);
  }

  /** Returns the cached balance, without credits that are bound to groups, in micro-credits. */
  cachedBalance(account: string): number | undefined {
    return this.#balances.get(account);
  }

  async #holdAll(account: string, requests: readonly HoldRequest[]): Promise<(Held | ApiError)[]> {
    try {
      return await this.#holdBatch(account, requests);
    } catch (error) {
      this.#open.reportUnresolved();
      count('holds', { outcome: 'refused' }, requests.length);
      throw error;
    }
  }

  async #holdBatch(account: string, requests: readonly HoldRequest[]): Promise<(Held | ApiError)[]> {
    const { store, clock, front } = this.options;
    const now = clock.now();
    const { outcomes, wallet } = await holdCredits(store.wallets, account, requests, now, front);
    const lots = wallet?.lots ?? [];
    const unbound = computeBalance(usable(lots), now);
    const hasBound = lots.some(({ groups }) => groups);
    this.#balances.set(account, unbound);
    this.#alerts.checkBalance(account, unbound, wallet?.low, now);
    return requests.map((request, index) => {
      const outcome = outcomes[index] ?? errors.insufficientCredits();
      const isRefused = outcome instanceof ApiError;
      count('holds', { outcome: isRefused ? 'refused' : 'taken' });
      this.#checkBudget(request, wallet, isRefused, now);
      if (isRefused) return outcome;
      if (!outcome.batch) this.#open.add(outcome);
      const remaining = hasBound ? computeBalance(usable(lots, request.group), now) : unbound;
      return { account, hold: outcome, remaining, subscriptions: wallet?.tells ?? [] };
    });
  }

  #checkBudget({ account, budget, cost }: HoldRequest, wallet: HoldResult['wallet'], isRefused: boolean, at: Date) {
    if (!budget) return;
    const exceeded = isRefused ? findExceededPeriod(budget, wallet?.budgets, cost, at) : undefined;
    this.#alerts.checkBudget(account, budget, wallet?.budgets, at, exceeded);
  }
}
