import { type Clock, withTimeout } from '../../shared/process/clock.js';
import type { Logger } from '../../shared/process/log.js';
import { startAtZero } from '../../shared/process/metrics/measure.js';
import type { PaymentCollections } from './collections.js';
import { converge, storeHint } from './converge.js';
import type { Payments } from './payments.js';
import type { Hint } from './provider.js';
import { convergePlan, type PlanStore, storeCustomerHint } from './subscriptions.js';
import { followPayment } from './unknown-payments.js';

type Store = PlanStore & Pick<PaymentCollections, 'unknownPayments'>;

/** Maximum number of concurrent updates; others are left to the scheduler. */
const MAX_CONCURRENT = 20;

/**
 * Updates orders from the provider in the background, as soon as a hint arrives. The scheduler updates those that are missed: hints are
 * in the store, or in the provider's list of events.
 */
export class HintFollower {
  readonly #updates = new Set<Promise<void>>();

  constructor(
    private readonly store: Store,
    private readonly payments: Payments | undefined,
    private readonly clock: Clock,
    private readonly log: Pick<Logger, 'warn'>,
    private readonly onError: (error: unknown) => void,
  ) {
    startAtZero('unknownPayments', [{}]);
  }

  /** Stores a hint, so that it is followed even if this process dies, and begins to follow it. */
  async follow(hint: Hint): Promise<void> {
    const { payments } = this;
    if (!payments) return;
    const { order, intent, customer } = hint;
    if (customer !== undefined) {
      const account = await storeCustomerHint(this.store, customer, this.clock.now());
      if (account !== undefined)
        this.#begin(async () => void (await convergePlan(this.store, payments, account, this.clock.now())));
      return;
    }
    const filter = order !== undefined ? { _id: order } : intent !== undefined ? { intent } : undefined;
    const stored = filter && (await this.#store(filter));
    if (stored === undefined && intent === undefined) return;
    this.#begin(() => this.#update(payments, stored, intent));
  }

  /** Begins an update, unless too many are in progress. */
  #begin(run: () => Promise<void>): void {
    if (this.#updates.size >= MAX_CONCURRENT) return;
    const update = run()
      .catch(this.onError)
      .finally(() => this.#updates.delete(update));
    this.#updates.add(update);
  }

  /** Waits for updates in progress. */
  async stop(timeoutMs: number): Promise<void> {
    await withTimeout(timeoutMs, Promise.all(this.#updates));
  }

  #store(filter: Parameters<typeof storeHint>[1]): Promise<string | undefined> {
    return storeHint(this.store, filter, this.clock.now());
  }

  async #update(payments: Payments, stored: string | undefined, intent: string | undefined): Promise<void> {
    const now = this.clock.now();
    const order =
      stored ?? (intent === undefined ? undefined : await followPayment(this.store, payments, intent, now, this.log));
    if (order !== undefined) await converge(this.store, payments, order, now);
  }
}
