import { equal, match, ok } from 'node:assert/strict';
import { customerWithKey } from '../../test/helpers/customer-with-key.js';
import { order, payPage } from '../../test/helpers/payments.js';
import { type Customer, newCustomer } from '../../test/helpers/portal.js';
import { ADMIN_TOKEN, call, eventually, stack } from '../../test/helpers/stack.js';
import { createKey } from '../keys/keys.js';

const VAT = { action: 'calculate', net: 100, vat_rate: 20 };

/** Returns the titles of the checklist on the home page, and whether each step is done. */
const readChecklist = async (customer: Customer): Promise<string> =>
  [...(await customer.page('/account')).matchAll(/<li( class="is-done")?>\s*<a href="[^"]*">([^<]*)<\/a>/g)]
    .map(([, done, title]) => `${title}${done ? ': done' : ''}`)
    .join(', ');

describe('the first steps in the portal', () => {
  it('are a checklist until there is a key and a request', async () => {
    const { store } = await stack();
    const { customer, account } = await newCustomer();
    equal(
      await readChecklist(customer),
      'Create a QR code, Create a key, Make a request, 5 free credits added: done, Set an alert',
    );
    const thresholds = { credits_low_below: '2', credits_low_days: '', errors_above_percent: '' };
    await customer.send('/account/settings', '/account/settings/alerts', thresholds);
    const { plain } = await createKey(store, { account, name: 'Server' });
    equal(
      await readChecklist(customer),
      'Create a QR code, Create a key: done, Make a request, 5 free credits added: done, Set an alert: done',
    );
    await call('/v1/vat', VAT, { key: plain });
    const left = await eventually(
      () => readChecklist(customer),
      (steps) => steps === '',
    );
    equal(left, '');
    await store.keys.updateMany({ account }, { $set: { active: false } });
    match(await readChecklist(customer), /^Create a QR code, Create a key, Make a request: done/);
  });

  it('are hidden while the account is suspended, and no contact is shown without MAIL_REPLY_TO', async () => {
    const { store } = await stack();
    const { customer, account } = await newCustomer();
    match(await customer.page('/account'), /credits<br><a href="\/account\/billing">Buy credits/);
    await store.accounts.updateOne({ _id: account }, { $set: { suspended: { reason: 'unpaid', at: new Date() } } });
    equal(await readChecklist(customer), '');
    const home = await customer.page('/account');
    match(home, /This account is suspended: unpaid\./);
    ok(!home.includes('write to') && !home.includes('Buy credits'));
  });

  it('include a key that needs only a name', async () => {
    const { store } = await stack();
    const { customer, account } = await newCustomer();
    const form = await customer.page('/account/keys');
    match(form, /value="test"[\s\S]*<details class="restrict">\s*<summary>Restrictions</);
    ok(!form.includes('name="scopes" value="keys"'), 'the reserved permission is not offered');
    equal((await customer.send('/account/keys', '/account/keys', { name: 'Production', scopes: '*' })).status, 303);
    equal((await store.keys.findOne({ account }))?.name, 'Production');
    const refused = await customer.send('/account/keys', '/account/keys', { name: 'Other', scopes: [] });
    match(await refused.text(), /<details class="restrict" open>/, 'what was restricted is seen again');
  });
});

describe('confirmations in the portal', () => {
  it('are the first thing on the page', async () => {
    const { customer } = await newCustomer();
    const thresholds = { credits_low_below: '2', credits_low_days: '', errors_above_percent: '' };
    const saved = await customer.send('/account/settings', '/account/settings/alerts', thresholds);
    equal(saved.headers.get('location'), '/account/settings?done=alerts');
    match(
      await customer.page('/account/settings?done=alerts'),
      /<main[^>]*>\s*<p class="done" role="status">Alerts saved\.<\/p>/,
    );
  });
});

describe('notices in the portal', () => {
  it('show on every page that the balance is low, or is used up', async () => {
    const { store } = await stack();
    const { customer, account } = await newCustomer();
    ok(!(await customer.page('/account')).includes('class="notice"'));
    const thresholds = { credits_low_below: '9', credits_low_days: '', errors_above_percent: '' };
    await customer.send('/account/settings', '/account/settings/alerts', thresholds);
    match(await customer.page('/account/keys'), /class="notice" role="note">Your balance is low: 5 credits left\./);
    await store.wallets.updateOne({ _id: account }, { $set: { 'lots.0.left': 0, spent: 5_000_000 } });
    match(await customer.page('/account/requests'), /You have no credits left/);
  });

  it('show that a key has reached its budget, until the budget is raised', async () => {
    const { store } = await stack();
    const { customer, account } = await newCustomer();
    const { plain, key } = await createKey(store, { account, name: 'Tight', budget_per_day: 1 });
    equal((await call('/v1/vat', VAT, { key: plain })).status, 402);
    const html = await eventually(
      () => customer.page('/account'),
      (page) => page.includes('class="notice"'),
    );
    match(html, /The key “Tight” has reached its budget of [\d.]+ credits per day/);
    await store.keys.updateOne({ id: key.id }, { $set: { budget_per_day: 5_000_000 } });
    ok(!(await customer.page('/account')).includes('class="notice"'));
  });
});

describe('refused requests in the portal', () => {
  it('are listed with their errors, for the account of the key', async () => {
    const { store } = await stack();
    const { customer, account, key: free, keyId } = await customerWithKey();
    const make = (options: object) => createKey(store, { account, name: 'Server', ...options });
    const { plain: tight, key: tightKey } = await make({ budget_per_day: 1 });
    const { plain: narrow } = await make({ scopes: ['currency'] });
    const { plain: slow } = await make({ limits: { vat: 1 } });
    equal((await call('/v1/vat', VAT, { key: tight })).status, 402);
    equal((await call('/v1/vat', VAT, { key: narrow })).status, 403);
    equal((await call('/v1/vat', VAT, { key: `${free.slice(0, 12)}${'x'.repeat(28)}` })).status, 401);
    const burst = () => Promise.all([1, 2, 3].map(async () => (await call('/v1/vat', VAT, { key: slow })).status));
    await eventually(burst, (statuses) => statuses.includes(429));
    const rows = async (filters: string, who = customer) =>
      [
        ...(await who.page(`/account/requests?${filters}`)).matchAll(
          /data-label="Endpoint">([^<]*)<[\s\S]*?data-label="Status"[^>]*>(\d+)<[\s\S]*?data-label="Credits"[^>]*>([^<]*)</g,
        ),
      ].map(([, endpoint, status, credits]) => `${endpoint} ${status} ${credits}`);
    const refused = await eventually(
      () => rows('state=refused'),
      (found) => ['401', '402', '403', '429'].every((status) => found.includes(`vat ${status} refused`)),
    );
    ok(refused.every((row) => row.endsWith(' refused')));
    ok((await rows('')).includes('vat 402 refused'), 'among all requests');
    equal((await rows(`status=402&key=${tightKey.id}`)).join(), 'vat 402 refused');
    equal((await rows(`state=refused&key=${keyId}`)).join(), 'vat 401 refused');
    ok(!(await rows('state=charged')).some((row) => row.includes('refused')));
    const { customer: another } = await newCustomer();
    equal((await rows('', another)).length, 0);
  });
});

describe('a payment in the portal', () => {
  it('is shown as processing on a page that loads itself again, a bounded number of times', async () => {
    const { customer, key } = await customerWithKey();
    const { store } = await stack();
    const { id, url } = await order(key);
    const back = `/account/billing?order=${id}&paid=1`;
    const first = await customer.ask(back);
    match(await first.text(), /<h1>Processing your payment…<\/h1>/);
    equal(first.headers.get('refresh'), `3; url=${back}&checks=1`);
    const last = await customer.ask(`${back}&checks=30`);
    equal(last.headers.get('refresh'), null);
    match(await last.text(), /We have not received your payment yet[\s\S]*Resume payment/);
    const { customer: another } = await newCustomer();
    ok(!(await another.page(back)).includes('Processing your payment'));
    equal(await payPage(url), 303);
    await eventually(
      () => store.orders.findOne({ _id: id, state: 'paid' }),
      (paid) => paid !== null,
    );
    const paid = await customer.ask(`${back}&checks=4`);
    equal(paid.headers.get('refresh'), null);
    match(await paid.text(), /<main[^>]*>\s*<p class="done" role="status">Payment received\. 500 credits/);
  });

  it('that is refunded in part has the same part of its credits removed', async () => {
    const { customer, key } = await customerWithKey();
    const { store } = await stack();
    const { id, url } = await order(key);
    equal(await payPage(url), 303);
    await eventually(
      () => store.orders.findOne({ _id: id, state: 'paid' }),
      (paid) => paid !== null,
    );
    const asAdmin = { headers: { Authorization: `Bearer ${ADMIN_TOKEN}` } };
    equal((await call(`/v1/admin/orders/${id}/refund`, { amount: 400 }, asAdmin)).status, 200);
    const html = await eventually(
      () => customer.page('/account/billing'),
      (page) => page.includes('refunded'),
    );
    match(html, /paid, €4\.00 refunded, 200 credits removed/);
  });
});
