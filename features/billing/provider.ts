import type { Coupon, CurrentPlan, Order, PaidWith, SavedMethod, SoldPlan } from './collections.js';
import type { Plan } from './plans.js';
import type { OrderTax } from './tax.js';

/** Status of an order at the provider. Money is in the smallest unit of the currency. */
export interface ProviderStatus {
  /** `declined` is a payment that may still be tried again unless it is cancelled. */
  readonly state: Order['state'] | 'declined';
  readonly session?: string;
  /** Time at which its page closes. */
  readonly closes?: Date;
  readonly intent?: string;
  /** Set once it is paid, also when the money has been refunded since. */
  readonly received?: { readonly at: Date; readonly amount: number; readonly currency: string };
  /** Amount of refunds, those in progress included. */
  readonly refunded: number;
  /** Amount of disputes that are open or lost. */
  readonly disputed: number;
  /** Tax that Stripe Tax has computed. */
  readonly tax?: OrderTax;
  /** Method that it was paid with. */
  readonly paidWith?: PaidWith;
  /** Method that was saved for later. */
  readonly method?: SavedMethod;
  /** Reason for its failure, in the provider's words. */
  readonly why?: string;
}

/** A payment as its metadata describes it. Payments of other applications have no order. */
export interface ProviderPayment {
  readonly order?: string;
  readonly account?: string;
  readonly pack?: string;
  /** In micro-credits. */
  readonly credits?: number;
  /** URL of the platform that requested it. */
  readonly platform?: string;
  readonly kind: Order['kind'];
  readonly saves: boolean;
  readonly customer?: string;
  /** Account that the customer was created for. */
  readonly owner?: string;
  /** In the smallest unit of the currency. */
  readonly amount: number;
  readonly currency: string;
  readonly tax?: OrderTax;
  readonly created: Date;
  /** Time at which the money was received. */
  readonly received?: Date;
}

/**
 * A hint that an order may have changed: the id of the order, or of its payment at the provider; or that the plan or the saved method of
 * a customer may have.
 */
export interface Hint {
  readonly order?: string;
  readonly intent?: string;
  readonly customer?: string;
}

/** A paid invoice of a plan. */
export interface PlanPayment {
  readonly invoice: string;
  /** Absent if nothing had to be paid, or it was not paid through the provider. */
  readonly intent?: string;
  readonly plan: SoldPlan;
  /** Credits that it pays for, in micro-credits. */
  readonly credits: number;
  readonly amount: number;
  readonly currency: string;
  /** Tax that Stripe Tax has computed. */
  readonly tax?: OrderTax;
  readonly paid: Date;
  /** End of the period that it pays for. */
  readonly ends: Date;
}

/** Plan and saved method of a customer. */
export interface ProviderPlan {
  /** The subscription that runs, or the last one. */
  readonly current?: CurrentPlan;
  /** The oldest first. */
  readonly payments: readonly PlanPayment[];
}

/** A new subscription that is to be paid. */
export interface PlanRequest {
  readonly account: string;
  readonly customer: string;
  readonly plan: Plan;
  /** Discount of the first months. */
  readonly coupon?: Coupon;
  /** One page per key. */
  readonly key: string;
}

/** A change of a subscription. */
export interface PlanChange {
  readonly current: CurrentPlan;
  readonly plan: Plan | SoldPlan;
  /** True to begin a new period now, which is paid less what is unused of the old one; false from the next period on. */
  readonly isNow: boolean;
  /** One change per key. */
  readonly key: string;
}

/** An event in the provider's list. */
export interface ProviderEvent extends Hint {
  readonly id: string;
  readonly at: Date;
}

/** URLs that a payer goes to after the provider's page. A visit proves nothing. */
export interface ReturnTo {
  readonly paid: string;
  readonly cancelled: string;
}

/** Page on which an order is paid while it is open. */
export interface PaymentPage {
  readonly session: string;
  readonly url: string;
  readonly closes: Date;
}

/**
 * Payment provider. Every request can be repeated: there is one customer per account, one page and charge per order, and one refund per
 * key. Each method has a timeout, and throws a {@link ProviderError} when the provider refuses or cannot be reached.
 */
export interface PaymentProvider {
  readonly name: string;
  /** URL of this platform, which its payments carry; undefined if that is not configured. */
  readonly platform: string | undefined;
  /** Origin of its pages, for the Content-Security-Policy of forms that lead there. */
  readonly pagesOrigin: string;
  /** Creates the customer of an account. @returns its id at the provider */
  createCustomer(account: string): Promise<string>;
  /** Opens the page on which an order is paid. */
  openPage(order: Order, returnTo: ReturnTo): Promise<PaymentPage>;
  /** Finds the open page of an order. */
  findPage(order: Order): Promise<PaymentPage | undefined>;
  /** Closes the page of an order, if one is open, so that it can no longer be paid. */
  closePage(order: Order): Promise<void>;
  /** Charges an order to its saved method. {@link readStatus} has the outcome. */
  charge(order: Order): Promise<void>;
  /** Cancels a payment that was declined, so that it cannot be completed later. */
  cancelPayment(intent: string): Promise<void>;
  readStatus(order: Order): Promise<ProviderStatus>;
  /** Opens the page on which a new subscription is paid. */
  openPlanPage(request: PlanRequest, returnTo: ReturnTo): Promise<PaymentPage>;
  /** Reads the state of a page; closes it first if that is wanted. */
  readPage(session: string, closes: boolean): Promise<'open' | 'complete' | 'expired'>;
  /** Reads the subscription of an account and its paid invoices. */
  readPlan(account: string, customer: string): Promise<ProviderPlan>;
  /** Changes a subscription. @throws ProviderError that is declined if it must be paid, and was not: nothing has changed then */
  changePlan(change: PlanChange): Promise<void>;
  /** Ends a subscription with its period, or lets it renew. */
  setPlanEnd(subscription: string, ends: boolean): Promise<void>;
  /** Ends a subscription now. */
  endPlan(subscription: string): Promise<void>;
  /**
   * Reads the saved methods of a customer.
   *
   * @returns its default method if it has one, and the first of these ids that the customer still has
   */
  readMethods(
    customer: string,
    ids: readonly string[],
  ): Promise<{ readonly default?: SavedMethod; readonly saved?: SavedMethod }>;
  /** Deletes a saved method. */
  detachMethod(method: string): Promise<void>;
  /** Opens the provider's page on which customers manage their billing. @returns its URL */
  openPortal(customer: string, returnUrl: string): Promise<string>;
  /** Refunds an amount of a payment. @param key one refund per key */
  refund(intent: string, amount: number, key: string): Promise<void>;
  /** Reads a payment, also one of another application. */
  readPayment(intent: string): Promise<ProviderPayment>;
  /**
   * Lists the events from an instant on, the oldest first, known ones included.
   *
   * @param known ids of events
   * @param most maximum number of events that are not known; the list ends after them
   */
  listEvents(since: Date, known: ReadonlySet<string>, most: number): Promise<ProviderEvent[]>;
  /**
   * Verifies a message of the provider, and returns its hint.
   *
   * @param body the bytes as received
   * @throws ProviderError when it is not signed by the provider, or too old
   */
  parseMessage(body: Buffer, signature: string): Hint;
}

/** The provider has refused a request, or could not be reached. */
export class ProviderError extends Error {
  override name = 'ProviderError';

  /** @param isFinal true if a repetition would fail as well */
  constructor(
    message: string,
    readonly isFinal: boolean,
    cause?: unknown,
    /** Reason in the provider's words, if the payer's bank has declined. */
    readonly declined?: string,
  ) {
    super(message, cause === undefined ? undefined : { cause });
  }
}

/** Waits for a request. @returns true if the provider has refused it for good; its outcome has to be read then */
export async function isRefused(work: Promise<unknown>): Promise<boolean> {
  try {
    await work;
    return false;
  } catch (error) {
    if (error instanceof ProviderError && error.isFinal) return true;
    throw error;
  }
}
