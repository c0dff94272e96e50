import type { Db } from 'mongodb';
import { nanoid } from 'nanoid';
import { writeAccountFigures } from '../../scheduler/figures/account-figures.js';
import { countSpans, sumUp } from '../../scheduler/figures/write-spans.js';
import { catalogue } from '../../shared/contract/catalogue/index.js';
import { spans } from '../../shared/figures/collections.js';
import type { Usage } from '../../shared/ledger/documents.js';
import { type Collections, collections, createIndexes } from '../../shared/store/collections.js';
import { writeDeliveries, writeOrders } from './filled-outbox.js';
import { type Amounts, inParts, numbers } from './filled-parts.js';

const [MINUTE_MS, HOUR_MS, DAY_MS] = [60_000, 3_600_000, 86_400_000];
const DAYS = 30;
/** Of so many days the calls are counted hour by hour. */
const COUNTED_DAYS = 3;
/** Micro-credits, of each call. */
const COST = 1_000;

/**
 * Fills a database with accounts, their calls of 30 days, and the figures that a scheduler would have made of them. What is there
 * from an earlier run stays: each step is done once.
 *
 * @returns when what is there ends
 */
export async function fill(db: Db, amounts: Amounts, say: (line: string) => void): Promise<Date> {
  const steps = db.collection<{ _id: string; at: Date }>('filled');
  const begun = { _id: 'begun', at: new Date(Date.now() - (Date.now() % HOUR_MS)) };
  await steps.updateOne({ _id: begun._id }, { $setOnInsert: begun }, { upsert: true });
  const { at: ended } = (await steps.findOne({ _id: begun._id })) ?? begun;
  const store = collections(db);
  const work: [string, () => Promise<void>][] = [
    ['calls', () => writeCalls(store, amounts, ended)],
    ['indexes', () => createIndexes(db)],
    ['account days', () => addUpDays(store, ended)],
    ['accounts', () => writeAccounts(store, amounts, ended)],
    ['account figures', () => writeFigures(store, amounts, ended)],
    ['deliveries', () => writeDeliveries(store, amounts, ended)],
    ['orders', () => writeOrders(store, amounts, ended)],
    ['spans', () => rollUpSpans(store, amounts, ended)],
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
async function writeCalls({ usage }: Collections, { accounts, calls, days }: Amounts, ended: Date): Promise<void> {
  await usage.deleteMany({});
  await inParts(calls, (from, to) =>
    usage.insertMany(
      numbers(from, to).map(() => callOf(accounts, ended, days)),
      { ordered: false },
    ),
  );
}

function callOf(accounts: number, ended: Date, days = DAYS): Usage {
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

const dayOf = (at: number): number => at - (at % DAY_MS);

/** What the accounts did by day, added up by the store itself: a scheduler takes a month for what is to be there at once. */
async function addUpDays({ usage, accountDays, figureMarks }: Collections, ended: Date): Promise<void> {
  await accountDays.deleteMany({});
  const isSpent = { $eq: ['$state', 'spent'] };
  const count = (is: object, what: string | number) => ({ $sum: { $cond: [is, what, 0] } });
  const day = { $subtract: ['$at', { $mod: [{ $subtract: ['$at', new Date(0)] }, DAY_MS] }] };
  const adding = usage.aggregate(
    [
      {
        $group: {
          _id: { account: '$account', at: day },
          calls: { $sum: 1 },
          errors: count({ $gte: ['$status', 400] }, 1),
          failed: count({ $not: isSpent }, 1),
          spent: count(isSpent, '$cost'),
          givenBack: count({ $not: isSpent }, '$cost'),
          last: { $max: '$at' },
        },
      },
      {
        $set: {
          _id: { $concat: ['$_id.account', ' ', { $dateToString: { date: '$_id.at', format: '%Y-%m-%d' } }] },
          account: '$_id.account',
          at: '$_id.at',
          expires: new Date(ended.getTime() + spans.day.keptMs),
        },
      },
      { $merge: accountDays.collectionName },
    ],
    { allowDiskUse: true },
  );
  await adding.toArray();
  const mark = (_id: string, through: Date) => figureMarks.updateOne({ _id }, { $set: { through } }, { upsert: true });
  await mark('account-days', new Date(dayOf(ended.getTime())));
  // The part before the mark is always counted once more: there are no calls in it.
  await mark('account-parts', new Date(ended.getTime() + 10 * MINUTE_MS));
}

/** Accounts with a key each, and a purchase that has paid for their calls. */
async function writeAccounts(store: Collections, { accounts: all }: Amounts, ended: Date): Promise<void> {
  const { accounts, wallets, keys, payments, accountDays } = store;
  for (const emptied of [accounts, wallets, keys, payments]) await emptied.deleteMany({});
  const spending = new Map<string, number>();
  const sums = accountDays.aggregate<{ _id: string; spent: number }>([
    { $group: { _id: '$account', spent: { $sum: '$spent' } } },
  ]);
  for await (const { _id, spent } of sums) spending.set(_id, spent);
  const bought = new Date(ended.getTime() - 40 * DAY_MS);
  const expires = new Date(ended.getTime() + 300 * DAY_MS);
  const left = (id: number) => id * COST;
  const amount = (id: number) => left(id) + (spending.get(`account-${id}`) ?? 0);
  await inParts(all, async (from, to) => {
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

/** What accounts are sorted by. */
async function writeFigures(store: Collections, { accounts }: Amounts, ended: Date): Promise<void> {
  await writeAccountFigures(
    store,
    numbers(0, accounts).map((id) => `account-${id}`),
    ended,
  );
  const name = 'account-figures';
  await store.figureMarks.updateOne({ _id: name }, { $set: { through: ended } }, { upsert: true });
}

/** Of the last two days minutes, of the last days hours: the weeks before were like them. Then the days. */
async function rollUpSpans(store: Collections, { days = DAYS }: Amounts, ended: Date): Promise<void> {
  const end = ended.getTime();
  const first = end - days * DAY_MS;
  const counted = end - Math.min(days, COUNTED_DAYS) * DAY_MS;
  for (let hour = counted; hour < end; hour += HOUR_MS) {
    const next = new Date(hour + HOUR_MS);
    if (end - hour > 2 * DAY_MS) await countSpans(store, 'hour', new Date(hour), next);
    else {
      await countSpans(store, 'minute', new Date(hour), next);
      await sumUp(store, 'hour', new Date(hour));
    }
  }
  for (let hour = first; hour < counted; hour += HOUR_MS) {
    const alike = new Date(counted + ((hour - first) % (COUNTED_DAYS * DAY_MS)));
    const found = await store.spanFigures.find({ span: 'hour', at: alike }).toArray();
    const at = new Date(hour);
    const [from, to] = [alike, at].map((date) => date.toISOString());
    await store.spanFigures.insertMany(
      found.map((figures) => ({ ...figures, _id: figures._id.replace(from ?? '', to ?? ''), at })),
    );
  }
  for (let at = dayOf(first); at <= end; at += DAY_MS) await sumUp(store, 'day', new Date(at));
  await store.figureMarks.updateOne({ _id: 'spans' }, { $set: { through: ended } }, { upsert: true });
}
