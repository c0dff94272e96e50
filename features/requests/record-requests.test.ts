import { deepEqual, equal, ok } from 'node:assert/strict';
import { nanoid } from 'nanoid';
import { REQUEST_LOG } from '../../shared/contract/bounds.js';
import { systemClock } from '../../shared/process/clock.js';
import { insertAll } from '../../test/helpers/insert-all.js';
import { ownDatabase } from '../../test/helpers/stack.js';
import type { LoggedRequest } from './collections.js';
import { RequestLog, readVisiblePrefix } from './record-requests.js';

const rethrow = (error: unknown): never => {
  throw error;
};

const refused = (more: Partial<LoggedRequest> = {}): LoggedRequest => {
  const at = new Date();
  return {
    ...{ _id: nanoid(), account: 'acme', key: 'k', endpoint: 'vat', state: 'refused', status: 429 },
    ...{ call: { type: 'too_many_requests', ms: 1 }, at, requests: 1, last: at, ...more },
  };
};

const unknownKey = (network: string, prefix: string | null, more: Partial<LoggedRequest> = {}) =>
  refused({ account: null, key: null, status: 401, unauthenticated: { network, prefix }, ...more });

const sum = (entries: readonly LoggedRequest[]): number => entries.reduce((all, { requests }) => all + requests, 0);

describe('the visible prefix of a key', () => {
  it('is that of a key, a partial one included, and null for anything that is not of its alphabet', () => {
    for (const [sent, prefix] of [
      ['ua_live_Ab3x9876', 'ua_live_Ab3x'],
      ['ua_test_Ab', 'ua_test_Ab'],
      ['ua_live_\u001b[2J0000', null],
      ['ua_live_Ab3\n', null],
      ['ua_live_=1+1', null],
      ['a password', null],
      [undefined, null],
    ])
      equal(readVisiblePrefix(sent), prefix);
  });
});

describe('a flood of refused requests', () => {
  let database: Awaited<ReturnType<typeof ownDatabase>>;
  before(async () => {
    database = await ownDatabase();
  });
  after(() => database.close());

  it('of an account stores some of them and counts all, and leaves room for those of others', async () => {
    const { store } = database;
    const log = new RequestLog(store, systemClock, rethrow);
    for (let n = 0; n < 5_000; n++) log.add(refused({ account: 'flooding' }));
    log.add(refused({ account: 'other' }));
    await log.write();
    const flooding = await store.requestLog.find({ account: 'flooding' }).toArray();
    ok(flooding.length <= REQUEST_LOG.account.burst + 1, `${flooding.length} are stored`);
    equal(sum(flooding), 5_000);
    equal(await store.requestLog.countDocuments({ account: 'other' }), 1);
  });

  it('of one address without a valid key leaves room for accounts, and for keys that another address sends', async () => {
    const { store } = database;
    const log = new RequestLog(store, systemClock, rethrow);
    for (let n = 0; n < 5_000; n++) log.add(unknownKey('192.0.2.1', `ua_live_${n}`));
    log.add(refused({ account: 'acme', status: 403 }));
    log.add(unknownKey('192.0.2.2', 'ua_live_acme'));
    await log.write();
    equal(await store.requestLog.countDocuments({ account: 'acme', status: 403 }), 1);
    equal(await store.requestLog.countDocuments({ 'unauthenticated.network': '192.0.2.2' }), 1);
    const flooding = await store.requestLog.find({ account: null }).toArray();
    ok(flooding.length <= REQUEST_LOG.network.burst + REQUEST_LOG.perOwner + 2, `${flooding.length} are stored`);
    equal(sum(flooding), 5_001);
  });

  it('is counted in bounded memory while the store is unavailable, and stored once when it is back', async () => {
    const stored = new Map<string, LoggedRequest>();
    let isAvailable = false;
    let failed = 0;
    const bulkWrite = async (writes: { replaceOne: { replacement: LoggedRequest } }[]) => {
      if (!isAvailable) throw new Error('unavailable');
      for (const { replaceOne } of writes)
        stored.set(replaceOne.replacement._id, structuredClone(replaceOne.replacement));
    };
    const keys = { find: async function* () {} };
    const log = new RequestLog(Object({ keys, requestLog: { bulkWrite } }), systemClock, () => {
      failed += 1;
    });
    for (let n = 0; n < 4_000; n++) {
      log.add(refused({ account: `acme${n}`, status: 503 }));
      log.add(unknownKey(`network ${n}`, `ua_live_${n}`, { status: 503 }));
    }
    await log.write();
    equal(failed, 1);
    isAvailable = true;
    await log.write();
    await log.write();
    const most = REQUEST_LOG.waiting + 2 * (REQUEST_LOG.groups + 1);
    ok(stored.size <= most, `${stored.size} are stored`);
    equal(sum([...stored.values()]), 8_000);
  });

  it('is written again with its counts, without an entry twice', async () => {
    const { store } = database;
    const log = new RequestLog(store, systemClock, rethrow);
    const flood = () => {
      for (let n = 0; n < 1_000; n++) log.add(refused({ account: 'again' }));
    };
    flood();
    await log.write();
    flood();
    await log.stop();
    equal(sum(await store.requestLog.find({ account: 'again' }).toArray()), 2_000);
  });
});

describe('a request with an unknown key', () => {
  it('belongs to the account whose key begins like it, also a revoked one, unless keys of two accounts do', async () => {
    const { store, close } = await ownDatabase();
    const key = (account: string, prefix: string, active: boolean) => ({
      ...{ _id: nanoid(), id: nanoid(), account, name: 'k', prefix, scopes: [], active },
      ...{ expires: null, limits: {}, created: new Date() },
    });
    await insertAll(store.keys, [
      key('acme', 'ua_live_acme', false),
      key('acme', 'ua_live_both', true),
      key('other', 'ua_live_both', true),
    ]);
    const log = new RequestLog(store, systemClock, rethrow);
    for (const prefix of ['ua_live_acme', 'ua_live_both', 'ua_live_none', null])
      log.add(unknownKey('192.0.2.1', prefix));
    await log.write();
    const found = await store.requestLog.find({}, { projection: { account: 1, unauthenticated: 1 } }).toArray();
    deepEqual(Object.fromEntries(found.map(({ account, unauthenticated }) => [unauthenticated?.prefix, account])), {
      ua_live_acme: 'acme',
      ua_live_both: null,
      ua_live_none: null,
      null: null,
    });
    await close();
  });
});
