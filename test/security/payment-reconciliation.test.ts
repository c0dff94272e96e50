import { deepEqual, equal, ok } from 'node:assert/strict';
import { nanoid } from 'nanoid';
import { createOrder } from '../../features/billing/orders.js';
import type { PaymentProvider } from '../../features/billing/provider.js';
import { reconcileOrders } from '../../features/billing/reconcile-payments.js';
import { failFast } from '../../shared/process/item-runner.js';
import { openShop, PACK, type Shop } from '../helpers/payment-shop.js';
import { payPage } from '../helpers/payments.js';

const MINUTE_MS = 60_000;

describe('the reconciliation of payments', () => {
  let shop: Shop;
  before(async () => {
    shop = await openShop();
  });
  after(() => shop.close());

  /** Reconciles once, a minute from now, with a provider that counts its requests under way. */
  async function reconcileOnce() {
    const asked: string[] = [];
    let [underWay, peak] = [0, 0];
    const { provider } = shop.payments;
    const counting: PaymentProvider = Object.assign(Object.create(provider), {
      name: provider.name,
      pagesOrigin: provider.pagesOrigin,
      readStatus: async (order: Parameters<PaymentProvider['readStatus']>[0]) => {
        asked.push(order._id);
        underWay += 1;
        peak = Math.max(peak, underWay);
        try {
          return await provider.readStatus(order);
        } finally {
          underWay -= 1;
        }
      },
      listEvents: (...args: Parameters<PaymentProvider['listEvents']>) => provider.listEvents(...args),
    });
    const now = new Date(Date.now() + MINUTE_MS);
    await reconcileOrders(shop.store, { ...shop.payments, provider: counting }, now, failFast, console);
    return { asked, peak };
  }

  const findState = async (id: string) => (await shop.store.orders.findOne({ _id: id }))?.state;

  it('credits a paid order in one run beside ten accounts with ten open orders each', async () => {
    for (let account = 0; account < 10; account++)
      for (let number = 0; number < 10; number++) await shop.place(`busy-${account}`);
    const { order, url } = await shop.place('payer');
    equal(await payPage(url), 303);
    const { asked, peak } = await reconcileOnce();
    equal(await findState(order._id), 'paid');
    deepEqual(await shop.problems('payer'), []);
    ok(asked.indexOf(order._id) < 20, `asked about as number ${asked.indexOf(order._id)}`);
    ok(peak > 1 && peak <= 10, `${peak} orders at a time`);
  });

  it('credits a paid order in one run beside one account with hundreds of open orders', async () => {
    const { order, url } = await shop.place('another-payer');
    equal(await payPage(url), 303);
    const { customer } = (await shop.place('flood')).order;
    const { id: pack, ...sold } = PACK;
    const base = { account: 'flood', kind: 'checkout', pack, ...sold, saves: false, customer } as const;
    await shop.store.orders.insertMany(
      Array.from({ length: 899 }, () => createOrder({ ...base, _id: `ord_${nanoid(16)}`, created: new Date(0) })),
    );
    const { asked } = await reconcileOnce();
    equal(await findState(order._id), 'paid');
    ok(asked.indexOf(order._id) < 20, `asked about as number ${asked.indexOf(order._id)}`);
  });
});
