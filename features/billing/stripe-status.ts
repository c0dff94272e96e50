import type Stripe from 'stripe';
import type { Order, PaidWith } from './collections.js';
import type { ProviderStatus } from './provider.js';
import { readId } from './stripe-events.js';
import { parseTax, readPageTax } from './stripe-tax.js';

const PAGE = 100;
/** Largest clock difference to Stripe, by which objects of an order may seem older than the order. In seconds. */
const CLOCK_SKEW_SECONDS = 24 * 3_600;

/** Statuses of payments that were tried and can be tried again. */
const RETRIABLE: readonly Stripe.PaymentIntent.Status[] = [
  'requires_payment_method',
  'requires_confirmation',
  'requires_action',
];

/** Statuses of refunds that move no money. */
const NO_REFUND: readonly (string | null)[] = ['failed', 'canceled'];

/** Statuses of disputes for which money was withdrawn, unlike inquiries and won ones. */
const WITHDRAWN: readonly string[] = ['needs_response', 'under_review', 'lost'];

/** Reads the status of an order from its payment with charge, refunds and disputes, and from its page. */
export async function readStripeStatus(stripe: Stripe, order: Order): Promise<ProviderStatus> {
  const page = order.kind === 'checkout' ? await findSession(stripe, order) : undefined;
  const known = order.intent ?? (page ? readId(page.payment_intent) : undefined);
  const intent = known === undefined ? undefined : await retrieve(stripe, known);
  const found = intent ?? (order.kind === 'top_up' ? await findIntent(stripe, order) : undefined);
  const session = page && { session: page.id, closes: new Date(page.expires_at * 1_000) };
  if (!found) return { state: readPageState(page, order), refunded: 0, disputed: 0, ...session };
  const { id, last_payment_error: error } = found;
  const why = error?.decline_code ?? error?.code ?? found.cancellation_reason ?? undefined;
  const tax = page ? readPageTax(page) : parseTax(found.metadata.tax);
  const money = found.status === 'succeeded' ? await sumMoney(stripe, found) : { refunded: 0, disputed: 0 };
  return {
    state: readState(found, order, page),
    intent: id,
    ...session,
    ...money,
    ...(tax && found.status === 'succeeded' && { tax }),
    ...readPaidWith(found),
    ...readSavedMethod(found),
    ...(why !== undefined && { why }),
  };
}

const retrieve = (stripe: Stripe, intent: string): Promise<Stripe.PaymentIntent> =>
  stripe.paymentIntents.retrieve(intent, { expand: ['latest_charge', 'payment_method'] });

/** Finds the page of an order. One that was opened and not stored is found among those of its payer. */
export async function findSession(stripe: Stripe, order: Order): Promise<Stripe.Checkout.Session | undefined> {
  if (order.session !== undefined) return retrievePage(stripe, order.session);
  const all = stripe.checkout.sessions.list({ customer: order.customer, created: createdSince(order), limit: PAGE });
  for await (const { id, metadata } of all) if (metadata?.order === order._id) return retrievePage(stripe, id);
  return undefined;
}

const retrievePage = (stripe: Stripe, session: string): Promise<Stripe.Checkout.Session> =>
  stripe.checkout.sessions.retrieve(session, { expand: ['total_details.breakdown'] });

async function findIntent(stripe: Stripe, order: Order): Promise<Stripe.PaymentIntent | undefined> {
  const all = stripe.paymentIntents.list({ customer: order.customer, created: createdSince(order), limit: PAGE });
  for await (const { id, metadata } of all) if (metadata.order === order._id) return retrieve(stripe, id);
  return undefined;
}

const createdSince = ({ created }: Order) => ({ gte: Math.floor(created.getTime() / 1_000) - CLOCK_SKEW_SECONDS });

/** Returns the state of an order without a payment. An order that expired before it had a page stays expired. */
function readPageState(page: Stripe.Checkout.Session | undefined, order: Order): ProviderStatus['state'] {
  const isExpired = page ? page.status === 'expired' : order.state === 'expired';
  return isExpired ? 'expired' : 'open';
}

function readState(
  { status, last_payment_error: error }: Stripe.PaymentIntent,
  { kind }: Order,
  page: Stripe.Checkout.Session | undefined,
): ProviderStatus['state'] {
  if (status === 'succeeded') return 'paid';
  if (page?.status === 'expired') return 'expired';
  if (status === 'canceled') return 'failed';
  if (kind === 'top_up') return RETRIABLE.includes(status) ? 'declined' : 'open';
  // A complete page is not shown again, so a payment that failed after it cannot be retried.
  return page?.status === 'complete' && status === 'requires_payment_method' && error ? 'failed' : 'open';
}

async function sumMoney(
  stripe: Stripe,
  intent: Stripe.PaymentIntent,
): Promise<Pick<ProviderStatus, 'received' | 'refunded' | 'disputed'>> {
  const { id, amount_received: amount, currency, created, latest_charge: charge } = intent;
  const at = new Date((charge !== null && typeof charge === 'object' ? charge.created : created) * 1_000);
  let refunded = 0;
  for await (const refund of stripe.refunds.list({ payment_intent: id, limit: PAGE }))
    if (!NO_REFUND.includes(refund.status)) refunded += refund.amount;
  let disputed = 0;
  for await (const dispute of stripe.disputes.list({ payment_intent: id, limit: PAGE }))
    if (WITHDRAWN.includes(dispute.status)) disputed += dispute.amount;
  return { received: { at, amount, currency }, refunded, disputed };
}

function readPaidWith({ status, payment_method: method }: Stripe.PaymentIntent): Pick<ProviderStatus, 'paidWith'> {
  return status === 'succeeded' && method !== null && typeof method === 'object' ? { paidWith: describe(method) } : {};
}

const describe = ({ card, type }: Stripe.PaymentMethod): PaidWith => ({
  brand: card?.brand ?? type,
  last4: card?.last4 ?? '',
});

/** Returns the method of a payment that saved it for later. */
function readSavedMethod({
  status,
  setup_future_usage: usage,
  payment_method: method,
}: Stripe.PaymentIntent): Pick<ProviderStatus, 'method'> {
  if (status !== 'succeeded' || usage !== 'off_session' || method === null || typeof method !== 'object') return {};
  return { method: { id: method.id, ...describe(method) } };
}
