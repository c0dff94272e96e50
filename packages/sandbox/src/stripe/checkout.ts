import { authenticationFailed, type TestCard } from './cards.js';
import type { CardError, Intent, Session } from './objects.js';
import { completePayment, createIntent, createMethod, failPayment, findCard } from './payments.js';
import { subscribe } from './subscriptions.js';
import { DEFAULT_COUNTRY, taxPage } from './tax.js';
import type { World } from './world.js';

/** Outcome of a payment attempt on the page. */
export type Attempt = 'paid' | 'declined' | 'authenticate';

/** A payer's card, and whether they have authenticated; undefined before they are asked. */
interface CardEntry {
  number: string;
  authenticated?: boolean;
  /** Country of the billing address, as ISO code. */
  country?: string;
}

/** Pays an open page. */
export function payOnPage(world: World, session: Session, { number, authenticated, country }: CardEntry): Attempt {
  const card = findCard(number);
  taxPage(session, world.findPlan(session.id).tax_behavior, country ?? DEFAULT_COUNTRY);
  if (session.mode === 'subscription') return subscribeOnPage(world, session, { card, authenticated });
  const intent = findOrCreateIntent(world, session);
  if (!card) return failPayment(world, intent, incorrectNumber);
  if (card.declines) return failPayment(world, intent, card.declines);
  if (card.authenticates && authenticated === undefined) {
    intent.status = 'requires_action';
    return 'authenticate';
  }
  if (authenticated === false) return failPayment(world, intent, authenticationFailed);
  const method = createMethod(world, card, intent.setup_future_usage === null ? null : session.customer);
  completePayment(world, intent, method, () => {
    session.status = 'complete';
    session.payment_status = 'paid';
    session.url = null;
    world.emit('checkout.session.completed', session);
  });
  return 'paid';
}

/** Begins a subscription by paying its first invoice. */
function subscribeOnPage(
  world: World,
  session: Session,
  { card, authenticated }: { card: TestCard | undefined; authenticated: boolean | undefined },
): Attempt {
  if (!card || card.declines || authenticated === false) return 'declined';
  if (card.authenticates && authenticated === undefined) return 'authenticate';
  const method = createMethod(world, card, session.customer);
  const { price = '', coupon, metadata } = world.findPlan(session.id);
  const subscription = subscribe(world, {
    customer: session.customer ?? '',
    method: method.id,
    price,
    metadata,
    coupon,
    isTaxed: session.automatic_tax?.enabled ?? false,
  });
  Object.assign(session, { status: 'complete', payment_status: 'paid', url: null, subscription: subscription.id });
  world.emit('checkout.session.completed', session);
  return 'paid';
}

const incorrectNumber: CardError = {
  code: 'incorrect_number',
  message: 'Your card number is incorrect.',
  type: 'card_error',
};

/** Returns the payment of a page. It is created at the first attempt. */
function findOrCreateIntent(world: World, session: Session): Intent {
  const existing = session.payment_intent === null ? undefined : world.get('payment_intent', session.payment_intent);
  if (existing) return existing;
  const { amount_total: amount, currency, customer } = session;
  const { metadata, setup_future_usage } = world.findPlan(session.id);
  const intent = createIntent(world, { amount, currency, customer, metadata, setup_future_usage });
  session.payment_intent = intent.id;
  return intent;
}
