import { DateTime } from 'luxon';
import Stripe from 'stripe';
import { toCredits } from '../../shared/contract/amounts.js';
import type { Coupon, CurrentPlan, SavedMethod, SoldPlan } from './collections.js';
import type { Plan } from './plans.js';
import type { PlanChange, PlanPayment, ProviderPlan } from './provider.js';
import { readId } from './stripe-events.js';
import { readInvoiceTax, type TaxBehavior } from './stripe-tax.js';

const PAGE = 100;
/** Maximum number of subscriptions of a customer that are read, the latest first. */
const MOST_SUBSCRIPTIONS = 20;

const PAST_DUE: readonly string[] = ['past_due', 'unpaid', 'incomplete'];
const ENDED: readonly string[] = ['canceled', 'incomplete_expired'];

/** Products and prices of plans at Stripe. What was sold is in the metadata of the price, which never changes. */
export class StripePlans {
  /** Plan that was sold at a price, by its id; null for a price of another application. */
  readonly #sold = new Map<string, SoldPlan | null>();

  /** Percentages of tax rates, by their ids. */
  readonly #rates = new Map<string, number>();

  /** @param taxBehavior set if Stripe Tax computes the tax */
  constructor(
    private readonly stripe: Stripe,
    private readonly taxBehavior: TaxBehavior | undefined,
  ) {}

  /** Returns the price of a plan, which is created with its first subscription. */
  async findPrice({ id, credits, price, currency, rollover }: Plan): Promise<string> {
    const terms = [id, credits, price, currency, rollover ? 'rollover' : 'monthly'];
    const key = ['utility-api', ...terms, ...(this.taxBehavior ? [this.taxBehavior] : [])].join(':');
    const { data } = await this.stripe.prices.list({ lookup_keys: [key], limit: 1 });
    if (data[0]) return data[0].id;
    const created = await this.stripe.prices.create(
      {
        currency,
        unit_amount: price,
        ...(this.taxBehavior && { tax_behavior: this.taxBehavior }),
        recurring: { interval: 'month' },
        lookup_key: key,
        product_data: { name: `${id}: ${toCredits(credits)} credits a month` },
        metadata: { plan: id, credits: String(credits), rollover: String(rollover) },
      },
      { idempotencyKey: `price:${key}` },
    );
    return created.id;
  }

  /** Creates the coupon at Stripe for one of ours, if it is not there yet. @returns its id */
  async createCoupon({ _id: code, percent, amount, currency, months }: Coupon): Promise<string> {
    const worth = percent === undefined ? `${amount}${currency}` : `${percent}pc`;
    const id = `utility-api-${code}-${worth}-${months}`;
    const duration = months === 1 ? { duration: 'once' } : { duration: 'repeating', duration_in_months: months };
    const creation = this.stripe.coupons.create({
      ...{ id, name: code, ...duration },
      ...(percent !== undefined && { percent_off: percent }),
      ...(amount !== undefined && currency !== undefined && { amount_off: amount, currency }),
    });
    await creation.catch((error: unknown) => {
      const isThere =
        error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_already_exists';
      if (!isThere) throw error;
    });
    return id;
  }

  /** Reads the subscription of an account, and what its paid invoices pay for. */
  async read(account: string, customer: string): Promise<ProviderPlan> {
    const [subscriptions, invoices] = await Promise.all([
      this.stripe.subscriptions.list({
        ...{ customer, status: 'all', limit: MOST_SUBSCRIPTIONS, expand: ['data.latest_invoice'] },
      }),
      this.stripe.invoices.list({ customer, status: 'paid', limit: PAGE, expand: ['data.payments'] }),
    ]);
    const own = subscriptions.data.filter(({ metadata }) => metadata.account === account);
    const isOwn = (invoice: Stripe.Invoice) => own.some(({ id }) => id === readSubscription(invoice));
    const paid = invoices.data.filter(isOwn).reverse();
    const payments: PlanPayment[] = [];
    for (const invoice of paid) {
      const payment = await this.#readPayment(invoice, paid);
      if (payment) payments.push(payment);
    }
    const latest = own.find(({ status }) => !ENDED.includes(status)) ?? own[0];
    const current = latest && (await this.#readCurrent(latest, paid));
    return { payments, ...(current && { current }) };
  }

  async #readCurrent(
    subscription: Stripe.Subscription,
    paid: readonly Stripe.Invoice[],
  ): Promise<CurrentPlan | undefined> {
    const { id, status, items, latest_invoice: invoice, cancel_at_period_end: cancels, cancel_at: end } = subscription;
    const [item] = items.data;
    if (!item) return undefined;
    const next = await this.#readSold(item.price);
    const invoices = paid.filter((one) => readSubscription(one) === id);
    const line = invoices.flatMap(({ lines }) => lines.data.filter(isPeriod)).at(-1);
    const plan = (line && (await this.#readSold(line.pricing?.price_details?.price))) ?? next;
    if (!plan || !next) return undefined;
    const unpaid = invoice !== null && typeof invoice === 'object' && invoice.status === 'open' ? invoice : undefined;
    const isPastDue = PAST_DUE.includes(status);
    const method = readId(subscription.default_payment_method);
    return {
      ...{ id, plan, cancels: cancels || end !== null },
      state: ENDED.includes(status) ? 'ended' : isPastDue ? 'past_due' : 'active',
      starts: toDate(item.current_period_start),
      ends: toDate(item.current_period_end),
      ...(next.price_id !== plan.price_id && { next }),
      ...(method !== undefined && { method }),
      ...(isPastDue && unpaid?.hosted_invoice_url && { pay: unpaid.hosted_invoice_url }),
    };
  }

  /**
   * Reads what an invoice pays for. A full line pays for the credits of its plan; a proration for a share of them, or it returns that
   * share: as much of the credits as of the period. So credits follow the money, whatever was changed.
   */
  async #readPayment(invoice: Stripe.Invoice, paid: readonly Stripe.Invoice[]): Promise<PlanPayment | undefined> {
    let credits = 0;
    let main: { plan: SoldPlan; ends: number } | undefined;
    const beginsPeriod = invoice.lines.data.some(isPeriod);
    for (const line of invoice.lines.data) {
      const plan = await this.#readSold(line.pricing?.price_details?.price);
      if (!plan) continue;
      const share = isPeriod(line) ? 1 : shareOfPeriod(line, paid);
      // The unused part of a period that a coupon paid for has no amount.
      const sign = Math.sign(line.amount) || (beginsPeriod && !isPeriod(line) ? -1 : 1);
      credits += sign * Math.round(plan.credits * share) * (line.quantity ?? 1);
      if (line.amount >= 0 && (!main || isPeriod(line))) main = { plan, ends: line.period.end };
    }
    if (!main || credits <= 0) return undefined;
    const intent = readId(invoice.payments?.data.find(({ status }) => status === 'paid')?.payment.payment_intent);
    const tax = await readInvoiceTax(invoice, (rate) => this.#readRate(rate));
    return {
      ...{ invoice: invoice.id, plan: main.plan, credits, amount: invoice.amount_paid, currency: invoice.currency },
      paid: toDate(invoice.status_transitions.paid_at ?? invoice.created),
      ends: toDate(main.ends),
      ...(intent !== undefined && { intent }),
      ...(tax && { tax }),
    };
  }

  async #readRate(id: string): Promise<number> {
    const known = this.#rates.get(id);
    if (known !== undefined) return known;
    const { effective_percentage, percentage } = await this.stripe.taxRates.retrieve(id);
    const rate = effective_percentage ?? percentage;
    this.#rates.set(id, rate);
    return rate;
  }

  /** Reads what is sold at a price; undefined for one of another application. */
  async #readSold(price: string | Stripe.Price | undefined): Promise<SoldPlan | undefined> {
    const id = readId(price);
    if (price === undefined || id === undefined) return undefined;
    const known = this.#sold.get(id);
    if (known !== undefined) return known ?? undefined;
    const sold = toSold(typeof price === 'string' ? await this.stripe.prices.retrieve(price) : price);
    this.#sold.set(id, sold ?? null);
    return sold;
  }

  async change({ current, plan, isNow, key }: PlanChange): Promise<void> {
    const item = (await this.stripe.subscriptions.retrieve(current.id)).items.data[0];
    if (!item) return;
    const { plan: paid } = current;
    const price = 'price_id' in plan ? plan.price_id : await this.findPrice(plan);
    const update = (to: string, more: Stripe.SubscriptionUpdateParams, idempotencyKey: string) =>
      this.stripe.subscriptions.update(
        current.id,
        { items: [{ id: item.id, price: to }], ...more },
        { idempotencyKey },
      );
    if (!isNow) {
      await update(price, { proration_behavior: 'none', cancel_at_period_end: false }, key);
      return;
    }
    // The unused part belongs to the plan that was paid, not to the one that was chosen for the next period.
    if (item.price.id !== paid.price_id) await update(paid.price_id, { proration_behavior: 'none' }, `${key}:paid`);
    const now: Stripe.SubscriptionUpdateParams = {
      billing_cycle_anchor: { type: 'now' },
      proration_behavior: 'always_invoice',
      payment_behavior: 'error_if_incomplete',
      cancel_at_period_end: false,
    };
    await update(price, now, key);
  }

  /** Reads a method if a customer still has it. */
  async readMethod(customer: string, id: string): Promise<SavedMethod | undefined> {
    const method = await this.stripe.paymentMethods.retrieve(id);
    if (readId(method.customer) !== customer) return undefined;
    return { id, brand: method.card?.brand ?? method.type, last4: method.card?.last4 ?? '' };
  }

  async readMethods(customer: string, ids: readonly string[]) {
    const found = await this.stripe.customers.retrieve(customer);
    const chosen = found.deleted ? undefined : readId(found.invoice_settings.default_payment_method);
    const preferred = chosen === undefined ? undefined : await this.readMethod(customer, chosen);
    for (const id of ids) {
      const saved = await this.readMethod(customer, id);
      if (saved) return { saved, ...(preferred && { default: preferred }) };
    }
    return { ...(preferred && { default: preferred }) };
  }
}

const toDate = (seconds: number): Date => new Date(seconds * 1_000);

const readSubscription = ({ parent }: Stripe.Invoice): string | undefined =>
  readId(parent?.subscription_details?.subscription);

/** True for a line of an invoice that pays for a whole period. */
const isPeriod = ({ parent }: Stripe.InvoiceLineItem): boolean =>
  parent?.subscription_item_details?.proration === false;

/** Returns the share of a period that a proration is about. */
function shareOfPeriod({ period: { start, end } }: Stripe.InvoiceLineItem, paid: readonly Stripe.Invoice[]): number {
  const whole = paid.flatMap(({ lines }) => lines.data.filter(isPeriod)).find(({ period }) => period.end === end);
  const begins = whole?.period.start ?? DateTime.fromSeconds(end, { zone: 'utc' }).minus({ months: 1 }).toSeconds();
  return end > begins ? Math.min(1, (end - start) / (end - begins)) : 0;
}

function toSold({ id, unit_amount: price, currency, metadata }: Stripe.Price): SoldPlan | undefined {
  const { plan, credits = '', rollover } = metadata;
  if (plan === undefined || !/^\d+$/.test(credits) || price === null) return undefined;
  return { id: plan, credits: Number(credits), price, currency, rollover: rollover === 'true', price_id: id };
}

/** True if a method was not deleted since it belongs to nobody any more. */
export const isDetached = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeInvalidRequestError &&
  (error.code === 'resource_missing' || /not attached to a customer/.test(error.message));
