import { deepEqual, equal, ok } from 'node:assert/strict';
import Router from '@koa/router';
import { Drain } from '../../api/drain.js';
import { type PageServices, servePages } from '../../api/routes.js';
import { accountRoutes } from '../../features/account-api/index.js';
import { catalogue } from '../../shared/contract/catalogue/index.js';
import { buildTarget } from '../../shared/contract/route.js';
import { readConfig } from '../../shared/process/config.js';
import { createLogger } from '../../shared/process/log.js';
import { connectRedis } from '../../shared/process/redis.js';
import { parsePartitions } from '../../shared/queue/queues.js';
import { newAddress } from '../helpers/new-address.js';
import { order } from '../helpers/payments.js';
import { type Answer, call, errorIn, newAccount, stack } from '../helpers/stack.js';

const NOT_ALLOWED = { error: 'API key is not allowed for this endpoint', code: 403 };

/** Service routes that every key may use. A key without `account:read` sees only its own jobs and requests there. */
const OPEN_TO_ALL_KEYS = new Set([
  'POST /v1/tokens',
  'GET /v1/requests',
  'GET /v1/requests/{request_id}',
  'POST /v1/batches',
  'GET /v1/batches',
  'GET /v1/batches/{batch}',
  'GET /v1/batches/{batch}/results',
  'POST /v1/batches/{batch}/cancel',
  'DELETE /v1/batches/{batch}',
  'GET /v1/jobs',
  'GET /v1/jobs/{job_id}',
  'DELETE /v1/jobs/{job_id}',
]);

/** Routes of the front that anybody may request. */
const PUBLIC = new Set([
  'GET /healthz',
  'GET /readyz',
  // Signed by the payment provider
  'POST /v1/payments/stripe',
  // Hosted pages and what belongs to them
  'GET /e/:code',
  'GET /e/:code/event.ics',
  'GET /e/:code/contact.vcf',
  'GET /e/:code/photo.jpg',
  'GET /e/:code/logo.png',
  'GET /e/:code/preview.png',
  'GET /e/:code/preview.jpg',
  'GET /e/:code/report',
  'POST /e/:code/report',
  'POST /e/:code/events',
  'POST /e/:code/unlock',
  'GET /e/example/:type',
  'GET /e/example/types/:type',
  'GET /files/:disk/*path',
  'GET /p/:file',
  // Signed by the account
  'GET /i/:file',
  // The authorization server for connected apps, and its metadata
  'GET /.well-known/oauth-protected-resource/mcp/connect',
  'GET /.well-known/oauth-protected-resource',
  'GET /.well-known/oauth-authorization-server',
  'GET /.well-known/openid-configuration',
  'GET /oauth/authorize',
  'POST /oauth/register',
  'POST /oauth/token',
  'POST /oauth/revoke',
  // Signing in
  'GET /operator/login',
  'POST /operator/login',
  'GET /operator/login/code',
  'POST /operator/login/code',
  'POST /operator/logout',
  'GET /account/login',
  'POST /account/login',
  'GET /account/login/sent',
  'POST /account/login/code',
  'GET /account/login/link',
  'POST /account/login/link',
  'GET /account/login/invitation',
  'POST /account/login/invitation',
]);

/** Styles, scripts and pictures of pages. */
const ASSET = /\.(css|js|svg|png|ico|woff2)$/;

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

const routeId = (method: string, path: string): string => `${method} ${path}`;

/** Every route that the front registers beside the endpoints, found by registering them. */
async function registeredRoutes(): Promise<{ method: string; path: string }[]> {
  const found: { method: string; path: string }[] = [];
  const { register } = Router.prototype;
  const { platform, store } = await stack();
  const config = readConfig(platform.environment);
  const redis = connectRedis(platform.redisUrl, 'producer', () => {});
  const log = createLogger('test', { LOG_LEVEL: 'silent', LOG_PRETTY: false });
  /** No more than mounting takes: no request comes here. */
  const infrastructure = { redis, partitions: parsePartitions(), queues: [] };
  const mounted = { config, store, log, infrastructure, offered: catalogue };
  const services = mounted as unknown as PageServices;
  Router.prototype.register = function (this: Router, ...registered: Parameters<typeof register>) {
    const layer = register.apply(this, registered);
    const [path, methods] = registered;
    const prefix = this.opts.prefix ?? '';
    for (const method of methods.map((one) => one.toUpperCase()).filter((one) => METHODS.includes(one)))
      found.push({ method, path: path === '/' ? prefix : `${prefix}${String(path)}` });
    return layer;
  };
  try {
    const db = { collection: () => undefined } as unknown as Parameters<typeof servePages>[0]['needs']['db'];
    const needs = { db, indexes: { missing: [], problems: [] }, pools: [] };
    servePages({ services, needs, updateGauges: async () => {}, drain: new Drain(config) });
  } finally {
    Router.prototype.register = register;
    redis.disconnect();
  }
  return found;
}

/** A path with something in the place of each parameter. */
const filled = (path: string): string => path.replace(/[:*]\w+|\{\w+\}/g, '1');

async function request(method: string, path: string, headers: Record<string, string> = {}): Promise<Answer> {
  const { platform } = await stack();
  const response = await fetch(platform.baseUrl + path, {
    method,
    redirect: 'manual',
    headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': newAddress(), ...headers },
    ...(method === 'GET' ? {} : { body: '{}' }),
  });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.startsWith('application/json');
  return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text };
}

const isRefusal = ({ status, headers }: Answer): boolean =>
  status === 401 || status === 403 || (status === 302 && /\/login(\?|$)/.test(headers.get('location') ?? ''));

describe('every route of the front', () => {
  it('refuses a request without credentials, unless it is listed as public', async () => {
    const { key: vatKey } = await newAccount({ scopes: ['vat'] });
    const routes = await registeredRoutes();
    const services = new Set(accountRoutes.map(({ contract }) => contract.id.replace(/\{(\w+)\}/g, ':$1')));
    ok(routes.length > services.size + 100, `${routes.length} routes are registered`);
    const known = new Set(routes.map(({ method, path }) => routeId(method, path)));
    deepEqual(
      [...PUBLIC].filter((id) => !known.has(id)),
      [],
      'public routes that do not exist',
    );
    const guarded = routes.filter(
      ({ method, path }) => !PUBLIC.has(routeId(method, path)) && !(method === 'GET' && ASSET.test(path)),
    );
    await Promise.all(
      guarded.map(async ({ method, path }) => {
        const id = routeId(method, path);
        const anonymous = await request(method, filled(path));
        ok(isRefusal(anonymous), `${id} returns ${anonymous.status} to anybody`);
        if (services.has(id)) return;
        const withKey = await request(method, filled(path), { 'X-API-Key': vatKey });
        ok(isRefusal(withKey), `${id} returns ${withKey.status} to a key`);
      }),
    );
  });

  it('is an endpoint that needs a key, at each of its paths', async () => {
    for (const { path, aliases } of catalogue)
      for (const one of [path, ...aliases]) equal((await request('POST', one)).status, 401, one);
    equal((await request('POST', '/mcp')).status, 401);
    equal((await request('GET', '/operator/queues')).status, 302);
  });
});

describe('a key with the scope of one group', () => {
  it('is refused at every service route that is not listed as open to all keys', async () => {
    // The group of the example of a batch.
    const { key } = await newAccount({ scopes: ['vat'] });
    for (const { contract } of accountRoutes) {
      const { method, id } = contract;
      const body = contract.example.request;
      const answered = await call(buildTarget(contract, body), body, { key, method });
      if (OPEN_TO_ALL_KEYS.has(id)) ok(answered.body.error !== NOT_ALLOWED.error, id);
      else deepEqual(errorIn(answered.body), NOT_ALLOWED, id);
    }
  });

  it('neither buys credits nor sets the automatic top-up', async () => {
    const { key, account } = await newAccount({ scopes: ['vat'] });
    const bought = await call('/v1/account/orders', { pack: 'small' }, { key });
    deepEqual(errorIn(bought.body), NOT_ALLOWED);
    const topUp = { below: 5, pack: 'small', most_per_day: 1 };
    deepEqual(errorIn((await call('/v1/account/top-up', topUp, { key, method: 'PUT' })).body), NOT_ALLOWED);
    const { store } = await stack();
    equal(await store.orders.countDocuments({ account }), 0);
  });
});

describe('a key with the scope *', () => {
  const get = (path: string, key: string) => call(path, {}, { key, method: 'GET' });

  it('reads the account, its webhooks and pages, and does not spend money', async () => {
    const { key } = await newAccount({ scopes: ['*'] });
    for (const path of ['/v1/account', '/v1/usage', '/v1/account/orders', '/v1/webhooks', '/v1/qr-experience'])
      equal((await get(path, key)).status, 200, path);
    deepEqual(errorIn((await call('/v1/account/orders', { pack: 'small' }, { key })).body), NOT_ALLOWED);
    deepEqual(errorIn((await get('/v1/account/top-up', key)).body), NOT_ALLOWED);
  });

  it('spends money if it has the scope billing as well', async () => {
    const { key } = await newAccount({ scopes: ['*', 'billing'] });
    const { id } = await order(key);
    equal((await get(`/v1/account/orders/${id}`, key)).status, 200);
    equal((await get('/v1/account', key)).status, 200);
  });
});

describe('each service scope', () => {
  const fetchStatus = async (scope: string, path: string): Promise<number> => {
    const { key } = await newAccount({ scopes: [scope] });
    return (await call(path, {}, { key, method: 'GET' })).status;
  };

  it('opens its own routes and no others', async () => {
    const opens = {
      'account:read': ['/v1/account', '/v1/usage', '/v1/account/packs', '/v1/account/orders'],
      billing: ['/v1/account/packs', '/v1/account/orders', '/v1/account/top-up'],
      webhooks: ['/v1/webhooks'],
      pages: ['/v1/qr-experience'],
      keys: [],
    };
    const paths = [...new Set(Object.values(opens).flat())];
    for (const [scope, opened] of Object.entries<string[]>(opens))
      for (const path of paths)
        equal(await fetchStatus(scope, path), opened.includes(path) ? 200 : 403, `${scope}: ${path}`);
  });

  it('calls no endpoint', async () => {
    const { key } = await newAccount({ scopes: ['account:read', 'billing', 'webhooks', 'pages', 'keys'] });
    const { body } = await call('/v1/vat', { action: 'calculate', net: 100, vat_rate: 20 }, { key });
    deepEqual(errorIn(body), NOT_ALLOWED);
  });
});
