import { authenticationFailed, type TestCard } from './cards.js';
import type { CardError, Intent, Session } from './objects.js';
import { createMethod, failed, findCard, newIntent, succeed } from './payments.js';
import { subscribe } from './subscriptions.js';
import { DEFAULT_COUNTRY, taxPage } from './tax.js';
import type { World } from './world.js';

/** Outcome of a payment attempt on the page. */
export type Attempt = 'paid' | 'declined' | 'authenticate';

/** A payer's card and what they answered when they were asked whether it is theirs. */
interface Paying {
  number: string;
  authenticated?: boolean;
  /** Country of the billing address, as ISO code. */
  country?: string;
}

/** Pays a page that is open. */
export function payOnPage(world: World, session: Session, { number, authenticated, country }: Paying): Attempt {
  const card = findCard(number);
  if (session.mode === 'subscription') {
    taxPage(session, world.planOf(session.id).tax_behavior, country ?? DEFAULT_COUNTRY);
    return subscribeOnPage(world, session, { card, authenticated });
  }
  taxPage(session, world.planOf(session.id).tax_behavior, country ?? DEFAULT_COUNTRY);
  const intent = createIntent(world, session);
  if (!card) return failed(world, intent, incorrectNumber);
  if (card.declines) return failed(world, intent, card.declines);
  if (card.authenticates && authenticated === undefined) {
    intent.status = 'requires_action';
    return 'authenticate';
  }
  if (authenticated === false) return failed(world, intent, authenticationFailed);
  const method = createMethod(world, card, intent.setup_future_usage === null ? null : session.customer);
  succeed(world, intent, method, () => {
    session.status = 'complete';
    session.payment_status = 'paid';
    session.url = null;
    world.tell('checkout.session.completed', session);
  });
  return 'paid';
}

/** Pays the first invoice of a subscription, which begins with that. */
function subscribeOnPage(
  world: World,
  session: Session,
  { card, authenticated }: { card: TestCard | undefined; authenticated: boolean | undefined },
): Attempt {
  if (!card || card.declines || authenticated === false) return 'declined';
  if (card.authenticates && authenticated === undefined) return 'authenticate';
  const method = createMethod(world, card, session.customer);
  const { price = '', coupon, metadata } = world.planOf(session.id);
  const subscription = subscribe(world, {
    customer: session.customer ?? '',
    method: method.id,
    price,
    metadata,
    coupon,
    isTaxed: session.automatic_tax?.enabled ?? false,
  });
  Object.assign(session, { status: 'complete', payment_status: 'paid', url: null, subscription: subscription.id });
  world.tell('checkout.session.completed', session);
  return 'paid';
}

const incorrectNumber: CardError = {
  code: 'incorrect_number',
  message: 'Your card number is incorrect.',
  type: 'card_error',
};

/** The payment of a page, which begins with the first attempt. */
function createIntent(world: World, session: Session): Intent {
  const begun = session.payment_intent === null ? undefined : world.get('payment_intent', session.payment_intent);
  if (begun) return begun;
  const { amount_total: amount, currency, customer } = session;
  const { metadata, setup_future_usage } = world.planOf(session.id);
  const intent = newIntent(world, { amount, currency, customer, metadata, setup_future_usage });
  session.payment_intent = intent.id;
  return intent;
}
