import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { nanoid } from 'nanoid';
import { addOperator, logInAs } from '../../test/helpers/add-operator.js';
import { logIn } from '../../test/helpers/log-in.js';
import { newAddress } from '../../test/helpers/new-address.js';
import { PASSWORD } from '../../test/helpers/private-fronts.js';
import { call, eventually, newAccount, stack } from '../../test/helpers/stack.js';

describe('the view of an account as support', () => {
  const headers = { 'X-Forwarded-For': newAddress() };
  let baseUrl: string;
  let account: string;
  let key: string;
  let operator: string;
  let session: string;

  before(async () => {
    const { platform, store } = await stack();
    baseUrl = platform.baseUrl;
    ({ account, key } = await newAccount({ credits: 3 }));
    await store.accounts.updateOne({ _id: account }, { $set: { name: `Acme ${account}` } });
    ({ name: operator } = await addOperator(store, 'support'));
    session = await logInAs(baseUrl, operator, PASSWORD, headers);
  });

  const ask = (path: string, cookie: string, body?: Record<string, string>, more: Record<string, string> = {}) =>
    fetch(baseUrl + path, {
      ...{ method: body ? 'POST' : 'GET', redirect: 'manual', headers: { ...headers, cookie, ...more } },
      ...(body && { body: new URLSearchParams(body) }),
    });
  const formToken = async (cookie: string) =>
    /name="form_token" value="(\w+)"/.exec(await (await ask(`/operator/accounts/${account}`, cookie)).text())?.[1] ??
    '';
  /** Starts a view, and returns its cookie. */
  const start = async (cookie = session) => {
    const body = { form_token: await formToken(cookie), reason: 'asks about errors' };
    const response = await ask(`/operator/accounts/${account}/view`, cookie, body);
    const [set = ''] = response.headers.getSetCookie();
    return { response, set, view: set.split(';')[0] ?? '' };
  };
  const isViewed = async (view: string, more = {}) => (await ask('/account', view, undefined, more)).status === 200;

  it('shows the pages of the portal with a banner, and nothing can be changed or downloaded', async () => {
    const { response, set, view } = await start();
    equal(response.headers.get('location'), '/account');
    match(set, /^account-view=[\w-]{43}; path=\/account; expires=.*; samesite=strict; httponly$/i);
    for (const path of ['', '/keys', '/requests', '/experiences', '/billing', '/settings']) {
      const page = await ask(`/account${path}`, view);
      equal(page.status, 200, path);
      const html = await page.text();
      match(html, new RegExp(`You are viewing <b>Acme ${account}</b> as support. Read-only`), path);
      ok(!html.includes('/account/logout'), path);
    }
    for (const path of ['/settings/export.json', '/billing/purchases.csv']) {
      const refused = await ask(`/account${path}`, view);
      equal(refused.status, 403, path);
      equal(refused.headers.get('content-disposition'), null);
    }
    const { store } = await stack();
    for (const [path, body] of [
      ['/keys', { mode: 'live', name: 'stolen', scopes: '*' }],
      ['/settings', { name: 'changed', address: '', vat_number: '' }],
      ['/logout', {}],
    ] as const)
      equal((await ask(`/account${path}`, view, { form_token: '', ...body })).status, 403, path);
    equal(await store.keys.countDocuments({ account }), 1);
    equal((await store.accounts.findOne({ _id: account }))?.name, `Acme ${account}`);
    equal(
      (await call('/v1/vat', { action: 'calculate', net: 1, vat_rate: 1 }, { headers: { cookie: view } })).status,
      401,
    );
    const token = await (await ask('/account/try-token', view, {})).text();
    ok(!token.includes('eyJ'), 'no token to call the API with');
  });

  it('ends when it is stopped, and both are in the audit trail with the reason', async () => {
    const { view } = await start();
    const id = /name="view" value="(view_[\w-]+)"/.exec(await (await ask('/account', view)).text())?.[1] ?? '';
    equal((await ask('/operator/views/end', session, { view: id }, { 'Sec-Fetch-Site': 'cross-site' })).status, 403);
    const stopped = await ask('/operator/views/end', session, { view: id });
    equal(stopped.headers.get('location'), `/operator/accounts/${account}`);
    equal(await isViewed(view), false);
    const { store } = await stack();
    const entries = await store.auditTrail.find({ account, 'subject.id': id }, { sort: { _id: 1 } }).toArray();
    deepEqual(
      entries.map(({ operation, actor, outcome }) => [operation, actor, outcome]),
      [
        ['views start', operator, 'done'],
        ['views end', operator, 'done'],
      ],
    );
    equal(entries[0]?.input.reason, 'asks about errors');
    const logged = await store.accountLog.findOne({ account, action: 'support.view' });
    equal(logged?.outcome, 'done');
    ok(!JSON.stringify(logged).includes(operator), 'customers do not see who it was');
  });

  it('ends with the session of the operator, the role, and the time, and is valid from one network', async () => {
    const { store } = await stack();
    const { view } = await start();
    equal(await isViewed(view), true);
    equal(await isViewed(view, { 'X-Forwarded-For': newAddress() }), false);
    await store.operators.updateOne({ _id: operator }, { $set: { role: 'viewer' } });
    equal(await isViewed(view), false);
    await store.operators.updateOne({ _id: operator }, { $set: { role: 'support', active: false } });
    equal(await isViewed(view), false);
    await store.operators.updateOne({ _id: operator }, { $set: { active: true } });
    equal(await isViewed(view), true);
    const { view: latest } = await start();
    equal(await isViewed(view), false, 'one view for each session');
    await store.accountViews.updateOne({ account }, { $set: { expires: new Date() } });
    equal(await isViewed(latest), false);

    const other = await logInAs(baseUrl, operator, PASSWORD, headers);
    const { view: another } = await start(other);
    equal(await isViewed(another), true);
    await ask('/operator/logout', other, {});
    equal(await isViewed(another), false);
  });

  it('requires support, a reason, and a form of the console', async () => {
    const { store } = await stack();
    const viewer = await addOperator(store, 'viewer');
    const cookie = await logInAs(baseUrl, viewer.name, PASSWORD, headers);
    const path = `/operator/accounts/${account}/view`;
    ok(!(await (await ask(`/operator/accounts/${account}`, cookie)).text()).includes('View as customer'));
    const form_token = await formToken(session);
    for (const [sent, by, status] of [
      [{ form_token: await formToken(cookie), reason: 'x' }, cookie, 403],
      [{ form_token, reason: ' ' }, session, 422],
      [{ form_token: '', reason: 'x' }, session, 403],
    ] as const)
      equal((await ask(path, by, sent)).status, status, JSON.stringify(sent));
    equal((await ask('/operator/accounts/nobody/view', session, { form_token, reason: 'x' })).status, 404);
    equal(await store.accountViews.countDocuments({ account, reason: { $ne: 'asks about errors' } }), 0);
  });

  it('is offered on the page of the account, beside its members, orders and errors', async () => {
    const { store } = await stack();
    const now = new Date();
    const address = `${nanoid(8)
      .toLowerCase()
      .replaceAll(/[^a-z]/g, 'x')}@acme.example`;
    await store.members.insertOne({ _id: address, account, created: now, signed_in: now });
    equal((await call('/v1/vat', { action: 'calculate', net: 1, vat_rate: 1 }, { key })).status, 200);
    const { cookie } = await logIn(baseUrl);
    const isCounted = new RegExp(`/operator/requests\\?account=${account}&amp;from=`);
    const page = await eventually(
      async () => (await fetch(`${baseUrl}/operator/accounts/${account}`, { headers: { cookie } })).text(),
      (html) => isCounted.test(html),
    );
    match(page, isCounted, 'from the chart to its requests');
    match(page, /View as customer/);
    match(page, new RegExp(`Members[\\s\\S]*${address}`));
  });
});
