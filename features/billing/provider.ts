import type { Order, SavedMethod } from './collections.js';

/** What the provider says about an order. Money is in the smallest unit of the currency. */
export interface Truth {
  /** `declined` is a payment that may still be tried again unless it is dropped. */
  readonly state: Order['state'] | 'declined';
  readonly session?: string;
  /** When its page closes. */
  readonly closes?: Date;
  readonly intent?: string;
  /** There once it is paid, also when the money has gone back since. */
  readonly received?: { readonly at: Date; readonly amount: number; readonly currency: string };
  /** What went back to the payer, or is on its way there. */
  readonly refunded: number;
  /** What the payer's bank has taken back: disputes that are open or lost. */
  readonly disputed: number;
  /** The method that was kept for later. */
  readonly method?: SavedMethod;
  /** Why it failed: the provider's word for it. */
  readonly why?: string;
}

/** Which order there may be something new about: its id, or that of its payment at the provider. */
export interface Hint {
  readonly order?: string;
  readonly intent?: string;
}

/** Something that happened at the provider. */
export interface ProviderEvent extends Hint {
  readonly id: string;
  readonly at: Date;
}

/** Where a payer goes after the provider's page. Nothing follows from their going there. */
export interface ReturnTo {
  readonly paid: string;
  readonly cancelled: string;
}

/** Where an order is paid, for as long as that is open. */
export interface PaymentPage {
  readonly session: string;
  readonly url: string;
  readonly closes: Date;
}

/**
 * Who takes the money. Whatever is asked for here can be asked for again: it is one customer, page, charge or refund per order, however
 * often. Each method has a deadline of its own, and throws a {@link ProviderError} when the provider refuses or cannot be
 * reached.
 */
export interface PaymentProvider {
  readonly name: string;
  /** Where its pages are, as a source of a Content-Security-Policy: a form that orders leads there. */
  readonly pagesAt: string;
  /** Makes an account known as a payer. Returns the provider's id of it. */
  customer(account: string): Promise<string>;
  /** Opens the page on which an order is paid. */
  checkout(order: Order, returnTo: ReturnTo): Promise<PaymentPage>;
  /** The page of an order that was opened before; undefined where there is none that is still open. */
  page(order: Order): Promise<PaymentPage | undefined>;
  /** Closes the page of an order, so that it can no longer be paid; does nothing where no page is open. */
  closePage(order: Order): Promise<void>;
  /** Charges an order to its saved method. What became of it, {@link truth} says. */
  charge(order: Order): Promise<void>;
  /** Ends a payment that was declined, so that nobody can complete it later. */
  drop(intent: string): Promise<void>;
  truth(order: Order): Promise<Truth>;
  /** Pays back so much of an order. @param key one refund per key */
  refund(intent: string, amount: number, key: string): Promise<void>;
  /** The order that a payment is for; undefined when it is none of ours. */
  orderOf(intent: string): Promise<string | undefined>;
  /**
   * What has happened since an instant, the oldest first; that instant included, and what is known already as well.
   *
   * @param known ids of events
   * @param most how many are given that are not known; a list that is cut goes on behind them
   */
  events(since: Date, known: ReadonlySet<string>, most: number): Promise<ProviderEvent[]>;
  /**
   * What a message of the provider is about.
   *
   * @param body the bytes as they came
   * @throws ProviderError when it is not signed by the provider, or too old
   */
  hintIn(body: Buffer, signature: string): Hint;
}

/** The provider has refused something, or could not be asked. */
export class ProviderError extends Error {
  override name = 'ProviderError';

  /** @param isFinal whether asking again can change nothing */
  constructor(
    message: string,
    readonly isFinal: boolean,
    cause?: unknown,
  ) {
    super(message, cause === undefined ? undefined : { cause });
  }
}
