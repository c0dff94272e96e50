import { deepEqual, equal, fail, ok, rejects } from 'node:assert/strict';
import fc from 'fast-check';
import { nanoid } from 'nanoid';
import { audit } from '../../shared/ledger/audit.js';
import { settle } from '../../shared/ledger/settle.js';
import { failFast } from '../../shared/process/item-runner.js';
import { FailPoint, ignoreKilled, openShop, PLANS, type Shop } from '../../test/helpers/payment-shop.js';
import { cards, payPage } from '../../test/helpers/payments.js';
import { seed, seeded } from '../../test/helpers/randomised.js';
import { nightlyOrDaily } from '../../test/helpers/scale.js';
import { placeHold } from '../../test/helpers/take-hold.js';
import { issueDocuments } from '../invoices/issue.js';
import type { PaymentProvider } from './provider.js';
import { reconcileOrders } from './reconcile-payments.js';
import { cancelPlan, convergePlan, planOrderId, removeMethod, subscribe } from './subscriptions.js';

const HISTORIES = nightlyOrDaily(1_000, 8);
const AT_ONCE = 6;

const dies = fc.integer({ min: 10, max: 120 });
const plan = fc.constantFrom(...PLANS);
const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('subscribe' as const),
      plan,
      dies,
      card: fc.constantFrom(cards.pays, cards.pays, cards.declines, cards.disputes, undefined),
    }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('renew' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('cancel' as const), dies }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('removeMethod' as const), dies }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('close' as const) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('card' as const),
      number: fc.constantFrom(cards.pays, cards.savedOnly, cards.authenticatesAlways),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('payLate' as const) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('wait' as const), hours: fc.integer({ min: 1, max: 72 }) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('refund' as const),
      which: fc.nat(9),
      share: fc.integer({ min: 1, max: 999 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('dispute' as const), which: fc.nat(9) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('spend' as const), share: fc.integer({ min: 1, max: 999 }) }) },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('message' as const), times: fc.integer({ min: 1, max: 3 }), dies }),
  },
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;
const begin = fc.record({ do: fc.constant('subscribe' as const), plan, dies, card: fc.constant(cards.pays) });
const history = fc
  .tuple(begin, fc.array(step, { minLength: 4, maxLength: 16 }))
  .map(([first, rest]) => [first, ...rest]);

/** Ignores killed processes, and refusals that the history asks for. */
const ignoreRefusal = (error: unknown): void => {
  const { type }: { type?: unknown } = Object(error);
  if (!/^(plan_|method_in_use)/.test(String(type))) ignoreKilled(error);
};

const RETURN_TO = { paid: 'http://127.0.0.1:9/paid', cancelled: 'http://127.0.0.1:9/cancelled' };

async function customerOf({ store }: Shop, account: string): Promise<string | undefined> {
  return (await store.payers.findOne({ _id: account }))?.customer;
}

/** Replays the history of an account. Messages are late, repeated or lost, and the process that handles one may be killed. */
async function replay(shop: Shop, account: string, steps: readonly Step[]): Promise<void> {
  const { store, payments, stripe, steer } = shop;
  await store.accounts.insertOne({ _id: account, name: 'Test', created: new Date() });
  const intents = async () => {
    const customer = await customerOf(shop, account);
    const { data } = customer === undefined ? { data: [] } : await stripe.paymentIntents.list({ customer });
    return data.filter(({ status }) => status === 'succeeded');
  };
  const pick = <T>(all: readonly T[], which: number): T | undefined => all[which % Math.max(1, all.length)];
  const running = async () => {
    const customer = await customerOf(shop, account);
    return customer === undefined ? undefined : (await stripe.subscriptions.list({ customer })).data[0];
  };
  for (const todo of steps) {
    const through = new FailPoint('dies' in todo ? todo.dies : Number.POSITIVE_INFINITY);
    const [watched, shopNow] = [through.store(store), through.payments(payments)];
    if (todo.do === 'subscribe') {
      const request = { account, plan: todo.plan, returnTo: RETURN_TO };
      const done = await subscribe(watched, shopNow, request, new Date()).catch(ignoreRefusal);
      if (done?.url !== undefined && todo.card !== undefined) await payPage(done.url, todo.card);
    } else if (todo.do === 'renew') {
      const subscription = await running();
      if (subscription) await steer({ endPeriod: subscription.id });
    } else if (todo.do === 'cancel') {
      await cancelPlan(watched, shopNow, account, new Date()).catch(ignoreRefusal);
    } else if (todo.do === 'removeMethod') {
      await removeMethod(watched, shopNow, account, new Date()).catch(ignoreRefusal);
    } else if (todo.do === 'close') {
      await store.accounts.updateOne({ _id: account }, { $set: { closed: { at: new Date(), reason: 'test' } } });
    } else if (todo.do === 'card') {
      const customer = await customerOf(shop, account);
      if (customer === undefined) continue;
      const { url } = await stripe.billingPortal.sessions.create({ customer });
      await fetch(url, { method: 'POST', body: new URLSearchParams({ add: todo.number }) });
    } else if (todo.do === 'payLate') {
      const customer = await customerOf(shop, account);
      const [open] = customer === undefined ? [] : (await stripe.invoices.list({ customer, status: 'open' })).data;
      if (open?.hosted_invoice_url) await fetch(open.hosted_invoice_url, { method: 'POST' });
    } else if (todo.do === 'wait') {
      await steer({ advance: todo.hours * 3_600 });
    } else if (todo.do === 'refund') {
      const intent = pick(await intents(), todo.which);
      if (intent) await payments.provider.refund(intent.id, todo.share, nanoid()).catch(() => {});
    } else if (todo.do === 'dispute') {
      const intent = pick(await intents(), todo.which);
      if (intent) await steer({ dispute: { payment_intent: intent.id } }).catch(() => {});
    } else if (todo.do === 'spend') {
      const request = { account, key: 'k', endpoint: 'e', requestId: nanoid(), cost: todo.share * 1_000_000 };
      const hold = await placeHold(store, request).catch(() => undefined);
      const decision = { account, state: 'spent' as const, status: 200, at: new Date() };
      if (hold) await settle(store, [{ ...decision, hold }], new Date());
    } else {
      const updates = Array.from({ length: todo.times }, async (_, time) => {
        if (time > 0) await convergePlan(store, payments, account, new Date());
        else await convergePlan(watched, shopNow, account, new Date());
      });
      await Promise.all(updates.map((one) => one.catch(ignoreKilled)));
    }
  }
}

/** Compares the orders and the ledger of an account with its invoices at the provider. */
async function findProblems(
  shop: Shop,
  account: string,
): Promise<{ problems: string[]; paid: number; changed: number }> {
  const { store, stripe } = shop;
  const customer = await customerOf(shop, account);
  if (customer === undefined) return { problems: [], paid: 0, changed: 0 };
  const problems: string[] = (await audit(store, account)).findings.map(({ problem }) => problem);
  const orders = await store.orders.find({ account }).toArray();
  const lots = await store.payments.find({ account }).toArray();
  const reversals = await store.reversals.find({ account }).toArray();
  const prices = new Map(
    (await stripe.prices.list({ limit: 100 })).data.map((price) => [
      price.id,
      Number(price.metadata.credits) / (price.unit_amount ?? 1),
    ]),
  );
  const invoices = (await stripe.invoices.list({ customer, status: 'paid', limit: 100 })).data;
  for (const { id, amount_paid, lines } of invoices) {
    const order = orders.find(({ _id }) => _id === planOrderId(id));
    const lot = lots.find(({ _id }) => _id === planOrderId(id));
    // Credits follow the money of each line, at the rate of its plan.
    const rates = lines.data.map(({ pricing }) => prices.get(String(pricing?.price_details?.price)) ?? 0);
    const worth = lines.data.reduce((sum, { amount }, index) => sum + amount * (rates[index] ?? 0), 0);
    const cent = Math.max(...rates);
    if (worth <= cent) continue;
    if (order?.state !== 'paid' || order.price !== amount_paid)
      problems.push(`${id}: order ${order?.state} ${order?.price}`);
    if (lot?.amount !== order?.credits) problems.push(`${id}: lot of ${lot?.amount} for ${order?.credits}`);
    if (Math.abs((order?.credits ?? 0) - worth) > cent) problems.push(`${id}: ${order?.credits} credits for ${worth}`);
    const returned = Math.min(amount_paid, (order?.refunded ?? 0) + (order?.disputed ?? 0));
    const back = reversals.filter((one) => one.lot === lot?._id).reduce((sum, { amount }) => sum + amount, 0);
    if (order && Math.abs(back - (order.credits * returned) / Math.max(1, order.price)) > 1)
      problems.push(`${id}: ${back} credits taken back for ${returned} cents`);
  }
  const { kept } = await shop.money(account);
  const booked = orders.reduce(
    (sum, { state, price, refunded, disputed }) => sum + (state === 'paid' ? price - refunded - disputed : 0),
    0,
  );
  if (kept !== booked) problems.push(`${kept} cents are here, ${booked} are booked`);
  for (const { _id } of orders) await issueDocuments(store, _id, new Date());
  const documents = await store.invoices.find({ account }).toArray();
  const billed = documents.reduce((sum, { kind, total }) => sum + (kind === 'invoice' ? total : -total), 0);
  if (billed !== booked) problems.push(`${billed} cents are invoiced, ${booked} are booked`);
  const running = (await stripe.subscriptions.list({ customer })).data;
  if (running.length > 1) problems.push(`${running.length} subscriptions run at once`);
  const { closed } = (await store.accounts.findOne({ _id: account })) ?? {};
  if (closed && running.length > 0) problems.push('a closed account is still charged');
  const changed = invoices.filter(({ billing_reason: why }) => why === 'subscription_update').length;
  return { problems, paid: invoices.length, changed };
}

describe('plans', () => {
  it(seeded(`match the ledger, the provider's invoices and ours after ${HISTORIES} histories`), async function () {
    this.timeout(1_800_000);
    const shop = await openShop();
    const histories = fc.sample(history, { numRuns: HISTORIES, seed });
    const accounts = histories.map((_, index) => `plan-history-${index}-${nanoid(6)}`);
    let next = 0;
    const runHistories = async () => {
      while (next < histories.length) {
        const index = next++;
        await replay(shop, accounts[index] ?? '', histories[index] ?? []);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, runHistories));
    await shop.settle();
    let [paid, changed] = [0, 0];
    for (const [index, account] of accounts.entries()) {
      const found = await findProblems(shop, account);
      deepEqual(found.problems, [], `${account}: ${JSON.stringify(histories[index])}`);
      paid += found.paid;
      changed += found.changed;
    }
    ok(paid > nightlyOrDaily(HISTORIES / 2, 0), `${paid} paid invoices`);
    ok(changed > nightlyOrDaily(HISTORIES / 20, -1), `${changed} changes of plans`);
    await shop.close();
  });

  it('are renewed without any message, from the list of events', async () => {
    const shop = await openShop();
    const account = `account-${nanoid()}`;
    const [starter] = PLANS;
    if (!starter) throw new Error('no plan');
    const { url = '' } = await subscribe(
      ...([shop.store, shop.payments, { account, plan: starter, returnTo: RETURN_TO }, new Date()] as const),
    );
    equal(await payPage(url), 303);
    const reconcile = () => reconcileOrders(shop.store, shop.payments, new Date(), failFast, console);
    await reconcile();
    const { current } = (await shop.store.subscriptions.findOne({ _id: account })) ?? {};
    deepEqual([current?.state, current?.plan.id], ['active', 'starter']);
    await shop.steer({ endPeriod: current?.id });
    await reconcile();
    const lots = await shop.store.payments.find({ account }, { sort: { expires: 1 } }).toArray();
    deepEqual(
      lots.map(({ amount }) => amount),
      [starter.credits, starter.credits],
    );
    // A month each, and a day to renew in.
    ok((lots[0]?.expires.getTime() ?? 0) - Date.now() < 33 * 86_400_000);
    equal(await shop.store.orders.countDocuments({ account, kind: 'plan', state: 'paid' }), 2);
    await shop.close();
  });

  it('return the unused share of a month that a coupon has paid for, when they are changed', async () => {
    const { store, payments, close } = await openShop();
    const account = `account-${nanoid()}`;
    const [starter, pro] = PLANS;
    if (!starter || !pro) throw new Error('no plans');
    const coupon = { _id: 'FREE', percent: 100, months: 1, first_order: false, used: 0, active: true };
    await store.coupons.insertOne({ ...coupon, created: new Date(), by: '' });
    const findCoupon = async () => (await store.coupons.findOne({ _id: 'FREE' })) ?? fail();
    const order = { account, returnTo: RETURN_TO };
    const { url = '' } = await subscribe(store, payments, { ...order, plan: starter, findCoupon }, new Date());
    equal(await payPage(url), 303);
    await convergePlan(store, payments, account, new Date());
    await subscribe(store, payments, { ...order, plan: pro }, new Date());
    const bought = await store.payments.find({ account }).toArray();
    const total = bought.reduce((sum, { amount }) => sum + amount, 0);
    ok(Math.abs(total - pro.credits) < pro.credits / 1_000, `${total} micro-credits`);
    await close();
  });

  it('are paid on one page, also if two are requested at once', async () => {
    const { store, payments, close } = await openShop();
    const account = `account-${nanoid()}`;
    const [plan] = PLANS;
    if (!plan) throw new Error('no plan');
    const { provider } = payments;
    const request = { account, plan, returnTo: RETURN_TO };
    let url: string | undefined;
    let session = '';
    const openPlanPage: PaymentProvider['openPlanPage'] = async (...args) => {
      ({ url } = await subscribe(store, payments, request, new Date()));
      const page = await provider.openPlanPage(...args);
      session = page.session;
      return page;
    };
    const interrupted = new Proxy(provider, {
      get: (target, name) => (name === 'openPlanPage' ? openPlanPage : Object(Reflect.get(target, name)).bind(target)),
    });
    const first = subscribe(store, { ...payments, provider: interrupted }, request, new Date());
    await rejects(first, { type: 'plan_changing' });
    equal(await provider.readPage(session, false), 'expired');
    equal(await payPage(url ?? ''), 303);
    await close();
  });
});
