import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { createKey } from '../../features/keys/keys.js';
import { audit } from '../../shared/ledger/audit.js';
import { controlStripe, order, payPage, reconcileUntil, waitForOrder } from '../helpers/payments.js';
import { newCustomer } from '../helpers/portal.js';
import { type Answer, call, eventually, newAccount, stack } from '../helpers/stack.js';

const MOST = 10;
const PATH = '/account/billing';

const cancel = (key: string, id: string): Promise<Answer> => call(`/v1/account/orders/${id}/cancel`, {}, { key });

const openOrders = async (account: string) => (await stack()).store.orders.find({ account, state: 'open' }).toArray();

/** Writes open orders into the store, as many as an account may have. */
async function fill(account: string): Promise<void> {
  const { store } = await stack();
  for (let number = 0; number < MOST; number++)
    await store.orders.insertOne({
      ...{ _id: `ord_${account}_${number}`, account, kind: 'checkout', pack: 'small', credits: 500_000_000 },
      ...{
        price: 1_000,
        currency: 'eur',
        saves: false,
        state: 'open',
        slot: number,
        customer: 'cus_none',
        created: new Date(),
      },
      ...{ refunded: 0, disputed: 0, revision: 0, asked: 0 },
    });
}

/** Orders again until the key's rate limit allows it. */
const orderUnthrottled = (key: string): Promise<Answer> =>
  eventually(
    () => call('/v1/account/orders', { pack: 'small' }, { key }),
    ({ status }) => status !== 429,
  );

describe('open orders of an account', () => {
  it('are at most ten, also when fifty are placed at once', async () => {
    const { store } = await stack();
    const { account } = await newAccount({ credits: 0 });
    const keys = await Promise.all(
      Array.from({ length: 50 }, (_, number) => createKey(store, { account, name: `k${number}`, scopes: ['billing'] })),
    );
    const responses = await Promise.all(keys.map(({ plain }) => orderUnthrottled(plain)));
    const statuses = responses.map(({ status }) => status);
    equal((await openOrders(account)).length, MOST);
    deepEqual([statuses.filter((status) => status === 200).length, new Set(statuses)], [MOST, new Set([200, 409])]);
    const refused = responses.find(({ status }) => status === 409);
    equal(refused?.body.type, 'too_many_open_orders');
    match(refused?.body.error, /at most 10 open orders.*[Pp]ay or cancel/);
  });

  it('count again when one was cancelled or paid', async () => {
    const { account, key } = await newAccount({ credits: 0 });
    await fill(account);
    equal((await orderUnthrottled(key)).status, 409);
    const cancelled = await cancel(key, `ord_${account}_3`);
    deepEqual([cancelled.status, cancelled.body.order.state, cancelled.body.order.why], [200, 'expired', 'cancelled']);
    const placed = await orderUnthrottled(key);
    equal(placed.status, 200, JSON.stringify(placed.body));
    equal((await orderUnthrottled(key)).status, 409);
    equal(await payPage(placed.body.url), 303);
    await waitForOrder(key, placed.body.order.order, ({ state }) => state === 'paid');
    equal((await orderUnthrottled(key)).status, 200);
  });

  it('count no order whose payment page could not be opened', async () => {
    const { account, key } = await newAccount({ credits: 0 });
    const { store } = await stack();
    await store.payers.insertOne({ _id: account, customer: 'cus_missing' });
    equal((await orderUnthrottled(key)).body.type, 'payment_unavailable');
    const orders = await store.orders.find({ account }).toArray();
    deepEqual(
      orders.map(({ state, why, slot }) => [state, why, slot]),
      [['expired', 'page_not_opened', undefined]],
    );
  });

  it('list no page behind an order that is unknown to the account', async () => {
    const [{ key }, { key: other }] = [await newAccount({ credits: 0 }), await newAccount({ credits: 0 })];
    const { id } = await order(key);
    const list = (by: string, after: string) =>
      call(`/v1/account/orders?after=${after}`, {}, { key: by, method: 'GET' });
    deepEqual((await list(key, id)).body.orders, []);
    deepEqual(
      [(await list(other, id)).body.type, (await list(key, 'ord_unknown')).body.type],
      ['cursor_invalid', 'cursor_invalid'],
    );
  });

  it('are refused and cancelled in the portal too', async () => {
    const { customer, account } = await newCustomer();
    await fill(account);
    const refused = await customer.send(PATH, `${PATH}/orders`, { pack: 'small' });
    equal(refused.status, 409);
    match(await refused.text(), /role="alert">[^<]*at most 10 open orders/);
    const id = `ord_${account}_0`;
    match(await customer.page(PATH), new RegExp(`action="${PATH}/orders/${id}/cancel"`));
    const { customer: another } = await newCustomer();
    equal((await another.send('/account/settings', `${PATH}/orders/${id}/cancel`)).status, 404);
    const cancelled = await customer.send(PATH, `${PATH}/orders/${id}/cancel`);
    equal(cancelled.status, 303);
    const page = await customer.page(cancelled.headers.get('location') ?? '');
    match(page, /Order cancelled/);
    ok(!page.includes(`${id}/cancel`));
    equal((await customer.send(PATH, `${PATH}/orders`, { pack: 'small' })).status, 303);
  });
});

describe('cancelling an order', () => {
  it('closes its payment page, and may be repeated', async () => {
    const { account, key } = await newAccount({ credits: 0 });
    const { id, url } = await order(key);
    const { key: other } = await newAccount();
    equal((await cancel(other, id)).body.type, 'order_unknown');
    for (let time = 0; time < 2; time++) {
      const { status, body } = await eventually(
        () => cancel(key, id),
        (response) => response.status !== 429,
      );
      deepEqual([status, body.order.state, body.order.why], [200, 'expired', 'cancelled']);
    }
    match(await (await fetch(url)).text(), /no longer open/);
    deepEqual(await openOrders(account), []);
  });

  it('finds the page of an order whose page was not noted', async () => {
    const { key } = await newAccount({ credits: 0 });
    const { id, url } = await order(key);
    const { store } = await stack();
    await store.orders.updateOne({ _id: id }, { $unset: { session: true, closes: true } });
    equal((await cancel(key, id)).body.order.state, 'expired');
    match(await (await fetch(url)).text(), /no longer open/);
  });

  it('is refused once the order is paid, and the payment is credited', async () => {
    const { account, key } = await newAccount({ credits: 0 });
    const { platform, store } = await stack();
    const { id, url } = await order(key);
    const { customer } = (await store.orders.findOne({ _id: id })) ?? {};
    await controlStripe(platform.stripeUrl, { webhooks: 'drop', customer });
    try {
      equal(await payPage(url), 303);
      const { status, body } = await cancel(key, id);
      deepEqual([status, body.type], [409, 'order_not_open']);
    } finally {
      await controlStripe(platform.stripeUrl, { webhooks: 'send' });
    }
    equal((await waitForOrder(key, id, ({ state }) => state === 'paid')).state, 'paid');
    equal((await call('/v1/account', {}, { key, method: 'GET' })).body.balance, 500);
    deepEqual((await audit(store, account)).findings, []);
  });

  it('loses no payment that arrives for a cancelled order', async () => {
    const { account, key } = await newAccount({ credits: 0 });
    const { store } = await stack();
    const { id, url } = await order(key);
    // As if it had been cancelled while its page was being opened.
    await store.orders.updateOne({ _id: id }, { $set: { state: 'expired', why: 'cancelled' }, $unset: { due: true } });
    equal(await payPage(url), 303);
    const paid = await reconcileUntil(key, id, ({ state }) => state === 'paid');
    equal(paid.why, null);
    deepEqual((await audit(store, account)).findings, []);
  });
});
