import { deepEqual, equal, rejects } from 'node:assert/strict';
import { nanoid } from 'nanoid';
import { purchase } from '../../shared/ledger/purchase.js';
import { failFast } from '../../shared/process/item-runner.js';
import { openShop, PACK, type Shop } from '../../test/helpers/payment-shop.js';
import { payPage } from '../../test/helpers/payments.js';
import { ADMIN_TOKEN, call, newAccount, stack } from '../../test/helpers/stack.js';
import { createOrder, placeOrder } from './orders.js';
import type { Payments } from './payments.js';
import { reconcileOrders } from './reconcile-payments.js';
import { StripeProvider } from './stripe.js';
import { adoptPayment } from './unknown-payments.js';

const OURS = 'https://api.example.com';

const newOrderId = () => `ord_${nanoid(16)}`;

describe('payments without an order', () => {
  let shop: Shop;
  before(async () => {
    shop = await openShop();
  });
  after(() => shop.close());

  const paymentsOf = (platform: string): Payments => {
    const { STRIPE_SECRET_KEY = '', STRIPE_URL = '' } = shop.environment;
    return { ...shop.payments, provider: new StripeProvider({ STRIPE_SECRET_KEY, STRIPE_URL, BASE_URL: platform }) };
  };

  async function createAccount() {
    const account = nanoid();
    await shop.store.accounts.insertOne({ _id: account, name: account, created: new Date() });
    return account;
  }

  /** Pays the price of a pack and saves the card, without an order in the store. @returns the id of the payment */
  async function pay(metadata: Record<string, string>, customer?: string): Promise<string> {
    const price_data = { currency: PACK.currency, unit_amount: PACK.price, product_data: { name: 'credits' } };
    const { id, url } = await shop.stripe.checkout.sessions.create({
      mode: 'payment',
      customer: customer ?? (await shop.stripe.customers.create({})).id,
      payment_intent_data: { metadata, setup_future_usage: 'off_session' },
      line_items: [{ quantity: 1, price_data }],
      success_url: `${OURS}/paid`,
    });
    await payPage(url ?? '');
    return String((await shop.stripe.checkout.sessions.retrieve(id)).payment_intent);
  }

  /** Pays an order of a platform, and forgets the order and its payer, as the restore of a backup does. */
  async function payAndForget(platform = OURS) {
    const account = await createAccount();
    const returnTo = () => ({ paid: `${platform}/paid`, cancelled: `${platform}/cancelled` });
    const request = { account, pack: PACK, saves: false, returnTo };
    const { order, url } = await placeOrder(shop.store, paymentsOf(platform).provider, request, new Date());
    await payPage(url);
    await shop.store.orders.deleteOne({ _id: order._id });
    await shop.store.payers.deleteOne({ _id: account });
    for await (const { id, metadata } of shop.stripe.paymentIntents.list())
      if (metadata.order === order._id) return { account, order: order._id, intent: id };
    throw new Error('the payment is missing');
  }

  const reconcile = async (now = new Date()) => {
    const warned: object[] = [];
    const log = { warn: (fields: object) => void warned.push(fields) };
    await reconcileOrders(shop.store, paymentsOf(OURS), now, failFast, log as unknown as Console);
    return warned;
  };
  const adopt = (intent: string, account?: string) =>
    adoptPayment(shop.store, paymentsOf(OURS), { intent, account }, new Date());

  it('are logged once and listed, but not those of another platform', async () => {
    const { account, order, intent } = await payAndForget();
    const other = await payAndForget('https://other.example.com');
    const warned = await reconcile();
    deepEqual(warned, [{ payment: intent, order, account, amount: PACK.price, currency: PACK.currency }]);
    await shop.store.eventCursors.deleteMany({});
    deepEqual(await reconcile(), []);
    const listed = await shop.store.unknownPayments.find().toArray();
    deepEqual(
      listed.map((one) => [one._id, one.order, one.account, one.pack]),
      [[intent, order, account, PACK.id]],
    );
    await rejects(adopt(other.intent), { type: 'payment_of_another_platform' });
    equal(await shop.store.orders.countDocuments({ _id: other.order }), 0);
  });

  it('are credited once when they are adopted, however often, and by whomever else', async () => {
    const { account, order, intent } = await payAndForget();
    const [adopted] = await Promise.all([adopt(intent), adopt(intent), reconcile()]);
    await adopt(intent);
    await shop.store.eventCursors.deleteMany({});
    await reconcile();
    deepEqual(
      [adopted.state, adopted.credits, adopted.price, adopted.pack],
      ['paid', PACK.credits, PACK.price, PACK.id],
    );
    const lots = await shop.store.payments.find({ account }).toArray();
    deepEqual(
      lots.map(({ _id, amount }) => [_id, amount]),
      [[order, PACK.credits]],
    );
    deepEqual(await shop.problems(account), []);
    equal(await shop.store.unknownPayments.countDocuments({ _id: intent }), 0);
  });

  it('that name no account are credited to the account that the operator names', async () => {
    const { account, intent } = await payAndForget();
    const payments = paymentsOf(OURS);
    const { provider } = payments;
    const readPayment = provider.readPayment.bind(provider);
    provider.readPayment = async (id) => {
      const { account: _a, pack: _p, credits: _c, platform: _l, owner: _o, ...unnamed } = await readPayment(id);
      return unnamed;
    };
    const adoptFor = (named?: string) => adoptPayment(shop.store, payments, { intent, account: named }, new Date());
    await rejects(adoptFor(), { type: 'payment_without_account' });
    await rejects(adoptFor(nanoid()), { type: 'account_unknown' });
    equal((await adoptFor(account)).credits, PACK.credits);
  });

  it('are not adopted for another account than they name, or before the money is received', async () => {
    const { intent } = await payAndForget();
    await rejects(adopt(intent, nanoid()), { type: 'payment_of_another_account' });
    const metadata = { order: newOrderId() };
    const open = await shop.stripe.paymentIntents.create({ amount: 100, currency: 'eur', metadata });
    await rejects(adopt(open.id), { type: 'payment_not_received' });
  });

  it('are not credited to another account than that of their customer, whoever names it', async () => {
    const [owner, account] = [await createAccount(), await createAccount()];
    const customer = await shop.payments.provider.createCustomer(owner);
    const intent = await pay({ order: newOrderId() }, customer);
    const named = await pay({ order: newOrderId(), account }, customer);
    const refusals = async () => {
      await rejects(adopt(intent, account), { type: 'payment_of_another_account' });
      await rejects(adopt(named), { type: 'payment_of_another_account' });
    };
    await refusals();
    const { id: unnamed } = await shop.stripe.customers.create({});
    await shop.store.payers.insertOne({ _id: owner, customer: unnamed });
    await rejects(adopt(await pay({ order: newOrderId() }, unnamed), account), { type: 'payment_of_another_account' });
    await refusals();
    equal(await shop.store.payers.findOne({ _id: account }), null);
    equal((await adopt(intent, owner)).account, owner);
    await rejects(adopt(intent, account), { type: 'payment_of_another_account' });
  });

  it('save no payment method for an account that only the operator names', async () => {
    const account = await createAccount();
    const { id: customer } = await shop.stripe.customers.create({});
    const adoptNext = async () => adopt(await pay({ order: newOrderId() }, customer), account);
    equal((await adoptNext()).state, 'paid');
    equal(await shop.store.payers.findOne({ _id: account }), null);
    await shop.store.payers.insertOne({ _id: account, customer });
    equal((await adoptNext()).state, 'paid');
    deepEqual(await shop.store.payers.findOne({ _id: account }), { _id: account, customer });
    equal((await adopt(await pay({ order: newOrderId(), account }, customer))).state, 'paid');
    equal((await shop.store.payers.findOne({ _id: account }))?.method?.last4, '4242');
  });

  it('are not adopted for a closed account', async () => {
    const { account, intent } = await payAndForget();
    await shop.store.accounts.updateOne({ _id: account }, { $set: { closed: { at: new Date(), reason: '' } } });
    await rejects(adopt(intent), { type: 'account_is_closed' });
  });

  it('are ignored if their order is one of another application', async () => {
    await reconcile();
    const account = await createAccount();
    const intent = await pay({ order: '1001', account });
    deepEqual(await reconcile(), []);
    await rejects(adopt(intent), { type: 'payment_of_another_platform' });
  });

  it('are credited by their price if their credits cannot be sold', async () => {
    const account = await createAccount();
    for (const credits of ['9999999999999999', '1000000000000001', '0', '-5', '1e3']) {
      const { state, credits: credited } = await adopt(await pay({ order: newOrderId(), account, credits }));
      deepEqual([state, credited], ['paid', PACK.credits]);
    }
  });

  it('are neither listed nor adopted once their credits were added as a purchase', async () => {
    const { account, intent } = await payAndForget();
    await purchase(shop.store, { account, amount: PACK.credits, bought: new Date(), id: intent });
    deepEqual(await reconcile(), []);
    await rejects(adopt(intent), { type: 'payment_credited' });
    equal(await shop.store.payments.countDocuments({ account }), 1);
  });
});

describe('the list of payments without an order', () => {
  const admin = async (method: string, path: string, body?: object) => {
    const headers = { Authorization: `Bearer ${ADMIN_TOKEN}` };
    return (await call(`/v1/admin${path}`, body, { method, headers })).body;
  };

  it('drops those that are dismissed, and those whose credits are added as a purchase', async () => {
    const { store } = await stack();
    const { account } = await newAccount();
    const [dismissed = '', added = '', listed = ''] = [1, 2, 3].map(() => `pi_${nanoid().replace(/\W/g, '_')}`);
    const about = { account, pack: null, amount: 100, currency: 'eur', paid: new Date(), seen: new Date() };
    const payments = [dismissed, added, listed].map((_id) => ({ _id, order: newOrderId(), ...about }));
    await store.unknownPayments.insertMany(payments);
    const reason = 'refunded in Stripe';
    equal((await admin('POST', '/orders/dismiss', { payment: dismissed, reason })).payment, dismissed);
    await admin('POST', `/accounts/${account}/purchases`, { credits: 1, payment_id: added });
    const { payments: rows }: { payments: { payment: string; account: string }[] } = await admin(
      'GET',
      '/unknown-payments',
    );
    deepEqual(
      rows.filter((row) => row.account === account).map(({ payment }) => payment),
      [listed],
    );
    const { entries } = await admin('GET', `/audit-trail?account=${account}&operation=orders%20dismiss`);
    deepEqual(
      entries.map(({ input }: { input: object }) => input),
      [{ payment: dismissed, reason }],
    );
    equal((await admin('POST', '/orders/dismiss', { payment: added, reason })).type, 'payment_not_listed');
    await store.unknownPayments.deleteMany({ account });
  });

  it('names no payment twice: one whose order was adopted cannot be added as a purchase', async () => {
    const { store } = await stack();
    const { account } = await newAccount();
    const [_id, intent] = [newOrderId(), `pi_${nanoid()}`];
    const sale = {
      account,
      kind: 'checkout',
      pack: PACK.id,
      saves: false,
      customer: 'cus_1',
      created: new Date(),
    } as const;
    const { due, ...order } = createOrder({ _id, ...sale, credits: 1, price: 1, currency: 'eur' });
    await store.orders.insertOne({ ...order, intent, state: 'paid' });
    const { type } = await admin('POST', `/accounts/${account}/purchases`, { credits: 1, payment_id: intent });
    equal(type, 'payment_credited');
  });
});
