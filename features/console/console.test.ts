import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import { Agent, request } from 'undici';
import { readConfig } from '../../shared/process/config.js';
import { launch } from '../../test/helpers/launch.js';
import { logIn } from '../../test/helpers/log-in.js';
import { ADMIN_TOKEN, call, eventually, newAccount, stack } from '../../test/helpers/stack.js';
import { unusedPort } from '../../test/helpers/unused-port.js';

const VAT = { action: 'calculate', net: 100, vat_rate: 20 };

/** A session as a browser would have it. */
async function session() {
  const { platform } = await stack();
  const { cookie } = await logIn(platform.baseUrl);
  const ask = (path: string, init: RequestInit = {}) =>
    fetch(`${platform.baseUrl}/operator${path}`, {
      redirect: 'manual',
      ...init,
      headers: { cookie, ...init.headers },
    });
  const page = async (path: string) => (await ask(path)).text();
  const formToken = async (path: string) => /name="form_token" value="(\w+)"/.exec(await page(path))?.[1] ?? '';
  return { ask, page, formToken };
}

describe('the operator console', () => {
  it('redirects every page to the login without a session', async () => {
    const { platform } = await stack();
    for (const path of ['', '/accounts', '/accounts/x', '/requests?id=x', '/queues', '/nothing']) {
      const response = await fetch(`${platform.baseUrl}/operator${path}`, { redirect: 'manual' });
      equal(response.status, 302, path);
      const next = path === '' ? '' : `?${new URLSearchParams({ next: `/operator${path}` })}`;
      equal(response.headers.get('location'), `/operator/login${next}`, path);
    }
  });

  it('refuses a form from another site or from another session', async () => {
    const { account } = await newAccount();
    const { ask, formToken } = await session();
    const token = await formToken(`/accounts/${account}`);
    const send = (form_token: string, headers: Record<string, string> = {}) =>
      ask(`/accounts/${account}/purchases`, {
        method: 'POST',
        headers,
        body: new URLSearchParams({ form_token, credits: '5' }),
      });
    const another = await (await session()).formToken(`/accounts/${account}`);
    ok(another !== '' && another !== token);
    equal((await send(another)).status, 403, 'of another session');
    equal((await send('')).status, 403);
    equal((await send('0'.repeat(64))).status, 403);
    equal((await send(token, { 'Sec-Fetch-Site': 'cross-site' })).status, 403);
    equal((await send(token, { 'Sec-Fetch-Site': 'same-site' })).status, 403);
    equal((await send(token, { Origin: 'https://elsewhere.example' })).status, 403);
    const { store } = await stack();
    equal(await store.payments.countDocuments({ account }), 1, 'only the purchase that the account began with');
    equal((await send(token, { 'Sec-Fetch-Site': 'same-origin' })).status, 303);
    equal(await store.payments.countDocuments({ account }), 2);
  });

  it('limits an address that guesses tokens, in the console and the admin API, and no other address', async () => {
    const { baseUrl } = (await stack()).platform;
    // The whole of 127.0.0.0/8 is this machine: the guesser has an address of its own.
    const [localAddress, another] = [1, 2].map((last) => `127.${randomInt(1, 255)}.${randomInt(1, 255)}.${last}`);
    const from = async (address: string | undefined, token: string) => {
      const dispatcher = new Agent({ localAddress: address ?? '' });
      const logIn = await request(`${baseUrl}/operator/login`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({ token }).toString(),
        dispatcher,
      });
      const text = await logIn.body.text();
      const { statusCode, body } = await request(`${baseUrl}/v1/admin/audit?account=nobody`, {
        headers: { Authorization: `Bearer ${token}` },
        dispatcher,
      });
      await body.dump();
      await dispatcher.close();
      return { statuses: `${logIn.statusCode} ${statusCode}`, text, retryAfter: logIn.headers['retry-after'] };
    };
    for (let guess = 1; guess <= 5; guess++) equal((await from(localAddress, `guess-${guess}`)).statuses, '401 401');
    const { statuses, text, retryAfter } = await from(localAddress, ADMIN_TOKEN);
    equal(statuses, '429 429', 'also the right one is not listened to');
    match(text, /role="alert"[^>]*>Too many wrong admin tokens from this IP address/);
    equal(retryAfter, '300');
    match((await from(another, ADMIN_TOKEN)).statuses, /^302 (200|404)$/);
  });

  it('escapes what customers have typed', async () => {
    const { store } = await stack();
    const account = `acc-${Date.now()}`;
    await store.accounts.insertOne({ _id: account, name: '<script>alert(1)</script>', created: new Date() });
    const { page } = await session();
    for (const path of [`/accounts/${account}`, '/requests?id=<script>alert(1)</script>']) {
      const html = await page(path);
      ok(!html.includes('<script>alert'), path);
      ok(html.includes('&lt;script&gt;alert(1)'), path);
    }
  });

  it('renders errors as pages under /operator, and as JSON elsewhere', async () => {
    const { ask } = await session();
    const lost = await ask('/nothing');
    equal(lost.status, 404);
    match(lost.headers.get('content-type') ?? '', /^text\/html/);
    for (const path of ['/v1/nothing', '/operators']) {
      const elsewhere = await call(path, undefined, { method: 'GET' });
      equal(elsewhere.status, 404);
      equal(elsewhere.body.code, 404, path);
    }
  });

  it('shows the problems of a form', async () => {
    const { account } = await newAccount();
    const { ask, formToken } = await session();
    const form_token = await formToken(`/accounts/${account}`);
    const response = await ask(`/accounts/${account}/purchases`, {
      method: 'POST',
      body: new URLSearchParams({ form_token, credits: '-3' }),
    });
    equal(response.status, 422);
    match(await response.text(), /aria-invalid="true"[^>]*>\s*<p class="problem" id="credits-problem">Credits must/);
    equal((await ask('/accounts/nobody')).status, 404);
  });

  it('sets and removes the expiry of a key, and shows an invalid time again', async () => {
    const { key, keyId } = await newAccount();
    const { store } = await stack();
    const { ask, page, formToken } = await session();
    const form_token = await formToken(`/keys/${keyId}`);
    const change = (expires_at: string) =>
      ask(`/keys/${keyId}`, {
        method: 'POST',
        body: new URLSearchParams({ form_token, name: 'k', scopes: '*', expires_at }),
      });
    equal((await change('2001-02-03T04:05')).status, 303);
    deepEqual((await store.keys.findOne({ id: keyId }))?.expires, new Date('2001-02-03T04:05:00Z'));
    match(await page(`/keys/${keyId}`), /name="expires_at" type="datetime-local" value="2001-02-03T04:05"/);
    const refused = await change('tomorrow');
    equal(refused.status, 422);
    match(
      await refused.text(),
      /id="update-expires_at-problem">Expires must be an ISO 8601 date-time such as 2026-01-05T09:30:00Z, or never/,
    );
    equal((await change('')).status, 303);
    equal((await store.keys.findOne({ id: keyId }))?.expires, null);
    equal((await call('/v1/vat', VAT, { key })).status, 200);
  });

  it('shows the timeline of a charged request, and of its refund', async () => {
    const { key, account } = await newAccount({ credits: 1 });
    const { headers } = await call('/v1/vat', VAT, { key });
    const id = headers.get('x-request-id') ?? '';
    const { page, ask, formToken } = await session();
    const html = await eventually(
      () => page(`/requests?id=${id}`),
      (text) => text.includes('Credits charged') && text.includes('Reply sent'),
    );
    const told = [...html.matchAll(/<h3>([^<]+)<\/h3>/g)].map(([, what]) => what).join(' → ');
    equal(told, 'Credits held → Job sent → Job started → Reply sent → Credits charged');
    ok(html.includes(account));

    const form_token = await formToken(`/requests?id=${id}`);
    const refund = () =>
      ask(`/requests/${id}/refund`, {
        method: 'POST',
        body: new URLSearchParams({ form_token, reason: 'wrong answer' }),
      });
    equal((await refund()).status, 303);
    const after = await page(`/requests?id=${id}`);
    ok(after.includes('Refunded by an operator') && after.includes('wrong answer'));
    ok(!after.includes('Refund credits</button>'), 'there is nothing more to give back');
    equal((await refund()).status, 303);
    const { store } = await stack();
    equal((await store.wallets.findOne({ _id: account }))?.refunded, (await store.refunds.findOne({ _id: id }))?.cost);
  });

  it('shows the timeline of a request that failed with a server fault, without a second refund', async () => {
    const { key } = await newAccount({ credits: 1 });
    const { sandboxUrl } = (await stack()).platform;
    const q = `failing${Date.now()}`;
    const fault = { upstream: 'web-suggest', kind: 'server-error', matching: q, times: 3 };
    equal((await fetch(`${sandboxUrl}/_control`, { method: 'POST', body: JSON.stringify({ fault }) })).status, 200);
    const { status, headers } = await call('/v1/web-search/search/autocomplete', { q }, { key });
    equal(status, 502);
    const { page } = await session();
    const html = await eventually(
      () => page(`/requests?id=${headers.get('x-request-id')}`),
      (text) => text.includes('Credits refunded') && text.includes('Job failed'),
    );
    const told = [...html.matchAll(/<h3>([^<]+)<\/h3>/g)].map(([, what]) => what).join(' → ');
    equal(
      told,
      'Credits held → Job sent → Job started → Job failed → Credits refunded: the request failed on our side',
    );
    ok(!html.includes('Refund credits</button>'));
  });

  it('does not exist without an admin token, nor the portal without email; and a front logs one JSON line per request', async () => {
    const { environment } = (await stack()).platform;
    const port = String(await unusedPort());
    const { key, account } = await newAccount({ credits: 1 });
    const settings = Object.fromEntries(
      Object.keys(readConfig(environment)).map((name) => [name, environment[name] ?? '']),
    );
    const {
      printed,
      process: front,
      ended,
    } = launch('dist/api/main.js', [], {
      ...settings,
      ADMIN_TOKEN: '',
      MAIL_FROM: '',
      PORT: port,
      LOG_LEVEL: 'info',
      LOG_PRETTY: 'false',
    });
    const baseUrl = `http://127.0.0.1:${port}`;
    const ask = (path: string) =>
      fetch(baseUrl + path).then(
        ({ status }) => status,
        () => 0,
      );
    equal(
      await eventually(
        () => ask('/readyz'),
        (status) => status === 200,
        60_000,
      ),
      200,
    );
    ok(environment.MAIL_FROM, 'the others have the portal');
    const operators = ['/operator', '/operator/login', '/operator/queues', '/metrics', '/v1/admin/accounts'];
    for (const path of [...operators, '/account']) {
      equal(await ask(path), 404, path);
    }
    const { headers } = await call('/v1/vat', VAT, { key, baseUrl });
    const id = headers.get('x-request-id');
    const { ms, time, ...line } = JSON.parse(await printed(new RegExp(`^(.*${id}.*)\\n`, 'm')));
    ok(ms > 0 && Math.abs(Date.now() - time) < 60_000);
    deepEqual(line, {
      level: 30,
      process: 'api',
      msg: 'call',
      requestId: id,
      account,
      endpoint: 'vat',
      status: 200,
      credits: '0.001',
    });
    front.kill('SIGTERM');
    equal(await ended(), 0);
  });

  it('responds with 404 for an unknown request', async () => {
    const { ask } = await session();
    const response = await ask('/requests?id=nothing-of-the-kind');
    equal(response.status, 404);
    match(await response.text(), /No request with this ID was found/);
  });

  it('ends a session', async () => {
    const { ask } = await session();
    const response = await ask('/logout', { method: 'POST' });
    const cleared = response.headers.getSetCookie().filter((set) => /expires=Thu, 01 Jan 1970/.test(set));
    deepEqual(
      cleared.map((set) => set.split('=')[0]),
      ['operator'],
    );
  });
});
