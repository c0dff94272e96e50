import { deepEqual, equal, match } from 'node:assert/strict';
import { call, errorIn, newAccount, stack } from '../helpers/stack.js';
import { pollForSecond } from '../helpers/timing.js';

const VAT = { action: 'calculate', net: 100, vat_rate: 20 };

describe('API keys', () => {
  it('work in the header and in the body', async () => {
    const { key } = await newAccount();
    equal((await call('/v1/vat', VAT, { key })).status, 200);
    equal((await call('/v1/vat', { ...VAT, api_key: key })).status, 200);
  });

  it('count in the header before the body', async () => {
    const { key } = await newAccount();
    equal((await call('/v1/vat', { ...VAT, api_key: 'ua_live_wrong' }, { key })).status, 200);
    equal((await call('/v1/vat', { ...VAT, api_key: key }, { key: 'ua_live_wrong' })).status, 401);
  });

  it('are never read from the query', async () => {
    const { key } = await newAccount();
    for (const query of [`api_key=${key}`, `token=${key}`, 'X-API-Key=mine']) {
      const { status, body, headers } = await call(`/v1/device-analyze?ua=x&${query}`, {});
      deepEqual([status, body.type, headers.get('www-authenticate')], [401, 'api_key_in_query', 'Bearer'], query);
      match(
        body.error,
        /^API key is required: keys in the query string are not accepted, send it in the X-API-Key header$/,
      );
    }
    equal((await call('/v1/device-analyze?ua=api_key', {})).body.type, 'api_key_missing');
    // A key in the header counts, whatever the query contains.
    equal((await call('/v1/vat?api_key=old', VAT, { key })).status, 200);
  });

  it('work as bearer tokens, for programs that can send credentials in no other way', async () => {
    const { key } = await newAccount();
    const bearer = { headers: { Authorization: `Bearer ${key}` } };
    equal((await call('/v1/vat', VAT, bearer)).status, 200);
    equal((await call('/v1/account', undefined, { ...bearer, method: 'GET' })).status, 200);
    const { body } = await call('/v1/vat', VAT, { headers: { Authorization: `Bearer ${key}`, Origin: 'https://a.b' } });
    equal(body.type, 'api_key_from_browser');
  });

  it('are refused with advice if something else was sent instead', async () => {
    const { key } = await newAccount();
    const { body: made } = await call('/v1/tokens', {}, { key });
    for (const wrong of [{ key: made.token }, { headers: {}, body: { api_key: made.token } }]) {
      const { status, body } = await call('/v1/vat', { ...VAT, ...wrong.body }, wrong);
      deepEqual([status, body.type], [401, 'token_sent_as_key']);
      match(body.error, /browser token, send it as Authorization: Bearer/);
    }
  });

  it('are required', async () => {
    deepEqual(errorIn((await call('/v1/vat', VAT)).body), { error: 'API key is required', code: 401 });
  });

  it('are refused if unknown', async () => {
    const { status, body } = await call('/v1/vat', VAT, { key: 'ua_live_00000000000000000000000000000000' });
    equal(status, 401);
    deepEqual(errorIn(body), { error: 'Invalid API key', code: 401 });
  });

  it('are refused once they have expired', async () => {
    const { key } = await newAccount({ expires: new Date(Date.now() - 1000) });
    const { status, body } = await call('/v1/vat', VAT, { key });
    equal(status, 403);
    deepEqual(errorIn(body), { error: 'API key has expired', code: 403 });
  });

  it('are accepted only within their scopes', async () => {
    const { key } = await newAccount({ scopes: ['currency'] });
    const { status, body } = await call('/v1/vat', VAT, { key });
    equal(status, 403);
    deepEqual(errorIn(body), { error: 'API key is not allowed for this endpoint', code: 403 });
    equal((await call('/v1/currency/platforms', {}, { key })).status, 200);
  });

  it('stop working within a second after they are revoked', async () => {
    const { key, keyId } = await newAccount();
    equal((await call('/v1/vat', VAT, { key })).status, 200);
    const { store } = await stack();
    await store.keys.updateOne({ id: keyId }, { $set: { active: false } });
    const { status, body } = await pollForSecond(
      () => call('/v1/vat', VAT, { key }),
      (answer) => answer.status === 403,
    );
    equal(status, 403);
    deepEqual(errorIn(body), { error: 'API key is inactive', code: 403 });
  });

  it('are stored only as hashes', async () => {
    const { key, account } = await newAccount();
    const { store } = await stack();
    const stored = await store.keys.findOne({ account });
    equal(JSON.stringify(stored).includes(key), false);
    equal(stored?.prefix, key.slice(0, 12));
  });
});
