import { authenticationRequired, type TestCard, testCards } from './cards.js';
import { invalid, missing, Refusal } from './errors.js';
import type { CardError, Charge, Dispute, Intent, PaymentMethod, Refund, Session } from './objects.js';
import type { World } from './world.js';

/** Finds a test card by number. */
export const findCard = (number: string): TestCard | undefined =>
  testCards.find((one) => one.number === number.replace(/\D/g, ''));

/** Creates a payment without an attempt. */
export function createIntent(
  world: World,
  wanted: Pick<Intent, 'amount' | 'currency' | 'customer' | 'setup_future_usage' | 'metadata'>,
): Intent {
  const noAttempt = { payment_method: null, latest_charge: null, last_payment_error: null };
  const status = 'requires_payment_method' as const;
  const intent = world.create('payment_intent', {
    ...{ ...wanted, ...noAttempt, status, amount_received: 0, canceled_at: null, cancellation_reason: null },
  });
  world.emit('payment_intent.created', intent);
  return intent;
}

export function createMethod(world: World, { number, brand }: TestCard, customer: string | null): PaymentMethod {
  const card = { brand, last4: number.slice(-4), exp_month: 12, exp_year: 2040 };
  const method = world.create('payment_method', { type: 'card', card, customer, metadata: {} });
  world.storeCardNumber(method.id, number);
  return method;
}

/** Charges a saved method while the payer is absent. */
export function chargeSaved(world: World, intent: Intent): void {
  const method = world.get('payment_method', intent.payment_method ?? '');
  if (!method) throw missing('PaymentMethod', intent.payment_method ?? '', 'payment_method');
  const card = testCards.find(({ number }) => number === world.findCardNumber(method.id));
  const error = card?.authenticates === 'always' ? authenticationRequired : card?.declines;
  if (error) {
    failPayment(world, intent, error);
    throw new Refusal(402, { ...error, payment_intent: intent });
  }
  completePayment(world, intent, method);
}

export function failPayment(world: World, intent: Intent, error: CardError): 'declined' {
  intent.status = 'requires_payment_method';
  intent.last_payment_error = error;
  intent.payment_method = null;
  world.emit('payment_intent.payment_failed', intent);
  return 'declined';
}

export function completePayment(world: World, intent: Intent, method: PaymentMethod, completed?: () => void): void {
  const { amount, currency, customer, metadata, id } = intent;
  const charge = world.create('charge', {
    ...{ amount, currency, customer, metadata, payment_intent: id, payment_method: method.id },
    ...{ amount_refunded: 0, paid: true, refunded: false, disputed: false, status: 'succeeded', failure_code: null },
  });
  Object.assign(intent, {
    ...{ status: 'succeeded', amount_received: amount, latest_charge: charge.id },
    ...{ payment_method: method.id, last_payment_error: null },
  });
  world.emit('charge.succeeded', charge);
  world.emit('payment_intent.succeeded', intent);
  completed?.();
  const card = testCards.find(({ number }) => number === world.findCardNumber(method.id));
  if (card?.disputes) dispute(world, charge);
}

/** Opens a dispute: the payer's bank takes the money back. */
export function dispute(world: World, charge: Charge): Dispute {
  const { id, amount, amount_refunded, currency, payment_intent } = charge;
  charge.disputed = true;
  const opened = world.create('dispute', {
    ...{ amount: amount - amount_refunded, currency, charge: id, payment_intent },
    ...{ reason: 'fraudulent', status: 'needs_response', metadata: {} },
  });
  world.emit('charge.dispute.created', opened);
  world.emit('charge.dispute.funds_withdrawn', opened);
  return opened;
}

export function closeDispute(world: World, closed: Dispute, status: 'won' | 'lost'): void {
  closed.status = status;
  world.emit('charge.dispute.closed', closed);
  if (status === 'won') world.emit('charge.dispute.funds_reinstated', closed);
}

/** Refunds a charge. */
export function refund(world: World, charge: Charge, wanted: number | undefined, reason: string | null): Refund {
  const { id, currency, payment_intent } = charge;
  const left = charge.amount - charge.amount_refunded;
  if (left === 0) throw invalid('charge_already_refunded', `Charge ${id} has already been refunded.`);
  const amount = wanted ?? left;
  if (amount > left) {
    const message = `Refund amount (${amount}) is greater than unrefunded amount on charge (${left})`;
    throw new Refusal(400, { type: 'invalid_request_error', message, param: 'amount' });
  }
  const isDisputed = world.all('dispute').some((one) => one.charge === id && one.status !== 'won');
  if (isDisputed) throw invalid('charge_disputed', `Charge ${id} has been charged back; cannot issue a refund.`);
  charge.amount_refunded += amount;
  charge.refunded = charge.amount_refunded === charge.amount;
  const fields = { amount, currency, charge: id, payment_intent, reason, status: 'succeeded' as const, metadata: {} };
  const refunded = world.create('refund', fields);
  world.emit('refund.created', refunded);
  world.emit('charge.refunded', charge);
  return refunded;
}

/** Fails a refund that the payer's bank has returned. */
export function failRefund(world: World, failing: Refund): void {
  failing.status = 'failed';
  const charge = world.get('charge', failing.charge);
  if (charge) {
    charge.amount_refunded -= failing.amount;
    charge.refunded = false;
  }
  world.emit('refund.failed', failing);
}

export function cancel(world: World, intent: Intent, reason: string | null): Intent {
  if (intent.status === 'succeeded' || intent.status === 'canceled') {
    const message = `You cannot cancel this PaymentIntent because it has a status of ${intent.status}.`;
    throw invalid('payment_intent_unexpected_state', message);
  }
  Object.assign(intent, { status: 'canceled', canceled_at: world.now(), cancellation_reason: reason });
  world.emit('payment_intent.canceled', intent);
  return intent;
}

/** Expires the pages whose time is over. */
export function expireOld(world: World): void {
  for (const session of world.all('checkout.session'))
    if (session.status === 'open' && session.expires_at <= world.now()) expire(world, session);
}

export function expire(world: World, session: Session): Session {
  if (session.status !== 'open') {
    const message = `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of ${session.status}.`;
    throw new Refusal(400, { type: 'invalid_request_error', message });
  }
  session.status = 'expired';
  session.url = null;
  world.emit('checkout.session.expired', session);
  return session;
}
