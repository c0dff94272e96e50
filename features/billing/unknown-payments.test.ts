import { deepEqual, equal, rejects } from 'node:assert/strict';
import { nanoid } from 'nanoid';
import { failFast } from '../../shared/process/item-runner.js';
import { openShop, PACK, type Shop } from '../../test/helpers/payment-shop.js';
import { payPage } from '../../test/helpers/payments.js';
import { placeOrder } from './orders.js';
import type { Payments } from './payments.js';
import { reconcileOrders } from './reconcile-payments.js';
import { StripeProvider } from './stripe.js';
import { adoptPayment } from './unknown-payments.js';

const OURS = 'https://api.example.com';

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

  /** Pays an order of a platform, and forgets the order and its payer, as the restore of a backup does. */
  async function payAndForget(platform = OURS) {
    const account = nanoid();
    await shop.store.accounts.insertOne({ _id: account, name: account, created: new Date() });
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
      const { account: _a, pack: _p, credits: _c, platform: _o, ...unnamed } = await readPayment(id);
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
    const open = await shop.stripe.paymentIntents.create({
      amount: 100,
      currency: 'eur',
      metadata: { order: nanoid() },
    });
    await rejects(adopt(open.id), { type: 'payment_not_received' });
  });
});
