import Stripe from 'stripe';
import { type Config, ConfigError } from '../../shared/process/config.js';
import type { Order } from './collections.js';
import {
  type Hint,
  type PaymentPage,
  type PaymentProvider,
  ProviderError,
  type ProviderEvent,
  type ReturnTo,
  type Truth,
} from './provider.js';
import { eventTypes, hintOf } from './stripe-events.js';
import { readTruth, sessionOf } from './stripe-truth.js';

/** How long one request may take, in ms, and how often it is repeated when there was no answer. */
const REQUEST_WITHIN_MS = 8_000;
const REPEATED = 2;
/** How old a signed message may be, in seconds. */
const TOLERANCE_SECONDS = 300;
const PAGE = 100;

type Settings = Pick<Config, 'STRIPE_SECRET_KEY' | 'STRIPE_WEBHOOK_SECRET' | 'STRIPE_URL'>;

/** Stripe: Checkout for the first payment, its saved method for top-ups. */
export class StripeProvider implements PaymentProvider {
  readonly name = 'stripe';
  readonly pagesAt: string;
  readonly #stripe: Stripe;
  readonly #webhookSecret: string | undefined;

  /** @throws ConfigError without a key */
  constructor({ STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET, STRIPE_URL }: Settings) {
    if (STRIPE_SECRET_KEY === undefined) throw new ConfigError('STRIPE_SECRET_KEY is not set');
    this.#webhookSecret = STRIPE_WEBHOOK_SECRET;
    // Of Stripe's own the host is unknown: it may be a domain of the seller's.
    this.pagesAt = STRIPE_URL === undefined ? 'https:' : new URL(STRIPE_URL).origin;
    this.#stripe = new Stripe(STRIPE_SECRET_KEY, {
      timeout: REQUEST_WITHIN_MS,
      maxNetworkRetries: REPEATED,
      telemetry: false,
      ...(STRIPE_URL !== undefined && addressOf(STRIPE_URL)),
    });
  }

  async customer(account: string): Promise<string> {
    const made = this.#stripe.customers.create({ metadata: { account } }, { idempotencyKey: `customer:${account}` });
    return (await asked(made)).id;
  }

  async checkout(order: Order, { paid, cancelled }: ReturnTo): Promise<PaymentPage> {
    const { _id, customer, currency, price, credits, saves } = order;
    const name = `${credits / 1_000_000} credits`;
    const made = this.#stripe.checkout.sessions.create(
      {
        mode: 'payment',
        customer,
        client_reference_id: _id,
        metadata: { order: _id },
        payment_intent_data: { metadata: { order: _id }, ...(saves && { setup_future_usage: 'off_session' }) },
        line_items: [{ quantity: 1, price_data: { currency, unit_amount: price, product_data: { name } } }],
        success_url: paid,
        cancel_url: cancelled,
      },
      { idempotencyKey: `checkout:${_id}` },
    );
    const page = pageIn(await asked(made));
    if (!page) throw new ProviderError('the page has no address', true);
    return page;
  }

  async page(order: Order): Promise<PaymentPage | undefined> {
    const session = await asked(sessionOf(this.#stripe, order));
    return session?.status === 'open' ? pageIn(session) : undefined;
  }

  async closePage(order: Order): Promise<void> {
    const session = await asked(sessionOf(this.#stripe, order));
    if (session?.status === 'open') await asked(this.#stripe.checkout.sessions.expire(session.id));
  }

  async charge({ _id, customer, currency, price, method }: Order): Promise<void> {
    if (method === undefined) throw new ProviderError('there is no saved method', true);
    const made = this.#stripe.paymentIntents.create(
      {
        amount: price,
        currency,
        customer,
        payment_method: method,
        off_session: true,
        confirm: true,
        metadata: { order: _id },
      },
      { idempotencyKey: `charge:${_id}` },
    );
    await asked(
      made.catch((error: unknown) => {
        // A card that was declined is an answer: the payment is there, and says so itself.
        if (!(error instanceof Stripe.errors.StripeCardError)) throw error;
      }),
    );
  }

  async drop(intent: string): Promise<void> {
    await asked(this.#stripe.paymentIntents.cancel(intent, {}, { idempotencyKey: `drop:${intent}` }));
  }

  truth(order: Order): Promise<Truth> {
    return asked(readTruth(this.#stripe, order));
  }

  async refund(intent: string, amount: number, key: string): Promise<void> {
    await asked(this.#stripe.refunds.create({ payment_intent: intent, amount }, { idempotencyKey: `refund:${key}` }));
  }

  async orderOf(intent: string): Promise<string | undefined> {
    return (await asked(this.#stripe.paymentIntents.retrieve(intent))).metadata.order;
  }

  async events(since: Date, known: ReadonlySet<string>, most: number): Promise<ProviderEvent[]> {
    const created = { gte: Math.floor(since.getTime() / 1_000) };
    const found: ProviderEvent[] = [];
    let after: string | undefined;
    // The newest come first: all pages are needed for the oldest.
    for (;;) {
      const page = await asked(
        this.#stripe.events.list({
          types: [...eventTypes],
          created,
          limit: PAGE,
          ...(after !== undefined && { starting_after: after }),
        }),
      );
      for (const event of page.data) {
        found.push({ id: event.id, at: new Date(event.created * 1_000), ...hintOf(event) });
      }
      after = page.data.at(-1)?.id;
      if (!page.has_more || after === undefined) return upTo(found.reverse(), known, most);
    }
  }

  hintIn(body: Buffer, signature: string): Hint {
    if (this.#webhookSecret === undefined) throw new ProviderError('STRIPE_WEBHOOK_SECRET is not set', true);
    try {
      return hintOf(this.#stripe.webhooks.constructEvent(body, signature, this.#webhookSecret, TOLERANCE_SECONDS));
    } catch (error) {
      throw new ProviderError('the signature does not verify', true, error);
    }
  }
}

const pageIn = ({ id, url, expires_at }: Stripe.Checkout.Session): PaymentPage | undefined =>
  url === null ? undefined : { session: id, url, closes: new Date(expires_at * 1_000) };

/** The events until so many of them are new. */
function upTo(events: ProviderEvent[], known: ReadonlySet<string>, most: number): ProviderEvent[] {
  const lastNew = events.filter(({ id }) => !known.has(id)).at(most - 1);
  return lastNew ? events.slice(0, events.indexOf(lastNew) + 1) : events;
}

/** Passes on what Stripe answers; what it refuses, or does not answer, as an error of ours. Never its words on keys. */
async function asked<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError)) throw error;
    const { type, code, statusCode } = error;
    const isFinal = error instanceof Stripe.errors.StripeInvalidRequestError;
    throw new ProviderError(`Stripe: ${[type, code, statusCode].filter(Boolean).join(' ')}`, isFinal, error);
  }
}

function addressOf(url: string) {
  const { protocol, hostname, port } = new URL(url);
  const isPlain = protocol === 'http:';
  return {
    host: hostname,
    port: port === '' ? (isPlain ? 80 : 443) : port,
    protocol: isPlain ? ('http' as const) : ('https' as const),
  };
}
