import { deepEqual, equal, ok } from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import type { Batch } from '../../features/batches/index.js';
import { poolNames } from '../../shared/contract/pools.js';
import { audit } from '../../shared/ledger/audit.js';
import { connectRedis, whenReady } from '../../shared/process/redis.js';
import { openQueue } from '../../shared/queue/queues.js';
import { isSigned, type Receiver, startReceiver } from '../helpers/receiver.js';
import { describeNightly, itNightly, nightlyOrDaily } from '../helpers/scale.js';
import { call, eventually, isAtRest } from '../helpers/stack.js';
import { type Engine, engines } from './harness/engine.js';
import { type FaultyPlatform, faultyPlatform } from './harness/platform.js';
import { whenBack } from './harness/redis.js';
import { restarted } from './harness/restart.js';
import { show } from './harness/table.js';

const PATH = '/v1/mailchecker';
const PRICE = 5_000;
const ITEMS = 4_000;
/** Interval of the items without an address, which fail. */
const FAILS_EVERY = 7;
const ENDS_WITHIN_MS = 300_000;
/** Longer than the scheduler waits until it abandons a batch that was never completely stored. */
const ABANDONED_WITHIN_MS = 200_000;
/** Longer than something may be in flight for an account that is deleted. */
const DELETED_WITHIN_MS = 400_000;

const createItems = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ email: index % FAILS_EVERY === 0 ? '' : `user${index}@example.com` }));

const expectedStatus = (index: number): number => (index % FAILS_EVERY === 0 ? 422 : 200);

/** An account of a platform, and what it does with batches. */
class Customer {
  private constructor(
    readonly faulty: FaultyPlatform,
    readonly account: string,
    readonly key: string,
  ) {}

  static async of(faulty: FaultyPlatform): Promise<Customer> {
    const { account, key } = await faulty.newAccount();
    return new Customer(faulty, account, key);
  }

  send(path: string, body: unknown = {}, options: { method?: string; headers?: Record<string, string> } = {}) {
    return call(path, body, { key: this.key, baseUrl: this.faulty.platform.baseUrl, ...options });
  }

  async create(count: number, fields: object = {}): Promise<string> {
    const { status, body } = await this.send('/v1/batches', { endpoint: PATH, items: createItems(count), ...fields });
    equal(status, 202, JSON.stringify(body));
    return body.id;
  }

  /** Number of results so far. The store may be unavailable. */
  countResults(batch: string): Promise<number> {
    const { batchResults } = this.faulty.store;
    return batchResults.countDocuments({ account: this.account, batch }).catch(() => 0);
  }

  /** Waits until a batch has ended and is settled. */
  async ended(id: string): Promise<Batch> {
    const { batches } = this.faulty.store;
    const find = () => batches.findOne({ _id: id }).catch(() => null);
    const batch = await eventually(find, (found) => found?.expires !== undefined, ENDS_WITHIN_MS);
    ok(batch?.expires, `the batch does not end: ${JSON.stringify(batch)}`);
    return batch;
  }

  /** Checks that every item has one result, in order, and that exactly what has succeeded was charged, once. */
  async isExact(batch: Batch): Promise<void> {
    const { store, platform } = this.faulty;
    const { account, key } = this;
    const response = await fetch(`${platform.baseUrl}/v1/batches/${batch._id}/results`, {
      headers: { 'x-api-key': key },
    });
    const lines = (await response.text()).split('\n').filter(Boolean);
    const results = lines.map((line): { index: number; status: number } => JSON.parse(line));
    deepEqual(
      results.map(({ index, status }) => [index, status]),
      results.map(({ index }) => [index, expectedStatus(index)]),
    );
    const indexes = results.map(({ index }) => index);
    deepEqual(
      indexes,
      [...new Set(indexes)].sort((a, b) => a - b),
    );
    equal(await store.batchResults.countDocuments({ account, batch: batch._id }), batch.items);
    if (batch.state === 'finished') equal(results.length, batch.items);
    const succeeded = results.filter(({ status }) => status === 200).length;
    const wallet = await eventually(() => store.wallets.findOne({ _id: account }), isAtRest);
    const entries = await store.usage.find({ account }).toArray();
    deepEqual(
      {
        ...{ succeeded: batch.succeeded, failed: batch.failed, charged: batch.charged },
        ...{ open: wallet?.open, spent: wallet?.spent },
        entries: entries.map(({ _id, state, cost }) => [_id, state, cost]),
      },
      {
        ...{ succeeded, failed: results.length - succeeded, charged: succeeded * PRICE },
        ...{ open: [], spent: succeeded * PRICE },
        entries: [[batch._id, 'spent', succeeded * PRICE]],
      },
    );
    equal(batch.canceled_because, batch.state === 'canceled' ? 'request' : undefined);
    deepEqual((await audit(store, account)).findings, []);
  }

  /** Checks that nothing of an account's batches is stored, and that it was not charged. */
  async hasNothing(): Promise<void> {
    const { account } = this;
    const { store } = this.faulty;
    const wallet = await store.wallets.findOne({ _id: account });
    deepEqual([wallet?.open, wallet?.spent], [[], 0]);
    equal(await store.batchItems.countDocuments({ account }), 0);
    deepEqual((await audit(store, account)).findings, []);
  }
}

/** Checks that no job waits or runs in any queue. */
async function queuesAreEmpty({ redis: { url } }: FaultyPlatform): Promise<void> {
  const redis = connectRedis(url, 'producer', () => {});
  await whenReady(redis, 30_000);
  const queues = ['batches', 'deliver', ...poolNames].map((name) => openQueue(name, redis, () => {}));
  try {
    const states = ['waiting', 'active', 'delayed', 'prioritized'] as const;
    const count = async () =>
      Promise.all(queues.map(async (queue) => [queue.name, await queue.getJobCounts(...states)]));
    const left = await eventually(count, (counts) =>
      counts.every(([, states]) => Object.values(states ?? {}).every((jobs) => jobs === 0)),
    );
    const isLeft = ([, states]: (typeof left)[number]) => Object.values(states ?? {}).some((jobs) => jobs !== 0);
    deepEqual(left.filter(isLeft), []);
  } finally {
    await Promise.all(queues.map((queue) => queue.close()));
    redis.disconnect();
  }
}

/** Kills a process, and waits until it has been restarted. */
async function kill({ platform }: FaultyPlatform, name: string): Promise<void> {
  const child = platform.children.get(name);
  ok(child?.pid, `${name} does not run`);
  const { facts } = child;
  process.kill(child.pid, 'SIGKILL');
  await restarted(child, facts);
}

async function restartStore(faulty: FaultyPlatform, signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
  await faulty.killStore(signal);
  await faulty.startStore();
}

async function restartRedis({ redis, platform }: FaultyPlatform, signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
  redis.kill(signal);
  await whenBack(platform.redisUrl);
}

/** Faults, and how many times each happens to a batch. */
const faults: Readonly<Record<string, [times: number, (faulty: FaultyPlatform) => Promise<unknown>]>> = {
  'the process that runs it is killed': [3, (faulty) => kill(faulty, 'worker:deliver')],
  'the worker of its items is killed': [3, (faulty) => kill(faulty, 'worker:fetch')],
  'the front that created it is killed': [2, (faulty) => kill(faulty, 'api')],
  'the scheduler is killed': [2, (faulty) => kill(faulty, 'scheduler')],
  'Redis is killed': [3, (faulty) => restartRedis(faulty, 'SIGKILL')],
  'Redis is restarted': [2, (faulty) => restartRedis(faulty, 'SIGTERM')],
  'the store is killed': [2, (faulty) => restartStore(faulty, 'SIGKILL')],
  'the store is restarted': [2, (faulty) => restartStore(faulty, 'SIGTERM')],
  'all processes are killed at once': [
    1,
    (faulty) =>
      Promise.all(['worker:deliver', 'worker:fetch', 'api', 'scheduler'].map((process) => kill(faulty, process))),
  ],
};

/** Faults of the store, which are tried with every one. */
const ofStores = new Set(['the store is killed', 'the store is restarted']);

function describeFaults(engine: Engine, isFirst: boolean): void {
  describeNightly(`a batch on the ${engine.name}`, function () {
    this.timeout(600_000);
    let faulty: FaultyPlatform;
    let receiver: Receiver;
    before(async () => {
      [faulty, receiver] = await Promise.all([faultyPlatform(engine), startReceiver()]);
    });
    after(() => receiver.close());

    for (const [fault, [times, happen]] of Object.entries(faults)) {
      if (!isFirst && !ofStores.has(fault)) continue;
      it(`is exact, and reported once, although ${fault}`, async () => {
        const customer = await Customer.of(faulty);
        const { secret } = (await customer.send('/v1/webhooks/callback/rotate-secret')).body;
        const id = await customer.create(ITEMS, { webhook: receiver.url });
        for (let time = 1; time <= times; time++) {
          const from = (ITEMS * time) / (times + 2);
          const count = () => customer.countResults(id);
          ok((await eventually(count, (results) => results >= from, ENDS_WITHIN_MS)) < ITEMS, 'it was too quick');
          await happen(faulty);
        }
        const batch = await customer.ended(id);
        equal(batch.state, 'finished');
        await customer.isExact(batch);
        const reports = async () => receiver.received.filter(({ event }) => event.data.id === id);
        const received = await eventually(reports, ({ length }) => length > 0);
        deepEqual(
          received.map((one) => [one.event.type, one.event.data.id, one.event.data.succeeded, isSigned(secret, one)]),
          [['batch.finished', id, batch.succeeded, true]],
        );
        await queuesAreEmpty(faulty);
        show(
          `a batch on the ${engine.name}: ${fault} ${times} times`,
          'one result for each item, in order; the hold is settled once, with the sum; one webhook; no job is left',
          `${batch.items} items, ${batch.succeeded} charged; the audit agrees`,
        );
      });
    }
  });
}

for (const [index, engine] of engines.entries()) describeFaults(engine, index === 0);

describe('a batch', function () {
  this.timeout(600_000);
  let faulty: FaultyPlatform;
  before(async () => {
    faulty = await faultyPlatform(engines[0]);
  });

  it('is charged exactly when it is cancelled while it ends', async () => {
    const rounds = nightlyOrDaily(40, 4);
    const ends: Record<string, number> = {};
    for (let round = 0; round < rounds; round++) {
      const customer = await Customer.of(faulty);
      const id = await customer.create(20);
      await eventually(
        () => customer.countResults(id),
        (results) => results >= round % 20,
      );
      const [first, second] = await Promise.all([1, 2].map(() => customer.send(`/v1/batches/${id}/cancel`)));
      for (const answer of [first, second])
        ok(answer?.status === 200 || answer?.body.type === 'batch_ended', JSON.stringify(answer?.body));
      const batch = await customer.ended(id);
      await customer.isExact(batch);
      ends[batch.state] = (ends[batch.state] ?? 0) + 1;
    }
    await queuesAreEmpty(faulty);
    show(
      'batches cancelled while they end',
      'finished or cancelled; the hold is settled once, with the sum',
      JSON.stringify(ends).replaceAll('"', ''),
    );
  });

  itNightly('is created once, or leaves no hold, although the front is killed meanwhile', async () => {
    const customers: Customer[] = [];
    for (let kills = 0; kills < 6; kills++) {
      const customer = await Customer.of(faulty);
      customers.push(customer);
      const headers = { 'Idempotency-Key': `list-${customer.account}` };
      const create = () =>
        customer.send('/v1/batches', { endpoint: PATH, items: createItems(2_000) }, { headers }).catch(() => undefined);
      const first = create();
      await pause(kills * 40);
      await kill(faulty, 'api');
      await first;
      // Half of the clients repeat the request, the others give up.
      if (kills % 2 === 0) continue;
      const again = await eventually(create, (answer) => answer?.status === 202, ABANDONED_WITHIN_MS);
      equal(again?.status, 202, JSON.stringify(again?.body));
    }
    const { batches } = faulty.store;
    const ends = { created: 0, abandoned: 0 };
    for (const [index, customer] of customers.entries()) {
      const { account } = customer;
      const find = () => batches.find({ account }).toArray();
      const isOver = ({ expires }: Batch) => expires !== undefined;
      const found = await eventually(find, (all) => all.every(isOver), ABANDONED_WITHIN_MS);
      const [batch, ...others] = found;
      equal(others.length, 0, 'it was created twice');
      if (batch) await customer.isExact(batch);
      else await customer.hasNothing();
      if (index % 2 === 1) ok(batch);
      ends[batch ? 'created' : 'abandoned'] += 1;
    }
    await queuesAreEmpty(faulty);
    show(
      'the front is killed while it creates a batch',
      'the batch exists once and is exact, or nothing of it exists and nothing is held',
      `${ends.created} created, ${ends.abandoned} abandoned; the audit agrees`,
    );
  });

  itNightly('is cancelled and deleted with its account, including requests in flight', async () => {
    const customer = await Customer.of(faulty);
    const { account } = customer;
    const { store } = faulty;
    const id = await customer.create(ITEMS);
    await eventually(
      () => customer.countResults(id),
      (results) => results > 0,
    );
    const due = new Date(Date.now() - 1_000);
    await store.accounts.updateOne({ _id: account }, { $set: { deletion: { requested: due, due } } });
    const find = () => store.accounts.findOne({ _id: account });
    const isDeleted = await eventually(find, (found) => !found?.deletion && !found?.deleting, DELETED_WITHIN_MS);
    ok(isDeleted?.closed && !isDeleted.deleting);
    const { batches, batchItems, batchResults, usage, wallets } = store;
    const left = await Promise.all([batches, batchItems, batchResults].map((all) => all.countDocuments({ account })));
    deepEqual(left, [0, 0, 0]);
    const wallet = await wallets.findOne({ _id: account });
    const entries = await usage.find({ account }).toArray();
    deepEqual([wallet?.open, entries.map(({ cost }) => cost)], [[], [wallet?.spent]]);
    deepEqual((await audit(store, account)).findings, []);
    await queuesAreEmpty(faulty);
  });
});
