import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { type Customer, newCustomer } from '../../test/helpers/portal.js';
import { call, eventually, newAccount, stack } from '../../test/helpers/stack.js';
import { waitForRestOfDay } from '../../test/helpers/timing.js';

const VAT = { action: 'calculate', net: 100, vat_rate: 20 };

const shownKey = (page: string): string => /<code id="issued">(ua_(?:live|test)_\w+)<\/code>/.exec(page)?.[1] ?? '';

/** Makes a key with the form, and gives it as the page shows it. */
async function makeKey(customer: Customer, fields: Record<string, string | string[]>): Promise<string> {
  const sent = await customer.send('/account/keys', '/account/keys', fields);
  equal(sent.status, 303);
  return shownKey(await customer.page(sent.headers.get('location') ?? ''));
}

const readBalance = async (account: string) =>
  (await (await stack()).store.wallets.findOne({ _id: account }))?.lots.map(({ left }) => left).join();

describe('keys in the portal', () => {
  it('are created with all values of the form, are shown once, and work', async () => {
    const { store } = await stack();
    const { customer, account } = await newCustomer();
    match(await customer.page('/account/keys'), /No keys yet/);
    const key = await makeKey(customer, {
      name: 'Shop & Co',
      scopes: ['vat', 'currency/convert'],
      expires_at: '2199-12-31',
      ip_ranges: '127.0.0.0/8\n203.0.113.7',
      budget_per_day: '2.5',
      budget_per_month: '',
      'limits.vat': '7',
    });
    match(key, /^ua_live_/);
    const kept = await store.keys.findOne({ account });
    ok(kept);
    equal(kept.name, 'Shop & Co');
    equal(kept.scopes.join(), 'vat,currency/convert');
    equal(kept.ip_ranges?.join(), '127.0.0.0/8,203.0.113.7');
    equal(kept.budget_per_day, 2_500_000);
    equal(kept.limits.vat, 7);
    equal(kept.expires?.toISOString(), '2199-12-31T23:59:59.000Z');

    const again = await customer.page('/account/keys?issued');
    equal(shownKey(again), '', 'shown once');
    match(again, /Shop &amp; Co/);
    equal(await store.keys.countDocuments({ account }), 1, 'a page that is loaded again issues nothing');

    const today = await waitForRestOfDay();
    equal((await call('/v1/vat', VAT, { key })).status, 200);
    equal((await call('/v1/horoscope/daily-horoscope', { sign: 'leo' }, { key })).status, 403);
    const used = () => customer.page('/account/keys');
    ok((await eventually(used, (page) => !page.includes('never used'))).includes(today));
  });

  it('can be test keys, whose calls cost nothing', async () => {
    const { customer, account } = await newCustomer();
    const key = await makeKey(customer, { name: 'Tests', mode: 'test', scopes: ['vat'] });
    match(key, /^ua_test_/);
    const before = await readBalance(account);
    const { status, headers } = await call('/v1/vat', VAT, { key });
    deepEqual([status, headers.get('x-mode')], [200, 'test']);
    equal((await call('/v1/vat', VAT, { key, headers: { 'X-Test-Answer': '503' } })).status, 503);
    equal(await readBalance(account), before);
    const page = await eventually(
      () => customer.page('/account/keys'),
      (html) => !html.includes('never used'),
    );
    match(page, /<td[^>]*>vat, <b>test<\/b><\/td>/);
  });

  it('are not created from an invalid form, which shows the typed values and the problems', async () => {
    const { store } = await stack();
    const { customer, account } = await newCustomer();
    const right = { name: 'Mine', scopes: ['vat'], ip_ranges: '203.0.113.0/24', budget_per_day: '3' };
    for (const [wrong, field] of [
      [{ scopes: [] }, 'scopes'],
      [{ scopes: ['*', 'vat'] }, 'scopes'],
      [{ scopes: ['nothing'] }, 'scopes'],
      [{ ip_ranges: '300.0.0.1' }, 'ip_ranges'],
      [{ expires_at: '2020-01-01' }, 'expires_at'],
      [{ budget_per_day: '-1' }, 'budget_per_day'],
      [{ 'limits.vat': '100000' }, 'limits.vat'],
    ] as const) {
      const fields: Record<string, string | string[]> = { ...right, ...Object(wrong) };
      const refused = await customer.send('/account/keys', '/account/keys', fields);
      equal(refused.status, 422, field);
      const page = await refused.text();
      match(page, /role="alert"/);
      ok(page.includes(`id="${field}-problem"`), field);
      ok(page.includes('value="Mine"'));
      for (const [name, value] of Object.entries(fields)) {
        if (typeof value === 'string') ok(page.includes(value), name);
        else for (const one of value) ok(one === 'nothing' || page.includes(`value="${one}" checked`), one);
      }
    }
    const all = { ...right, scopes: [], ip_ranges: '300.0.0.1', expires_at: '2020-01-01', budget_per_day: '-1' };
    const page = await (await customer.send('/account/keys', '/account/keys', all)).text();
    for (const field of ['scopes', 'ip_ranges', 'expires_at', 'budget_per_day']) {
      ok(page.includes(`id="${field}-problem"`), `${field}: all that is wrong is said at once`);
    }
    match(page, /id="ip_ranges-problem">Line 1 must be an IP address/);
    equal(await store.keys.countDocuments({ account }), 0);
  });

  it('may have the scope * together with scopes that * does not include', async () => {
    const { store } = await stack();
    const { customer, account } = await newCustomer();
    await makeKey(customer, { name: 'Buyer', scopes: ['*', 'billing', 'keys'] });
    deepEqual((await store.keys.findOne({ account }))?.scopes, ['*', 'billing', 'keys']);
    const refused = await customer.send('/account/keys', '/account/keys', { name: 'Both', scopes: ['*', 'webhooks'] });
    equal(refused.status, 422);
  });

  it('are changed, rotated with an overlap, and revoked', async () => {
    const { store } = await stack();
    const { customer, account } = await newCustomer();
    const key = await makeKey(customer, { name: 'First', scopes: '*', budget_per_day: '1' });
    const { id = '' } = (await store.keys.findOne({ account })) ?? {};
    const path = `/account/keys/${id}`;
    const change = { name: 'Renamed', scopes: ['vat'], budget_per_day: '', budget_per_month: '4' };
    equal((await customer.send(path, path, change)).status, 303);
    const changed = await store.keys.findOne({ id });
    equal(changed?.name, 'Renamed');
    equal(changed?.scopes.join(), 'vat');
    equal(changed?.budget_per_day, 0);
    equal(changed?.budget_per_month, 4_000_000);

    const replaced = await customer.send(path, `${path}/rotate`, { overlap_seconds: '3600' });
    const newer = shownKey(await customer.page(replaced.headers.get('location') ?? ''));
    match(newer, /^ua_live_/);
    for (const one of [key, newer]) equal((await call('/v1/vat', VAT, { key: one })).status, 200);
    const ends = (await store.keys.findOne({ id }))?.expires?.getTime() ?? 0;
    ok(Math.abs(ends - Date.now() - 3_600_000) < 60_000);

    equal((await customer.send(path, `${path}/revoke`)).headers.get('location'), '/account/keys?done=revoked');
    const refused = () => call('/v1/vat', VAT, { key });
    equal((await eventually(refused, ({ status }) => status !== 200)).status, 403);
    equal((await call('/v1/vat', VAT, { key: newer })).status, 200);
  });

  it('of another account are not found', async () => {
    const { customer } = await newCustomer();
    const other = await newAccount();
    const path = `/account/keys/${other.keyId}`;
    equal((await customer.ask(path)).status, 404);
    const forms: [action: string, fields: Record<string, string>][] = [
      [path, { name: 'Stolen', scopes: '*' }],
      [`${path}/rotate`, { overlap_seconds: '0' }],
      [`${path}/revoke`, {}],
    ];
    for (const [action, fields] of forms) {
      equal((await customer.send('/account/keys', action, fields)).status, 404, action);
    }
    equal((await call('/v1/vat', VAT, { key: other.key })).status, 200);
  });

  it('may have every endpoint ticked', async () => {
    const { store } = await stack();
    const { customer, account } = await newCustomer();
    const page = await customer.page('/account/keys');
    const scopes = [...page.matchAll(/name="scopes" value="([^"*]+)"/g)].map(([, scope]) => scope ?? '').slice(0, 50);
    ok(scopes.length > 25);
    await makeKey(customer, { name: 'All', scopes });
    equal((await store.keys.findOne({ account }))?.scopes.length, scopes.length);
  });
});
