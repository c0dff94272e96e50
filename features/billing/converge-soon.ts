import type { LedgerCollections } from '../../shared/ledger/collections.js';
import { type Clock, withTimeout } from '../../shared/process/clock.js';
import type { AlertCollections } from '../alerts/index.js';
import type { MemberCollections } from '../members/index.js';
import type { WebhookCollections } from '../webhooks/index.js';
import type { PaymentCollections } from './collections.js';
import { converge, noteHint } from './converge.js';
import type { Payments } from './payments.js';
import type { Hint } from './provider.js';

type Store = Pick<AlertCollections, 'alerts'> &
  Pick<LedgerCollections, 'payments' | 'reversals' | 'wallets'> &
  Pick<MemberCollections, 'accounts'> &
  Pick<PaymentCollections, 'orders' | 'payers'> &
  Pick<WebhookCollections, 'messages'>;

/** The most orders that are asked about at a time; the others are left to the scheduler. */
const MOST_AT_A_TIME = 20;

/**
 * Brings orders to what the provider says, soon after a hint and beside what answers it. Nothing depends on it: a hint is noted in the
 * store, or found in the provider's list of events, and the scheduler comes by.
 */
export class ConvergeSoon {
  readonly #underWay = new Set<Promise<void>>();

  constructor(
    private readonly store: Store,
    private readonly payments: Payments | undefined,
    private readonly clock: Clock,
    private readonly failed: (error: unknown) => void,
  ) {}

  /** Notes a hint, so that it is followed whatever becomes of this process, and follows it. */
  async follow(hint: Hint): Promise<void> {
    const { payments } = this;
    if (!payments) return;
    const { order, intent } = hint;
    const which = order !== undefined ? { _id: order } : intent !== undefined ? { intent } : undefined;
    const noted = which && (await this.#note(which));
    // What names an order that is not here is another installation's.
    if (noted === undefined && (order !== undefined || intent === undefined)) return;
    if (this.#underWay.size >= MOST_AT_A_TIME) return;
    const work = this.#converge(payments, noted, intent)
      .catch(this.failed)
      .finally(() => this.#underWay.delete(work));
    this.#underWay.add(work);
  }

  /** Waits for what is under way, so many ms at most. */
  async stop(withinMs: number): Promise<void> {
    await withTimeout(withinMs, Promise.all(this.#underWay));
  }

  #note(which: Parameters<typeof noteHint>[1]): Promise<string | undefined> {
    return noteHint(this.store, which, this.clock.now());
  }

  async #converge(payments: Payments, noted: string | undefined, intent: string | undefined): Promise<void> {
    // A payment that is not noted yet names its order itself.
    const order = noted ?? (intent === undefined ? undefined : await payments.provider.orderOf(intent));
    if (order === undefined) return;
    if (noted === undefined) await this.#note({ _id: order });
    await converge(this.store, payments, order, this.clock.now());
  }
}
