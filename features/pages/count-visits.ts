import type { Collection, WithId } from 'mongodb';
import { nanoid } from 'nanoid';
import { MOST_VISITS_STORED } from '../../shared/contract/bounds.js';
import type { ScheduledTask } from '../../shared/process/scheduled-task.js';
import { insertNew } from '../../shared/store/insert-new.js';
import type { AnyVisit, PageCollections, VisitBatch, VisitCounts, VisitKind } from './collections.js';
import { ALL_TIME, addVisits, createEmptyVisitCounts, sumVisits, visitCountsId } from './visit-counts.js';

type Store = Pick<PageCollections, 'visitBatches' | 'visitCounts' | 'visits'>;

/**
 * Counts the visits of hosted pages, by page and day. Visits are counted in batches because those of a popular page would contend for its
 * counters, and because a batch is counted once whatever crashes.
 */
export const countVisits: ScheduledTask<{ readonly store: Store }> = {
  name: 'count-visits',
  schedule: '*/5 * * * * *',
  run: async ({ store, signal }) => ({ visits: await countPending(store, signal) }),
};

type Visit = WithId<AnyVisit>;

/** Maximum number of visits in a batch; small, as a store may compare every document with every id. */
const BATCH = 250;

/**
 * Counts the pending visits, each once: a batch is stored before it is counted, and the counters contain the ids of the last
 * batches, so a batch that was interrupted can be counted again.
 *
 * @returns the number of visits counted
 */
export async function countPending(store: Store, signal?: AbortSignal): Promise<number> {
  let counted = 0;
  for (const kind of ['scans', 'events'] as const) {
    while (!signal?.aborted) {
      const batch = await store.visitBatches.findOne({ _id: kind });
      if (batch) counted += await countBatch(store, batch);
      else if (!(await beginBatch(store, kind))) break;
    }
  }
  return counted;
}

/** Stores the next batch, unless there is one. Returns true if there are visits to count. */
async function beginBatch({ visits, visitBatches }: Store, kind: VisitKind): Promise<boolean> {
  const found = await visits[kind]
    .find({ pending: true }, { projection: { _id: 1 } })
    .limit(BATCH)
    .toArray();
  if (found.length === 0) return false;
  await insertNew(visitBatches, [{ _id: kind, batch: nanoid(), visits: found.map(({ _id }) => _id) }]);
  return true;
}

async function countBatch(store: Store, { _id: kind, batch, visits: ids }: VisitBatch): Promise<number> {
  const visits = store.visits[kind];
  // Some may have been counted in the previous batch, which ended while they were read.
  const found = (await visits.find({ _id: { $in: ids } }).toArray()).filter(({ pending }) => pending);
  const surplus: Visit[] = [];
  for (const [pageId, pageVisits] of groupBy(found, ({ experience: id }) => id)) {
    for (const [day, dayVisits] of groupBy(pageVisits, (visit) => visit.day)) {
      const before = await addBatch(store.visitCounts, createEmptyVisitCounts(pageId, day), batch, dayVisits);
      if (before) surplus.push(...dayVisits.slice(Math.max(0, MOST_VISITS_STORED - sumVisits(before, kind))));
    }
    await addBatch(store.visitCounts, createEmptyVisitCounts(pageId, ALL_TIME), batch, pageVisits);
  }
  const deletions = surplus.map(({ _id }) => ({ deleteOne: { filter: { _id } } }));
  if (deletions.length > 0) await visits.bulkWrite(deletions, { ordered: false });
  await visits.updateMany({ _id: { $in: ids } }, { $set: { counted: true }, $unset: { pending: '' } });
  await store.visitBatches.deleteOne({ _id: kind, batch });
  return found.length;
}

/**
 * Adds a batch to the counters of a page and a day, unless they contain it.
 *
 * @param none the initial counters
 * @returns the counters as they were before; undefined if they contained the batch
 */
async function addBatch(
  counts: Collection<VisitCounts>,
  none: VisitCounts,
  batch: string,
  visits: readonly Visit[],
): Promise<VisitCounts | undefined> {
  for (;;) {
    const stored = await counts.findOne({ _id: visitCountsId(none.experience, none.day) });
    if (stored?.batches.includes(batch)) return undefined;
    const before = stored ?? none;
    if (await replace(counts, stored, addVisits(before, batch, visits))) return before;
  }
}

/** Replaces counters if they have not changed since they were read. Returns true if it did. */
async function replace(counts: Collection<VisitCounts>, read: VisitCounts | null, next: VisitCounts): Promise<boolean> {
  if (read) return (await counts.replaceOne({ _id: read._id, revision: read.revision }, next)).matchedCount === 1;
  return (await insertNew(counts, [next])).length === 0;
}

function groupBy<T, K>(items: readonly T[], keyOf: (item: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}
