import { deepEqual, equal, match } from 'node:assert/strict';
import { nanoid } from 'nanoid';
import { logIn } from '../../test/helpers/log-in.js';
import { ADMIN_TOKEN, call, newAccount, stack } from '../../test/helpers/stack.js';
import { normaliseQuery } from './search.js';

const VAT = { action: 'calculate', net: 100, vat_rate: 20 };

describe('the search of operators', () => {
  let account: string;
  let key: string;
  let keyId: string;
  let requestId: string;
  const address = `dana-${nanoid(8)
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '0')}@acme.example`;
  const invited = `invited-${address}`;
  const [order, intent, session, customer] = ['ord', 'pi', 'cs', 'cus'].map((kind) => `${kind}_${nanoid(12)}`);
  const slug = `menu-${nanoid(8)
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '0')}`;

  before(async () => {
    ({ account, key, keyId } = await newAccount());
    const { store } = await stack();
    const now = new Date();
    await store.members.insertOne({ _id: address, account, created: now, signed_in: now });
    await store.invitations.insertOne({ _id: invited, account, created: now, expires: new Date(now.getTime() + 1e8) });
    await store.payers.insertOne({ _id: account, customer: customer ?? '' });
    await store.orders.insertOne({
      ...{ _id: order ?? '', account, kind: 'checkout', pack: 'small', credits: 1, price: 100, currency: 'eur' },
      ...{ saves: false, state: 'paid', customer: customer ?? '', session: session ?? '', intent: intent ?? '' },
      ...{ refunded: 0, disputed: 0, created: now, revision: 0, asked: 0 },
    });
    const page = { type: 'text', content: { title: 'Menu', text: 'x' }, slug };
    equal((await call('/v1/qr-experience/generate', page, { key })).status, 200);
    requestId = (await call('/v1/vat', VAT, { key })).headers.get('x-request-id') ?? '';
  });

  const find = (query: string) =>
    call(`/v1/admin/search?${new URLSearchParams({ query })}`, undefined, {
      method: 'GET',
      headers: { Authorization: `Bearer ${ADMIN_TOKEN}` },
    });
  /** Kinds and accounts of what is found. */
  const hits = async (query: string) =>
    (await find(query)).body.hits.map((hit: { kind: string; account: string }) => [hit.kind, hit.account]);

  it('finds a customer by whatever they write of', async () => {
    deepEqual(await hits(address), [['member', account]]);
    deepEqual(await hits(` ${address.toUpperCase()} `), [['member', account]]);
    deepEqual(await hits(invited), [['invitation', account]]);
    deepEqual(await hits(account), [['account', account]]);
    deepEqual(await hits(keyId), [['key', account]]);
    deepEqual(await hits(key.slice(0, 12)), [['key', account]]);
    for (const id of [order, intent, session]) deepEqual(await hits(id ?? ''), [['order', account]], id);
    deepEqual(await hits(customer ?? ''), [['account', account]]);
    deepEqual(await hits(requestId), [['request', account]]);
    deepEqual(await hits(slug), [['hosted page', account]]);
    deepEqual(await hits('nobody@acme.example'), []);
  });

  it('refuses a whole key, which would be in the logs of proxies', async () => {
    const { status, body } = await find(key);
    equal(status, 422);
    equal(JSON.stringify(body).includes(key), false);
  });

  it('searches for no more of a pasted secret than its first characters', () => {
    equal(normaliseQuery(` X-API-Key: ${key} `), key.slice(0, 12));
    equal(normaliseQuery('ua_ops_0123456789abcdef'), 'ua_ops_01234');
    equal(normaliseQuery('eyJhbGciOiJI.eyJhbGciOiJI.c2lnbmF0dXJl').length, 12);
    equal(normaliseQuery('https://pages.example/e/summer-menu?x=1'), 'summer-menu');
  });

  it('is on every page of the console, keeps whole keys out of URLs, and opens the only hit', async () => {
    const { platform, store } = await stack();
    const { cookie } = await logIn(platform.baseUrl);
    const open = (path: string, init: RequestInit = {}) =>
      fetch(`${platform.baseUrl}/operator${path}`, { redirect: 'manual', headers: { cookie }, ...init });
    match(await (await open('/orders')).text(), /<form class="find" method="post" action="\/operator\/search"/);
    const posted = await open('/search', { method: 'POST', body: new URLSearchParams({ q: `Bearer ${key}` }) });
    equal(posted.headers.get('location'), `/operator/search?q=${key.slice(0, 12)}`);
    const found = await open(`/search?q=${keyId}`);
    equal(found.headers.get('location'), `/operator/keys/${keyId}`);

    const name = `Twins ${nanoid(8)}`;
    const ids = [nanoid(), nanoid()];
    await store.accounts.insertMany(ids.map((_id) => ({ _id, name, created: new Date() })));
    const several = await (await open(`/search?${new URLSearchParams({ q: name })}`)).text();
    for (const id of ids) match(several, new RegExp(`href="/operator/accounts/${id}"`));
    const none = await open(`/search?q=${nanoid()}`);
    match(await none.text(), /Nothing was found[\s\S]*email address of a member/);
  });
});
