import type Stripe from 'stripe';
import type { Hint } from './provider.js';

/** Types of the events that may change the status of an order. */
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
] as const;

/** Returns the order or payment of an event. Its other content is not trusted: the status is read from Stripe. */
export function readHint({ data }: Stripe.Event): Hint {
  const subject: { object?: unknown; id?: unknown; metadata?: unknown; payment_intent?: unknown } = { ...data.object };
  const { order }: { order?: unknown } = Object(subject.metadata);
  const intent = subject.object === 'payment_intent' ? idOf(subject.id) : idOf(subject.payment_intent);
  return { ...(typeof order === 'string' && { order }), ...(intent !== undefined && { intent }) };
}

/** Id of an object that is given by its id or in full. */
export function idOf(reference: unknown): string | undefined {
  if (typeof reference === 'string') return reference;
  const { id }: { id?: unknown } = Object(reference);
  return typeof id === 'string' ? id : undefined;
}
