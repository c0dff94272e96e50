import { randomBytes } from 'node:crypto';
import { invalid, Refusal } from './errors.js';
import type { Invoice, InvoiceLine, List, Metadata, Price, Subscription, SubscriptionItem } from './objects.js';
import { chargeSaved, createIntent } from './payments.js';
import { computeTax, DEFAULT_COUNTRY, taxRateId } from './tax.js';
import type { World } from './world.js';

const createList = <T>(url: string, data: T[]): List<T> => ({ object: 'list', url, has_more: false, data });

const newId = (prefix: string): string => `${prefix}${randomBytes(12).toString('hex')}`;

/** Returns the same time a month later, on the month's last day if it is shorter. */
function addMonth(seconds: number): number {
  const at = new Date(seconds * 1_000);
  const day = at.getUTCDate();
  at.setUTCDate(1);
  at.setUTCMonth(at.getUTCMonth() + 1);
  const days = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 0)).getUTCDate();
  at.setUTCDate(Math.min(day, days));
  return Math.floor(at.getTime() / 1_000);
}

/** Returns the only item of a subscription. */
export function findItem({ items }: Subscription): SubscriptionItem {
  const [item] = items.data;
  if (!item) throw new Error('The subscription has no item');
  return item;
}

interface SubscriptionRequest {
  customer: string;
  method: string;
  price: string;
  metadata: Metadata;
  coupon: string | undefined;
  isTaxed: boolean;
}

/** Begins a subscription, and pays its first invoice. */
export function subscribe(
  world: World,
  { customer, method, price: id, metadata, coupon, isTaxed }: SubscriptionRequest,
): Subscription {
  const price = findPrice(world, id);
  const start = world.now();
  const item: SubscriptionItem = {
    ...{ id: newId('si_'), object: 'subscription_item', metadata: {}, price, quantity: 1 },
    ...{ current_period_start: start, current_period_end: addMonth(start) },
  };
  const subscription = world.create('subscription', {
    ...{ status: 'active', customer, currency: price.currency, cancel_at_period_end: false, canceled_at: null },
    ...{ cancel_at: null, automatic_tax: { enabled: isTaxed } },
    ...{ ended_at: null, default_payment_method: method, latest_invoice: null, metadata },
    items: createList('/v1/subscription_items', [item]),
  });
  const found = coupon === undefined ? undefined : world.get('coupon', coupon);
  if (found) {
    const months = { once: 1, repeating: found.duration_in_months ?? 1, forever: Number.MAX_SAFE_INTEGER };
    world.storeDiscount(subscription.id, { coupon: found.id, invoices: months[found.duration] });
  }
  world.emit('customer.subscription.created', subscription);
  const invoice = createInvoice(world, subscription, 'subscription_create', [createFullLine(subscription, price)]);
  pay(world, invoice, subscription);
  return subscription;
}

export function findPrice(world: World, id: string): Price {
  const price = world.get('price', id);
  if (!price) throw new Error('No such price');
  return price;
}

const createLine = (
  subscription: Subscription,
  price: Price,
  amount: number,
  proration: boolean,
  start: number,
  end: number,
) => ({
  ...{ id: newId('il_'), object: 'line_item' as const, amount, currency: price.currency, discount_amounts: [] },
  parent: {
    type: 'subscription_item_details' as const,
    subscription_item_details: {
      ...{ proration, subscription: subscription.id, subscription_item: findItem(subscription).id },
    },
  },
  period: { start, end },
  pricing: {
    type: 'price_details' as const,
    price_details: { price: price.id, product: price.product },
    unit_amount_decimal: String(price.unit_amount),
  },
  quantity: 1 as const,
});

function createFullLine(subscription: Subscription, price: Price): InvoiceLine {
  const { current_period_start: start, current_period_end: end } = findItem(subscription);
  return createLine(subscription, price, price.unit_amount, false, start, end);
}

/** Creates the line that credits the unused share of what was paid for the current period. */
function createUnusedLine(world: World, subscription: Subscription): InvoiceLine {
  const { current_period_start: start, current_period_end: end, price } = findItem(subscription);
  const now = Math.min(end, Math.max(start, world.now()));
  const paid = world
    .all('invoice')
    .flatMap(({ lines, status }) => (status === 'paid' ? lines.data : []))
    .find(({ parent: { subscription_item_details: of }, period }) => {
      return of.subscription === subscription.id && !of.proration && period.end === end;
    });
  const net = (paid?.amount ?? 0) - (paid?.discount_amounts ?? []).reduce((sum, { amount }) => sum + amount, 0);
  return createLine(subscription, price, -Math.round((net * (end - now)) / (end - start)), true, now, end);
}

/** Creates an invoice. Its lines get the discount of the subscription, except credits. */
function createInvoice(
  world: World,
  subscription: Subscription,
  billing_reason: Invoice['billing_reason'],
  lines: InvoiceLine[],
): Invoice {
  const discount = world.findDiscount(subscription.id);
  const coupon = world.get('coupon', discount?.coupon ?? '');
  if (discount && coupon && discount.invoices > 0) {
    discount.invoices -= 1;
    for (const one of lines.filter(({ amount }) => amount > 0)) {
      const off =
        coupon.percent_off === null ? (coupon.amount_off ?? 0) : Math.round((one.amount * coupon.percent_off) / 100);
      one.discount_amounts = [{ amount: Math.min(one.amount, off), discount: `di_${coupon.id}` }];
    }
  }
  const { id, customer, currency, metadata } = subscription;
  const subtotal = lines.reduce((sum, { amount }) => sum + amount, 0);
  const total = lines.reduce(
    (sum, { discount_amounts: off }) => sum - off.reduce((all, { amount }) => all + amount, 0),
    subtotal,
  );
  const taxed = taxInvoice(world, subscription, total);
  const due = Math.max(0, taxed.total);
  const invoice = world.create('invoice', {
    ...{ status: 'open', customer, currency, billing_reason, subtotal, amount_due: due, amount_paid: 0 },
    ...taxed,
    ...{ amount_remaining: due, attempt_count: 0, hosted_invoice_url: null },
    lines: createList('/v1/invoices/lines', lines),
    parent: { type: 'subscription_details', subscription_details: { subscription: id, metadata: { ...metadata } } },
    payments: createList('/v1/invoice_payments', []),
    status_transitions: { finalized_at: world.now(), paid_at: null, voided_at: null },
  });
  invoice.hosted_invoice_url = world.createUrl('invoice', invoice.id);
  subscription.latest_invoice = invoice.id;
  world.emit('invoice.created', invoice);
  world.emit('invoice.finalized', invoice);
  return invoice;
}

/** Computes the tax of an invoice for the last address that the customer has entered. */
function taxInvoice(world: World, { automatic_tax: { enabled }, customer, items }: Subscription, total: number) {
  const sessions = world.all('checkout.session');
  const entered = sessions.find((one) => one.customer === customer && one.customer_details)?.customer_details;
  const { country } = entered?.address ?? { country: DEFAULT_COUNTRY };
  const behavior = items.data[0]?.price.tax_behavior ?? 'exclusive';
  const tax = enabled ? computeTax(total, behavior, country) : undefined;
  return {
    ...{ automatic_tax: { enabled }, customer_address: tax ? { country } : null, customer_tax_ids: [] as [] },
    total: tax?.total ?? total,
    total_taxes: tax
      ? [{ amount: tax.tax, taxability_reason: tax.reason, tax_rate_details: { tax_rate: taxRateId(country) } }]
      : [],
  };
}

/** Tries to pay an invoice with the subscription's card, or without one if nothing is due. @returns true if it is paid */
export function pay(world: World, invoice: Invoice, subscription: Subscription): boolean {
  const { amount_due: amount, currency, customer } = invoice;
  if (amount > 0) {
    invoice.attempt_count += 1;
    const wanted = { amount, currency, customer, metadata: {}, setup_future_usage: null };
    const intent = createIntent(world, wanted);
    const known = world.get('payment_method', subscription.default_payment_method ?? '');
    intent.payment_method = known && known.customer !== null ? known.id : null;
    try {
      if (intent.payment_method === null) throw new Refusal(402, { type: 'card_error', message: 'There is no card.' });
      chargeSaved(world, intent);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      world.emit('invoice.payment_failed', invoice);
      return false;
    }
    invoice.payments?.data.push({
      ...{ id: newId('inpay_'), object: 'invoice_payment', amount_paid: amount, invoice: invoice.id, is_default: true },
      ...{ payment: { type: 'payment_intent', payment_intent: intent.id }, status: 'paid' },
    });
  }
  Object.assign(invoice, { status: 'paid', amount_paid: amount, amount_remaining: 0, hosted_invoice_url: null });
  invoice.status_transitions.paid_at = world.now();
  world.emit('invoice.paid', invoice);
  return true;
}

/** Pays an open invoice, after which its subscription is active again. */
export function payOpenInvoice(world: World, invoice: Invoice): boolean {
  const subscription = world.get('subscription', invoice.parent.subscription_details.subscription);
  if (!subscription || invoice.status !== 'open' || !pay(world, invoice, subscription)) return false;
  if (subscription.status === 'past_due') setStatus(world, subscription, 'active');
  return true;
}

function setStatus(world: World, subscription: Subscription, status: 'active' | 'past_due'): void {
  const before = subscription.status;
  subscription.status = status;
  world.emit('customer.subscription.updated', subscription, { status: before });
}

/** Ends the period of a subscription, which renews, or ends if it was cancelled or is overdue. */
export function endPeriod(world: World, subscription: Subscription): void {
  if (subscription.status === 'canceled') return;
  if (subscription.cancel_at_period_end || subscription.status === 'past_due') {
    cancelNow(world, subscription);
    return;
  }
  const item = findItem(subscription);
  item.current_period_start = item.current_period_end;
  item.current_period_end = addMonth(item.current_period_start);
  const invoice = createInvoice(world, subscription, 'subscription_cycle', [createFullLine(subscription, item.price)]);
  setStatus(world, subscription, pay(world, invoice, subscription) ? 'active' : 'past_due');
}

export function cancelNow(world: World, subscription: Subscription): void {
  const at = world.now();
  Object.assign(subscription, { status: 'canceled', ended_at: at, canceled_at: subscription.canceled_at ?? at });
  world.emit('customer.subscription.deleted', subscription);
}

export interface SubscriptionChange {
  price?: string;
  /** True to begin a new period now, and to charge it minus the unused share of the old one. */
  isNow: boolean;
  cancel_at_period_end?: boolean;
  default_payment_method?: string;
  metadata?: Metadata;
}

/** Changes a subscription. A change whose payment fails is undone, as with `error_if_incomplete`. */
export function change(world: World, subscription: Subscription, wanted: SubscriptionChange): Subscription {
  if (subscription.status === 'canceled')
    throw invalid('resource_missing', `No such subscription: '${subscription.id}'`, 'id');
  const { price: id, isNow, cancel_at_period_end: ends, default_payment_method: method, metadata } = wanted;
  const item = findItem(subscription);
  const before = structuredClone({ item, latest_invoice: subscription.latest_invoice });
  const price = id === undefined ? item.price : findPrice(world, id);
  if (isNow) {
    const unused = createUnusedLine(world, subscription);
    const now = unused.period.start;
    Object.assign(item, { price, current_period_start: now, current_period_end: addMonth(now) });
    const invoice = createInvoice(world, subscription, 'subscription_update', [
      unused,
      createFullLine(subscription, price),
    ]);
    if (!pay(world, invoice, subscription)) {
      Object.assign(item, before.item);
      Object.assign(invoice, { status: 'void', hosted_invoice_url: null });
      subscription.latest_invoice = before.latest_invoice;
      throw new Refusal(402, {
        ...{ type: 'card_error', code: 'card_declined', decline_code: 'generic_decline' },
        message: 'Your card was declined.',
      });
    }
  }
  item.price = price;
  if (ends !== undefined) {
    subscription.cancel_at_period_end = ends;
    subscription.cancel_at = ends ? item.current_period_end : null;
    subscription.canceled_at = ends ? world.now() : null;
  }
  if (method !== undefined) subscription.default_payment_method = method;
  Object.assign(subscription.metadata, metadata);
  world.emit('customer.subscription.updated', subscription, {});
  return subscription;
}
