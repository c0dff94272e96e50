import type Stripe from 'stripe';
import type { Hint } from './provider.js';

/** Types of the events that may change the status of an order, a plan or a saved method. */
export const eventTypes = [
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
  'checkout.session.async_payment_failed',
  'checkout.session.expired',
  'payment_intent.succeeded',
  'payment_intent.payment_failed',
  'payment_intent.canceled',
  'charge.refunded',
  'charge.refund.updated',
  'refund.created',
  'refund.updated',
  'refund.failed',
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.closed',
  'charge.dispute.funds_withdrawn',
  'charge.dispute.funds_reinstated',
  'invoice.paid',
  'invoice.payment_failed',
  'customer.subscription.created',
  'customer.subscription.updated',
  'customer.subscription.deleted',
  'customer.updated',
  'payment_method.detached',
] as const;

/** True for events about the plan or the saved method of a customer. */
const concernsCustomer = (type: string): boolean => /^(invoice|customer|payment_method)\./.test(type);

/** Returns the order, payment or customer of an event. Its other content is not trusted: the status is read from Stripe. */
export function readHint({ type, data }: Stripe.Event): Hint {
  const subject: { object?: unknown; id?: unknown; metadata?: unknown; payment_intent?: unknown; customer?: unknown } =
    {
      ...data.object,
    };
  if (concernsCustomer(type)) {
    // A method that was detached no longer has a customer.
    const before: { customer?: unknown } = Object(data.previous_attributes);
    const customer = subject.object === 'customer' ? readId(subject.id) : readId(subject.customer ?? before.customer);
    return { ...(customer !== undefined && { customer }) };
  }
  const { order }: { order?: unknown } = Object(subject.metadata);
  const intent = subject.object === 'payment_intent' ? readId(subject.id) : readId(subject.payment_intent);
  return { ...(typeof order === 'string' && { order }), ...(intent !== undefined && { intent }) };
}

/** Id of an object that is given by its id or in full. */
export function readId(reference: unknown): string | undefined {
  if (typeof reference === 'string') return reference;
  const { id }: { id?: unknown } = Object(reference);
  return typeof id === 'string' ? id : undefined;
}
