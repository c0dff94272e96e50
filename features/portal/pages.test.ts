import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { customerWithKey, givenFeedback } from '../../test/helpers/customer-with-key.js';
import { order as placed } from '../../test/helpers/payments.js';
import { Customer, newCustomer } from '../../test/helpers/portal.js';
import { call, eventually, stack } from '../../test/helpers/stack.js';
import { waitForRestOfDay } from '../../test/helpers/timing.js';

const VAT = { action: 'calculate', net: 100, vat_rate: 20 };

const page = (customer: Customer, path: string) => () => customer.page(`/account${path}`);

describe('the pages of the portal', () => {
  it('show the balance, the spending, and how long the balance lasts', async () => {
    const { customer, account, key } = await customerWithKey();
    ok(!(await customer.page('/account')).includes('Lasts'), 'without requests there is no pace');
    await waitForRestOfDay();
    for (let time = 0; time < 3; time++) await call('/v1/vat', VAT, { key });
    await call('/v1/vat', { action: 'nonsense' }, { key });
    const day = /<th scope="row">\d{4}-\d\d-\d\d<\/th><td class="figure">4<\/td><td class="figure">1<\/td>/;
    const home = await eventually(page(customer, ''), (html) => day.test(html));
    match(home, day);
    ok(!home.includes('Lasts'), 'its first days are no average');
    const { store } = await stack();
    await store.accounts.updateOne({ _id: account }, { $set: { created: new Date(0) } });
    const older = await customer.page('/account');
    match(older, /Longer than its expiry/);
    match(older, /at [\d.]+ credits per day/);
    const at = new Date();
    const spent = { state: 'spent' as const, cost: 3_500_000, parts: [], status: 200, at, nonce: '', key: 'none' };
    await store.usage.insertOne({ _id: `lasts-${account}`, account, endpoint: 'vat', ...spent });
    match(await customer.page('/account'), /About 9 days/);
  });

  it('list calls by filters, each with its timeline for customers', async () => {
    const { customer, key, keyId } = await customerWithKey();
    const today = await waitForRestOfDay();
    const { headers } = await call('/v1/vat', VAT, { key });
    await call('/v1/vat', { action: 'nonsense' }, { key });
    const id = headers.get('x-request-id') ?? '';
    await eventually(page(customer, '/requests'), (html) => html.split('<tr>').length === 4);
    const lines = async (filters: string) =>
      (await customer.page(`/account/requests?${filters}`)).split('<tr>').length - 2;
    equal(await lines('status=200'), 1);
    equal(await lines(`key=${keyId}&endpoint=vat&state=charged`), 2);
    equal(await lines('endpoint=currency/convert'), -1);
    equal(await lines(`from=${today}&to=${today}&status=`), 2);
    const wrong = await customer.ask('/account/requests?status=many');
    equal(wrong.status, 422);
    match(await wrong.text(), /role="alert">[^<]*status/);

    const story = await eventually(page(customer, `/requests/${id}`), (html) => html.includes('Credits charged'));
    match(story, /Credits held/);
    const [summary = '', details = ''] = story.split('<details>');
    match(summary, /Status<\/th><td>200</);
    match(summary, /Cost<\/th><td>[\d.]+ credits</);
    ok(!summary.includes('lot') && details.includes('lot'), 'internals are folded');
    const another = await newCustomer();
    equal((await another.customer.ask(`/account/requests/${id}`)).status, 404, 'of another account');
  });

  it('list purchases, also as CSV', async () => {
    const { customer } = await newCustomer();
    match(await customer.page('/account/billing'), /granted at sign-up<\/td><td[^>]*>5</);
    match(
      await customer.page('/account/billing/purchases.csv'),
      /^payment_id,what,credits,[^\r]*\r\nstart-[^,]+,granted at sign-up,5,/,
    );
  });

  it('store the name, the invoice address and a valid VAT number', async () => {
    const { store } = await stack();
    const { customer, account } = await newCustomer();
    const details = { name: 'Acme', address: 'Acme Ltd\r\n1 Main Street', vat_number: 'de 123 456 789' };
    equal((await customer.send('/account/settings', '/account/settings', details)).status, 303);
    const kept = await store.accounts.findOne({ _id: account });
    equal(kept?.name, 'Acme');
    const { vat_check, ...billing } = kept?.billing ?? {};
    deepEqual(billing, { address: 'Acme Ltd\r\n1 Main Street', country: 'DE', vat_number: 'DE123456789' });
    equal(vat_check?.status, 'valid');
    for (const [wrong, field] of [
      [{ vat_number: 'DE12' }, 'vat_number'],
      [{ country: 'AT' }, 'vat_number'],
      [{ country: 'XX' }, 'country'],
      [{ name: '' }, 'name'],
    ] as const) {
      const refused = await customer.send('/account/settings', '/account/settings', {
        ...details,
        address: 'Elsewhere',
        ...wrong,
      });
      equal(refused.status, 422);
      const html = await refused.text();
      ok(html.includes(`id="${field}-problem"`));
      ok(html.includes('Elsewhere'), 'what was typed stays');
    }
    equal((await store.accounts.findOne({ _id: account }))?.billing?.vat_number, 'DE123456789');
  });

  it('list sessions and end one, or all others', async () => {
    const { platform } = await stack();
    const { customer, address } = await newCustomer();
    const [second, third] = [new Customer(platform.baseUrl), new Customer(platform.baseUrl)] as const;
    for (const browser of [second, third]) await browser.signIn(address);
    const settings = await second.page('/account/settings');
    const handles = [...settings.matchAll(/name="handle" value="([\w-]+)"/g)].map(([, handle]) => handle ?? '');
    equal(handles.length, 3);
    const stranger = await newCustomer();
    await stranger.customer.send('/account/settings', '/account/settings/sessions/end', { handle: handles[0] ?? '' });
    equal((await third.ask('/account')).status, 200, 'a stranger ends none');
    await second.send('/account/settings', '/account/settings/sessions/end', { handle: handles[0] ?? '' });
    equal((await third.ask('/account')).status, 302, 'the latest');
    await second.send('/account/settings', '/account/settings/sessions/end');
    equal((await customer.ask('/account')).status, 302);
    equal((await second.ask('/account')).status, 200);
  });

  it('export all stored data as JSON', async () => {
    const { customer, address, account, key } = await customerWithKey();
    const id = await givenFeedback(key);
    const { id: order } = await placed(key);
    await eventually(
      page(customer, '/requests'),
      (html) => html.includes('>qr-experience/generate</td>') && html.includes('>qr-scan/event</td>'),
    );
    const file = await customer.ask('/account/settings/export.json');
    match(file.headers.get('content-disposition') ?? '', /attachment/);
    const text = await file.text();
    const all = JSON.parse(text);
    equal(all.account.account, account);
    equal(all.members[0].email, address);
    equal(all.keys.length, 1);
    equal(all.purchases.length, 1);
    deepEqual([all.orders[0].order, all.orders[0].state, all.automatic_top_up.method], [order, 'open', null]);
    equal(all.account.alert_mail, true);
    equal(all.requests.length, 2);
    equal(all.experiences[0].id, id);
    equal(all.experiences[0].events.length, 1);
    ok(!text.includes(key), 'no secret of a key');
  });
});
