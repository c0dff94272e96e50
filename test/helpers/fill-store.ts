import type { Db } from 'mongodb';
import { nanoid } from 'nanoid';
import { type Collections, collections, createIndexes } from '../../features/collections.js';
import { mergeHours } from '../../features/usage/merge.js';
import { updateRanking } from '../../features/usage/tasks.js';
import { catalogue } from '../../shared/contract/catalogue/index.js';
import type { Usage } from '../../shared/ledger/documents.js';
import { type FillAmounts, inBatches, numbers } from './fill-batches.js';
import { writeDeliveries, writeOrders } from './fill-outbox.js';

const [MINUTE_MS, HOUR_MS, DAY_MS] = [60_000, 3_600_000, 86_400_000];
const DAYS = 30;
/** Micro-credits, of each call. */
const COST = 1_000;

/**
 * Fills a database with accounts, their calls of 30 days, and the sums that a scheduler would have made of them. What is there
 * from an earlier run stays: each step is done once.
 *
 * @returns when what is there ends
 */
export async function fillStore(db: Db, amounts: FillAmounts, say: (line: string) => void): Promise<Date> {
  const steps = db.collection<{ _id: string; at: Date }>('filled');
  const begun = { _id: 'begun', at: new Date(Date.now() - (Date.now() % HOUR_MS)) };
  await steps.updateOne({ _id: begun._id }, { $setOnInsert: begun }, { upsert: true });
  const { at: ended } = (await steps.findOne({ _id: begun._id })) ?? begun;
  const store = collections(db);
  const work: [string, () => Promise<void>][] = [
    ['calls', () => writeCalls(store, amounts, ended)],
    ['indexes', () => createIndexes(db)],
    ['hours', () => merge(store, ended)],
    ['accounts', () => writeAccounts(store, amounts, ended)],
    ['sort values', async () => void (await updateRanking(store, ended))],
    ['deliveries', () => writeDeliveries(store, amounts, ended)],
    ['orders', () => writeOrders(store, amounts, ended)],
  ];
  for (const [step, run] of work) {
    if (await steps.findOne({ _id: step })) continue;
    const began = performance.now();
    await run();
    await steps.insertOne({ _id: step, at: new Date() });
    say(`${step}: written in ${((performance.now() - began) / 1_000).toFixed(0)} s`);
  }
  return ended;
}

/** A tenth of the calls are by one account, of the others there are ever fewer. */
async function writeCalls({ usage }: Collections, { accounts, calls, days }: FillAmounts, ended: Date): Promise<void> {
  await usage.deleteMany({});
  await inBatches(calls, (from, to) =>
    usage.insertMany(
      numbers(from, to).map(() => createCall(accounts, ended, days)),
      { ordered: false },
    ),
  );
}

function createCall(accounts: number, ended: Date, days = DAYS): Usage {
  const account = Math.random() < 0.1 ? 0 : Math.floor(accounts * Math.random() ** 3);
  const chance = Math.random();
  const status = chance < 0.02 ? 502 : chance < 0.05 ? 422 : 200;
  const type = { 502: 'upstream_failed', 422: 'invalid_field', 200: undefined }[status];
  return {
    _id: nanoid(),
    nonce: 'n',
    account: `account-${account}`,
    key: `key-of-account-${account}`,
    parts: [{ lot: `p${account}`, amount: COST }],
    status,
    endpoint: catalogue[Math.floor(catalogue.length * Math.random() ** 2)]?.id ?? '',
    state: status === 502 ? 'void' : 'spent',
    cost: COST,
    call: { ms: Math.floor(5 / (Math.random() + 0.004)), queuedMs: 3, ...(type !== undefined && { type }) },
    at: new Date(ended.getTime() - Math.floor(Math.random() * days * DAY_MS)),
  };
}

/** Merges the usage, as the scheduler does. */
async function merge(store: Collections, ended: Date): Promise<void> {
  await mergeHours(store, new Date(ended.getTime() + HOUR_MS / 2), () => true);
}

/** Accounts with a key each, and a purchase that has paid for their calls. */
async function writeAccounts(store: Collections, { accounts: all }: FillAmounts, ended: Date): Promise<void> {
  const { accounts, wallets, keys, payments, usageHourly } = store;
  for (const emptied of [accounts, wallets, keys, payments]) await emptied.deleteMany({});
  const spending = new Map<string, number>();
  const sums = usageHourly.aggregate<{ _id: string; spent: number }>([
    { $group: { _id: '$account', spent: { $sum: '$spent' } } },
  ]);
  for await (const { _id, spent } of sums) spending.set(_id, spent);
  const bought = new Date(ended.getTime() - 40 * DAY_MS);
  const expires = new Date(ended.getTime() + 300 * DAY_MS);
  const left = (id: number) => id * COST;
  const amount = (id: number) => left(id) + (spending.get(`account-${id}`) ?? 0);
  await inBatches(all, async (from, to) => {
    const ids = numbers(from, to);
    await accounts.insertMany(
      ids.map((id) => ({
        _id: `account-${id}`,
        name: `Customer ${id}`,
        created: new Date(bought.getTime() - id * MINUTE_MS),
      })),
    );
    await wallets.insertMany(
      ids.map((id) => ({
        _id: `account-${id}`,
        lots: left(id) > 0 ? [{ id: `p${id}`, bought, expires, left: left(id) }] : [],
        open: [],
        bought: amount(id),
        spent: amount(id) - left(id),
        refunded: 0,
        expired: 0,
      })),
    );
    await payments.insertMany(
      ids.map((id) => ({
        _id: `p${id}`,
        account: `account-${id}`,
        amount: amount(id),
        applied: true,
        bought,
        expires,
        at: new Date(bought.getTime() + id * 1_000),
      })),
    );
    await keys.insertMany(
      ids.map((id) => ({
        _id: `hash-${id}`,
        id: `key-of-account-${id}`,
        account: `account-${id}`,
        name: 'k',
        prefix: `ua_live_${id}`,
        scopes: ['*'],
        active: true,
        expires: null,
        limits: {},
        created: bought,
      })),
    );
  });
}
