import { deepEqual, equal, match } from 'node:assert/strict';
import { call, newAccount } from '../helpers/stack.js';

const VAT = { action: 'calculate', net: 100, vat_rate: 20 };
const SHOP = 'https://shop.example';
const bearer = (credential: string, origin?: string) => ({
  headers: { Authorization: `Bearer ${credential}`, ...(origin ? { Origin: origin } : {}) },
});
const tokenFor = async (key: string, order: object = {}): Promise<string> =>
  (await call('/v1/tokens', order, { key })).body.token;

describe('a browser token', () => {
  it('opens no service route: it creates no tokens, and reads no account, usage, jobs or statistics', async () => {
    const { key } = await newAccount();
    const job = await call('/v1/vat', VAT, { key, headers: { Prefer: 'respond-async' } });
    for (const token of [await tokenFor(key), await tokenFor(key, { scopes: ['*'], origin: SHOP, expires_in: 60 })]) {
      for (const [method, path] of [
        ['POST', '/v1/tokens'],
        ['GET', '/v1/account'],
        ['GET', '/v1/usage'],
        ['GET', `/v1/jobs/${job.body.job_id}`],
        ['GET', '/v1/qr-experience/1/stats'],
      ] as const) {
        const { status, body } = await call(path, {}, { method, ...bearer(token, SHOP) });
        deepEqual(
          [status, body.type, body.error],
          [403, 'token_not_allowed', 'Browser tokens work only for endpoints: use an API key'],
          path,
        );
      }
      equal((await call('/v1/vat', VAT, bearer(token, SHOP))).status, 200);
    }
  });

  it('can be as narrow as one endpoint, and never wider than its key', async () => {
    const { key } = await newAccount({ scopes: ['currency', 'horoscope/tarot-reading'] });
    const token = await tokenFor(key, { scopes: ['currency/platforms'] });
    equal((await call('/v1/currency/platforms', {}, bearer(token))).status, 200);
    equal((await call('/v1/currency/currencies', {}, bearer(token))).status, 403);
    for (const scope of ['*', 'vat', 'horoscope', 'horoscope/biorhythm']) {
      equal((await call('/v1/tokens', { scopes: [scope] }, { key })).status, 403, scope);
    }
    const { status, body } = await call('/v1/tokens', { scopes: ['currency/gold'] }, { key });
    deepEqual([status, body.type, body.param], [422, 'scope_unknown', 'scopes']);
  });
});

describe('a key as a bearer', () => {
  it('is accepted as a key, also by service routes, but not from a page of another origin', async () => {
    const { key } = await newAccount();
    equal((await call('/v1/vat', VAT, bearer(key))).status, 200);
    equal((await call('/v1/account', {}, { method: 'GET', ...bearer(key) })).status, 200);
    const { status, headers, body } = await call('/v1/vat', VAT, bearer(key, SHOP));
    match(body.error, /cannot be used from other origins/);
    deepEqual([status, headers.get('access-control-allow-origin')], [403, null]);
  });
});
