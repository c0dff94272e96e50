import type { PageCollections } from '../features/pages/index.js';
import { REQUESTS_LISTED_DAYS } from '../shared/contract/bounds.js';
import type { LedgerCollections } from '../shared/ledger/collections.js';
import type { Config } from '../shared/process/config.js';
import type { ScheduledTask } from '../shared/process/scheduled-task.js';
import type { Disks } from '../shared/storage/disks.js';
import { listReplyHours, replyFolder } from '../shared/storage/replies.js';
import type { CursorCollections } from '../shared/store/cursors.js';

type Store = CursorCollections & Pick<PageCollections, 'visits'> & Pick<LedgerCollections, 'usage'>;

const DAY_MS = 86_400_000;
/** Maximum number of visits that are deleted at a time. */
const BATCH = 1_000;
/** Name of the cursor: the time up to which details of requests are deleted. */
const CURSOR = 'delete-old-data';

/** Deletes what is older than its retention: details of requests, visits of hosted pages, and large stored replies. */
export const deleteOldData: ScheduledTask<{
  readonly store: Store;
  readonly disks: Disks;
  readonly config: Pick<Config, 'VISITS_KEPT_DAYS'>;
}> = {
  name: 'delete-old-data',
  schedule: '0 17 * * * *',
  atStart: true,
  async run({ store, disks, clock, config, signal }) {
    const now = clock.now();
    const requests = await deleteRequestDetails(store, now, signal);
    const visits = await deleteVisits(store, subtractDays(now, config.VISITS_KEPT_DAYS), signal);
    const replyHours = await deleteReplies(await disks.private, now);
    return { requests, visits, replyHours };
  },
};

const subtractDays = (now: Date, days: number): Date => new Date(now.getTime() - days * DAY_MS);

/** Deletes the details of requests that are no longer listed; what they cost stays. */
async function deleteRequestDetails({ usage, cursors }: Store, now: Date, signal: AbortSignal): Promise<number> {
  const until = subtractDays(now, REQUESTS_LISTED_DAYS);
  const from = (await cursors.findOne({ _id: CURSOR }))?.at ?? new Date(0);
  let deleted = 0;
  for (const state of ['spent', 'void'] as const) {
    const old = { state, at: { $gte: from, $lt: until }, call: { $exists: true } };
    while (!signal.aborted) {
      const batch = await usage
        .find(old, { projection: { _id: 1 } })
        .limit(BATCH)
        .toArray();
      if (batch.length === 0) break;
      const ids = batch.map(({ _id }) => _id);
      deleted += (await usage.updateMany({ _id: { $in: ids } }, { $unset: { call: true } })).modifiedCount;
    }
  }
  if (signal.aborted) return deleted;
  await cursors.updateOne({ _id: CURSOR }, { $max: { at: until } }, { upsert: true });
  return deleted;
}

/** Deletes counted visits before a time; the counts stay. */
async function deleteVisits(
  { visits: kinds }: Pick<PageCollections, 'visits'>,
  before: Date,
  signal: AbortSignal,
): Promise<number> {
  let deleted = 0;
  for (const visits of Object.values(kinds)) {
    while (!signal.aborted) {
      const old = await visits
        .find({ at: { $lt: before }, counted: true }, { projection: { _id: 1 } })
        .limit(BATCH)
        .toArray();
      if (old.length === 0) break;
      const deletions = old.map(({ _id }) => ({ deleteOne: { filter: { _id } } }));
      deleted += (await visits.bulkWrite(deletions, { ordered: false })).deletedCount;
    }
  }
  return deleted;
}

/** Deletes large replies whose retention has passed. They are stored in a folder for each hour. */
async function deleteReplies(disk: Awaited<Disks['private']>, now: Date): Promise<number> {
  const expired = (await listReplyHours(disk)).filter((until) => until <= now);
  for (const until of expired) await disk.deleteAll(replyFolder(until));
  return expired.length;
}
