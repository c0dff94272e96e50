import { nanoid } from 'nanoid';
import { monthOf, nextMonth } from '../shared/ledger/closed-months.js';
import type { Part, Usage } from '../shared/ledger/documents.js';
import type { UsageMonth } from '../shared/ledger/usage-collections.js';
import { type OneByOne, strictly } from '../shared/process/one-by-one.js';
import type { Collections } from '../shared/store/collections.js';
import type { Task } from './run-tasks.js';

const DAY_MS = 24 * 3_600_000;
/** Time after which a run ends; the next one continues. In ms. */
const WORKS_FOR_MS = 30_000;
/** Maximum number of usage documents that are deleted at a time, so that requests are not delayed. */
const DELETED_TOGETHER = 1_000;
/** Maximum number of rows in a document: a row takes some 90 bytes, and a document has at most 16 MiB. */
const ROWS_TOGETHER = 20_000;

/**
 * Replaces the usage documents of months older than their retention by sums: what an account spent by endpoint, key, status and day, and
 * from which lots.
 */
export const closeMonths: Task = {
  name: 'close-months',
  schedule: '40 7-57/10 * * * *',
  run: ({ store, clock, config, signal, each }) =>
    closeOld(store, new Date(clock.now().getTime() - config.USAGE_KEPT_DAYS * DAY_MS), signal, each),
};

/**
 * Closes the months that had ended at a time, account by account, the oldest first.
 *
 * @returns the numbers of closed months, of deleted usage documents, and of accounts that have to wait
 */
export async function closeOld(
  store: Collections,
  keptSince: Date,
  signal: AbortSignal,
  each: OneByOne = strictly,
): Promise<{ closed: number; deleted: number; waiting: number }> {
  const until = performance.now() + WORKS_FOR_MS;
  const end = await closableUntil(store, keptSince);
  const waiting: string[] = [];
  let [closed, deleted] = [0, 0];
  const oldest = async function* () {
    while (performance.now() < until && !signal.aborted) {
      const [found] = await store.usage
        .find(
          { state: 'spent', at: { $lt: end }, ...(waiting.length > 0 && { account: { $nin: waiting } }) },
          { projection: { account: 1, at: 1 }, sort: { at: 1 }, limit: 1 },
        )
        .toArray();
      if (!found) return;
      yield found;
    }
  };
  const close = async ({ account, at }: Pick<Usage, 'account' | 'at'>) => {
    const through = (await store.usageClosings.findOne({ _id: account }))?.through;
    if (through && at < through) deleted += await deleteBefore(store, account, through);
    else if (await closeMonth(store, account, monthOf(at), through)) closed += 1;
    else waiting.push(account);
  };
  await each(
    oldest(),
    ({ account }) => account,
    close,
    async ({ account }) => waiting.push(account),
  );
  return { closed, deleted, waiting: waiting.length };
}

/** Returns the end of the last month that is old enough and counted in the figures of accounts. */
async function closableUntil({ figureMarks }: Collections, keptSince: Date): Promise<Date> {
  const counted = (await figureMarks.findOne({ _id: 'account-days' }))?.through ?? new Date(0);
  return monthOf(counted < keptSince ? counted : keptSince);
}

/**
 * Closes a month of an account. Concurrent and interrupted attempts write sums of their own; the update of the closings decides which
 * count. Returns false if the month cannot be closed yet.
 *
 * @param through time up to which the account's months are closed
 */
export async function closeMonth(
  store: Collections,
  account: string,
  month: Date,
  through: Date | undefined,
): Promise<boolean> {
  const { wallets, usageMonths, usageClosings } = store;
  const end = nextMonth(month);
  // The usage document of an open hold may be written already; settling the hold needs it.
  const open = { _id: account, 'open.at': { $lt: end } };
  if (await wallets.findOne(open, { projection: { _id: 1 } })) return false;
  const closing = nanoid(12);
  const sums = await sumsOf(store, account, month, closing);
  if (sums.length > 0) await usageMonths.insertMany(sums);
  await usageClosings.updateOne(
    { _id: account },
    { $setOnInsert: { through: through ?? month, closings: [] } },
    { upsert: true },
  );
  const { modifiedCount } = await usageClosings.updateOne(
    { _id: account, through: through ?? month },
    { $set: { through: end }, $push: { closings: closing } },
  );
  const lost = modifiedCount === 1 ? { $ne: closing } : closing;
  await usageMonths.deleteMany({ account, at: month, closing: lost });
  return modifiedCount === 1;
}

/** Sums up a month by endpoint. Each day has its own query, so that requests are not delayed. */
async function sumsOf({ usage }: Collections, account: string, month: Date, closing: string): Promise<UsageMonth[]> {
  const found = new Map<string, UsageMonth>();
  const of = (endpoint: string): UsageMonth => {
    const _id = `${account} ${month.toISOString().slice(0, 7)} ${endpoint} ${closing}`;
    const known = found.get(endpoint) ?? { _id, account, at: month, endpoint, closing, rows: [], parts: [] };
    found.set(endpoint, known);
    return known;
  };
  for await (const at of daysWithUsage(usage, account, month)) {
    const ofDay = { $match: { account, state: 'spent', at: { $gte: at, $lt: new Date(at.getTime() + DAY_MS) } } };
    const calls = usage.aggregate<{ _id: Pick<Usage, 'endpoint' | 'key' | 'status'>; calls: number; cost: number }>([
      ofDay,
      {
        $group: {
          _id: { endpoint: '$endpoint', key: '$key', status: '$status' },
          calls: { $sum: 1 },
          cost: { $sum: '$cost' },
        },
      },
    ]);
    for await (const { _id, calls: count, cost } of calls) {
      of(_id.endpoint).rows.push({ at, key: _id.key, status: _id.status, calls: count, cost });
    }
    const taken = usage.aggregate<{ _id: { endpoint: string; lot: string }; amount: number }>([
      ofDay,
      { $unwind: '$parts' },
      { $group: { _id: { endpoint: '$endpoint', lot: '$parts.lot' }, amount: { $sum: '$parts.amount' } } },
    ]);
    for await (const { _id, amount } of taken) addTo(of(_id.endpoint).parts, _id.lot, amount);
  }
  return [...found.values()].flatMap(splitRows);
}

/** Splits sums into documents of the maximum size. */
function splitRows(sums: UsageMonth): UsageMonth[] {
  const { _id, rows } = sums;
  if (rows.length <= ROWS_TOGETHER) return [sums];
  const first = { ...sums, rows: rows.slice(0, ROWS_TOGETHER) };
  return [first, ...splitRows({ ...sums, _id: `${_id}+`, rows: rows.slice(ROWS_TOGETHER), parts: [] })];
}

/** Yields the beginnings of the days of a month that have usage. */
async function* daysWithUsage(usage: Collections['usage'], account: string, month: Date): AsyncGenerator<Date> {
  for (let from = month; ; ) {
    const later = { account, at: { $gte: from, $lt: nextMonth(month) } };
    const next = await usage.findOne(later, { projection: { at: 1 }, sort: { at: 1, _id: 1 } });
    if (!next) return;
    const day = next.at.getTime() - (next.at.getTime() % DAY_MS);
    yield new Date(day);
    from = new Date(day + DAY_MS);
  }
}

function addTo(parts: Part[], lot: string, amount: number): void {
  const known = parts.find((part) => part.lot === lot);
  if (known) known.amount += amount;
  else parts.push({ lot, amount });
}

/** Deletes the usage of closed months in batches. */
async function deleteBefore({ usage }: Collections, account: string, through: Date): Promise<number> {
  let deleted = 0;
  for (;;) {
    const old = await usage
      .find(
        { account, at: { $lt: through } },
        { projection: { _id: 1 }, sort: { at: 1, _id: 1 }, limit: DELETED_TOGETHER },
      )
      .toArray();
    if (old.length === 0) return deleted;
    const { deletedCount } = await usage.deleteMany({ account, _id: { $in: old.map(({ _id }) => _id) } });
    deleted += deletedCount;
  }
}
