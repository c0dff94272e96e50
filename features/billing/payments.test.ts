import { deepEqual, equal, match, ok } from 'node:assert/strict';
import Stripe from 'stripe';
import { LARGEST_PROVIDER_MESSAGE } from '../../shared/contract/bounds.js';
import { audit } from '../../shared/ledger/audit.js';
import { cards, controlStripe, order, payPage, waitForOrder } from '../../test/helpers/payments.js';
import { eventuallyBy } from '../../test/helpers/run-task.js';
import { call, callAsOperator, errorIn, eventually, newAccount, stack } from '../../test/helpers/stack.js';
import { topUpCredits } from './top-up-credits.js';

const readBalance = async (key: string): Promise<number> =>
  (await call('/v1/account', {}, { key, method: 'GET' })).body.balance;

const readIntent = async (id: string): Promise<string> => {
  const { store } = await stack();
  return (await store.orders.findOne({ _id: id }))?.intent ?? '';
};

/** Creates an account that has bought the small pack. */
async function createBuyer(card = cards.pays, more: object = {}) {
  const { key, account } = await newAccount({ credits: 0 });
  const { id, url } = await order(key, 'small', more);
  equal(await payPage(url, card), 303);
  await waitForOrder(key, id, ({ state }) => state === 'paid');
  return { key, account, id };
}

const assertExactLedger = async (account: string) =>
  deepEqual((await audit((await stack()).store, account)).findings, []);

describe('buying credits', () => {
  it('lists the packs for sale, and refuses others', async () => {
    const { key } = await newAccount();
    const { body } = await call('/v1/account/packs', {}, { key, method: 'GET' });
    deepEqual(body.packs[0], { pack: 'small', credits: 500, price: 1000, currency: 'eur' });
    const unknown = await call('/v1/account/orders', { pack: 'huge' }, { key });
    deepEqual([unknown.status, unknown.body.type], [422, 'pack_unknown']);
  });

  it('credits a payment when the provider confirms it, and not when the payer returns or a message is forged', async () => {
    const { key, account } = await newAccount({ credits: 0 });
    const { id, url } = await order(key, 'small', { return_url: 'https://shop.example/back?a=b' });
    const { platform, store } = await stack();
    const session = (await store.orders.findOne({ _id: id }))?.session ?? '';
    await fetch(`${platform.baseUrl}/account/billing?order=${id}&paid=1`);
    const forged = {
      id: 'evt_1',
      type: 'checkout.session.completed',
      data: { object: { id: session, metadata: { order: id } } },
    };
    const headers = { 'Stripe-Signature': `t=${Math.floor(Date.now() / 1000)},v1=${'0'.repeat(64)}` };
    const { status, body } = await call('/v1/payments/stripe', forged, { headers });
    deepEqual([status, body.type], [400, 'provider_signature_invalid']);
    equal((await waitForOrder(key, id, () => true)).state, 'open');
    equal(await readBalance(key), 0);
    equal(await payPage(url, cards.declines), 402);
    const shown = async () => (await call(`/v1/account/orders/${id}`, {}, { key, method: 'GET' })).body;
    deepEqual([(await shown()).url, (await shown()).order.state], [url, 'open']);
    equal(await payPage(url), 303);
    const paid = await waitForOrder(key, id, ({ state }) => state === 'paid');
    deepEqual([paid.state, paid.credits, paid.price, paid.refunded], ['paid', 500, 1000, 0]);
    deepEqual(await shown(), { order: paid, url: null });
    const { key: other } = await newAccount();
    equal((await call(`/v1/account/orders/${id}`, {}, { key: other, method: 'GET' })).body.type, 'order_unknown');
    equal(await readBalance(key), 500);
    await assertExactLedger(account);
  });

  it('accepts messages of the provider only with a fresh signature and within the size limit', async () => {
    const { platform } = await stack();
    const secret = platform.environment.STRIPE_WEBHOOK_SECRET ?? '';
    const payload = JSON.stringify({ id: 'evt_1', type: 'ping', data: { object: { metadata: { order: 'nothing' } } } });
    const send = (timestamp: number) => {
      const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp });
      return call('/v1/payments/stripe', payload, { headers: { 'Stripe-Signature': signature } });
    };
    const now = Math.floor(Date.now() / 1000);
    deepEqual((await send(now)).body, { received: true });
    equal((await send(now - 3600)).status, 400);
    equal((await call('/v1/payments/stripe', 'x'.repeat(LARGEST_PROVIDER_MESSAGE + 1))).status, 413);
    deepEqual(errorIn((await call('/v1/payments/stripe', '{}')).body).code, 400);
  });

  it('reverses the unspent credits of a payment that is refunded in parts, and leaves no debt', async () => {
    const { key, account, id } = await createBuyer();
    const part = await callAsOperator('POST', `/orders/${id}/refund`, { amount: 250 });
    deepEqual([part.status, part.body.refunded], [200, 250]);
    equal(await readBalance(key), 375);
    const rest = await callAsOperator('POST', `/orders/${id}/refund`);
    deepEqual([rest.body.refunded, rest.body.account], [1000, account]);
    equal((await callAsOperator('POST', `/orders/${id}/refund`)).body.refunded, 1000);
    equal(await readBalance(key), 0);
    const shown = (await callAsOperator('GET', `/accounts/${account}`)).body;
    deepEqual([shown.bought, shown.reversed, shown.owed], [500, 500, 0]);
    const { orders } = (await callAsOperator('GET', `/orders?account=${account}`)).body;
    deepEqual(
      orders.map((one: { order: string }) => one.order),
      [id],
    );
    const many = await callAsOperator('POST', `/orders/${id}/refund`, { amount: 1 });
    equal(many.body.type, 'order_refund_too_large');
    equal((await callAsOperator('POST', '/orders/ord_nothing/refund')).status, 404);
    await assertExactLedger(account);
  });

  it('refunds two equal parts separately and a repeated request once, also after a refund that failed', async () => {
    const { key, id } = await createBuyer();
    const { platform, store } = await stack();
    const ask = (more: object) => callAsOperator('POST', `/orders/${id}/refund`, { amount: 200, ...more });
    equal((await ask({ refund_id: 'a' })).body.refunded, 200);
    equal((await ask({ refund_id: 'a' })).body.refunded, 200);
    equal((await ask({ refund_id: 'b' })).body.refunded, 400);
    const other = await ask({ refund_id: 'b', amount: 100 });
    deepEqual([other.status, other.body.type], [409, 'order_refund_differs']);
    const intent = await readIntent(id);
    const { refunds = [] } = (await store.orders.findOne({ _id: id })) ?? {};
    deepEqual(
      refunds.map((one) => [one.id, one.amount]),
      [
        ['a', 200],
        ['b', 200],
      ],
    );
    const { hostname: host, port } = new URL(platform.stripeUrl);
    const stripe = new Stripe(platform.environment.STRIPE_SECRET_KEY ?? '', { host, port, protocol: 'http' });
    const [latest] = (await stripe.refunds.list({ payment_intent: intent })).data;
    await controlStripe(platform.stripeUrl, { failRefund: latest?.id });
    await waitForOrder(key, id, ({ refunded }) => refunded === 200);
    // A new refund of the same amount does not return the one that failed.
    equal((await ask({})).body.refunded, 400);
    equal((await ask({})).body.refunded, 600);
  });

  it('records spent credits of a disputed payment as owed, and restores all when the dispute is won', async () => {
    const { key, account, id } = await createBuyer();
    equal((await call('/v1/vat', { action: 'calculate', net: 1, country_code: 'DE' }, { key })).status, 200);
    const { platform } = await stack();
    const { dispute } = await controlStripe(platform.stripeUrl, { dispute: { payment_intent: await readIntent(id) } });
    await waitForOrder(key, id, ({ disputed }) => disputed === 1000);
    equal(await readBalance(key), 0);
    const wallet = async () => (await callAsOperator('GET', `/accounts/${account}`)).body;
    const { owed, reversed } = await eventually(wallet, ({ held }) => held === 0);
    ok(owed > 0 && owed + reversed === 500, `${owed} ${reversed}`);
    await controlStripe(platform.stripeUrl, { closeDispute: { id: dispute, status: 'won' } });
    await waitForOrder(key, id, ({ disputed }) => disputed === 0);
    deepEqual([await readBalance(key), (await wallet()).owed], [500 - owed, 0]);
    await assertExactLedger(account);
  });

  it('applies a dispute that arrives with the payment', async () => {
    const { key, id } = await createBuyer(cards.disputes);
    await waitForOrder(key, id, ({ disputed }) => disputed === 1000);
    equal(await readBalance(key), 0);
  });
});

describe('automatic top-ups', () => {
  const set = (key: string, body: object) => call('/v1/account/top-up', body, { key, method: 'PUT' });

  it('require a saved payment method', async () => {
    const { key } = await createBuyer();
    const refused = await set(key, { below: 5, pack: 'small', most_per_day: 1 });
    deepEqual([refused.status, refused.body.type], [409, 'saved_method_missing']);
  });

  it('buy when the balance is below the threshold, up to the daily limit', async () => {
    const { key, account } = await createBuyer(cards.authenticates, { save_method: true });
    const { body } = await set(key, { below: 1_200, pack: 'small', most_per_day: 2 });
    deepEqual(body.method, { brand: 'visa', last4: '3155' });
    equal(
      await eventuallyBy(
        topUpCredits,
        () => readBalance(key),
        (balance) => balance === 1_500,
      ),
      1_500,
    );
    const { orders } = (await call('/v1/account/orders', {}, { key, method: 'GET' })).body;
    deepEqual(
      orders.map((one: { kind: string }) => one.kind),
      ['top_up', 'top_up', 'checkout'],
    );
    const ended = await call('/v1/account/top-up', {}, { key, method: 'DELETE' });
    equal(ended.body.top_up.on, false);
    await assertExactLedger(account);
  });

  it('switch themselves off after a decline, and notify the account', async () => {
    const { key, account } = await createBuyer(cards.authenticatesAlways, { save_method: true });
    await set(key, { below: 1_000, pack: 'small', most_per_day: 5 });
    const shown = await eventuallyBy(
      topUpCredits,
      async () => (await call('/v1/account/top-up', {}, { key, method: 'GET' })).body.top_up,
      (topUp) => !topUp.on,
    );
    deepEqual([shown.on, shown.switched_off.why], [false, 'authentication_required']);
    const { store } = await stack();
    const alerts = await store.alerts.find({ account, event: 'top_up.failed' }).toArray();
    equal(alerts.length, 1);
    match(JSON.stringify(alerts[0]?.data), /"why":"authentication_required"/);
    equal(await readBalance(key), 500);
    const again = await set(key, { below: 1, pack: 'small', most_per_day: 1 });
    deepEqual([again.body.top_up.on, again.body.top_up.switched_off], [true, null]);
  });
});
