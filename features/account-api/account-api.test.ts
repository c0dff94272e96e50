import { deepEqual, equal, ok } from 'node:assert/strict';
import { compileValidator } from '../../shared/contract/input.js';
import { call, errorIn, eventually, newAccount } from '../../test/helpers/stack.js';
import { waitForRestOfDay } from '../../test/helpers/timing.js';
import { readAccount, readUsage } from '../accounts/routes.js';

const VAT = { action: 'calculate', net: 100, vat_rate: 20 };
const get = (path: string, key: string) => call(path, undefined, { method: 'GET', key });

describe('GET /v1/account', () => {
  it('returns balance, purchases with their expiry, the key and its limits, free of charge', async () => {
    const { key, account, keyId } = await newAccount({
      credits: 2,
      limits: { vat: 100 },
      scopes: ['vat', 'currency', 'account:read'],
    });
    await call('/v1/vat', VAT, { key });
    const { status, body } = await get('/v1/account', key);
    equal(status, 200);
    const validate = compileValidator(readAccount.contract.response);
    equal(validate(body), true, JSON.stringify(validate.errors));
    equal(body.account, account);
    equal(body.balance, 1.999);
    equal(body.lots.length, 1);
    equal(body.lots[0].credits_left, 1.999);
    ok(Date.parse(body.lots[0].expires_at) > Date.now() + 364 * 86_400_000);
    equal(body.key.id, keyId);
    equal(JSON.stringify(body).includes(key), false);
    deepEqual(body.limits, { vat: 100, currency: 20 });
    equal((await get('/v1/account', key)).body.balance, 1.999);
  });

  it('requires a key', async () => {
    const { status, body } = await call('/v1/account', undefined, { method: 'GET' });
    equal(status, 401);
    deepEqual(errorIn(body), { error: 'API key is required', code: 401 });
  });
});

describe('GET /v1/usage', () => {
  it('counts calls, credits and statuses by day, endpoint and key', async () => {
    const { key, keyId } = await newAccount({ credits: 1 });
    const today = await waitForRestOfDay();
    await call('/v1/vat', VAT, { key });
    await call('/v1/vat', {}, { key });
    await call('/v1/currency/platforms', {}, { key });
    const rows = async (groupBy: string) => {
      const ask = () => get(`/v1/usage?group_by=${groupBy}`, key);
      const enough = (answer: { body: { rows: { calls: number }[] } }) =>
        answer.body.rows.reduce((total, { calls }) => total + calls, 0) === 3;
      const { body } = await eventually(ask, enough);
      const validate = compileValidator(readUsage.contract.response);
      equal(validate(body), true, JSON.stringify(validate.errors));
      return body.rows;
    };
    deepEqual(await rows('endpoint'), [
      { group: 'currency/platforms', calls: 1, credits: 0.001, statuses: { 200: 1 } },
      { group: 'vat', calls: 2, credits: 0.002, statuses: { 200: 1, 400: 1 } },
    ]);
    deepEqual(await rows('day'), [{ group: today, calls: 3, credits: 0.003, statuses: { 200: 2, 400: 1 } }]);
    equal((await rows('key'))[0].group, keyId);
  });

  it('returns a page at a time', async () => {
    const { key } = await newAccount({ credits: 1 });
    await call('/v1/vat', VAT, { key });
    await call('/v1/currency/platforms', {}, { key });
    const page = (after = '') => get(`/v1/usage?group_by=endpoint&limit=1${after}`, key);
    const first = await eventually(
      () => page(),
      (answer) => answer.body.next !== null,
    );
    equal(first.body.rows[0].group, 'currency/platforms');
    const second = await page(`&after=${encodeURIComponent(first.body.next)}`);
    deepEqual([second.body.rows[0].group, second.body.next], ['vat', null]);
  });

  it('refuses a range that is reversed, too long, or invalid', async () => {
    const { key } = await newAccount();
    for (const [query, error] of [
      ['from=2026-02-01&to=2026-01-01', 'from must not be later than to'],
      ['from=2020-01-01&to=2026-01-01', 'the range must not exceed 366 days'],
      ['from=yesterday', 'from must be a date as YYYY-MM-DD'],
      ['group_by=colour', 'group_by must be one of day, endpoint, key'],
    ]) {
      const { status, body } = await get(`/v1/usage?${query}`, key);
      deepEqual([status, body.error], [422, error]);
    }
  });
});
