import Stripe from 'stripe';
import { toMicro } from '../../shared/contract/amounts.js';
import { MOST_CREDITS } from '../../shared/contract/credits-input.js';
import { type Config, ConfigError } from '../../shared/process/config.js';
import type { Order } from './collections.js';
import {
  type Hint,
  isRefused,
  type PaymentPage,
  type PaymentProvider,
  type PlanChange,
  type PlanRequest,
  ProviderError,
  type ProviderEvent,
  type ProviderPayment,
  type ProviderPlan,
  type ProviderStatus,
  type ReturnTo,
} from './provider.js';
import { eventTypes, readHint, readId } from './stripe-events.js';
import { isDetached, StripePlans } from './stripe-plans.js';
import { findSession, readStripeStatus } from './stripe-status.js';
import { calculateTax, parseTax, type TaxBehavior } from './stripe-tax.js';

/** Timeout of a request, in ms, and the number of retries without a response. */
const REQUEST_TIMEOUT_MS = 8_000;
const MAX_RETRIES = 2;
/** Maximum age of a signed message, in seconds. */
const TOLERANCE_SECONDS = 300;
const PAGE = 100;
/** Maximum number of types in a request for events. */
const MOST_TYPES = 20;

type Settings = Pick<Config, 'STRIPE_SECRET_KEY' | 'STRIPE_WEBHOOK_SECRET' | 'STRIPE_URL'> &
  Partial<Pick<Config, 'BASE_URL' | 'PRICES_INCLUDE_TAX' | 'STRIPE_TAX'>>;

/** Parameters of a page that has Stripe Tax compute the tax. Later payments are taxed by the address that is entered on it. */
const automaticTax = {
  automatic_tax: { enabled: true },
  tax_id_collection: { enabled: true },
  customer_update: { address: 'auto', name: 'auto' },
} as const;

/** Payments through Stripe: Checkout for orders, and the method saved there for top-ups. */
export class StripeProvider implements PaymentProvider {
  readonly name = 'stripe';
  readonly platform: string | undefined;
  readonly pagesOrigin: string;
  readonly #stripe: Stripe;
  readonly #plans: StripePlans;
  readonly #webhookSecret: string | undefined;
  /** Set if Stripe Tax computes the tax. */
  readonly #taxBehavior: TaxBehavior | undefined;

  /** @throws ConfigError without a key */
  constructor(settings: Settings) {
    const { STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET, STRIPE_URL, BASE_URL } = settings;
    if (STRIPE_SECRET_KEY === undefined) throw new ConfigError('STRIPE_SECRET_KEY is not set');
    this.platform = BASE_URL?.replace(/\/+$/, '');
    this.#webhookSecret = STRIPE_WEBHOOK_SECRET;
    const { STRIPE_TAX = false, PRICES_INCLUDE_TAX = true } = settings;
    this.#taxBehavior = STRIPE_TAX ? (PRICES_INCLUDE_TAX ? 'inclusive' : 'exclusive') : undefined;
    // The host of Stripe's pages is unknown, as sellers may use a domain of theirs.
    this.pagesOrigin = STRIPE_URL === undefined ? 'https:' : new URL(STRIPE_URL).origin;
    this.#stripe = new Stripe(STRIPE_SECRET_KEY, {
      timeout: REQUEST_TIMEOUT_MS,
      maxNetworkRetries: MAX_RETRIES,
      telemetry: false,
      ...(STRIPE_URL !== undefined && parseServer(STRIPE_URL)),
    });
    this.#plans = new StripePlans(this.#stripe, this.#taxBehavior);
  }

  async createCustomer(account: string): Promise<string> {
    const creation = this.#stripe.customers.create(
      { metadata: { account } },
      { idempotencyKey: `customer:${account}` },
    );
    return (await wrapErrors(creation)).id;
  }

  async openPage(order: Order, { paid, cancelled }: ReturnTo): Promise<PaymentPage> {
    const { _id, customer, currency, price, credits, saves } = order;
    const name = `${credits / 1_000_000} credits`;
    const behavior = this.#taxBehavior && { tax_behavior: this.#taxBehavior };
    const creation = this.#stripe.checkout.sessions.create(
      {
        mode: 'payment',
        customer,
        client_reference_id: _id,
        metadata: this.#describe(order),
        payment_intent_data: { metadata: this.#describe(order), ...(saves && { setup_future_usage: 'off_session' }) },
        line_items: [
          { quantity: 1, price_data: { currency, unit_amount: price, product_data: { name }, ...behavior } },
        ],
        ...(behavior && automaticTax),
        success_url: paid,
        cancel_url: cancelled,
      },
      { idempotencyKey: `checkout:${_id}` },
    );
    const page = toPage(await wrapErrors(creation));
    if (!page) throw new ProviderError('the page has no address', true);
    return page;
  }

  async findPage(order: Order): Promise<PaymentPage | undefined> {
    const session = await wrapErrors(findSession(this.#stripe, order));
    return session?.status === 'open' ? toPage(session) : undefined;
  }

  async closePage(order: Order): Promise<void> {
    const session = await wrapErrors(findSession(this.#stripe, order));
    if (session?.status === 'open') await wrapErrors(this.#stripe.checkout.sessions.expire(session.id));
  }

  async charge(order: Order): Promise<void> {
    const { _id, customer, currency, price, method } = order;
    const computed = this.#taxBehavior && (await wrapErrors(calculateTax(this.#stripe, order, this.#taxBehavior)));
    const { tax } = computed ?? order;
    if (method === undefined) throw new ProviderError('there is no saved method', true);
    const creation = this.#stripe.paymentIntents.create(
      {
        amount: computed?.total ?? price,
        currency,
        customer,
        payment_method: method,
        off_session: true,
        confirm: true,
        ...(computed && { hooks: { inputs: { tax: { calculation: computed.calculation } } } }),
        metadata: this.#describe({ ...order, ...(tax && { tax }) }),
      },
      { idempotencyKey: `charge:${_id}` },
    );
    await wrapErrors(
      creation.catch((error: unknown) => {
        // A declined card is no error here: the payment exists, and has the status.
        if (!(error instanceof Stripe.errors.StripeCardError)) throw error;
      }),
    );
  }

  async cancelPayment(intent: string): Promise<void> {
    await wrapErrors(this.#stripe.paymentIntents.cancel(intent, {}, { idempotencyKey: `drop:${intent}` }));
  }

  async openPlanPage(
    { account, customer, plan, coupon, key }: PlanRequest,
    { paid, cancelled }: ReturnTo,
  ): Promise<PaymentPage> {
    const price = await wrapErrors(this.#plans.findPrice(plan));
    const discount = coupon && (await wrapErrors(this.#plans.createCoupon(coupon)));
    const metadata = { account, plan: plan.id, ...(this.platform !== undefined && { platform: this.platform }) };
    const creation = this.#stripe.checkout.sessions.create(
      {
        ...{ mode: 'subscription', customer, client_reference_id: account, metadata, subscription_data: { metadata } },
        line_items: [{ quantity: 1, price }],
        ...(discount !== undefined && { discounts: [{ coupon: discount }] }),
        ...(this.#taxBehavior && automaticTax),
        success_url: paid,
        cancel_url: cancelled,
      },
      { idempotencyKey: key },
    );
    const page = toPage(await wrapErrors(creation));
    if (!page) throw new ProviderError('the page has no address', true);
    return page;
  }

  async readPage(id: string, closes: boolean): Promise<'open' | 'complete' | 'expired'> {
    const { sessions } = this.#stripe.checkout;
    const { status } = await wrapErrors(sessions.retrieve(id));
    if (status === 'complete') return 'complete';
    if (status !== 'open') return 'expired';
    if (!closes) return 'open';
    // It may be paid at this moment; then it is complete.
    await isRefused(wrapErrors(sessions.expire(id)));
    return this.readPage(id, false);
  }

  readPlan(account: string, customer: string): Promise<ProviderPlan> {
    return wrapErrors(this.#plans.read(account, customer));
  }

  changePlan(change: PlanChange): Promise<void> {
    return wrapErrors(this.#plans.change(change));
  }

  async setPlanEnd(subscription: string, ends: boolean): Promise<void> {
    await wrapErrors(this.#stripe.subscriptions.update(subscription, { cancel_at_period_end: ends }));
  }

  async endPlan(subscription: string): Promise<void> {
    // It is refused if it has ended before.
    await isRefused(wrapErrors(this.#stripe.subscriptions.cancel(subscription)));
  }

  readMethods(customer: string, ids: readonly string[]) {
    return wrapErrors(this.#plans.readMethods(customer, ids));
  }

  async detachMethod(method: string): Promise<void> {
    await wrapErrors(
      this.#stripe.paymentMethods.detach(method).catch((error: unknown) => {
        if (!isDetached(error)) throw error;
      }),
    );
  }

  async openPortal(customer: string, returnUrl: string): Promise<string> {
    const creation = this.#stripe.billingPortal.sessions.create({ customer, return_url: returnUrl });
    return (await wrapErrors(creation)).url;
  }

  readStatus(order: Order): Promise<ProviderStatus> {
    return wrapErrors(readStripeStatus(this.#stripe, order));
  }

  async refund(intent: string, amount: number, key: string): Promise<void> {
    await wrapErrors(
      this.#stripe.refunds.create({ payment_intent: intent, amount }, { idempotencyKey: `refund:${key}` }),
    );
  }

  async readPayment(id: string): Promise<ProviderPayment> {
    const retrieving = this.#stripe.paymentIntents.retrieve(id, { expand: ['latest_charge', 'customer'] });
    const { metadata, latest_charge: charge, setup_future_usage: usage, ...intent } = await wrapErrors(retrieving);
    const { order, account, pack, credits, platform, kind } = metadata;
    const tax = parseTax(metadata.tax);
    const created = new Date(intent.created * 1_000);
    const customer = readId(intent.customer);
    const owner = readOwner(intent.customer);
    const bought = readCredits(credits);
    const isPaid = intent.status === 'succeeded';
    const received = charge !== null && typeof charge === 'object' ? new Date(charge.created * 1_000) : created;
    return {
      kind: kind === 'top_up' ? 'top_up' : 'checkout',
      saves: usage === 'off_session',
      amount: isPaid ? intent.amount_received : intent.amount,
      currency: intent.currency,
      created,
      ...(order !== undefined && { order }),
      ...(account !== undefined && { account }),
      ...(pack !== undefined && { pack }),
      ...(bought !== undefined && { credits: bought }),
      ...(platform !== undefined && { platform }),
      ...(tax && { tax }),
      ...(customer !== undefined && { customer }),
      ...(owner !== undefined && { owner }),
      ...(isPaid && { received }),
    };
  }

  /** Metadata with which the order of a payment can be restored. */
  #describe({ _id, account, kind, pack, credits, tax }: Order): Record<string, string> {
    const platform = this.platform !== undefined && { platform: this.platform };
    const taxed = tax && { tax: JSON.stringify(tax) };
    return { order: _id, account, kind, pack, credits: String(credits), ...platform, ...taxed };
  }

  async listEvents(since: Date, known: ReadonlySet<string>, most: number): Promise<ProviderEvent[]> {
    const created = { gte: Math.floor(since.getTime() / 1_000) };
    const found: ProviderEvent[] = [];
    for (let start = 0; start < eventTypes.length; start += MOST_TYPES) {
      const types = eventTypes.slice(start, start + MOST_TYPES);
      const all = this.#stripe.events.list({ types: [...types], created, limit: PAGE });
      const listed: ProviderEvent[] = [];
      await wrapErrors(
        all.autoPagingEach((event) => {
          listed.push({ id: event.id, at: new Date(event.created * 1_000), ...readHint(event) });
        }),
      );
      // Stripe lists the newest first.
      found.push(...listed.reverse());
    }
    found.sort((one, other) => one.at.getTime() - other.at.getTime());
    return takeNew(found, known, most);
  }

  parseMessage(body: Buffer, signature: string): Hint {
    if (this.#webhookSecret === undefined) throw new ProviderError('STRIPE_WEBHOOK_SECRET is not set', true);
    try {
      return readHint(this.#stripe.webhooks.constructEvent(body, signature, this.#webhookSecret, TOLERANCE_SECONDS));
    } catch (error) {
      throw new ProviderError('the signature does not verify', true, error);
    }
  }
}

/** Returns the account that a customer was created for. */
const readOwner = (customer: Stripe.PaymentIntent['customer']): string | undefined =>
  customer === null || typeof customer === 'string' || customer.deleted ? undefined : customer.metadata.account;

/** Reads micro-credits from metadata; undefined for an amount that cannot be sold. */
function readCredits(text = ''): number | undefined {
  const credits = /^\d+$/.test(text) ? Number(text) : 0;
  return credits > 0 && credits <= toMicro(MOST_CREDITS) ? credits : undefined;
}

const toPage = ({ id, url, expires_at }: Stripe.Checkout.Session): PaymentPage | undefined =>
  url === null ? undefined : { session: id, url, closes: new Date(expires_at * 1_000) };

/** Returns the events up to the last of so many new ones. */
function takeNew(events: ProviderEvent[], known: ReadonlySet<string>, most: number): ProviderEvent[] {
  const lastNew = events.filter(({ id }) => !known.has(id)).at(most - 1);
  return lastNew ? events.slice(0, events.indexOf(lastNew) + 1) : events;
}

/** Turns errors of Stripe into {@link ProviderError}, without its messages, which may contain keys. */
async function wrapErrors<T>(response: Promise<T>): Promise<T> {
  try {
    return await response;
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError)) throw error;
    const { type, code, statusCode } = error;
    const isFinal = error instanceof Stripe.errors.StripeInvalidRequestError;
    const declined = error instanceof Stripe.errors.StripeCardError ? (error.decline_code ?? code ?? type) : undefined;
    throw new ProviderError(`Stripe: ${[type, code, statusCode].filter(Boolean).join(' ')}`, isFinal, error, declined);
  }
}

function parseServer(url: string) {
  const { protocol, hostname, port } = new URL(url);
  const isPlain = protocol === 'http:';
  return {
    host: hostname,
    port: port === '' ? (isPlain ? 80 : 443) : port,
    protocol: isPlain ? ('http' as const) : ('https' as const),
  };
}
