import { deepEqual, equal, match, ok } from 'node:assert/strict';
import type { Collection } from 'mongodb';
import { nanoid } from 'nanoid';
import { FAILURES } from '../../shared/contract/bounds.js';
import { systemClock } from '../../shared/process/clock.js';
import { logIn } from '../../test/helpers/log-in.js';
import { ADMIN_TOKEN, call, eventually, newAccount, ownDatabase, stack } from '../../test/helpers/stack.js';
import type { FailedRequests } from './collections.js';
import { type Failure, FailureCounts } from './count-failures.js';

const VAT = { action: 'calculate', net: 100, vat_rate: 20 };
const failure = {
  account: null,
  prefix: null,
  status: 503,
  type: 'service_unavailable',
  endpoint: 'vat',
  network: '::1',
};

const rethrow = (error: unknown): never => {
  throw error;
};

describe('failed requests', () => {
  const listed = (query: Record<string, string | number>) => {
    const asked = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]));
    const headers = { Authorization: `Bearer ${ADMIN_TOKEN}` };
    return call(`/v1/admin/failures?${asked}`, undefined, { method: 'GET', headers });
  };

  it('are counted by account, key, status and endpoint, and exported as CSV', async () => {
    const { account, key } = await newAccount({ credits: 0 });
    for (let n = 0; n < 3; n++) equal((await call('/v1/vat', VAT, { key })).status, 402);
    const { body } = await eventually(
      () => listed({ account }),
      (answer) => answer.body.accounts?.[0]?.requests === 3,
    );
    const [{ first, last, ...counted }] = body.accounts;
    deepEqual(counted, { account, requests: 3, statuses: { 402: 3 } });
    ok(Date.parse(first) <= Date.parse(last));
    const [group] = body.groups;
    deepEqual([group.prefix, group.type, group.endpoint], [key.slice(0, 12), 'insufficient_credits', 'vat']);
    match(group.network, /127\.0\.0\.1|::1/);
    const csv = await listed({ account, format: 'csv' });
    match(csv.body, new RegExp(`^account,prefix,status,.*\r\n${account},${key.slice(0, 12)},402,`));
    deepEqual((await listed({ account, status: 503 })).body.accounts, []);
    deepEqual((await listed({ account, to: '2020-01-01T00:00:00Z' })).body.accounts, []);
    const { platform } = await stack();
    const { cookie } = await logIn(platform.baseUrl);
    const page = await fetch(`${platform.baseUrl}/operator/failures?account=${account}`, { headers: { cookie } });
    match(await page.text(), new RegExp(`${account}</a></th>`));
  });

  it('belong to the account of their key also if the store could not authenticate it', async () => {
    const { store } = await stack();
    const { account, key } = await newAccount();
    const counts = new FailureCounts(store.failedRequests, systemClock, rethrow);
    counts.count({ ...failure, prefix: key.slice(0, 12) });
    await counts.write();
    const { body } = await listed({ account });
    deepEqual([body.accounts[0].account, body.accounts[0].statuses], [account, { 503: 1 }]);
  });

  it('are counted in bounded memory while the store is unavailable, and stored once when it is back', async () => {
    const stored = new Map<string, FailedRequests>();
    let isAvailable = false;
    let failed = 0;
    const bulkWrite = async (writes: { replaceOne: { replacement: FailedRequests } }[]) => {
      if (!isAvailable) throw new Error('unavailable');
      for (const { replaceOne } of writes) stored.set(replaceOne.replacement._id, replaceOne.replacement);
    };
    const counts = new FailureCounts({ bulkWrite } as unknown as Collection<FailedRequests>, systemClock, () => {
      failed += 1;
    });
    const account = nanoid();
    for (let n = 0; n < 10_000; n++) {
      counts.count({ ...failure, prefix: `ua_live_${n}`, network: `${n}` });
      counts.count({ ...failure, account: `${account}${n}` });
    }
    for (let n = 0; n < 100; n++) counts.count({ ...failure, account, endpoint: `e${n}` });
    await counts.write();
    equal(failed, 1);
    isAvailable = true;
    await counts.write();
    await counts.write();
    ok(stored.size <= FAILURES.accounts + FAILURES.unauthenticated + 1, `${stored.size}`);
    equal(
      [...stored.values()].reduce((sum, { requests }) => sum + requests, 0),
      20_100,
    );
  });

  it('of one account leave room for those of others', async () => {
    const { store, close } = await ownDatabase();
    const counts = new FailureCounts(store.failedRequests, systemClock, rethrow);
    for (let n = 0; n < 200; n++) counts.count({ ...failure, account: 'flooding', endpoint: `e${n}` });
    counts.count({ ...failure, account: 'other', endpoint: 'vat' });
    await counts.write();
    const of = async (account: string) => store.failedRequests.find({ account }).toArray();
    const flooding = await of('flooding');
    equal(flooding.length, FAILURES.perAccount + 1);
    equal(flooding.find(({ endpoint }) => endpoint === 'other')?.requests, 200 - FAILURES.perAccount);
    deepEqual(
      (await of('other')).map(({ endpoint, requests }) => [endpoint, requests]),
      [['vat', 1]],
    );
    await close();
  });

  it('of one address without a key leave room for accounts, and for keys that another address sends during an outage', async () => {
    const { store, close } = await ownDatabase();
    const counts = new FailureCounts(store.failedRequests, systemClock, rethrow);
    const count = (more: Partial<Failure>) => counts.count({ ...failure, ...more });
    for (const status of [401, 429, 503])
      for (let n = 0; n < 2_500; n++) count({ status, prefix: `ua_live_${n}`, network: '192.0.2.1' });
    count({ account: 'acme', status: 403 });
    count({ prefix: 'ua_live_acme', network: '192.0.2.2' });
    await counts.write();
    const groups = await store.failedRequests.find().toArray();
    ok(groups.some(({ account, status, endpoint }) => account === 'acme' && status === 403 && endpoint === 'vat'));
    ok(groups.some(({ prefix, endpoint }) => prefix === 'ua_live_acme' && endpoint === 'vat'));
    const flooding = groups.filter(({ network, prefix }) => network === '192.0.2.1' && prefix !== null);
    equal(flooding.length, FAILURES.perNetwork);
    const other = groups.filter(({ prefix, endpoint }) => prefix === null && endpoint === 'other');
    equal(
      other.reduce((sum, { requests }) => sum + requests, 0),
      7_500 - FAILURES.perNetwork,
    );
    await close();
  });
});
