import { LRUCache } from 'lru-cache';
import type { AlertCollections } from '../../features/alerts/index.js';
import { KeyedBatcher } from '../../features/web/index.js';
import { eventOfEnd, type WebhookCollections } from '../../features/webhooks/index.js';
import { balance } from '../../shared/contract/amounts.js';
import { ApiError } from '../../shared/contract/api-error.js';
import { errors } from '../../shared/contract/errors.js';
import type { LedgerCollections } from '../../shared/ledger/collections.js';
import type { CallFacts, Hold } from '../../shared/ledger/documents.js';
import { refund } from '../../shared/ledger/refund.js';
import { answerIn, type Decision, decide, type Notifier, settle } from '../../shared/ledger/settle.js';
import type { Clock } from '../../shared/process/clock.js';
import { count } from '../../shared/process/metrics/measure.js';
import type { KnownEnd, Outcome } from '../../shared/queue/job.js';
import { exceededPeriod, type HoldRequest, type HoldResult, holdCredits } from './hold.js';
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
  /** The balance after the hold. */
  remaining: number;
  /** Events that the account subscribes to. */
  tells: readonly string[];
}

interface LedgerOptions {
  readonly store: Store;
  readonly clock: Clock;
  /** The id of this process. */
  readonly front: string;
  /** Notifies accounts of how asynchronous calls ended. */
  readonly teller: Notifier;
  /** Receives the request id of each call once its settlement is written. */
  settled(requestId: string): void;
  onError(error: unknown): void;
}

const BALANCES_REMEMBERED = 10_000;

/** Holds the price of calls and settles the holds. Concurrent holds of an account share an update of its wallet. */
export class Ledger {
  readonly #batcher = new KeyedBatcher<HoldRequest, Held>((account, requests) => this.#holdAll(account, requests));
  /** Balances as last seen, in micro-credits: for the headers of responses to requests without a hold. */
  readonly #balances = new LRUCache<string, number>({ max: BALANCES_REMEMBERED });
  readonly #open: OpenHolds;
  readonly #settlements: Settlements;
  readonly #alerts: SpendingAlerts;

  constructor(private readonly options: LedgerOptions) {
    const { store, clock, front, teller, settled, onError } = options;
    this.#open = new OpenHolds(front, store, clock, onError);
    this.#alerts = new SpendingAlerts(store, onError);
    const forget = ({ hold }: { hold: Hold }) => {
      this.#open.delete(hold);
      settled(hold.id);
    };
    this.#settlements = new Settlements(store, clock, teller, forget, onError);
  }

  start(): void {
    this.#open.start();
  }

  /** Waits until all settlements are written, at most for the given time in ms. */
  drain(withinMs: number): Promise<void> {
    return this.#settlements.drain(withinMs);
  }

  /** Leaves the holds that are not settled to the reconciler. */
  stop(): Promise<void> {
    return this.#open.stop();
  }

  /**
   * Holds the price of a call.
   *
   * @throws ApiError 402 when the balance or the key's budget does not cover it, 503 when too many calls are undecided
   */
  hold(request: HoldRequest): Promise<Held> {
    return this.#batcher.add(request.account, request);
  }

  /** Charges what is held for a call, or releases it after a server fault. */
  settle({ account, hold }: Held, end: Outcome, call: CallFacts, tell?: Decision['tell']): void {
    const decision = decide(account, hold, end, this.options.clock.now());
    this.#settlements.add({ ...decision, call, ...(tell && { tell }) });
  }

  /** Settles an accepted request (202) whose job has ended, and notifies the account if it subscribes to that. */
  settleAccepted(held: Held, end: KnownEnd, call: CallFacts): void {
    const isSubscribed = held.hold.later?.callback !== undefined || held.tells.includes(eventOfEnd(end).name);
    this.settle(held, end, call, isSubscribed ? answerIn(end) : undefined);
  }

  /** Releases what is held for a request whose front died, or refunds what it was charged: its client repeats it. Harmless to repeat. */
  async undo(account: string, requestId: string): Promise<void> {
    const { store, clock } = this.options;
    const now = clock.now();
    const wallet = await store.wallets.findOne({ _id: account, 'open.id': requestId }, { projection: { open: 1 } });
    const hold = wallet?.open.find(({ id }) => id === requestId);
    if (hold) await settle(store, [decide(account, hold, { status: 503 }, now)], now);
    await refund(store, requestId, 'repeated with its Idempotency-Key', now);
  }

  /** The balance as last seen by this process, in micro-credits. */
  lastBalance(account: string): number | undefined {
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
    const remaining = balance(wallet?.lots ?? [], now);
    this.#balances.set(account, remaining);
    this.#alerts.checkBalance(account, remaining, wallet?.low, now);
    return requests.map((request, index) => {
      const outcome = outcomes[index] ?? errors.insufficientCredits();
      const isRefused = outcome instanceof ApiError;
      count('holds', { outcome: isRefused ? 'refused' : 'taken' });
      this.#checkBudget(request, wallet, isRefused, now);
      if (isRefused) return outcome;
      this.#open.add(outcome);
      return { account, hold: outcome, remaining, tells: wallet?.tells ?? [] };
    });
  }

  #checkBudget({ account, budget, cost }: HoldRequest, wallet: HoldResult['wallet'], isRefused: boolean, at: Date) {
    if (!budget) return;
    const exceeded = isRefused ? exceededPeriod(budget, wallet?.budgets, cost, at) : undefined;
    this.#alerts.checkBudget(account, budget, wallet?.budgets, at, exceeded);
  }
}
