import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { customerWithKey } from '../../test/helpers/customer-with-key.js';
import { newAddress } from '../../test/helpers/new-address.js';
import { ADMIN_TOKEN, type Answer, call, eventually, newAccount, stack } from '../../test/helpers/stack.js';
import { createKey } from '../keys/keys.js';

const VAT = { action: 'calculate', net: 100, vat_rate: 20 };

interface Row {
  request_id: string;
  status: number;
  state: string;
  type: string | null;
  ip: string | null;
  user_agent: string | null;
  unauthenticated: boolean;
}

const list = async (key: string, query: Record<string, string | number> = {}): Promise<Row[]> => {
  const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]));
  return (await call(`/v1/requests?${search}`, undefined, { method: 'GET', key })).body.requests ?? [];
};

const idOf = ({ headers }: Answer): string => headers.get('x-request-id') ?? '';

describe('the log of requests', () => {
  it('has each refused, test, repeated and charged request once, with its client, by every filter', async () => {
    const { store } = await stack();
    const { account, key } = await newAccount();
    const make = async (options: object) => (await createKey(store, { account, name: 'Server', ...options })).plain;
    const keys = {
      tight: await make({ budget_per_day: 1 }),
      narrow: await make({ scopes: ['currency'] }),
      slow: await make({ limits: { vat: 1 } }),
      test: await make({ mode: 'test' }),
    };
    // Of a network that has sent much without a valid key, the log only counts requests.
    const address = newAddress();
    const agent = { 'User-Agent': 'acme/1.0', 'X-Forwarded-For': address };
    const once = { ...agent, 'Idempotency-Key': account };
    const send = (more: object, body: object = VAT) => call('/v1/vat', body, { headers: agent, ...more });
    const charged = await send({ key, headers: once });
    const expected = {
      [idOf(charged)]: '200 charged',
      [idOf(await send({ key, headers: once }))]: '200 replayed',
      [idOf(await send({ key }, { action: 'nonsense' }))]: '400 charged',
      [idOf(await send({ key: keys.tight }))]: '402 refused',
      [idOf(await send({ key: keys.narrow }))]: '403 refused',
      [idOf(await send({ key: `${key.slice(0, 12)}${'x'.repeat(28)}` }))]: '401 refused',
      [idOf(await send({ key: keys.test }))]: '200 test',
      [idOf(await send({ key: keys.test, headers: { ...agent, 'X-Test-Answer': '503' } }))]: '503 test',
      [idOf(await send({ key, headers: { ...agent, 'Idempotency-Key': 'two words' } }))]: '422 refused',
    };
    const burst = async () => {
      const answers = await Promise.all([1, 2, 3].map(() => send({ key: keys.slow })));
      for (const answer of answers) expected[idOf(answer)] = answer.status === 429 ? '429 refused' : '200 charged';
    };
    await eventually(burst, () => Object.values(expected).includes('429 refused'));
    const rows = await eventually(
      () => list(key),
      ({ length }) => length >= Object.keys(expected).length,
    );
    deepEqual(
      Object.fromEntries(rows.map(({ request_id, status, state }) => [request_id, `${status} ${state}`])),
      expected,
    );
    equal(rows.length, Object.keys(expected).length, 'each is listed once');
    for (const { ip, user_agent } of rows) {
      equal(user_agent, 'acme/1.0');
      equal(ip, address);
    }
    deepEqual(
      rows.filter(({ unauthenticated }) => unauthenticated).map(({ status }) => status),
      [401],
    );
    const statusesOf = async (query: Record<string, string | number>) =>
      [...new Set((await list(key, query)).map(({ status, state }) => `${status} ${state}`))].sort();
    deepEqual(await statusesOf({ state: 'test' }), ['200 test', '503 test']);
    deepEqual(await statusesOf({ status_class: '5xx' }), ['503 test']);
    deepEqual(await statusesOf({ type: 'too_many_requests' }), ['429 refused']);
    deepEqual(await statusesOf({ status: 402, state: 'refused' }), ['402 refused']);
    deepEqual(await statusesOf({ endpoint: 'qr-code/generate' }), []);
    deepEqual(await statusesOf({ slower_than_ms: 100_000 }), []);
    const { body } = await call(`/v1/requests/${idOf(charged)}`, undefined, { method: 'GET', key });
    deepEqual([body.outcome.state, body.outcome.user_agent, body.request_body], ['charged', 'acme/1.0', null]);
  });

  it('is paged without loss or repetition while requests are added', async () => {
    const { store } = await stack();
    const { account, key } = await newAccount();
    const at = Date.now();
    const log = (n: number, ms: number) => {
      const time = new Date(ms);
      const call = { ms: 1, type: 'too_many_requests' };
      const common = { account, key: 'k', endpoint: 'vat', status: 429, call, at: time };
      return n % 2
        ? store.requestLog.insertOne({ ...common, _id: `${account}-${n}`, state: 'refused', requests: 1, last: time })
        : store.usage.insertOne({ ...common, _id: `${account}-${n}`, nonce: 'n', state: 'spent', cost: 0, parts: [] });
    };
    for (let n = 0; n < 40; n++) await log(n, at - Math.floor(n / 5) * 1_000);
    const found: string[] = [];
    let added = 1_000;
    for (let after: string | null = ''; after !== null; ) {
      const query: string = after && `&after=${after}`;
      const { body } = await call(`/v1/requests?limit=7${query}`, undefined, { method: 'GET', key });
      found.push(...body.requests.map(({ request_id }: Row) => request_id));
      after = body.next;
      await log(added++, at + added);
    }
    deepEqual(
      found.map((id) => Number(id.split('-').at(-1))).sort((a, b) => a - b),
      Array.from({ length: 40 }, (_, n) => n),
    );
  });
});

describe('the report of failed requests', () => {
  it('counts refused requests and server faults by account, also as CSV', async () => {
    const { store } = await stack();
    const { account, key } = await newAccount();
    const { id = '' } = (await store.keys.findOne({ account })) ?? {};
    const at = new Date();
    const common = { account, key: id, endpoint: 'vat', at, call: { ms: 1, address: '192.0.2.1' } };
    const refused = { ...common, state: 'refused' as const, status: 429, requests: 7, last: at };
    await store.requestLog.insertOne({ ...refused, _id: `${account}-1` });
    const fault = { ...common, nonce: 'n', state: 'void' as const, status: 504, cost: 0, parts: [] };
    await store.usage.insertOne({ ...fault, _id: `${account}-2` });
    const report = (query: string) => {
      const headers = { Authorization: `Bearer ${ADMIN_TOKEN}` };
      return call(`/v1/admin/failures?account=${account}${query}`, undefined, { method: 'GET', headers });
    };
    const { body } = await report('');
    deepEqual([body.accounts[0].requests, body.accounts[0].statuses], [8, { 429: 7, 504: 1 }]);
    equal(body.groups[0].prefix, key.slice(0, 12));
    deepEqual((await report('&status=503')).body.accounts, []);
    match((await report('&format=csv')).body, new RegExp(`^account,prefix,status,.*\r\n${account},`));
  });
});

describe('stored bodies', () => {
  const SECRET = 'hunter2-hunter2';
  const sent = { ...VAT, api_key: 'ua_live_0123456789abcdef', note: { password: SECRET }, country: `Bearer ${SECRET}` };
  const detail = async (key: string, id: string) =>
    (await call(`/v1/requests/${id}`, undefined, { method: 'GET', key })).body;

  it('are off by default, masked, encrypted, hidden from keys that read only their own, and deleted when switched off', async () => {
    const { store } = await stack();
    const { customer, account, key } = await customerWithKey();
    const { plain: test } = await createKey(store, { account, name: 'tries', mode: 'test' });
    const { plain: narrow } = await createKey(store, { account, name: 'narrow', scopes: ['vat'] });
    const before = await call('/v1/vat', VAT, { key });
    const storeBodies = (fields: Record<string, string>) =>
      customer.send('/account/requests', '/account/requests/bodies', fields);
    equal((await storeBodies({ store: '1' })).status, 303);
    let ids: string[] = [];
    // A front trusts what it knows of an account for half a second.
    const stored = await eventually(
      async () => {
        const answers = await Promise.all([
          call('/v1/vat', sent, { key }),
          call('/v1/vat', VAT, { key: test }),
          call('/v1/vat', VAT, { key, headers: { Prefer: 'respond-async' } }),
          call('/v1/vat', VAT, { key: narrow }),
        ]);
        ids = answers.map(idOf);
        const find = () => store.requestBodies.find({ _id: { $in: ids } }).toArray();
        return eventually(find, ({ length }) => length === ids.length, 3_000);
      },
      ({ length }) => length === ids.length,
    );
    equal(stored.length, 4);
    const [live = '', tried = '', async = '', narrowId = ''] = ids;
    for (const secret of ['vat_rate', SECRET, 'calculate', 'gross'])
      ok(!JSON.stringify(stored).includes(secret), secret);
    const { request_body, response_body } = await detail(key, live);
    deepEqual(JSON.parse(request_body.text), {
      ...VAT,
      api_key: '[masked]',
      note: { password: '[masked]' },
      country: 'Bearer [masked]',
    });
    ok(JSON.parse(response_body.text), response_body.text);
    for (const id of [tried, async]) ok((await detail(key, id)).response_body.text.startsWith('{'), id);
    equal((await detail(key, idOf(before))).request_body, null, 'nothing of before');
    equal((await detail(narrow, narrowId)).request_body, null, 'without account:read');
    match(await customer.page(`/account/requests/${live}`), /\[masked\]/);

    equal((await storeBodies({})).status, 303);
    equal(await store.requestBodies.countDocuments({ account }), 0);
    equal((await detail(key, live)).request_body, null);
  });
});
