import type Stripe from 'stripe';
import type { Order } from './collections.js';
import type { Truth } from './provider.js';
import { idOf } from './stripe-events.js';

const PAGE = 100;
/** Clocks differ, now and then by much: what was made for an order may seem to be older than it. In seconds. */
const EARLIER_SECONDS = 24 * 3_600;

/** Payments that have been tried and can be tried again. */
const RETRIABLE: readonly Stripe.PaymentIntent.Status[] = [
  'requires_payment_method',
  'requires_confirmation',
  'requires_action',
];

/** Refunds that take nothing from what was received. */
const NO_REFUND: readonly (string | null)[] = ['failed', 'canceled'];

/** Disputes for which money was taken: inquiries and won ones are none. */
const WITHDRAWN: readonly string[] = ['needs_response', 'under_review', 'lost'];

/** Asks Stripe how an order stands, from its payment with charge, refunds and disputes, and from the page it is paid on. */
export async function readTruth(stripe: Stripe, order: Order): Promise<Truth> {
  const page = order.kind === 'checkout' ? await sessionOf(stripe, order) : undefined;
  const known = order.intent ?? (page ? idOf(page.payment_intent) : undefined);
  const intent = known === undefined ? undefined : await retrieve(stripe, known);
  const found = intent ?? (order.kind === 'top_up' ? await findIntent(stripe, order) : undefined);
  const session = page && { session: page.id, closes: new Date(page.expires_at * 1_000) };
  if (!found) return { state: stateOfPage(page, order), refunded: 0, disputed: 0, ...session };
  const { id, last_payment_error: error } = found;
  const why = error?.decline_code ?? error?.code ?? found.cancellation_reason ?? undefined;
  const money = found.status === 'succeeded' ? await moneyOf(stripe, found) : { refunded: 0, disputed: 0 };
  return {
    state: stateOf(found, order, page),
    intent: id,
    ...session,
    ...money,
    ...methodIn(found),
    ...(why !== undefined && { why }),
  };
}

const retrieve = (stripe: Stripe, intent: string): Promise<Stripe.PaymentIntent> =>
  stripe.paymentIntents.retrieve(intent, { expand: ['latest_charge', 'payment_method'] });

/** An order whose page was opened, and not noted, is found among those of its payer. */
export async function sessionOf(stripe: Stripe, order: Order): Promise<Stripe.Checkout.Session | undefined> {
  if (order.session !== undefined) return stripe.checkout.sessions.retrieve(order.session);
  const all = stripe.checkout.sessions.list({ customer: order.customer, created: since(order), limit: PAGE });
  for await (const session of all) if (session.metadata?.order === order._id) return session;
  return undefined;
}

async function findIntent(stripe: Stripe, order: Order): Promise<Stripe.PaymentIntent | undefined> {
  const all = stripe.paymentIntents.list({ customer: order.customer, created: since(order), limit: PAGE });
  for await (const { id, metadata } of all) if (metadata.order === order._id) return retrieve(stripe, id);
  return undefined;
}

const since = ({ created }: Order) => ({ gte: Math.floor(created.getTime() / 1_000) - EARLIER_SECONDS });

/** The state of an order without a payment. An order that expired before it had a page stays expired. */
function stateOfPage(page: Stripe.Checkout.Session | undefined, order: Order): Truth['state'] {
  const isExpired = page ? page.status === 'expired' : order.state === 'expired';
  return isExpired ? 'expired' : 'open';
}

function stateOf(
  { status, last_payment_error: error }: Stripe.PaymentIntent,
  { kind }: Order,
  page: Stripe.Checkout.Session | undefined,
): Truth['state'] {
  if (status === 'succeeded') return 'paid';
  if (page?.status === 'expired') return 'expired';
  if (status === 'canceled') return 'failed';
  if (kind === 'top_up') return RETRIABLE.includes(status) ? 'declined' : 'open';
  // A page that is complete is not shown again: what failed after it cannot be tried once more.
  return page?.status === 'complete' && status === 'requires_payment_method' && error ? 'failed' : 'open';
}

async function moneyOf(
  stripe: Stripe,
  intent: Stripe.PaymentIntent,
): Promise<Pick<Truth, 'received' | 'refunded' | 'disputed'>> {
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

/** The method of a payment that kept it for later. */
function methodIn({
  status,
  setup_future_usage: kept,
  payment_method: method,
}: Stripe.PaymentIntent): Pick<Truth, 'method'> {
  if (status !== 'succeeded' || kept !== 'off_session' || method === null || typeof method !== 'object') return {};
  return { method: { id: method.id, brand: method.card?.brand ?? method.type, last4: method.card?.last4 ?? '' } };
}
