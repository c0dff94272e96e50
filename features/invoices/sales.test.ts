import { deepEqual, equal, match } from 'node:assert/strict';
import { nanoid } from 'nanoid';
import { ApiError } from '../../shared/contract/api-error.js';
import { failFast } from '../../shared/process/item-runner.js';
import { openShop, PACK, PLANS, type Shop } from '../../test/helpers/payment-shop.js';
import { cards, payPage } from '../../test/helpers/payments.js';
import { converge } from '../billing/converge.js';
import { placeOrder } from '../billing/orders.js';
import { reconcileOrders } from '../billing/reconcile-payments.js';
import { buyCredits } from '../billing/routes.js';
import { StripeProvider } from '../billing/stripe.js';
import { convergePlan, subscribe } from '../billing/subscriptions.js';
import { readTaxation } from '../billing/tax.js';
import { topUpAll } from '../billing/top-up-credits.js';
import type { Account } from '../members/index.js';
import type { Invoice } from './collections.js';
import { issueDocuments } from './issue.js';

const CONFIG = { BASE_URL: 'http://127.0.0.1:9', HOST: '127.0.0.1', PORT: 9 };

describe('sales with VAT', () => {
  let shop: Shop;
  before(async function () {
    this.timeout(120_000);
    shop = await openShop();
  });
  after(() => shop.close());

  /** Orders a pack for a new account, by the account API. */
  async function buy(billing: Account['billing'], isIncluded = false) {
    const { store, payments } = shop;
    const account = `account-${nanoid(8)}`;
    await store.accounts.insertOne({ _id: account, name: 'Acme', created: new Date(), ...(billing && { billing }) });
    const taxation = { by: 'tables' as const, country: 'DE', isIncluded };
    const key = { id: 'k', account };
    const context = {
      store,
      payments: { ...payments, taxation },
      clock: { now: () => new Date() },
      config: CONFIG,
      rateLimiter: { countWithin: async () => ({ allowed: true, resetMs: 0 }) },
      key,
      requestId: 'r',
    };
    return { account, ...(await bought(buyCredits.run({ pack: 'small', save_method: false }, context))) };
  }

  const bought = async (response: ReturnType<typeof buyCredits.run>) => {
    const given: { order?: { order: string; price: number; tax_rule: string | null }; url?: string } = Object(
      await response,
    );
    return { order: given.order, url: given.url ?? '' };
  };

  async function readInvoices(order = ''): Promise<Invoice[]> {
    await shop.store.orders.updateOne({ _id: order }, { $set: { due: new Date(0) } });
    await reconcileOrders(shop.store, shop.payments, new Date(), failFast, console);
    await issueDocuments(shop.store, order, new Date());
    return shop.store.invoices.find({ order }, { sort: { part: 1 } }).toArray();
  }

  it('charge what the order says, and invoice it with the card, whatever becomes of the billing details', async () => {
    const { account, order, url } = await buy({ address: 'Acme\nWien', country: 'AT' });
    deepEqual([order?.price, order?.tax_rule], [1_200, 'consumer']);
    await shop.store.accounts.updateOne({ _id: account }, { $set: { 'billing.country': 'DE' } });
    equal(await payPage(url), 303);
    const [invoice] = await readInvoices(order?.order);
    deepEqual([invoice?.net, invoice?.tax, invoice?.total, invoice?.rate], [1_000, 200, 1_200, 20]);
    deepEqual([invoice?.buyer.country, invoice?.paid_with], ['AT', 'Visa ending in 4242']);
  });

  it('credit the same share of the tax for a refund, and invoice a dispute that was won again', async () => {
    const { order, url } = await buy({ country: 'DE' }, true);
    equal(order?.price, 1_000);
    equal(await payPage(url), 303);
    await readInvoices(order?.order);
    const { intent = '' } = (await shop.store.orders.findOne({ _id: order?.order ?? '' })) ?? {};
    await shop.payments.provider.refund(intent, 333, nanoid());
    await readInvoices(order?.order);
    await shop.steer({ dispute: { payment_intent: intent } });
    await readInvoices(order?.order);
    const { data } = await shop.stripe.disputes.list({ payment_intent: intent });
    await shop.steer({ closeDispute: { id: data[0]?.id ?? '', status: 'won' } });
    const documents = await readInvoices(order?.order);
    deepEqual(
      documents.map(({ kind, net, tax, total }) => [kind, net, tax, total]),
      [
        ['invoice', 840, 160, 1_000],
        ['credit_note', 280, 53, 333],
        ['credit_note', 560, 107, 667],
        ['invoice', 560, 107, 667],
      ],
    );
  });

  it('are taxed by Stripe Tax where that is configured, also when they are charged to a saved card', async () => {
    const { store, environment } = shop;
    const { STRIPE_SECRET_KEY = '', STRIPE_URL = '' } = environment;
    const settings = { STRIPE_SECRET_KEY, STRIPE_URL, STRIPE_TAX: true, PRICES_INCLUDE_TAX: false };
    const payments = { ...shop.payments, provider: new StripeProvider(settings), taxation: readTaxation(settings) };
    const account = `account-${nanoid(8)}`;
    await store.accounts.insertOne({ _id: account, name: 'Acme', created: new Date() });
    const request = {
      account,
      pack: PACK,
      saves: true,
      returnTo: () => ({ paid: CONFIG.BASE_URL, cancelled: CONFIG.BASE_URL }),
    };
    const { order, url } = await placeOrder(store, payments.provider, request, new Date());
    const body = new URLSearchParams({ card: cards.pays, do: 'pay', country: 'AT' });
    equal((await fetch(url, { method: 'POST', body, redirect: 'manual' })).status, 303);
    await converge(store, payments, order._id, new Date());
    const topUp = { below: 1_000_000_000_000, pack: PACK.id, most_per_day: 1, on: true, crossings: 0 };
    await store.payers.updateOne({ _id: account }, { $set: { top_up: topUp } });
    await topUpAll(store, payments, new Date(), failFast);
    const orders = await store.orders.find({ account }, { sort: { created: 1 } }).toArray();
    deepEqual(
      orders.map(({ kind, state, price }) => [kind, state, price]),
      [
        ['checkout', 'paid', 1_200],
        ['top_up', 'paid', 1_200],
      ],
    );
    for (const { _id } of orders) {
      await issueDocuments(store, _id, new Date());
      const invoice = await store.invoices.findOne({ order: _id });
      deepEqual(
        [invoice?.rule, invoice?.rate, invoice?.net, invoice?.tax, invoice?.buyer.country],
        ['stripe_tax', 20, 1_000, 200, 'AT'],
      );
    }
  });

  it('of plans are taxed by Stripe Tax in each period', async () => {
    const { store, environment } = shop;
    const { STRIPE_SECRET_KEY = '', STRIPE_URL = '' } = environment;
    const settings = { STRIPE_SECRET_KEY, STRIPE_URL, STRIPE_TAX: true, PRICES_INCLUDE_TAX: false };
    const payments = { ...shop.payments, provider: new StripeProvider(settings), taxation: readTaxation(settings) };
    const account = `account-${nanoid(8)}`;
    await store.accounts.insertOne({ _id: account, name: 'Acme', created: new Date() });
    const [starter, pro] = PLANS;
    if (!starter || !pro) throw new Error('no plans');
    const returnTo = { paid: CONFIG.BASE_URL, cancelled: CONFIG.BASE_URL };
    const { url = '' } = await subscribe(store, payments, { account, plan: starter, returnTo }, new Date());
    const body = new URLSearchParams({ card: cards.pays, do: 'pay', country: 'FR' });
    equal((await fetch(url, { method: 'POST', body, redirect: 'manual' })).status, 303);
    const { current } = (await convergePlan(store, payments, account, new Date())) ?? {};
    await shop.steer({ endPeriod: current?.id });
    await convergePlan(store, payments, account, new Date());
    const orders = await store.orders.find({ account, kind: 'plan' }).toArray();
    equal(orders.length, 2);
    for (const { _id, price } of orders) {
      equal(price, 1_200);
      await issueDocuments(store, _id, new Date());
      const invoice = await store.invoices.findOne({ order: _id });
      deepEqual(
        [invoice?.rule, invoice?.rate, invoice?.net, invoice?.tax, invoice?.buyer.country],
        ['stripe_tax', 20, 1_000, 200, 'FR'],
      );
    }
    // An upgrade is taxed for what it costs.
    await subscribe(store, payments, { account, plan: pro, returnTo }, new Date());
    const upgraded = (await store.orders.find({ account, kind: 'plan', pack: 'pro' }).toArray())[0];
    equal(upgraded?.tax?.net && upgraded.tax.net + upgraded.tax.amount, upgraded?.price);
    equal(upgraded?.tax?.rate, 20);
  });

  it('need a billing country', async () => {
    const refused = await buy(undefined).catch((error: unknown) => error);
    match(String(refused instanceof ApiError && refused.type), /billing_country_missing/);
  });
});
