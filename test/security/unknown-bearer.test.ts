import { deepEqual } from 'node:assert/strict';
import { SignJWT } from 'jose';
import { generateKey } from '../../features/keys/keys.js';
import { call, newAccount, stack } from '../helpers/stack.js';

const ROUTES = [
  ['GET', '/v1/account'],
  ['POST', '/v1/account/orders'],
  ['GET', '/v1/webhooks'],
  ['POST', '/mcp'],
] as const;

async function respondsWith(bearer: string, [method, path]: (typeof ROUTES)[number]) {
  const answer = await call(path, {}, { method, headers: { Authorization: `Bearer ${bearer}` } });
  return [answer.status, answer.headers.get('www-authenticate')];
}

async function signed(account: string, secret: string, expires: string): Promise<string> {
  const { store } = await stack();
  const key = await store.keys.findOne({ account });
  return new SignJWT({ key: key?._id, scopes: ['*'] })
    .setProtectedHeader({ alg: 'HS256', kid: 'new' })
    .setIssuer('utility-api')
    .setExpirationTime(expires)
    .sign(new TextEncoder().encode(secret));
}

describe('a bearer on service routes and /mcp', () => {
  it('is 401 with WWW-Authenticate when it is unknown, foreign or expired', async () => {
    const { account } = await newAccount();
    const bearers = {
      garbage: 'garbage',
      'a foreign JWT': await signed(account, 'a-secret-that-is-not-ours-at-all', '5m'),
      'an expired token': await signed(account, 'the-newer-secret-of-the-tests', '-1m'),
      'an unknown key': generateKey(),
      'a malformed key': 'ua_live_short',
    };
    for (const [name, bearer] of Object.entries(bearers))
      for (const route of ROUTES)
        deepEqual(await respondsWith(bearer, route), [401, 'Bearer'], `${name}: ${route.join(' ')}`);
  });

  it('is 403 when it is a valid browser token', async () => {
    const { key } = await newAccount();
    const { token } = (await call('/v1/tokens', {}, { key })).body;
    for (const route of ROUTES) deepEqual(await respondsWith(token, route), [403, null], route.join(' '));
  });
});
