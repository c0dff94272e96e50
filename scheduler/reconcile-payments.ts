import { converge, noteHint, postpone } from '../shared/payments/converge.js';
import type { Payments } from '../shared/payments/payments.js';
import type { Hint, ProviderEvent } from '../shared/payments/provider.js';
import type { OneByOne } from '../shared/process/one-by-one.js';
import type { Collections } from '../shared/store/collections.js';
import type { Task } from './run-tasks.js';

/** Asks the payment provider for whatever its messages did not tell. */
export const reconcilePayments: Task = {
  name: 'reconcile-payments',
  schedule: '*/20 * * * * *',
  atStart: true,
  async run({ store, clock, payments, each }) {
    if (!payments) return {};
    return reconcileOrders(store, payments, clock.now(), each);
  },
};

/** The list of events may still grow this far behind its end, in ms. */
const OVERLAP_MS = 10 * 60_000;
/** How far back the list is read at first, in ms; the provider keeps it for 30 days. */
const FIRST_READ_MS = 24 * 3_600_000;
/** The most events that are followed at a time; the rest is read the next time. */
const MOST_EVENTS = 2_000;
/** The most due orders that are read, and the most of them that one run asks about. */
const MOST_READ = 5_000;
const MOST_PER_RUN = 100;
/** Maximum number of orders that the provider is asked about at once. */
const AT_ONCE = 8;
/** After this no further order is begun: the next run has the newest hints. In ms. */
const RUN_FOR_MS = 15_000;

/**
 * Notes which orders the provider's events are about, since they were last read, and brings the orders that are due to what the
 * provider says. Harmless to repeat and to run twice at once.
 *
 * Due orders are taken round robin across accounts, several at once, those with a hint first and then the longest due, so that one account
 * with many orders delays no other. An order that could not be asked about is asked about again later.
 */
export async function reconcileOrders(
  store: Collections,
  payments: Payments,
  now: Date,
  each: OneByOne,
  mostEvents = MOST_EVENTS,
): Promise<{ events: number; orders: number }> {
  const events = await readEvents(store, payments, now, mostEvents);
  const due = await store.orders
    .find(
      { due: { $lte: now } },
      { projection: { account: 1, revision: 1, asked: 1 }, sort: { asked: 1, due: 1 }, limit: MOST_READ },
    )
    .toArray();
  const queue = until(RUN_FOR_MS, takeTurns(due).slice(0, MOST_PER_RUN));
  const workers = Array.from({ length: AT_ONCE }, () =>
    each(
      queue,
      ({ _id }) => _id,
      ({ _id }) => converge(store, payments, _id, now),
      (order) => postpone(store, order, now),
    ),
  );
  const ends = await Promise.allSettled(workers);
  const failure = ends.find((end) => end.status === 'rejected');
  if (failure) throw failure.reason;
  return { events, orders: ends.reduce((sum, end) => sum + (end.status === 'fulfilled' ? end.value : 0), 0) };
}

/** Orders items round robin across their accounts: the first of each account, then the second of each. */
function takeTurns<T extends { account: string }>(items: readonly T[]): T[] {
  const rounds: T[][] = [];
  const taken = new Map<string, number>();
  for (const item of items) {
    const round = taken.get(item.account) ?? 0;
    taken.set(item.account, round + 1);
    rounds[round] ??= [];
    rounds[round].push(item);
  }
  return rounds.flat();
}

/** Yields items until a time is over, and none after one of its readers has ended early. */
function* until<T>(ms: number, items: Iterable<T>): Generator<T> {
  const end = performance.now() + ms;
  for (const item of items) {
    if (performance.now() > end) return;
    yield item;
  }
}

/** Reads what is new in the provider's list of events. What was read is noted after all it leads to is. */
async function readEvents(store: Collections, { provider }: Payments, now: Date, most: number): Promise<number> {
  const cursor = await store.eventCursors.findOne({ _id: provider.name });
  const since = cursor ? cursor.at.getTime() - OVERLAP_MS : now.getTime() - FIRST_READ_MS;
  const known = new Set(cursor?.read);
  const listed = await provider.events(new Date(since), known, most);
  const fresh = listed.filter(({ id }) => !known.has(id));
  for (const event of fresh) await follow(store, provider, event, now);
  const end = listed.at(-1)?.at ?? cursor?.at ?? new Date(since);
  const kept = listed.filter(({ at }) => at.getTime() >= end.getTime() - OVERLAP_MS).map(({ id }) => id);
  if (fresh.length > 0 || !cursor)
    await store.eventCursors.updateOne({ _id: provider.name }, { $set: { at: end, read: kept } }, { upsert: true });
  return fresh.length;
}

async function follow(
  store: Collections,
  provider: Payments['provider'],
  { order, intent }: Hint & ProviderEvent,
  now: Date,
): Promise<void> {
  if (order !== undefined) {
    await noteHint(store, { _id: order }, now);
    return;
  }
  if (intent === undefined || (await noteHint(store, { intent }, now)) !== undefined) return;
  const named = await provider.orderOf(intent);
  if (named !== undefined) await noteHint(store, { _id: named }, now);
}
