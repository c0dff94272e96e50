import { SANDBOX_KEY, startSandboxStripe } from 'sandbox/stripe';
import Stripe from 'stripe';
import type { Order } from '../../features/billing/collections.js';
import { placeOrder } from '../../features/billing/orders.js';
import type { Payments } from '../../features/billing/payments.js';
import type { PaymentProvider } from '../../features/billing/provider.js';
import { readSeller } from '../../features/billing/receipts.js';
import { reconcileOrders } from '../../features/billing/reconcile-payments.js';
import { StripeProvider } from '../../features/billing/stripe.js';
import { topUpAll } from '../../features/billing/top-up-credits.js';
import type { Collections } from '../../features/collections.js';
import { reconcile } from '../../scheduler/reconcile-holds.js';
import { audit } from '../../shared/ledger/audit.js';
import { failFast } from '../../shared/process/item-runner.js';
import { cards, controlStripe, payPage } from './payments.js';
import { ownDatabase } from './stack.js';

/** Micro-credits per cent. */
const MICRO_PER_CENT = 500_000;
export const PACK = { id: 'small', credits: 1_000 * MICRO_PER_CENT, price: 1_000, currency: 'eur' };

/** The cheapest first. */
export const PLANS = [
  { id: 'starter', credits: 600 * 1_000_000, price: 1_000, currency: 'eur', rollover: false },
  { id: 'pro', credits: 2_500 * 1_000_000, price: 3_000, currency: 'eur', rollover: true },
];

const RETURN_TO = () => ({ paid: 'http://127.0.0.1:9/paid', cancelled: 'http://127.0.0.1:9/cancelled' });
const HOUR_MS = 3_600_000;

/** A process that was killed. */
class Killed extends Error {}

/** Ignores the error of a killed process, and throws all others. */
export const ignoreKilled = (error: unknown): void => {
  if (!(error instanceof Killed)) throw error;
};

/** Counts external calls, and throws before the call of a given number. */
export class FailPoint {
  #calls = 0;

  constructor(private readonly diesBefore: number) {}

  /** Whatever has methods that reach outside, with each of them counted. */
  watch<T extends object>(outside: T): T {
    return new Proxy(outside, {
      get: (target, name) => {
        const found: unknown = Reflect.get(target, name);
        if (typeof found !== 'function') return found;
        return (...args: unknown[]) => {
          this.#calls += 1;
          if (this.#calls >= this.diesBefore) throw new Killed();
          return found.apply(target, args);
        };
      },
    });
  }

  store(store: Collections): Collections {
    return new Proxy(store, { get: (target, name) => this.watch(Object(Reflect.get(target, name))) });
  }

  payments({ provider, ...payments }: Payments): Payments {
    return { ...payments, provider: this.watch<PaymentProvider>(provider) };
  }
}

/** A private shop with its own ledger and payment provider. */
export interface Shop {
  store: Collections;
  payments: Payments;
  /** Asks the provider itself. */
  stripe: Stripe;
  /** The settings of a process that works for it. */
  environment: NodeJS.ProcessEnv;
  steer(ordered: object): Promise<Record<string, unknown>>;
  place(account: string, saves?: boolean, through?: FailPoint): Promise<{ order: Order; url: string }>;
  /** Runs the scheduler's tasks until none has anything left to do. */
  settle(): Promise<void>;
  /** Sum of the payments received, in cents, and their number. */
  money(account: string): Promise<{ kept: number; payments: number }>;
  /** Differences between the ledger of an account and its payments. */
  problems(account: string): Promise<string[]>;
  close(): Promise<void>;
}

export async function openShop(): Promise<Shop> {
  const { store, environment, close } = await ownDatabase();
  const sandbox = await startSandboxStripe();
  const { hostname, port } = new URL(sandbox.url);
  const stripe = new Stripe(SANDBOX_KEY, { host: hostname, port, protocol: 'http' });
  const settings = { STRIPE_SECRET_KEY: SANDBOX_KEY, STRIPE_URL: sandbox.url };
  const payments: Payments = {
    packs: [PACK],
    plans: PLANS,
    provider: new StripeProvider(settings),
    seller: readSeller({}),
  };
  const money = async (account: string) => {
    const payer = await store.payers.findOne({ _id: account });
    let [kept, made] = [0, 0];
    if (!payer) return { kept, payments: made };
    for await (const { id, status, amount_received } of stripe.paymentIntents.list({ customer: payer.customer })) {
      if (status !== 'succeeded') continue;
      made += 1;
      kept += amount_received;
      for await (const { status: how, amount } of stripe.refunds.list({ payment_intent: id }))
        if (how !== 'failed') kept -= amount;
      for await (const { status: how, amount } of stripe.disputes.list({ payment_intent: id }))
        if (how !== 'won') kept -= amount;
    }
    return { kept, payments: made };
  };
  return {
    store,
    payments,
    stripe,
    environment: {
      ...environment,
      ...settings,
      PAYMENT_PACKS: JSON.stringify([{ ...PACK, credits: PACK.credits / 1e6 }]),
    },
    steer: (ordered) => controlStripe(sandbox.url, ordered),
    place: (account, saves = false, through = new FailPoint(Number.POSITIVE_INFINITY)) =>
      placeOrder(
        through.store(store),
        through.payments(payments).provider,
        { account, pack: PACK, saves, returnTo: RETURN_TO },
        new Date(),
      ),
    async settle() {
      for (let round = 0; round < 12; round++) {
        const now = new Date(Date.now() + round * 3 * HOUR_MS);
        // Both sides date purchases now.
        await topUpAll(store, payments, new Date(), failFast);
        let done = { events: 1, orders: 1 };
        while (done.events + done.orders > 0) done = await reconcileOrders(store, payments, now, failFast, console);
      }
      await reconcile(store, new Date());
    },
    money,
    async problems(account) {
      const { kept, payments: made } = await money(account);
      const bought = await store.payments.find({ account }).toArray();
      const back = await store.reversals.find({ account }).toArray();
      const credits =
        bought.reduce((sum, { amount }) => sum + amount, 0) - back.reduce((sum, { amount }) => sum + amount, 0);
      const { findings } = await audit(store, account);
      return [
        ...findings.map(({ problem }) => problem),
        ...back.filter(({ applied }) => !applied).map(({ _id }) => `reversal ${_id} is not in the wallet`),
        ...(bought.length === made ? [] : [`${made} payments became ${bought.length} lots`]),
        ...(credits === kept * MICRO_PER_CENT ? [] : [`${kept} cents are here for ${credits} micro-credits`]),
      ];
    },
    async close() {
      await sandbox.close();
      await close();
    },
  };
}

/** Buys a pack with a stored payment method, and enables automatic top-up below a balance in micro-credits. */
export async function enableTopUp(shop: Shop, account: string, below: number, card = cards.pays): Promise<void> {
  const { order, url } = await shop.place(account, true);
  await payPage(url, card);
  await shop.store.orders.updateOne({ _id: order._id }, { $set: { due: new Date(0) } });
  await reconcileOrders(shop.store, shop.payments, new Date(), failFast, console);
  const wanted = { below, pack: PACK.id, most_per_day: 1, on: true, crossings: 0 };
  await shop.store.payers.updateOne({ _id: account }, { $set: { top_up: wanted } });
}
