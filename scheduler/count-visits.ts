import type { Collection, WithId } from 'mongodb';
import { nanoid } from 'nanoid';
import { MOST_VISITS_KEPT } from '../shared/contract/bounds.js';
import type { AnyVisit, VisitBatch, VisitKind } from '../shared/experience/collections.js';
import { countedOf, countsId, EVER, noVisits, type VisitCounts, withVisits } from '../shared/experience/counts.js';
import type { Collections } from '../shared/store/collections.js';
import { insertNew } from '../shared/store/insert-new.js';
import type { Task } from './run-tasks.js';

/** Counts the visits of hosted pages, by experience and day. */
export const countVisits: Task = {
  name: 'count-visits',
  schedule: '*/5 * * * * *',
  run: async ({ store, signal }) => ({ visits: await countPending(store, signal) }),
};

type Visit = WithId<AnyVisit>;

/** Small, as a store may compare every document with every id. */
const BATCH = 250;

/**
 * Counts the visits that are not counted yet, each once: a batch is written down before it is counted, and counters
 * remember the batches that are in them, so that whoever finds one half counted, after a crash or at the same time, can
 * count it again.
 *
 * @returns how many visits were counted
 */
export async function countPending(store: Collections, signal?: AbortSignal): Promise<number> {
  let counted = 0;
  for (const kind of ['scans', 'events'] as const) {
    while (!signal?.aborted) {
      const batch = await store.visitBatches.findOne({ _id: kind });
      if (batch) counted += await countBatch(store, batch);
      else if (!(await begin(store, kind))) break;
    }
  }
  return counted;
}

/** Writes down the next batch, unless another has just been. @returns whether there is anything to count */
async function begin({ visits, visitBatches }: Collections, kind: VisitKind): Promise<boolean> {
  const found = await visits[kind]
    .find({ pending: true }, { projection: { _id: 1 } })
    .limit(BATCH)
    .toArray();
  if (found.length === 0) return false;
  await insertNew(visitBatches, [{ _id: kind, batch: nanoid(), visits: found.map(({ _id }) => _id) }]);
  return true;
}

async function countBatch(store: Collections, { _id: kind, batch, visits: ids }: VisitBatch): Promise<number> {
  const visits = store.visits[kind];
  // Of those written down some may have been counted in the batch before: they were looked up while it ended.
  const found = (await visits.find({ _id: { $in: ids } }).toArray()).filter(({ pending }) => pending);
  const surplus: Visit[] = [];
  for (const [experience, ofExperience] of groupBy(found, ({ experience: id }) => id)) {
    for (const [day, ofDay] of groupBy(ofExperience, (visit) => visit.day)) {
      const before = await addTo(store.visitCounts, noVisits(experience, day), batch, ofDay);
      if (before) surplus.push(...ofDay.slice(Math.max(0, MOST_VISITS_KEPT - countedOf(before, kind))));
    }
    await addTo(store.visitCounts, noVisits(experience, EVER), batch, ofExperience);
  }
  const deletions = surplus.map(({ _id }) => ({ deleteOne: { filter: { _id } } }));
  if (deletions.length > 0) await visits.bulkWrite(deletions, { ordered: false });
  await visits.updateMany({ _id: { $in: ids } }, { $set: { counted: true }, $unset: { pending: '' } });
  await store.visitBatches.deleteOne({ _id: kind, batch });
  return found.length;
}

/**
 * Adds a batch to the counters of an experience and a day, unless it is in them.
 *
 * @param none what they are when nothing was counted yet
 * @returns the counters as they were before; nothing when it was in them
 */
async function addTo(
  counts: Collection<VisitCounts>,
  none: VisitCounts,
  batch: string,
  visits: readonly Visit[],
): Promise<VisitCounts | undefined> {
  for (;;) {
    const kept = await counts.findOne({ _id: countsId(none.experience, none.day) });
    if (kept?.batches.includes(batch)) return undefined;
    const before = kept ?? none;
    if (await put(counts, kept, withVisits(before, batch, visits))) return before;
  }
}

/** Puts counters in the place of those that were read. @returns whether they were still the same */
async function put(counts: Collection<VisitCounts>, read: VisitCounts | null, next: VisitCounts): Promise<boolean> {
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
