import { deepEqual, equal, match, notEqual, ok } from 'node:assert/strict';
import { crc32 } from 'node:zlib';
import { hashSecret } from '../../shared/store/hash-secret.js';
import { nightlyOrDaily } from '../helpers/scale.js';
import { call, callAsOperator, eventually, isAtRest, newAccount, stack } from '../helpers/stack.js';
import { waitForRestOfDay } from '../helpers/timing.js';

const VAT = { action: 'calculate', net: 100, vat_rate: 20 };

/** Calls at once of a key whose budget is enough for 100, and of one without a budget. */
const [CALLS, FREE] = [nightlyOrDaily(400, 130), nightlyOrDaily(100, 30)];

/** A key as an operator issues it. */
async function issue(order: object, credits = 10) {
  const { account } = await newAccount({ credits });
  const { status, body } = await callAsOperator('POST', `/accounts/${account}/keys`, {
    limits: { '*': 100_000 },
    ...order,
  });
  equal(status, 200, JSON.stringify(body));
  return { account, key: String(body.api_key), keyId: String(body.key), row: body };
}

describe('the allowed networks of a key', () => {
  it('accept it from IPv4 and IPv6 ranges alone; other requests are 403, uncharged', async () => {
    const ranges = ['198.51.100.0/24', '203.0.113.7', '2001:db8:12::/48'];
    const { key, row } = await issue({ ip_ranges: ranges });
    deepEqual(row.ip_ranges, ranges);
    const { baseUrl } = (await stack()).platform;
    const from = (address: string, path = '/v1/vat', method = 'POST') =>
      call(path, VAT, { key, baseUrl, method, headers: { 'X-Forwarded-For': address } });
    for (const address of ['198.51.100.200', '203.0.113.7', '::ffff:203.0.113.7', '2001:db8:12:9::1']) {
      equal((await from(address)).status, 200, address);
      equal((await from(address, '/v1/account', 'GET')).status, 200, address);
    }
    for (const address of ['198.51.101.1', '203.0.113.8', '2001:db8:13::1', '::1', 'unknown']) {
      const { status, body, headers } = await from(address);
      deepEqual(
        [status, body.error, headers.get('x-credits-cost')],
        [403, 'API key is not allowed from this IP address', '0'],
      );
      equal((await from(address, '/v1/account', 'GET')).status, 403, address);
      equal((await from(address, '/v1/tokens')).status, 403, address);
    }
    const token = (await from('203.0.113.7', '/v1/tokens')).body.token;
    const headers = { Authorization: `Bearer ${token}`, 'X-Forwarded-For': '192.0.2.1' };
    equal((await call('/v1/vat', VAT, { baseUrl, headers })).status, 200, 'a token is for browsers, wherever they are');
  });

  it('are changed and removed, and refused by name', async () => {
    const { keyId } = await issue({ ip_ranges: ['203.0.113.7'] });
    deepEqual((await callAsOperator('PATCH', `/keys/${keyId}`, { ip_ranges: ['::1/128'] })).body.ip_ranges, [
      '::1/128',
    ]);
    deepEqual((await callAsOperator('PATCH', `/keys/${keyId}`, { ip_ranges: [] })).body.ip_ranges, []);
    for (const wrong of ['203.0.113.0/33', '127.1', 'localhost', '::/129', '1.2.3.4/']) {
      const { status, body } = await callAsOperator('PATCH', `/keys/${keyId}`, { ip_ranges: [wrong] });
      deepEqual([status, body.error], [422, 'ip_ranges[0] must be an IP address, or a range such as 203.0.113.0/24']);
    }
  });
});

describe('the budget of a key', () => {
  before(() => waitForRestOfDay());

  it('of a day holds to the micro-credit for 40 concurrent calls: 5 of 0.001 credits in a budget of 0.005', async () => {
    const { key, keyId, account } = await issue({ budget_per_day: 0.005 });
    const answers = await Promise.all(Array.from({ length: 40 }, () => call('/v1/vat', VAT, { key })));
    equal(answers.filter(({ status }) => status === 200).length, 5);
    const refused = answers.filter(({ status }) => status === 402);
    equal(refused.length, 35);
    const midnight = new Date();
    midnight.setUTCHours(24, 0, 0, 0);
    const [said] = refused;
    deepEqual(
      [said?.body.type, said?.body.error, said?.headers.get('x-credits-cost')],
      [
        'budget_used_up',
        `The API key has used up its budget for this day: it resets at ${midnight.toISOString()}`,
        '0',
      ],
    );
    const seconds = (midnight.getTime() - Date.now()) / 1_000;
    ok(Math.abs(Number(said?.headers.get('retry-after')) - seconds) < 30, 'Retry-After leads to midnight');
    const { body } = await callAsOperator('GET', `/accounts/${account}/keys`);
    const row = body.keys.find((listed: { key: string }) => listed.key === keyId);
    deepEqual([row.budget_per_day, row.budget_per_month, row.spent_today], [0.005, null, 0.005]);
    // A front looks at a key anew within a second.
    const spent = async () => (await call('/v1/account', {}, { key, method: 'GET' })).body.key.spent_this_month;
    equal(await eventually(spent, (credits) => credits === 0.005), 0.005);
    equal((await callAsOperator('GET', `/accounts/${account}`)).body.balance, 10 - 0.005);
    equal((await callAsOperator('GET', `/audit?account=${account}`)).body.findings.length, 0);
  });

  it('of a month survives a new day, and is reset by a new month', async () => {
    const { key, keyId, account } = await issue({ budget_per_day: 1, budget_per_month: 0.002 });
    const { store } = await stack();
    const spentOn = async () => (await store.wallets.findOne({ _id: account }))?.budgets;
    const move = (to: string, today: number) =>
      store.wallets.updateOne({ _id: account }, { $set: { 'budgets.0.day': to, 'budgets.0.today': today } });
    const ask = async () => {
      const { status, body } = await call('/v1/vat', VAT, { key });
      return status === 402 ? body.error : status;
    };
    const day = new Date().toISOString().slice(0, 10);
    equal(await ask(), 200);
    // On the first of a month there is no earlier day of it.
    const isFirst = day.endsWith('-01');
    await move(isFirst ? day : `${day.slice(0, 8)}01`, isFirst ? 0 : 900_000);
    equal(await ask(), 200);
    deepEqual(await spentOn(), [{ key: keyId, day, today: 1_000, thisMonth: 2_000 }]);
    match(
      String(await ask()),
      /^The API key has used up its budget for this month: it resets at \d{4}-\d\d-01T00:00:00.000Z$/,
    );
    await move('2020-01-01', 2_000);
    equal(await ask(), 200);
    deepEqual(await spentOn(), [{ key: keyId, day, today: 1_000, thisMonth: 1_000 }]);
  });

  it('does not count a call that is refunded, or for which the balance is insufficient', async () => {
    const { key, account } = await issue({ budget_per_day: 0.05 });
    const { store, platform } = await stack();
    const spentIn = async (of: string) => (await store.wallets.findOne({ _id: of }))?.budgets?.[0];
    const q = `failing${account}`;
    const fault = { upstream: 'web-suggest', kind: 'server-error', matching: q, times: 3 };
    await fetch(`${platform.sandboxUrl}/_control`, { method: 'POST', body: JSON.stringify({ fault }) });
    equal((await call('/v1/vat', VAT, { key })).status, 200);
    equal((await call('/v1/web-search/search/autocomplete', { q }, { key })).status, 502);
    const { today, thisMonth } = await eventually(
      async () => (await spentIn(account)) ?? { today: 0, thisMonth: 0 },
      (found) => found.today === 1_000,
    );
    deepEqual([today, thisMonth], [1_000, 1_000]);
    const poor = await issue({ budget_per_day: 0.05 }, 0);
    equal((await call('/v1/vat', VAT, { key: poor.key })).body.type, 'insufficient_credits');
    equal(await spentIn(poor.account), undefined);
  });

  it(`is spent exactly by ${CALLS} concurrent calls on two fronts, next to calls of a key without one`, async () => {
    const { key, keyId, account } = await issue({ budget_per_day: 0.1, budget_per_month: 5 });
    const { body: other } = await callAsOperator('POST', `/accounts/${account}/keys`, { limits: { '*': 100_000 } });
    const { baseUrl } = (await stack()).platform;
    const fronts = [baseUrl, (await stack()).platform.baseUrl];
    const ask = (of: string) => (_: unknown, nth: number) =>
      call('/v1/vat', VAT, { key: of, baseUrl: fronts[nth % 2] ?? baseUrl });
    const budgeted = Array.from({ length: CALLS }, ask(key));
    const free = Array.from({ length: FREE }, ask(String(other.api_key)));
    const [mine, theirs] = await Promise.all([Promise.all(budgeted), Promise.all(free)]);
    const statuses = (answers: { status: number }[], wanted: number) =>
      answers.filter(({ status }) => status === wanted).length;
    deepEqual([statuses(mine, 200), statuses(mine, 402), statuses(theirs, 200)], [100, CALLS - 100, FREE]);
    const { store } = await stack();
    const wallet = await eventually(async () => store.wallets.findOne({ _id: account }), isAtRest);
    deepEqual(
      wallet?.budgets?.map(({ key: of, today, thisMonth }) => [of, today, thisMonth]),
      [[keyId, 100_000, 100_000]],
    );
    equal(wallet?.spent, 100_000 + FREE * 1_000);
    equal((await callAsOperator('GET', `/audit?account=${account}`)).body.findings.length, 0);
  });

  it('is changed, and removed by 0', async () => {
    const { key, keyId } = await issue({ budget_per_day: 0.0005 });
    equal((await call('/v1/vat', VAT, { key })).status, 402);
    equal((await callAsOperator('PATCH', `/keys/${keyId}`, { budget_per_day: 0 })).body.budget_per_day, null);
    const { status } = await eventually(
      () => call('/v1/vat', VAT, { key }),
      (answer) => answer.status === 200,
    );
    equal(status, 200);
    const { body } = await callAsOperator('PATCH', `/keys/${keyId}`, { budget_per_month: 0.0000001 });
    equal(body.error, 'budget_per_month must have at most six decimals');
  });

  it('continues with the key that replaces it', async () => {
    const bounds = { ip_ranges: ['127.0.0.0/8'], budget_per_day: 0.001, scopes: ['vat'] };
    const { keyId } = await issue(bounds);
    const { body } = await callAsOperator('POST', `/keys/${keyId}/rotate`);
    const { ip_ranges, budget_per_day, scopes } = body;
    deepEqual({ ip_ranges, budget_per_day, scopes }, bounds);
  });
});

describe('the scopes of a key', () => {
  it('may be single endpoints', async () => {
    const { key } = await issue({ scopes: ['currency/platforms', 'vat', 'account:read'] });
    equal((await call('/v1/currency/platforms', {}, { key })).status, 200);
    equal((await call('/v1/vat', VAT, { key })).status, 200);
    const { status, body } = await call('/v1/currency/currencies', {}, { key });
    deepEqual([status, body.error], [403, 'API key is not allowed for this endpoint']);
    const { limits } = (await call('/v1/account', {}, { key, method: 'GET' })).body;
    deepEqual(Object.keys(limits).sort(), ['currency', 'vat']);
  });

  it('must exist', async () => {
    const { keyId } = await issue({});
    const { status, body } = await callAsOperator('PATCH', `/keys/${keyId}`, { scopes: ['vat', 'curency'] });
    deepEqual(
      [status, body.error],
      [
        422,
        'Unknown scope "curency": it must be the id of a group or an endpoint, account:read, billing, webhooks, pages, keys, or *',
      ],
    );
  });
});

describe('the format of a key', () => {
  const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
  /** The last six characters, as the documentation of keys describes them. */
  const isKey = (text: string): boolean => {
    const [, before = '', sum = ''] = /^(ua_live_[0-9A-Za-z]{26})([0-9A-Za-z]{6})$/.exec(text) ?? [];
    return before !== '' && [...sum].reduce((value, digit) => value * 62 + BASE62.indexOf(digit), 0) === crc32(before);
  };

  it('has a checksum, by which secret scanners recognise it', async () => {
    const { key } = await issue({});
    match(key, /^ua_live_[0-9A-Za-z]{32}$/);
    ok(isKey(key), key);
    const other = key.replace(/.$/, (last) => (last === 'a' ? 'b' : 'a'));
    notEqual(other, key);
    ok(!isKey(other), other);
    ok(!isKey('ua_live_00000000000000000000000000000000'));
  });

  it('of older keys stays valid', async () => {
    const { account } = await newAccount();
    const old = 'ua_live_ABCDEFGHIJKLMNOPQRSTUVWXYZ012345';
    ok(!isKey(old));
    const { store } = await stack();
    // A document as it was stored before keys had bounds.
    await store.keys.insertOne({
      _id: hashSecret(old),
      id: `key_of_${account}`,
      account,
      name: 'old',
      prefix: old.slice(0, 12),
      scopes: ['*'],
      active: true,
      expires: null,
      limits: {},
      created: new Date(),
    });
    equal((await call('/v1/vat', VAT, { key: old })).status, 200);
  });
});
