import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { compileValidator } from '../../shared/contract/input.js';
import type { JobSender } from '../../shared/queue/internal-jobs.js';
import { newAddress } from '../../test/helpers/new-address.js';
import { createPage } from '../../test/helpers/page-visits.js';
import { rawRequest } from '../../test/helpers/raw-request.js';
import { setDnsRecords } from '../../test/helpers/sandbox-dns.js';
import { call, newAccount, ownDatabase, stack, stackConfig } from '../../test/helpers/stack.js';
import { checkDomain } from './check.js';
import { type Domain, domainKey } from './collections.js';
import { isLocalHost } from './read-host.js';
import { domainView } from './view.js';

const newHost = () => `go.shop-${randomBytes(6).toString('hex')}.example`;

const add = (key: string, host: string) => call('/v1/domains', { host }, { key });
const verify = (key: string, host: string) => call(`/v1/domains/${host}/verify`, {}, { key });
const change = (key: string, host: string, fields: object) =>
  call(`/v1/domains/${host}`, fields, { key, method: 'PATCH' });

/** Adds a domain and verifies it. */
async function addVerified(key: string, host = newHost()): Promise<string> {
  const { body } = await add(key, host);
  const [{ name, value }] = body.records;
  await setDnsRecords(name, { txt: ['v=something', value] });
  await setDnsRecords(host, { a: ['127.0.0.1'] });
  equal((await verify(key, host)).body.state, 'verified');
  return host;
}

/** Opens a path on a host, from a network of its own. */
async function open(host: string, path: string, accept = 'text/html') {
  const { platform } = await stack();
  const headers = { host, accept, 'x-forwarded-for': newAddress() };
  return rawRequest(platform.baseUrl + path, { method: 'GET', headers });
}

describe('isLocalHost', () => {
  it('keeps IP addresses, local names and long ones from being looked up', () => {
    for (const host of ['127.0.0.1', '[::1]', 'localhost', 'nas.local', `${'a.'.repeat(4_000)}example`])
      ok(isLocalHost(host), host.slice(0, 20));
    ok(!isLocalHost('go.shop.example'));
  });
});

describe('A domain', () => {
  it('is verified by its TXT record, and says what was found until then', async () => {
    const { key } = await newAccount();
    const host = newHost();
    const { status, body } = await add(key, host.toUpperCase());
    equal(status, 200, JSON.stringify(body));
    deepEqual([body.host, body.state, body.checked, body.default], [host, 'pending', null, false]);
    const [txt, cname] = body.records;
    deepEqual([txt.type, txt.name, cname.type, cname.name], ['TXT', `_utility-api.${host}`, 'CNAME', host]);
    const before = await verify(key, host);
    deepEqual([before.body.state, before.body.checked.record], ['pending', 'missing']);
    await setDnsRecords(txt.name, { txt: [txt.value] });
    await setDnsRecords(host, { a: ['192.0.2.7'] });
    const after = await verify(key, host);
    const { state, checked, expires_at } = after.body;
    deepEqual([state, checked.record, checked.points_here, expires_at], ['verified', 'found', false, null]);
    const validate = compileValidator(domainView);
    equal(validate(after.body), true, JSON.stringify(validate.errors));
    await setDnsRecords(host, { a: ['127.0.0.1'] });
    equal((await verify(key, host)).body.checked.points_here, true);
    equal((await call('/v1/domains', {}, { key, method: 'GET' })).body.domains.length, 1);
  });

  it('shows the pages of its account by code and slug, and nothing else', async () => {
    const { key } = await newAccount();
    const host = await addVerified(key);
    const slug = `menu-${randomBytes(4).toString('hex')}`;
    const mine = await createPage('event', { slug }, key);
    const other = await createPage('text');
    for (const path of [`/${mine.code}`, `/${slug}`, `/e/${mine.code}`, `/e/${slug}`, `/e/${mine.code}/event.ics`]) {
      const { status, headers, body } = await open(host, path);
      equal(status, 200, `${path}: ${body.slice(0, 200)}`);
      equal(headers['strict-transport-security'], undefined);
      equal(headers['set-cookie'], undefined);
    }
    const [, style = ''] = /href="(\/assets\/page\.css[^"]*)"/.exec((await open(host, `/${slug}`)).body) ?? [];
    equal((await open(host, style)).status, 200);
    const platformPaths = ['/account', '/docs', '/operator', '/v1/account', '/openapi.json', '/metrics', '/pricing'];
    for (const path of ['/', `/${other.code}`, `/e/${other.code}`, `/e/${other.code}/report`, ...platformPaths])
      equal((await open(host, path)).status, 404, path);
    match((await open(host, '/nothing')).body, /<html/);
    equal((await open(host, '/v1/vat', 'application/json')).status, 404);
  });

  it('redirects to the path of passes for a page with a password or a limit of scans', async () => {
    const { key } = await newAccount();
    const host = await addVerified(key);
    const page = await createPage('text', { max_scans: 1 }, key);
    const { status, headers } = await open(host, `/${page.code}`);
    deepEqual([status, headers.location], [302, `/e/${page.code}`]);
    equal((await open(host, `/e/${page.code}`)).status, 200);
  });

  it('redirects visitors of / and of unknown names where its owner wants', async () => {
    const { key } = await newAccount();
    const host = await addVerified(key);
    const urls = { home_url: 'https://shop.example/', not_found_url: 'https://shop.example/lost' };
    deepEqual((await change(key, host, urls)).body.home_url, urls.home_url);
    const home = await open(host, '/');
    deepEqual([home.status, home.headers.location], [302, urls.home_url]);
    const lost = await open(host, '/nothing');
    deepEqual([lost.status, lost.headers.location], [302, urls.not_found_url]);
    equal((await change(key, host, { home_url: '' })).body.home_url, null);
    equal((await change(key, host, { home_url: 'javascript:alert(1)' })).status, 422);
  });

  it('is in the URLs of pages and in new codes once it is the default', async () => {
    const { key } = await newAccount();
    const pending = newHost();
    await add(key, pending);
    deepEqual((await change(key, pending, { default: true })).body.type, 'domain_not_verified');
    const [first, second] = [await addVerified(key), await addVerified(key)];
    for (const host of [first, second]) equal((await change(key, host, { default: true })).body.default, true);
    equal((await call(`/v1/domains/${first}`, {}, { key, method: 'GET' })).body.default, false);
    const slug = `card-${randomBytes(4).toString('hex')}`;
    const page = await createPage('text', { slug }, key);
    equal(page.scanUrl, `https://${second}/${page.code}`);
    const { body } = await call(`/v1/qr-experience/${page.id}`, {}, { key, method: 'GET' });
    deepEqual([body.scan_url, body.slug_url], [page.scanUrl, `https://${second}/${slug}`]);
    match((await open(second, page.path)).body, new RegExp(`og:url" content="https://${second}/`));
    const { platform } = await stack();
    equal((await fetch(`${platform.baseUrl}/e/${page.code}`)).status, 200);
  });

  it('is refused unless it is a public host name that is not ours', async () => {
    const { key } = await newAccount();
    const { hostname } = new URL((await stack()).platform.baseUrl);
    const refused = [
      'localhost',
      hostname,
      '192.0.2.1',
      'intranet',
      'co.uk',
      'github.io',
      'https://x.example',
      'a b.example',
    ];
    for (const host of [...refused, 'x.example:8080', '-x.example', 'printer.local', '[::1]'])
      deepEqual((await add(key, host)).body.type, 'domain_refused', host);
    equal((await add(key, 'bücher-x.example')).body.host, 'xn--bcher-x-n2a.example');
    deepEqual((await add(key, 'bücher-x.example')).body.type, 'domain_exists');
  });

  it('is one of at most ten', async () => {
    const { key } = await newAccount();
    const created = await Promise.all(Array.from({ length: 12 }, () => add(key, newHost())));
    equal(created.filter(({ status }) => status === 200).length, 10);
    ok(created.some(({ body }) => body.type === 'too_many_domains'));
    deepEqual((await call('/v1/domains/other.example', {}, { key, method: 'GET' })).body.type, 'domain_unknown');
  });

  it('may get a certificate while it is verified', async () => {
    const { key } = await newAccount();
    const host = await addVerified(key);
    const { platform } = await stack();
    const port = platform.children.get('api')?.facts.metricsPort;
    const ask = async (domain: string) =>
      (await fetch(`http://127.0.0.1:${port}/internal/tls-allowed?domain=${domain}`)).status;
    deepEqual([await ask(host), await ask(newHost()), await ask('localhost'), await ask('')], [200, 404, 404, 404]);
    equal((await open('127.0.0.1', `/internal/tls-allowed?domain=${host}`)).status, 404);
  });
});

describe('The check of a domain', () => {
  const DAY_MS = 86_400_000;
  let store: Awaited<ReturnType<typeof ownDatabase>>['store'];
  let close: () => Promise<void>;
  before(async () => {
    ({ store, close } = await ownDatabase());
  });
  after(() => close());

  const claim = async (account: string, host: string): Promise<Domain> => {
    const domain = { _id: domainKey(account, host), account, host, token: `token of ${account}`, created: new Date() };
    await store.accounts.insertOne({ _id: account, name: account, created: new Date() });
    await store.domains.insertOne(domain);
    return domain;
  };

  /** Checks a domain as if DNS had these texts; null if no server replied. */
  const check = async ({ _id }: Domain, texts: string[] | null, days = 0) => {
    const reply = {
      status: 200,
      headers: {},
      encoding: 'utf8' as const,
      body: JSON.stringify({ texts, pointsToTarget: null }),
    };
    const sender: JobSender = { send: async () => reply, settled: () => {} };
    const now = new Date(Date.now() + days * DAY_MS);
    const domain = await store.domains.findOne({ _id });
    ok(domain);
    return checkDomain({ store, sender, config: await stackConfig(), clock: { now: () => now } }, domain, 'test');
  };

  const readNotices = async (account: string) =>
    (await store.accounts.findOne({ _id: account }))?.notices?.map(({ subject }) => subject) ?? [];

  it('gives a host to the account that proves it, and leaves it there while it does', async () => {
    const host = newHost();
    const [first, second] = [await claim(`a ${host}`, host), await claim(`b ${host}`, host)];
    equal((await check(first, [second.token]))?.verified_host, undefined);
    equal((await check(first, [first.token]))?.verified_host, host);
    const refused = await check(second, [first.token, second.token]);
    deepEqual([refused?.verified_host, refused?.checked?.record], [undefined, 'taken']);
    equal((await check(second, [second.token]))?.verified_host, host);
    equal((await store.domains.findOne({ _id: first._id }))?.verified_host, undefined);
    deepEqual(await readNotices(first.account), [`${host} belongs to another account now`]);
  });

  it('makes a domain inactive when its record has been missing for three days', async () => {
    const host = newHost();
    const domain = await claim(`c ${host}`, host);
    await check(domain, [domain.token]);
    equal((await check(domain, [], 1))?.inactive, undefined);
    equal((await check(domain, null, 9))?.inactive, undefined);
    equal((await check(domain, [], 3.9))?.inactive, undefined);
    ok((await check(domain, [], 4.1))?.inactive);
    await check(domain, [], 5);
    deepEqual(await readNotices(domain.account), [
      `The DNS record of ${host} is missing`,
      `${host} is no longer active`,
    ]);
    equal((await check(domain, [domain.token], 6))?.inactive, undefined);
  });
});
