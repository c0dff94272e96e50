import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { reconcilePayments } from '../../features/billing/reconcile-payments.js';
import { topUpCredits } from '../../features/billing/top-up-credits.js';
import { customerWithKey } from '../helpers/customer-with-key.js';
import { createPage } from '../helpers/page-visits.js';
import { order, payPage } from '../helpers/payments.js';
import type { Customer } from '../helpers/portal.js';
import { eventuallyBy, runTaskAt } from '../helpers/run-task.js';
import { ADMIN_TOKEN, call, eventually, stack } from '../helpers/stack.js';

const BILLING = '/account/billing';
const REASON = 'Two invoices are unpaid';

const asAdmin = (path: string, body: object = {}) =>
  call(`/v1/admin${path}`, body, { headers: { Authorization: `Bearer ${ADMIN_TOKEN}` } });

const suspend = async (account: string) =>
  equal((await asAdmin(`/accounts/${account}/suspend`, { reason: REASON })).status, 200);

const newKey = (customer: Customer) => customer.send('/account/keys', '/account/keys', { name: 'New', scopes: '*' });

/** A customer whose payment method is saved, and whose automatic top-up is due. */
async function withTopUpDue() {
  const { store } = await stack();
  const someone = await customerWithKey();
  const { id, url } = await order(someone.key, 'small', { save_method: true });
  equal(await payPage(url), 303);
  await eventuallyBy(
    reconcilePayments,
    () => store.payers.findOne({ _id: someone.account, method: { $exists: true } }),
    (payer) => payer !== null,
  );
  return { ...someone, paid: id };
}

const setTopUp = (customer: Customer) =>
  customer.send(BILLING, `${BILLING}/top-up`, { below: '100000', pack: 'small', most_per_day: '1' });

describe('a suspended account', () => {
  it('gets no orders, keys or changed pages, and says why', async () => {
    const { store } = await stack();
    const { customer, account, key, keyId } = await customerWithKey();
    const { id } = await createPage('url', {}, key);
    await suspend(account);
    const home = await customer.page('/account');
    ok(home.includes(REASON));
    match(home, /suspended/);
    equal((await customer.send(BILLING, `${BILLING}/orders`, { pack: 'small' })).status, 403);
    equal(await store.orders.countDocuments({ account }), 0);
    equal((await newKey(customer)).status, 403);
    equal((await customer.send('/account/keys', `/account/keys/${keyId}/rotate`)).status, 403);
    equal((await asAdmin(`/accounts/${account}/keys`)).status, 403);
    equal(await store.keys.countDocuments({ account }), 1);
    equal((await customer.send('/account', `/account/experiences/${id}/state`, { state: 'paused' })).status, 403);
    equal((await customer.ask('/account/settings/export.json')).status, 200);
    equal((await customer.send('/account/keys', `/account/keys/${keyId}/revoke`)).status, 303);
    equal((await asAdmin(`/accounts/${account}/resume`)).status, 200);
    equal((await newKey(customer)).status, 303);
    ok(!(await customer.page('/account')).includes(REASON));
  });

  it('is credited what is paid for an order that was open', async () => {
    const { store } = await stack();
    const { customer, account, key } = await customerWithKey();
    const { id, url } = await order(key);
    await suspend(account);
    const goOn = await customer.send(BILLING, `${BILLING}/orders/${id}/pay`);
    equal(goOn.status, 403);
    equal(await payPage(url), 303);
    await eventuallyBy(
      reconcilePayments,
      () => store.orders.findOne({ _id: id }),
      (found) => found?.state === 'paid',
    );
    equal((await store.payments.findOne({ _id: id }))?.account, account);
    const invoice = await eventually(() => store.invoices.findOne({ order: id }), Boolean);
    match(await customer.page(`${BILLING}/invoices/${invoice?._id}`), /Invoice/);
  });

  it('is not topped up, nor is one whose deletion is scheduled', async () => {
    const { store } = await stack();
    const { customer, account, address } = await withTopUpDue();
    await suspend(account);
    equal((await setTopUp(customer)).status, 403);
    const top_up = { below: 1e12, pack: 'small', most_per_day: 1, on: true, crossings: 0 };
    await store.payers.updateOne({ _id: account }, { $set: { top_up } });
    const topUps = () => store.orders.countDocuments({ account, kind: 'top_up' });
    await runTaskAt(topUpCredits, store, new Date(), { leftOut: [] });
    equal(await topUps(), 0);
    // As if it had been decided on just before.
    const buying = {
      _id: `top_${account}`,
      pack: 'small',
      credits: 5e8,
      price: 1_000,
      currency: 'eur',
      created: new Date(),
    };
    await store.payers.updateOne({ _id: account }, { $set: { 'top_up.buying': buying } });
    await runTaskAt(topUpCredits, store, new Date(), { leftOut: [] });
    await runTaskAt(reconcilePayments, store, new Date(Date.now() + 60_000), { leftOut: [] });
    deepEqual(await store.payments.countDocuments({ _id: buying._id }), 0);
    await store.payers.updateOne({ _id: account }, { $unset: { 'top_up.buying': true } });
    await store.orders.deleteMany({ _id: buying._id });

    await asAdmin(`/accounts/${account}/resume`);
    await customer.send('/account/settings', '/account/settings/delete', { confirm: address });
    await runTaskAt(topUpCredits, store, new Date(), { leftOut: [] });
    equal(await topUps(), 0);
    await customer.send('/account/settings', '/account/settings/delete/cancel');
    await eventuallyBy(topUpCredits, topUps, (count) => count === 1);
    equal(await topUps(), 1);
  });

  it('reads and exports, and nothing else, once it is closed', async () => {
    const { customer, account, address } = await customerWithKey();
    equal((await asAdmin(`/accounts/${account}/close`, { reason: 'secret' })).status, 200);
    const home = await customer.page('/account');
    match(home, /account is closed/);
    ok(!home.includes('secret'));
    equal((await customer.ask('/account/settings/export.json')).status, 200);
    equal((await customer.send(BILLING, `${BILLING}/orders`, { pack: 'small' })).status, 403);
    equal((await newKey(customer)).status, 403);
    equal((await customer.send('/account', '/account/settings/delete', { confirm: address })).status, 403);
    equal((await customer.send('/account', '/account/logout')).status, 303);
  });
});
