import { deepEqual, equal, match, notDeepEqual, notEqual, ok } from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { Agent } from 'undici';
import { systemClock } from '../../shared/process/clock.js';
import {
  type AppTokens,
  callTool,
  elsewhere,
  OAuthApp,
  REDIRECT_URI,
  sendForm,
  sendJson,
  submitConsent,
} from '../../test/helpers/oauth-app.js';
import { newCustomer } from '../../test/helpers/portal.js';
import { eventually, stack } from '../../test/helpers/stack.js';
import { Targets } from '../webhooks/index.js';
import { Clients } from './clients.js';
import { Connections } from './connections.js';
import { isConnectable } from './metadata.js';
import { MetadataDocuments } from './metadata-documents.js';

const hash = (text: string) => createHash('sha256').update(text).digest('hex');

async function get(path: string, headers: Record<string, string> = {}) {
  const { platform } = await stack();
  return fetch(platform.baseUrl + path, { headers: { ...elsewhere(), ...headers }, redirect: 'manual' });
}

describe('the metadata for apps that connect', () => {
  it('leads from a 401 to the authorization server', async () => {
    const { platform } = await stack();
    const { status, headers, body } = await callTool(undefined);
    equal(status, 401);
    equal(body.type, 'access_token_missing');
    const metadata = `${platform.baseUrl}/.well-known/oauth-protected-resource/mcp/connect`;
    equal(headers.get('www-authenticate'), `Bearer resource_metadata="${metadata}", scope="mcp"`);
    for (const path of ['/.well-known/oauth-protected-resource/mcp/connect', '/.well-known/oauth-protected-resource']) {
      const resource = Object(await (await get(path)).json());
      equal(resource.resource, `${platform.baseUrl}/mcp/connect`);
      deepEqual(resource.authorization_servers, [platform.baseUrl]);
    }
    for (const path of ['/.well-known/oauth-authorization-server', '/.well-known/openid-configuration']) {
      const server = Object(await (await get(path)).json());
      equal(server.issuer, platform.baseUrl);
      deepEqual(server.code_challenge_methods_supported, ['S256']);
      deepEqual(server.grant_types_supported, ['authorization_code', 'refresh_token']);
      deepEqual(server.token_endpoint_auth_methods_supported, ['none']);
      equal(server.authorization_response_iss_parameter_supported, true);
      equal(server.client_id_metadata_document_supported, true);
    }
  });

  it('lets pages of other origins read them, and the responses of the MCP server', async () => {
    const { platform } = await stack();
    for (const path of ['/mcp/connect', '/oauth/token', '/oauth/register', '/.well-known/oauth-authorization-server']) {
      const headers = {
        ...{ Origin: 'https://inspector.example', 'Access-Control-Request-Method': 'POST' },
        'Access-Control-Request-Headers': 'authorization, content-type, mcp-protocol-version, mcp-method',
      };
      const response = await fetch(platform.baseUrl + path, { method: 'OPTIONS', headers });
      equal(response.status, 204, path);
      equal(response.headers.get('access-control-allow-origin'), '*', path);
      equal(response.headers.get('access-control-allow-credentials'), null);
      match(
        response.headers.get('access-control-allow-headers') ?? '',
        /Authorization.*Mcp-Method.*MCP-Protocol-Version/,
      );
    }
    const { customer } = await newCustomer();
    const app = await OAuthApp.register();
    const { access_token } = await app.connect(customer);
    const ping = { jsonrpc: '2.0', id: 1, method: 'ping' };
    const origin = { Origin: 'https://inspector.example' };
    const allowed = await sendJson('/mcp/connect', ping, { ...origin, authorization: `Bearer ${access_token}` });
    equal(allowed.status, 200);
    equal(allowed.headers.get('access-control-allow-origin'), '*');
    const refused = await sendJson('/mcp/connect', ping, origin);
    equal(refused.status, 401);
    match(refused.headers.get('access-control-expose-headers') ?? '', /WWW-Authenticate/);
  });
});

describe('the switch for connected apps', () => {
  it('is on with the portal and browser tokens, unless an operator turns it off', () => {
    const on = { CONNECTED_APPS: 'on', MAIL_FROM: 'a@example.com', TOKEN_SECRETS: 'a:secret' } as const;
    equal(isConnectable(on), true);
    equal(isConnectable({ ...on, CONNECTED_APPS: 'off' }), false);
    equal(isConnectable({ CONNECTED_APPS: 'on', MAIL_FROM: 'a@example.com' }), false);
    equal(isConnectable({ CONNECTED_APPS: 'on', TOKEN_SECRETS: 'a:secret' }), false);
  });
});

describe('a connection', () => {
  it('calls tools with a key that has the groups and the budget that the member chose', async () => {
    const { store } = await stack();
    const { customer, address, account } = await newCustomer();
    const app = await OAuthApp.register();
    const tokens = await app.connect(customer, { groups: ['vat'], budget_per_month: '2.5' });
    const { body } = await callTool(tokens.access_token);
    equal(body.result.isError, undefined);
    equal(body.result._meta.credits_cost > 0, true);
    const key = await store.keys.findOne({ account, connection: { $exists: true } });
    deepEqual(key?.scopes, ['vat']);
    equal(key?.budget_per_month, 2_500_000);
    deepEqual(key?.connection, { client: app.id, app: 'Test app', host: 'app.example', by: address });
    const other = await callTool(tokens.access_token, 'currency_convert', { amount: 1, from: 'EUR', to: 'USD' });
    equal(other.body.result.isError, true);
    match(other.body.result.content[0].text, /api_key_not_allowed/);
  });

  it('stores no secret, and is in the account log, the list of apps and the export', async () => {
    const { store } = await stack();
    const { customer, account } = await newCustomer();
    const tokens = await (await OAuthApp.register()).connect(customer);
    const stored = JSON.stringify(await store.oauthTokens.find({ account }).toArray());
    ok(stored.includes(hash(tokens.access_token)) && stored.includes(hash(tokens.refresh_token)));
    ok(!stored.includes(tokens.access_token) && !stored.includes(tokens.refresh_token));
    const page = await customer.page('/account/connections');
    match(page, /Test app[\s\S]*app\.example[\s\S]*0 of 5 this month/);
    match(await customer.page('/account/log'), /Connected app/);
    const file = await customer.ask('/account/settings/export.json').then((response) => response.text());
    match(file, /"connected_apps": \[\s*\{"key":"key_[\w-]+","client":"app_/);
  });

  it('ends within a second when a member disconnects it, its key is revoked, or the member leaves, even to return', async () => {
    const { store } = await stack();
    for (const end of ['disconnect', 'revoke', 'leave', 'return']) {
      const { customer, address, account } = await newCustomer();
      const app = await OAuthApp.register();
      const tokens = await app.connect(customer);
      equal((await callTool(tokens.access_token)).status, 200);
      const { id = '' } = (await store.keys.findOne({ account, connection: { $exists: true } })) ?? {};
      if (end === 'disconnect') {
        const response = await customer.send('/account/connections', `/account/connections/${id}/end`);
        equal(response.headers.get('location'), '/account/connections?done=ended');
        equal(await store.oauthTokens.countDocuments({ account }), 0);
        match(await customer.page('/account/log'), /Disconnected app/);
      }
      if (end === 'revoke') await customer.send(`/account/keys/${id}`, `/account/keys/${id}/revoke`);
      if (end === 'leave') await store.members.updateOne({ _id: address }, { $set: { account: 'elsewhere' } });
      if (end === 'return') await store.members.updateOne({ _id: address }, { $set: { created: new Date() } });
      const refused = await eventually(
        () => callTool(tokens.access_token),
        ({ status }) => status === 401,
      );
      equal(refused.body.type, 'access_token_invalid', end);
      match(refused.headers.get('www-authenticate') ?? '', /^Bearer error="invalid_token", resource_metadata="/);
      equal((await app.refresh(tokens.refresh_token)).body.error, 'invalid_grant', end);
    }
  });

  it('ends with its refresh token, unless a member has set another expiry', async () => {
    const { store } = await stack();
    const { customer, account } = await newCustomer();
    const app = await OAuthApp.register();
    const connected = { account, connection: { $exists: true } };
    const readExpiry = async () => (await store.keys.findOne(connected))?.expires;
    const setExpiry = (expires: Date | null) => store.keys.updateOne(connected, { $set: { expires } });
    const findEnd = async ({ refresh_token }: AppTokens) =>
      (await store.oauthTokens.findOne({ _id: hash(refresh_token) }))?.until;
    let tokens = await app.connect(customer);
    const refresh = async () => {
      tokens = (await app.refresh(tokens.refresh_token)).body;
    };
    const first = await findEnd(tokens);
    deepEqual(await readExpiry(), first);
    await refresh();
    deepEqual(await readExpiry(), await findEnd(tokens));
    notDeepEqual(await readExpiry(), first);
    // As keys of older connections have none.
    await setExpiry(null);
    await refresh();
    deepEqual(await readExpiry(), await findEnd(tokens));
    for (const days of [1, 365]) {
      const chosen = new Date(Date.now() + days * 86_400_000);
      await setExpiry(chosen);
      await refresh();
      deepEqual(await readExpiry(), chosen);
    }
    match(await customer.page('/account/connections'), /Test app/);
    await setExpiry(new Date(Date.now() - 1_000));
    match(await customer.page('/account/connections'), /No apps yet/);
    equal((await callTool(tokens.access_token)).status, 401);
  });

  it('is refreshed with new tokens, and ended by the app with its refresh token', async () => {
    const { store } = await stack();
    const { customer, account } = await newCustomer();
    const app = await OAuthApp.register();
    const first = await app.connect(customer);
    const { status, body: second } = await app.refresh(first.refresh_token);
    equal(status, 200);
    notEqual(second.refresh_token, first.refresh_token);
    equal((await callTool(second.access_token)).status, 200);
    const others = await OAuthApp.register();
    equal((await sendForm('/oauth/revoke', { token: second.refresh_token, client_id: others.id })).status, 200);
    equal((await callTool(second.access_token)).status, 200);
    equal((await sendForm('/oauth/revoke', { token: first.access_token, client_id: app.id })).status, 200);
    equal((await callTool(first.access_token)).status, 401);
    equal((await callTool(second.access_token)).status, 200);
    equal((await sendForm('/oauth/revoke', { token: second.refresh_token, client_id: app.id })).status, 200);
    equal((await callTool(second.access_token)).status, 401);
    equal((await store.keys.findOne({ account, connection: { $exists: true } }))?.active, false);
  });

  it('has the budget, the allowed IPs and the rate limits of its key', async () => {
    const { store } = await stack();
    const { customer, account } = await newCustomer();
    const { access_token: token } = await (await OAuthApp.register()).connect(customer, { budget_per_month: '0.01' });
    const filter = { account, connection: { $exists: true } };
    const spent = await eventually(
      () => callTool(token),
      ({ body }) => body.result.isError === true,
    );
    match(spent.body.result.content[0].text, /402 budget_used_up/);
    await store.keys.updateOne(filter, { $set: { limits: { mcp: 1 } } });
    const statuses = () => Promise.all(Array.from({ length: 5 }, () => callTool(token).then(({ status }) => status)));
    ok((await eventually(statuses, (all) => all.includes(429))).includes(429));
    await store.keys.updateOne(filter, { $set: { limits: {}, ip_ranges: ['203.0.113.0/24'] } });
    const refused = await eventually(
      () => callTool(token),
      ({ status }) => status === 403,
    );
    equal(refused.body.type, 'api_key_not_allowed_from_here');
  });

  it('has no secret that could be rotated', async () => {
    const { store } = await stack();
    const { customer, account } = await newCustomer();
    await (await OAuthApp.register()).connect(customer);
    const { id = '' } = (await store.keys.findOne({ account, connection: { $exists: true } })) ?? {};
    const page = `/account/keys/${id}`;
    equal((await customer.page(page)).includes('Replace key'), false);
    equal((await customer.send(page, `${page}/rotate`, { overlap_seconds: '0' })).status, 409);
  });
});

describe('the authorization endpoint', () => {
  it('has a visitor sign in first, and come back to the request', async () => {
    const app = await OAuthApp.register();
    const { customer } = await newCustomer();
    const consent = await app.open(customer);
    match(consent, /^\/account\/connections\/new\?request=[\w-]{32}$/);
    const anonymous = await get(consent);
    equal(anonymous.status, 302);
    equal(anonymous.headers.get('location'), `/account/login?next=${encodeURIComponent(consent)}`);
    match(await customer.page(consent), /Connect Test app[\s\S]*not verified[\s\S]*app\.example/);
  });

  it('sends the browser nowhere for an unknown app or another redirect URI', async () => {
    const app = await OAuthApp.register({ redirect_uris: [REDIRECT_URI, 'http://127.0.0.1:4000/cb'] });
    const bad = [
      app.authorizePath({ client_id: 'app_unknown' }),
      app.authorizePath({ client_id: undefined }),
      app.authorizePath({ redirect_uri: undefined }),
      ...['https://app.example/callback/', 'https://app.example/callback?x=1', 'https://app.example.evil/callback'].map(
        (redirect_uri) => app.authorizePath({ redirect_uri }),
      ),
      app.authorizePath({ redirect_uri: 'https://app.example:444/callback' }),
      app.authorizePath({ redirect_uri: 'http://127.0.0.1:4000/other' }),
      app.authorizePath({ redirect_uri: 'http://127.0.0.1:4000@evil.example/cb' }),
      app.authorizePath({ redirect_uri: 'http://localhost:4000/cb' }),
      `${app.authorizePath()}&redirect_uri=https%3A%2F%2Fevil.example`,
    ];
    for (const path of bad) {
      const response = await get(path);
      ok([400, 401].includes(response.status), `${response.status} ${path}`);
      equal(response.headers.get('location'), null);
      match(await response.text(), /The app cannot be connected/);
    }
    const free = await get(app.authorizePath({ redirect_uri: 'http://127.0.0.1:51234/cb' }));
    match(free.headers.get('location') ?? '', /^\/account\/connections\/new/);
  });

  it('returns to an app on this device with an error for anything but a code with PKCE S256 for this resource', async () => {
    const { platform } = await stack();
    const app = await OAuthApp.register({ redirect_uris: ['http://127.0.0.1:4000/cb'] });
    const bad: [Record<string, string | undefined>, string][] = [
      [{ response_type: 'token' }, 'unsupported_response_type'],
      [{ response_type: 'code id_token' }, 'unsupported_response_type'],
      [{ code_challenge_method: 'plain' }, 'invalid_request'],
      [{ code_challenge_method: undefined }, 'invalid_request'],
      [{ code_challenge: undefined, code_challenge_method: undefined }, 'invalid_request'],
      [{ code_challenge: 'short' }, 'invalid_request'],
      [{ resource: 'https://other.example/mcp' }, 'invalid_target'],
      [{ resource: `${platform.baseUrl}/v1` }, 'invalid_target'],
      [{ state: 'x'.repeat(3_000) }, 'invalid_request'],
    ];
    for (const [changes, error] of bad) {
      const { searchParams, origin } = new URL((await get(app.authorizePath(changes))).headers.get('location') ?? '');
      equal(origin, 'http://127.0.0.1:4000');
      equal(searchParams.get('error'), error, JSON.stringify(changes));
      equal(searchParams.get('iss'), platform.baseUrl);
    }
    const right = await get(app.authorizePath({ resource: `${platform.baseUrl}/mcp/connect` }));
    match(right.headers.get('location') ?? '', /^\/account\/connections\/new/);
  });

  it('redirects to no other site without a click, since everyone can register one', async () => {
    const { platform } = await stack();
    for (const uri of [REDIRECT_URI, 'com.example.app:/cb']) {
      const app = await OAuthApp.register({ redirect_uris: [uri] });
      const response = await get(app.authorizePath({ response_type: 'token' }));
      equal(response.status, 400);
      equal(response.headers.get('location'), null);
      const page = await response.text();
      match(page, /response_type must be code/);
      const link =
        /<a href="([^"]+)" rel="noreferrer">Return to [^<]+<\/a>/.exec(page)?.[1]?.replaceAll('&amp;', '&') ?? '';
      equal(link.startsWith(`${uri}?`), true, link);
      const sent = Object.fromEntries(new URL(link).searchParams);
      equal(sent.error, 'unsupported_response_type');
      equal(sent.state, 'the state');
      equal(sent.iss, platform.baseUrl);
    }
  });

  it('reads no metadata document from this machine, its network, or by http', async () => {
    const { platform } = await stack();
    const app = await OAuthApp.register();
    for (const client_id of [
      ...[`${platform.baseUrl}/healthz`, 'https://127.0.0.1/client.json', 'https://169.254.169.254/latest/meta-data'],
      ...['https://[::1]/client.json', 'https://10.0.0.1:8443/client.json', 'https://localhost/client.json'],
      ...['http://app.example/client.json', 'https://user:password@app.example/client.json', 'https://app.example/'],
      ...['https://2130706433/client.json', 'https://[::ffff:169.254.169.254]/client.json', 'https:', 'https://'],
    ]) {
      const response = await get(app.authorizePath({ client_id }));
      equal(response.status, 401, client_id);
      equal(response.headers.get('location'), null);
    }
  });
});

describe('the consent page', () => {
  it('is not for viewers, other sites and forged forms, nor inside of other pages', async () => {
    const { store } = await stack();
    const { customer, address, account } = await newCustomer();
    const app = await OAuthApp.register();
    const page = await app.open(customer);
    const request = page.split('request=')[1] ?? '';
    const fields = { request, groups: ['vat'], budget_per_month: '5' };
    const html = await customer.ask(page);
    match(html.headers.get('content-security-policy') ?? '', /frame-ancestors 'self'/);
    match(html.headers.get('content-security-policy') ?? '', /form-action 'self' https:\/\/app\.example[;]/);
    equal(html.headers.get('x-frame-options'), 'SAMEORIGIN');
    const form_token = /name="form_token" value="([\w-]+)"/.exec(await html.text())?.[1] ?? '';
    const forged = await customer.post('/account/connections/new', { ...fields, form_token: 'x'.repeat(43) });
    equal(forged.status, 403);
    const elsewhere = { 'Sec-Fetch-Site': 'cross-site' };
    equal((await customer.post('/account/connections/new', { ...fields, form_token }, elsewhere)).status, 403);
    await store.accounts.updateOne({ _id: account }, { $set: { owner: 'owner@customers.example' } });
    await store.members.updateOne({ _id: address }, { $set: { role: 'viewer' } });
    equal((await customer.page(page)).includes('>Allow<'), false);
    equal((await customer.post('/account/connections/new', { ...fields, form_token })).status, 403);
    equal(await store.keys.countDocuments({ account, connection: { $exists: true } }), 0);
  });

  it('needs a budget and a group, and gives no scope that it does not show', async () => {
    const { store } = await stack();
    const { customer, account } = await newCustomer();
    const app = await OAuthApp.register();
    const page = await app.open(customer);
    for (const fields of [
      ...[{ budget_per_month: '' }, { budget_per_month: '0' }, { budget_per_month: '-1' }],
      ...[{ groups: [] }, { groups: ['billing', 'keys', 'account:read', '*'] }],
    ]) {
      const response = await submitConsent(customer, page, fields);
      equal(response.status, 422, JSON.stringify(fields));
      match(await response.text(), /Connect Test app/);
    }
    const done = await submitConsent(customer, page, { groups: ['vat', 'billing', '*'] });
    equal(done.status, 303);
    deepEqual((await store.keys.findOne({ account, connection: { $exists: true } }))?.scopes, ['vat']);
    equal((await submitConsent(customer, page)).status, 410);
  });

  it('returns to the app with access_denied when the member cancels', async () => {
    const { platform } = await stack();
    const { customer } = await newCustomer();
    const app = await OAuthApp.register();
    const page = await app.open(customer);
    const request = page.split('request=')[1] ?? '';
    const response = await customer.send(page, '/account/connections/new/cancel', { request });
    const { searchParams } = new URL(response.headers.get('location') ?? '');
    deepEqual(Object.fromEntries(searchParams), { error: 'access_denied', state: 'the state', iss: platform.baseUrl });
    equal((await customer.ask(page)).status, 410);
  });
});

describe('the token endpoint', () => {
  /** Attempts that do not prove that they come from the app. */
  const wrong: [string, Record<string, string>][] = [
    ['another verifier', { code_verifier: 'x'.repeat(43) }],
    ['another redirect URI', { redirect_uri: 'https://evil.example/callback' }],
    ['another app', { client_id: 'app_another' }],
  ];
  for (const [name, changes] of wrong) {
    it(`refuses a code with ${name}, which ends the connection`, async () => {
      const { store } = await stack();
      const { customer, account } = await newCustomer();
      const app = await OAuthApp.register();
      const code = await app.allow(customer);
      const { status, body } = await app.redeem(code, changes);
      equal(status, 400);
      equal(body.error, 'invalid_grant');
      equal((await app.redeem(code)).body.error, 'invalid_grant');
      equal((await store.keys.findOne({ account, connection: { $exists: true } }))?.active, false);
    });
  }

  it('refuses a code that is used twice, and revokes what it gave', async () => {
    const { customer } = await newCustomer();
    const app = await OAuthApp.register();
    const code = await app.allow(customer);
    const { body: tokens } = await app.redeem(code);
    equal((await callTool(tokens.access_token)).status, 200);
    equal((await app.redeem(code)).body.error, 'invalid_grant');
    equal((await callTool(tokens.access_token)).status, 401);
    equal((await app.refresh(tokens.refresh_token)).body.error, 'invalid_grant');
  });

  it('gives tokens for one of many concurrent uses of a code at most', async () => {
    const { customer } = await newCustomer();
    const app = await OAuthApp.register();
    const code = await app.allow(customer);
    const all = await Promise.all(Array.from({ length: 8 }, () => app.redeem(code)));
    ok(all.filter(({ status }) => status === 200).length <= 1);
    for (const { status, body } of all) if (status === 200) equal((await callTool(body.access_token)).status, 401);
  });

  it('ends the connection when a refresh token is used twice', async () => {
    const { customer } = await newCustomer();
    const app = await OAuthApp.register();
    const first = await app.connect(customer);
    const { body: second } = await app.refresh(first.refresh_token);
    const { status, body } = await app.refresh(first.refresh_token);
    equal(status, 400);
    equal(body.error, 'invalid_grant');
    equal((await callTool(second.access_token)).status, 401);
    equal((await app.refresh(second.refresh_token)).body.error, 'invalid_grant');
    match(await customer.page('/account/log'), /Disconnected app/);
  });

  it('refuses expired codes and tokens, and refresh tokens of other apps', async () => {
    const { store } = await stack();
    const { customer, account } = await newCustomer();
    const app = await OAuthApp.register();
    const past = { $set: { until: new Date(Date.now() - 1_000) } };
    const code = await app.allow(customer);
    await store.oauthTokens.updateMany({ account, kind: 'code' }, past);
    equal((await app.redeem(code)).body.error, 'invalid_grant');
    const tokens = await app.connect(customer);
    const other = await OAuthApp.register();
    equal((await other.refresh(tokens.refresh_token)).body.error, 'invalid_grant');
    equal((await callTool(tokens.access_token)).status, 200);
    await store.oauthTokens.updateMany({ account, kind: { $in: ['access', 'refresh'] } }, past);
    equal((await callTool(tokens.access_token)).status, 401);
    equal((await app.refresh(tokens.refresh_token)).body.error, 'invalid_grant');
  });

  it('has no other grants, and issues for no other resource', async () => {
    const { customer } = await newCustomer();
    const app = await OAuthApp.register();
    const code = await app.allow(customer);
    equal((await app.redeem(code, { resource: 'https://other.example' })).body.error, 'invalid_target');
    for (const grant_type of ['password', 'client_credentials', 'implicit']) {
      const { status, headers, body } = await sendForm('/oauth/token', {
        grant_type,
        client_id: app.id,
        username: 'x',
      });
      equal(status, 400);
      equal(body.error, 'unsupported_grant_type');
      equal(headers.get('cache-control'), 'no-store');
    }
    equal((await sendForm('/oauth/token', { client_id: app.id })).body.error, 'invalid_request');
    equal((await sendJson('/oauth/token', { grant_type: 'refresh_token' })).body.error, 'invalid_request');
    equal((await app.redeem(code)).status, 200);
  });

  it('issues tokens that nothing but the MCP server for apps accepts, and that accepts no keys', async () => {
    const { platform } = await stack();
    const { customer, account } = await newCustomer();
    const { access_token, refresh_token } = await (await OAuthApp.register()).connect(customer);
    for (const token of [access_token, refresh_token]) {
      for (const path of ['/v1/vat', '/v1/usage', '/v1/account', '/mcp']) {
        const init = path === '/mcp' || path === '/v1/vat' ? { method: 'POST', body: '{}' } : {};
        const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
        equal((await fetch(platform.baseUrl + path, { ...init, headers })).status, 401, path);
        const asKey = { 'x-api-key': token, 'content-type': 'application/json' };
        equal((await fetch(platform.baseUrl + path, { ...init, headers: asKey })).status, 401, path);
      }
    }
    equal((await callTool(refresh_token)).status, 401);
    const { store } = await stack();
    const { createKey } = await import('../keys/keys.js');
    const { plain } = await createKey(store, { account, name: 'A key' });
    equal((await callTool(plain)).status, 401);
  });
});

describe('the registration of apps', () => {
  it('makes every app a public client, and ignores what it does not know', async () => {
    const { status, body } = await sendJson('/oauth/register', {
      ...{
        client_name: 'Editor\u202e',
        redirect_uris: ['http://localhost:3000/cb', 'cursor://anysphere.cursor-mcp/cb'],
      },
      ...{
        token_endpoint_auth_method: 'client_secret_post',
        grant_types: ['client_credentials'],
        logo_uri: 'javascript:1',
      },
    });
    equal(status, 201);
    equal(body.client_name, 'Editor');
    equal(body.token_endpoint_auth_method, 'none');
    deepEqual(body.grant_types, ['authorization_code', 'refresh_token']);
    equal(body.client_secret, undefined);
    equal(body.logo_uri, undefined);
    const { store } = await stack();
    const stored = await store.oauthClients.findOne({ _id: body.client_id });
    const hours = ((stored?.expires.getTime() ?? 0) - Date.now()) / 3_600_000;
    ok(hours > 23 && hours <= 24);
  });

  it('removes what is invisible in a name, and names an app without a letter after its host', async () => {
    const names: [string, string][] = [
      ['Good\u061c\u180e\u2066\u{e0041} \u00a0\u3000  app\ud800', 'Good app'],
      ['\u3164\u2800\u115f', 'app.example'],
      ['日本語アプリ', '日本語アプリ'],
    ];
    for (const [client_name, shown] of names) {
      const { body } = await sendJson('/oauth/register', { client_name, redirect_uris: [REDIRECT_URI] });
      equal(body.client_name, shown);
    }
  });

  it('is limited by network', async () => {
    const { 'x-forwarded-for': address = '' } = elsewhere();
    const register = () =>
      sendJson('/oauth/register', { redirect_uris: [REDIRECT_URI] }, { 'x-forwarded-for': address });
    for (let count = 0; count < 100; count++) equal((await register()).status, 201);
    const { status, headers, body } = await register();
    equal(status, 429);
    equal(body.error, 'temporarily_unavailable');
    ok(Number(headers.get('retry-after')) > 3_000);
    equal((await sendJson('/oauth/register', { redirect_uris: [REDIRECT_URI] })).status, 201);
  });

  it('replaces the registration and the request that would expire first when there are too many', async () => {
    const { store } = await stack();
    const name = 'First to expire';
    const expires = new Date(Date.now() + 60_000);
    await store.oauthClients.insertOne({ _id: name, name, redirect_uris: [], registered: new Date(), expires });
    const client = { id: name, name, redirect_uris: [REDIRECT_URI] };
    const request = { challenge: '', redirect_uri: REDIRECT_URI };
    await store.oauthRequests.insertOne({ _id: name, client, ...request, expires });
    const fill = <Documents extends object>(documents: Documents): Documents =>
      Object.create(documents, { estimatedDocumentCount: { value: async () => 100_000 } });
    const full = { ...store, oauthClients: fill(store.oauthClients), oauthRequests: fill(store.oauthRequests) };
    const clients = new Clients(full, systemClock, new MetadataDocuments(new Targets(undefined), () => new Agent()));
    const { id } = await clients.register(client);
    const secret = await new Connections(full, systemClock).begin(client, { ...request, state: undefined });
    equal(await store.oauthClients.countDocuments({ _id: { $in: [name, id] } }), 1);
    equal(await store.oauthRequests.countDocuments({ _id: { $in: [name, hash(secret)] } }), 1);
  });

  it('refuses redirect URIs that run scripts or read files, and large metadata', async () => {
    for (const uri of [
      ...['javascript:alert(1)', 'JavaScript://x.example/%0aalert(1)', 'data:text/html,x', 'file:///etc/passwd'],
      ...['vbscript:x', 'blob:https://x.example/1', 'about:blank', 'http://app.example/cb', 'ftp://app.example/cb'],
      ...[
        'https://app.example/cb#fragment',
        'https://user@app.example/cb',
        '/relative',
        '',
        'https://app.example/\tcb',
      ],
      // Such a host would add directives to the policy of the consent page.
      ...['https://app.example;sandbox/cb', 'https://a,app.example/cb', 'https://*.example/cb', "https://'none'/cb"],
      ...[
        'java\nscript:alert(1)',
        'https:\\\\app.example',
        'http://127.0.0.1.evil.example/cb',
        'ms-msdt:/id',
        'chrome://x',
      ],
    ]) {
      const { status, body } = await sendJson('/oauth/register', { redirect_uris: [uri] });
      equal(status, 400, uri);
      ok(['invalid_redirect_uri', 'invalid_client_metadata'].includes(body.error), uri);
    }
    const redirect_uris = [REDIRECT_URI];
    equal((await sendJson('/oauth/register', { redirect_uris, client_name: 'x'.repeat(101) })).status, 400);
    equal((await sendJson('/oauth/register', { redirect_uris, client_name: 'x'.repeat(1_048_576) })).status, 413);
    equal((await sendJson('/oauth/register', { redirect_uris: Array(11).fill(REDIRECT_URI) })).status, 400);
    for (const body of [
      {},
      { redirect_uris: [] },
      { redirect_uris: 'x' },
      { redirect_uris: [1] },
      [],
      { redirect_uris, client_name: 1 },
    ])
      equal((await sendJson('/oauth/register', body)).status, 400, JSON.stringify(body));
  });
});
