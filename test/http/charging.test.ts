import { deepEqual, equal } from 'node:assert/strict';
import { call, errorIn, eventually, newAccount, stack, type TestAccount } from '../helpers/stack.js';

const VAT = { action: 'calculate', net: 100, vat_rate: 20 };

const fetchBalance = async ({ account }: TestAccount): Promise<number> => {
  const { store } = await stack();
  const wallet = await store.wallets.findOne({ _id: account });
  return (wallet?.lots ?? []).reduce((total, lot) => total + lot.left, 0);
};

const fetchUsage = async ({ account }: TestAccount, count = 1) => {
  const { store } = await stack();
  return eventually(
    () => store.usage.find({ account }).toArray(),
    (found) => found.length >= count,
  );
};

describe('what a call costs', () => {
  it('charges a call that succeeds, and writes down its use', async () => {
    const mine = await newAccount({ credits: 1 });
    const { headers } = await call('/v1/vat', VAT, { key: mine.key });
    equal(headers.get('x-credits-cost'), '0.001');
    equal(headers.get('x-credits-remaining'), '0.999');
    equal(await fetchBalance(mine), 999_000);
    const [usage] = await fetchUsage(mine);
    equal(usage?._id, headers.get('x-request-id'));
    deepEqual(
      { endpoint: usage?.endpoint, state: usage?.state, cost: usage?.cost, status: usage?.status, key: usage?.key },
      { endpoint: 'vat', state: 'spent', cost: 1_000, status: 200, key: mine.keyId },
    );
  });

  it('charges a call that fails validation (400 and 422)', async () => {
    const mine = await newAccount({ credits: 1 });
    const vat = await call('/v1/vat', {}, { key: mine.key });
    equal(vat.status, 400);
    equal(vat.headers.get('x-credits-cost'), '0.001');
    const rates = await call('/v1/currency/rates', {}, { key: mine.key });
    equal(rates.status, 422);
    equal(rates.headers.get('x-credits-cost'), '0.005');
    equal(await fetchBalance(mine), 994_000);
  });

  it('charges a call that finds nothing (404)', async () => {
    const mine = await newAccount({ credits: 1 });
    const { status, body } = await call(
      '/v1/currency/convert',
      { from: 'EUR', to: 'QQQ', amount: 1 },
      { key: mine.key },
    );
    equal(status, 404);
    deepEqual(errorIn(body), { error: 'Exchange rate not available for EUR/QQQ', code: 404 });
    equal(await fetchBalance(mine), 991_000);
  });

  for (const [what, path, body, options] of [
    ['an unknown path (404)', '/v1/nothing', VAT, {}],
    ['a wrong method (405)', '/v1/vat', VAT, { method: 'PUT' }],
    ['broken JSON (400)', '/v1/vat', '{', {}],
    ['a body that is too large (413)', '/v1/vat', `{"x":"${'x'.repeat(1_100_000)}"}`, {}],
    ['an unknown content type (415)', '/v1/vat', 'x', { headers: { 'Content-Type': 'text/plain' } }],
  ] as const) {
    it(`does not charge ${what}`, async () => {
      const mine = await newAccount({ credits: 1 });
      const { status, body: error } = await call(path, body, { key: mine.key, ...options });
      equal(status, Number(/\((\d+)\)/.exec(what)?.[1]));
      deepEqual(Object.keys(error), ['error', 'code', 'type', 'request_id', 'doc_url']);
      equal(error.code, status);
      equal(await fetchBalance(mine), 1_000_000);
    });
  }

  it('does not charge a key that is not allowed (403)', async () => {
    const mine = await newAccount({ credits: 1, scopes: ['currency'] });
    equal((await call('/v1/vat', VAT, { key: mine.key })).status, 403);
    equal(await fetchBalance(mine), 1_000_000);
  });

  it('names the allowed method', async () => {
    const { status, headers } = await call('/v1/vat', {}, { method: 'GET' });
    equal(status, 405);
    equal(headers.get('allow'), 'POST, OPTIONS');
  });

  it('refuses what the balance does not cover, and takes nothing (402)', async () => {
    const mine = await newAccount({ credits: 0.0005 });
    const { status, body, headers } = await call('/v1/vat', VAT, { key: mine.key });
    equal(status, 402);
    deepEqual(errorIn(body), { error: 'Insufficient credits', code: 402 });
    equal(headers.get('x-credits-cost'), '0');
    equal(headers.get('x-credits-remaining'), '0.0005');
    equal(await fetchBalance(mine), 500);
  });

  it('does not spend credits that have expired', async () => {
    const mine = await newAccount({ credits: 1 });
    const { store } = await stack();
    await store.wallets.updateOne({ _id: mine.account }, { $set: { 'lots.0.expires': new Date(Date.now() - 1) } });
    equal((await call('/v1/vat', VAT, { key: mine.key })).status, 402);
  });
});
