import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import type {
  Charge,
  Coupon,
  Customer,
  Dispute,
  Endpoint,
  Event,
  Intent,
  Invoice,
  Metadata,
  PaymentMethod,
  PortalSession,
  Price,
  Refund,
  Session,
  StripeObject,
  Subscription,
} from './objects.js';
import type { TaxBehavior } from './tax.js';

export const API_VERSION = '2026-10-28.endive';

/** All objects by kind and id, the oldest first. */
export interface ObjectsByKind {
  customer: Record<string, Customer>;
  payment_method: Record<string, PaymentMethod>;
  'checkout.session': Record<string, Session>;
  payment_intent: Record<string, Intent>;
  charge: Record<string, Charge>;
  refund: Record<string, Refund>;
  dispute: Record<string, Dispute>;
  price: Record<string, Price>;
  coupon: Record<string, Coupon>;
  subscription: Record<string, Subscription>;
  invoice: Record<string, Invoice>;
  'billing_portal.session': Record<string, PortalSession>;
  event: Record<string, Event>;
  webhook_endpoint: Record<string, Endpoint>;
}

const PREFIXES: Readonly<Record<keyof ObjectsByKind, string>> = {
  customer: 'cus_',
  payment_method: 'pm_',
  'checkout.session': 'cs_test_',
  payment_intent: 'pi_',
  charge: 'ch_',
  refund: 're_',
  dispute: 'du_',
  price: 'price_',
  coupon: '',
  subscription: 'sub_',
  invoice: 'in_',
  'billing_portal.session': 'bps_',
  event: 'evt_',
  webhook_endpoint: 'we_',
};

const createEmptyState = (): ObjectsByKind => ({
  customer: {},
  payment_method: {},
  'checkout.session': {},
  payment_intent: {},
  charge: {},
  refund: {},
  dispute: {},
  price: {},
  coupon: {},
  subscription: {},
  invoice: {},
  'billing_portal.session': {},
  event: {},
  webhook_endpoint: {},
});

/** Parameters of a page's payment, or of its subscription. */
export type Plan = Pick<Intent, 'setup_future_usage' | 'metadata'> & {
  price?: string;
  coupon?: string;
  tax_behavior?: TaxBehavior;
};

/** Coupon of a subscription, and the number of its invoices that still get it. */
export interface Discount {
  coupon: string;
  invoices: number;
}

/** Fields of a new object, without those that are set for all kinds. */
type Fields<K extends keyof ObjectsByKind> = Omit<ObjectsByKind[K][string], 'id' | 'object' | 'created' | 'livemode'>;

/** Objects of one Stripe account, and the events about them. */
export class World {
  #kept = createEmptyState();
  #aheadSeconds = 0;
  /** Numbers of cards by payment method. The API does not return them. */
  #numbers: Record<string, string> = {};
  /** Parameters of payments, by page. A payment begins with the first attempt. */
  #plans: Record<string, Plan> = {};
  /** Discounts by subscription. */
  #discounts: Record<string, Discount> = {};

  /**
   * @param onEvent receives each event
   * @param file in which all objects are stored for the next start
   */
  constructor(
    private readonly onEvent: (event: Event) => void,
    private readonly file?: string,
  ) {
    if (file === undefined || !existsSync(file)) return;
    const { kept, numbers, plans, discounts = {} } = JSON.parse(readFileSync(file, 'utf8'));
    this.#kept = { ...createEmptyState(), ...kept };
    this.#discounts = discounts;
    this.#numbers = numbers;
    this.#plans = plans;
  }

  /** Base URL of the payment pages. */
  #pages = '';

  /** Sets the base URL of the pages, also of open ones. */
  servePagesAt(url: string): void {
    this.#pages = url;
    for (const session of this.all('checkout.session'))
      if (session.url !== null) session.url = this.createPageUrl(session.id);
  }

  createPageUrl(session: string): string {
    return `${this.#pages}/pay/${session}`;
  }

  /** URL of an invoice's page, or of the pages of a customer. */
  createUrl(path: 'invoice' | 'portal', id: string): string {
    return `${this.#pages}/${path}/${id}`;
  }

  /** Registers an endpoint for events of these types. The same URL twice is one endpoint. */
  registerEndpoint(url: string, enabled_events: string[], metadata: Metadata): Endpoint {
    const known = this.all('webhook_endpoint').find((one) => one.url === url);
    if (known) return Object.assign(known, { enabled_events, metadata });
    const secret = `whsec_${randomBytes(24).toString('base64url')}`;
    return this.create('webhook_endpoint', { url, status: 'enabled', enabled_events, metadata, secret });
  }

  /** Seconds since 1970. */
  now(): number {
    return Math.floor(Date.now() / 1_000) + this.#aheadSeconds;
  }

  /** Advances the clock. */
  advance(seconds: number): void {
    this.#aheadSeconds += seconds;
  }

  reset(): void {
    this.#kept = { ...createEmptyState(), webhook_endpoint: this.#kept.webhook_endpoint };
    this.#aheadSeconds = 0;
  }

  create<K extends keyof ObjectsByKind>(kind: K, fields: Fields<K>, chosen?: string): ObjectsByKind[K][string] {
    const id = chosen ?? `${PREFIXES[kind]}${randomBytes(12).toString('hex')}`;
    const object = { id, object: kind, created: this.now(), livemode: false, ...fields };
    Object.assign(this.#kept[kind], { [id]: object });
    return this.get(kind, id) as ObjectsByKind[K][string];
  }

  get<K extends keyof ObjectsByKind>(kind: K, id: string): ObjectsByKind[K][string] | undefined {
    return (this.#kept[kind] as Record<string, ObjectsByKind[K][string]>)[id];
  }

  /** Lists the objects of a kind, the newest first. */
  all<K extends keyof ObjectsByKind>(kind: K): ObjectsByKind[K][string][] {
    return Object.values(this.#kept[kind] as Record<string, ObjectsByKind[K][string]>).reverse();
  }

  /** Emits an event about an object with its current fields. */
  emit(type: string, object: StripeObject, previous_attributes?: object): void {
    const event = this.create('event', {
      type,
      api_version: API_VERSION,
      pending_webhooks: 0,
      request: { id: null, idempotency_key: null },
      data: { object: structuredClone(object), ...(previous_attributes && { previous_attributes }) },
    });
    this.onEvent(event);
  }

  /** Returns the customer of an object. */
  findCustomer(object: StripeObject): string | null {
    if (object.object === 'customer') return object.id;
    if ('customer' in object) return object.customer;
    return 'payment_intent' in object ? (this.get('payment_intent', object.payment_intent)?.customer ?? null) : null;
  }

  storeCardNumber(method: string, number: string): void {
    this.#numbers[method] = number;
  }

  findCardNumber(method: string): string | undefined {
    return this.#numbers[method];
  }

  storePlan(session: string, plan: Plan): void {
    this.#plans[session] = plan;
  }

  storeDiscount(subscription: string, discount: Discount): void {
    this.#discounts[subscription] = discount;
  }

  findDiscount(subscription: string): Discount | undefined {
    return this.#discounts[subscription];
  }

  findPlan(session: string): Plan {
    return this.#plans[session] ?? { setup_future_usage: null, metadata: {} };
  }

  /** Writes all objects to the file, if there is one. */
  save(): void {
    if (this.file === undefined) return;
    writeFileSync(
      `${this.file}.new`,
      JSON.stringify({ kept: this.#kept, numbers: this.#numbers, plans: this.#plans, discounts: this.#discounts }),
      { mode: 0o600 },
    );
    renameSync(`${this.file}.new`, this.file);
  }
}
