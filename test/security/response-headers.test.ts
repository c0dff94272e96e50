import { deepEqual, equal } from 'node:assert/strict';
import { rawRequest } from '../helpers/raw-request.js';
import { ADMIN_TOKEN, call, newAccount, stack } from '../helpers/stack.js';

const VAT = { action: 'list-countries' };

describe('responses that depend on a key, a token or a session', () => {
  let key: string;
  before(async () => {
    ({ key } = await newAccount());
  });

  for (const [name, path, options] of [
    ['an endpoint', '/v1/vat', { method: 'POST', keyed: true }],
    ['an endpoint that refuses the key', '/v1/vat', { method: 'POST' }],
    ['a service route', '/v1/account', { method: 'GET', keyed: true }],
    ['a service route that refuses', '/v1/account', { method: 'GET' }],
    ['a created token', '/v1/tokens', { method: 'POST', keyed: true }],
    ['the admin API', '/v1/admin/accounts', { method: 'GET', admin: true }],
    ['the admin API that refuses', '/v1/admin/accounts', { method: 'GET' }],
    ['MCP', '/mcp', { method: 'POST', keyed: true }],
    ['MCP that refuses', '/mcp', { method: 'POST' }],
    ['a path that is not there', '/v1/nowhere', { method: 'POST' }],
    ['the portal', '/account', { method: 'GET' }],
    ['the console', '/operator', { method: 'GET' }],
  ] as [string, string, { method: string; keyed?: boolean; admin?: boolean }][])
    it(`are neither stored nor taken for another type: ${name}`, async () => {
      const { baseUrl } = (await stack()).platform;
      const { headers } = await rawRequest(baseUrl + path, {
        method: options.method,
        headers: {
          'Content-Type': 'application/json',
          ...(options.keyed ? { 'X-API-Key': key } : {}),
          ...(options.admin ? { Authorization: `Bearer ${ADMIN_TOKEN}` } : {}),
          ...(options.method === 'POST' ? { 'Content-Length': String(JSON.stringify(VAT).length) } : {}),
        },
        ...(options.method === 'POST' ? { body: JSON.stringify(VAT) } : {}),
      });
      deepEqual([headers['x-content-type-options'], headers['cache-control']], ['nosniff', 'no-store']);
    });

  it('leave public files to caches', async () => {
    const { headers } = await call('/openapi.json', {}, { method: 'GET' });
    equal(headers.get('x-content-type-options'), 'nosniff');
    equal(headers.get('cache-control'), 'no-cache');
  });
});
