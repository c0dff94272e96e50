import { type Collection, type Filter, MongoServerError, type WithId } from 'mongodb';
import { nanoid } from 'nanoid';
import { MOST_VISITS_KEPT } from '../shared/contract/bounds.js';
import type { AnyVisit, VisitKind } from '../shared/experience/collections.js';
import { countedOf, countsId, EVER, noVisits, type VisitCounts, withVisits } from '../shared/experience/counts.js';
import type { Collections } from '../shared/store/collections.js';
import type { Task } from './run-tasks.js';
import { inBatches, once } from './upgrade.js';

/** Counts the visits of hosted pages, by experience and day. */
export const countVisits: Task = {
  name: 'count-visits',
  schedule: '*/5 * * * * *',
  atStart: true,
  run: async ({ store, clock, signal }) => ({ visits: await countPending(store, clock.now(), signal) }),
};

type Visit = WithId<AnyVisit>;
type Visits = Collection<AnyVisit>;

const BATCH = 1_000;
const DUPLICATE_KEY = 11_000;

/**
 * Counts the visits that are not counted yet, each once: a batch is named before it is counted, and counters remember
 * the batches that are in them, so that whoever finds one half counted after a crash can count it again.
 *
 * @returns how many visits were counted
 */
export async function countPending(store: Collections, now: Date, signal?: AbortSignal): Promise<number> {
  await once(store, 'count-visits', now, () => markUncounted(store));
  let counted = 0;
  for (const kind of ['scans', 'events'] as const) {
    for (;;) {
      if (signal?.aborted) return counted;
      const visits = store.visits[kind];
      const batch = (await visits.findOne({ pending: { $gt: '' } }))?.pending ?? (await claim(visits));
      if (batch === undefined) break;
      counted += await countBatch(store, kind, batch);
    }
  }
  return counted;
}

/** Visits that an older version kept are counted like new ones. */
async function markUncounted(store: Collections): Promise<{ marked: number }> {
  let marked = 0;
  for (const visits of Object.values(store.visits)) {
    const uncounted = visits.find({}, { projection: { pending: 1, counted: 1 } }).sort({ _id: 1 });
    for await (const batch of inBatches(uncounted, BATCH)) {
      const old = batch.filter(({ pending, counted }) => pending === undefined && !counted).map(({ _id }) => _id);
      if (old.length > 0)
        await visits.bulkWrite(
          old.map((_id) => setPending({ _id }, '')),
          { ordered: false },
        );
      marked += old.length;
    }
  }
  return { marked };
}

/** Gives a name to the next visits to be counted; none when there are none. */
async function claim(visits: Visits): Promise<string | undefined> {
  const found = await visits
    .find({ pending: '' }, { projection: { _id: 1 } })
    .limit(BATCH)
    .toArray();
  if (found.length === 0) return undefined;
  const batch = nanoid();
  await visits.bulkWrite(
    found.map(({ _id }) => setPending({ _id, pending: '' }, batch)),
    { ordered: false },
  );
  return batch;
}

const setPending = (filter: Filter<AnyVisit>, pending: string) => ({
  updateOne: { filter, update: { $set: { pending } } },
});

async function countBatch(store: Collections, kind: VisitKind, batch: string): Promise<number> {
  const visits = store.visits[kind];
  const found: Visit[] = await visits.find({ pending: batch }).toArray();
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
  await visits.updateMany({ pending: batch }, { $set: { counted: true }, $unset: { pending: '' } });
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
  try {
    await counts.insertOne(next);
    return true;
  } catch (error) {
    if (error instanceof MongoServerError && error.code === DUPLICATE_KEY) return false;
    throw error;
  }
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
