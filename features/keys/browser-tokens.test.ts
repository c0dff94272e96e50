import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { SignJWT } from 'jose';
import { call, errorIn, eventually, newAccount, stack } from '../../test/helpers/stack.js';
import { pollForSecond } from '../../test/helpers/timing.js';

const VAT = { action: 'calculate', net: 100, vat_rate: 20 };
const SHOP = 'https://shop.example';

const tokenFor = async (key: string, order: object = {}): Promise<string> => {
  const { status, body } = await call('/v1/tokens', order, { key });
  equal(status, 200, JSON.stringify(body));
  return body.token;
};
const withToken = (token: string, origin?: string) => ({
  headers: { Authorization: `Bearer ${token}`, ...(origin ? { Origin: origin } : {}) },
});

describe('browser tokens', () => {
  it('let a browser call what the key may, on the account of the key', async () => {
    const { key } = await newAccount({ credits: 1 });
    const { status, headers } = await call('/v1/vat', VAT, withToken(await tokenFor(key), SHOP));
    equal(status, 200);
    equal(headers.get('access-control-allow-origin'), SHOP);
    match(headers.get('access-control-expose-headers') ?? '', /X-Credits-Cost/);
    equal(headers.get('x-credits-cost'), '0.001');
  });

  it('have no more scopes than requested, and never more than the key', async () => {
    const { key } = await newAccount({ scopes: ['vat', 'currency'] });
    const narrow = await tokenFor(key, { scopes: ['currency'] });
    equal((await call('/v1/currency/platforms', {}, withToken(narrow))).status, 200);
    equal((await call('/v1/vat', VAT, withToken(narrow))).status, 403);
    const { status, body } = await call('/v1/tokens', { scopes: ['*'] }, { key });
    deepEqual([status, body.error], [403, 'scopes must be among those of the API key']);
  });

  it('live no longer than 15 minutes', async () => {
    const { key } = await newAccount();
    const { status, body } = await call('/v1/tokens', { expires_in: 901 }, { key });
    deepEqual([status, body.error], [422, 'expires_in must be a whole number from 1 to 900']);
  });

  it('work only from the origin that they are bound to', async () => {
    const { key } = await newAccount();
    const token = await tokenFor(key, { origin: SHOP });
    equal((await call('/v1/vat', VAT, withToken(token, SHOP))).status, 200);
    for (const origin of ['https://evil.example', undefined]) {
      const { status, body } = await call('/v1/vat', VAT, withToken(token, origin));
      deepEqual([status, body.error], [403, 'Token is not allowed from this origin']);
    }
  });

  it('expire', async () => {
    const { key } = await newAccount();
    const token = await tokenFor(key, { expires_in: 1 });
    const { body } = await eventually(
      () => call('/v1/vat', VAT, withToken(token)),
      ({ status }) => status === 401,
    );
    deepEqual(errorIn(body), { error: 'Invalid or expired token', code: 401 });
  });

  it('stop working with their key', async () => {
    const { key, keyId } = await newAccount();
    const token = await tokenFor(key);
    equal((await call('/v1/vat', VAT, withToken(token))).status, 200);
    const { store } = await stack();
    await store.keys.updateOne({ id: keyId }, { $set: { active: false } });
    const { status } = await pollForSecond(
      () => call('/v1/vat', VAT, withToken(token)),
      (answer) => answer.status === 403,
    );
    equal(status, 403);
  });

  it('are valid if an older secret signed them, and invalid with a foreign signature', async () => {
    const { account } = await newAccount();
    const { store } = await stack();
    const key = await store.keys.findOne({ account });
    ok(key);
    const signed = (kid: string, secret: string, alg = 'HS256') =>
      new SignJWT({ key: key._id, scopes: ['*'] })
        .setProtectedHeader({ alg, kid })
        .setIssuer('utility-api')
        .setExpirationTime('5m')
        .sign(new TextEncoder().encode(secret));
    const old = await signed('old', 'the-older-secret-of-the-tests');
    equal((await call('/v1/vat', VAT, withToken(old))).status, 200);
    for (const token of [
      await signed('new', 'a-secret-that-is-not-ours-at-all'),
      await signed('unknown', 'the-newer-secret-of-the-tests'),
      await signed('new', 'the-newer-secret-of-the-tests', 'HS512'),
      'not.a.token',
    ]) {
      equal((await call('/v1/vat', VAT, withToken(token))).status, 401);
    }
  });
});

describe('cross-origin calls', () => {
  const preflight = async (headers: string) => {
    const { platform } = await stack();
    return fetch(`${platform.baseUrl}/v1/vat`, {
      method: 'OPTIONS',
      headers: { Origin: SHOP, 'Access-Control-Request-Method': 'POST', 'Access-Control-Request-Headers': headers },
    });
  };

  it('are allowed by CORS for tokens', async () => {
    const { status, headers } = await preflight('authorization, content-type');
    equal(status, 204);
    equal(headers.get('access-control-allow-origin'), SHOP);
    equal(headers.get('vary'), 'Origin');
  });

  it('are never allowed by CORS for keys', async () => {
    const { headers } = await preflight('x-api-key, content-type');
    equal(headers.get('access-control-allow-origin'), null);
  });

  it('are refused with a key, in the header or in the body, without charge', async () => {
    const { key } = await newAccount();
    const inHeader = await call('/v1/vat', VAT, { key, headers: { Origin: SHOP } });
    const inBody = await call('/v1/vat', { ...VAT, api_key: key }, { headers: { Origin: SHOP } });
    for (const { status, headers } of [inHeader, inBody]) {
      equal(status, 403);
      equal(headers.get('access-control-allow-origin'), null);
      equal(headers.get('x-credits-cost'), '0');
    }
  });

  it('of the pages of this service may use a key', async () => {
    const { platform } = await stack();
    const { key } = await newAccount();
    equal((await call('/v1/vat', VAT, { key, headers: { Origin: platform.baseUrl } })).status, 200);
  });
});
