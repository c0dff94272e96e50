import type { ItemRunner } from '../../shared/process/item-runner.js';
import type { Logger } from '../../shared/process/log.js';
import { startAtZero } from '../../shared/process/metrics/measure.js';
import type { ScheduledTask } from '../../shared/process/scheduled-task.js';
import type { PaymentCollections } from './collections.js';
import { converge, postpone, storeHint } from './converge.js';
import type { Payments } from './payments.js';
import type { Hint } from './provider.js';
import { convergePlan, type PlanStore, postponePlan, storeCustomerHint } from './subscriptions.js';
import { followPayment } from './unknown-payments.js';

type Store = PlanStore & Pick<PaymentCollections, 'eventCursors' | 'unknownPayments'>;

/** Reconciles orders with the payment provider, for messages that were lost or late. */
export const reconcilePayments: ScheduledTask<{ readonly store: Store; readonly payments: Payments | undefined }> = {
  name: 'reconcile-payments',
  schedule: '*/20 * * * * *',
  atStart: true,
  async run({ store, clock, payments, log, each }) {
    startAtZero('unknownPayments', [{}]);
    if (!payments) return {};
    return reconcileOrders(store, payments, clock.now(), each, log);
  },
};

/** Time before the last event that was read in which events may still be added to the list, in ms. */
const OVERLAP_MS = 10 * 60_000;
/** Age of the oldest event that the first run reads, in ms. The provider stores events for 30 days. */
const FIRST_READ_MS = 24 * 3_600_000;
/** Maximum number of events that a run reads. */
const MOST_EVENTS = 2_000;
/** Maximum number of due orders that a run reads, and of those that it requests from the provider. */
const MOST_READ = 5_000;
const MOST_PER_RUN = 100;
/** Maximum number of concurrent requests to the provider. */
const AT_ONCE = 8;
/** Time after which a run begins no further order, in ms. */
const RUN_FOR_MS = 15_000;

/**
 * Marks the orders that new events of the provider name, and updates all due orders from the provider. It can be repeated, and run
 * twice at once.
 *
 * Due orders are taken round robin across accounts, several at once, those named by an event first and then the longest due, so that one
 * account with many orders delays no other. An order that could not be requested is postponed.
 */
export async function reconcileOrders(
  store: Store,
  payments: Payments,
  now: Date,
  each: ItemRunner,
  log: Pick<Logger, 'warn'>,
  mostEvents = MOST_EVENTS,
): Promise<{ events: number; orders: number; plans: number }> {
  const events = await readEvents(store, payments, now, log, mostEvents);
  const plans = await updatePlans(store, payments, now, each);
  const due = await store.orders
    .find(
      { due: { $lte: now } },
      { projection: { account: 1, revision: 1, asked: 1 }, sort: { asked: 1, due: 1 }, limit: MOST_READ },
    )
    .toArray();
  const queue = takeWithin(RUN_FOR_MS, interleaveAccounts(due).slice(0, MOST_PER_RUN));
  const runs = Array.from({ length: AT_ONCE }, () =>
    each(
      queue,
      ({ _id }) => _id,
      ({ _id }) => converge(store, payments, _id, now),
      (order) => postpone(store, order, now),
    ),
  );
  const ends = await Promise.allSettled(runs);
  const failure = ends.find((end) => end.status === 'rejected');
  if (failure) throw failure.reason;
  return { events, plans, orders: ends.reduce((sum, end) => sum + (end.status === 'fulfilled' ? end.value : 0), 0) };
}

/** Updates the plans that are due, those named by an event first. */
async function updatePlans(store: Store, payments: Payments, now: Date, each: ItemRunner): Promise<number> {
  const due = await store.subscriptions
    .find(
      { due: { $lte: now } },
      { projection: { revision: 1, asked: 1 }, sort: { asked: 1, due: 1 }, limit: MOST_PER_RUN },
    )
    .toArray();
  return each(
    takeWithin(RUN_FOR_MS, due),
    ({ _id }) => _id,
    ({ _id }) => convergePlan(store, payments, _id, now),
    (plan) => postponePlan(store, plan, now),
  );
}

/** Orders items round robin across their accounts: the first of each account, then the second of each. */
function interleaveAccounts<T extends { account: string }>(items: readonly T[]): T[] {
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
function* takeWithin<T>(ms: number, items: Iterable<T>): Generator<T> {
  const end = performance.now() + ms;
  for (const item of items) {
    if (performance.now() > end) return;
    yield item;
  }
}

/** Marks the orders of the provider's new events, then stores how far the list was read. */
async function readEvents(
  store: Store,
  { provider }: Payments,
  now: Date,
  log: Pick<Logger, 'warn'>,
  most: number,
): Promise<number> {
  const cursor = await store.eventCursors.findOne({ _id: provider.name });
  const since = cursor ? cursor.at.getTime() - OVERLAP_MS : now.getTime() - FIRST_READ_MS;
  const known = new Set(cursor?.read);
  const listed = await provider.listEvents(new Date(since), known, most);
  const fresh = listed.filter(({ id }) => !known.has(id));
  for (const event of fresh) await markOrder(store, provider, event, now, log);
  const end = listed.at(-1)?.at ?? cursor?.at ?? new Date(since);
  const read = listed.filter(({ at }) => at.getTime() >= end.getTime() - OVERLAP_MS).map(({ id }) => id);
  if (fresh.length > 0 || !cursor)
    await store.eventCursors.updateOne({ _id: provider.name }, { $set: { at: end, read } }, { upsert: true });
  return fresh.length;
}

async function markOrder(
  store: Store,
  provider: Payments['provider'],
  { order, intent, customer }: Hint,
  now: Date,
  log: Pick<Logger, 'warn'>,
): Promise<void> {
  if (customer !== undefined) {
    await storeCustomerHint(store, customer, now);
    return;
  }
  const which = order !== undefined ? { _id: order } : intent !== undefined ? { intent } : undefined;
  if (!which || (await storeHint(store, which, now)) !== undefined || intent === undefined) return;
  await followPayment(store, { provider }, intent, now, log);
}
