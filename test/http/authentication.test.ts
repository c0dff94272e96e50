import { deepEqual, equal } from 'node:assert/strict';
import { afterASecond } from '../helpers/moments.js';
import { call, errorIn, newAccount, stack } from '../helpers/stack.js';

const VAT = { action: 'calculate', net: 100, vat_rate: 20 };

describe('API keys', () => {
  it('works in the header, and in the body', async () => {
    const { key } = await newAccount();
    equal((await call('/v1/vat', VAT, { key })).status, 200);
    equal((await call('/v1/vat', { ...VAT, api_key: key })).status, 200);
  });

  it('lets the header win over the body', async () => {
    const { key } = await newAccount();
    equal((await call('/v1/vat', { ...VAT, api_key: 'ua_live_wrong' }, { key })).status, 200);
    equal((await call('/v1/vat', { ...VAT, api_key: key }, { key: 'ua_live_wrong' })).status, 401);
  });

  it('never reads a key from the query', async () => {
    const { key } = await newAccount();
    const { status, body } = await call(`/v1/device-analyze?ua=x&api_key=${key}`, {});
    equal(status, 401);
    deepEqual(errorIn(body), { error: 'API key is required', code: 401 });
  });

  it('refuses a call without a key', async () => {
    deepEqual(errorIn((await call('/v1/vat', VAT)).body), { error: 'API key is required', code: 401 });
  });

  it('refuses an unknown key', async () => {
    const { status, body } = await call('/v1/vat', VAT, { key: 'ua_live_00000000000000000000000000000000' });
    equal(status, 401);
    deepEqual(errorIn(body), { error: 'Invalid API key', code: 401 });
  });

  it('refuses a key that has expired', async () => {
    const { key } = await newAccount({ expires: new Date(Date.now() - 1000) });
    const { status, body } = await call('/v1/vat', VAT, { key });
    equal(status, 403);
    deepEqual(errorIn(body), { error: 'API key has expired', code: 403 });
  });

  it('refuses a key outside its scopes, and lets it in within them', async () => {
    const { key } = await newAccount({ scopes: ['currency'] });
    const { status, body } = await call('/v1/vat', VAT, { key });
    equal(status, 403);
    deepEqual(errorIn(body), { error: 'API key is not allowed for this endpoint', code: 403 });
    equal((await call('/v1/currency/platforms', {}, { key })).status, 200);
  });

  it('stops a revoked key within a second', async () => {
    const { key, keyId } = await newAccount();
    equal((await call('/v1/vat', VAT, { key })).status, 200);
    const { store } = await stack();
    await store.keys.updateOne({ id: keyId }, { $set: { active: false } });
    const { status, body } = await afterASecond(
      () => call('/v1/vat', VAT, { key }),
      (answer) => answer.status === 403,
    );
    equal(status, 403);
    deepEqual(errorIn(body), { error: 'API key is inactive', code: 403 });
  });

  it('keeps only the hash of a key', async () => {
    const { key, account } = await newAccount();
    const { store } = await stack();
    const stored = await store.keys.findOne({ account });
    equal(JSON.stringify(stored).includes(key), false);
    equal(stored?.prefix, key.slice(0, 12));
  });
});
