import type Stripe from 'stripe';
import type { Hint } from './provider.js';

/** What is heard of: everything after which an order may stand otherwise than before. */
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

/** What an event is about. Nothing else in it is believed: the provider is asked. */
export function hintOf({ data }: Stripe.Event): Hint {
  const about: { object?: unknown; id?: unknown; metadata?: unknown; payment_intent?: unknown } = { ...data.object };
  const { order }: { order?: unknown } = Object(about.metadata);
  const intent = about.object === 'payment_intent' ? idOf(about.id) : idOf(about.payment_intent);
  return { ...(typeof order === 'string' && { order }), ...(intent !== undefined && { intent }) };
}

/** The id of something that may stand in full in its place. */
export function idOf(reference: unknown): string | undefined {
  if (typeof reference === 'string') return reference;
  const { id }: { id?: unknown } = Object(reference);
  return typeof id === 'string' ? id : undefined;
}
