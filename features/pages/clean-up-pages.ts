import type { Collection, Document, Filter } from 'mongodb';
import type { Config } from '../../shared/process/config.js';
import type { ScheduledTask, TaskBasics } from '../../shared/process/scheduled-task.js';
import type { StorageCollections } from '../../shared/storage/collections.js';
import type { Disks } from '../../shared/storage/disks.js';
import { Quota } from '../../shared/storage/quota.js';
import type { HostedPage, PageCollections } from './collections.js';
import { photoFolder } from './photos.js';
import { deleteVersions, versionNumber } from './versions.js';

/** Removes the data that owners have deleted: events, and whole pages. */
export const cleanUpPages: ScheduledTask<Needs> = {
  name: 'clean-up-pages',
  schedule: '20 * * * * *',
  run: async (context) => ({ pages: await cleanUpAll(context) }),
};

interface Needs {
  readonly store: Omit<PageCollections, 'visits' | 'visitBatches' | 'counters' | 'secrets'> &
    Pick<StorageCollections, 'keptBytes'>;
  readonly config: Pick<Config, 'STORAGE_QUOTA_MIB'>;
  readonly disks: Disks;
}

const BATCH = 1_000;

async function cleanUpAll(context: TaskBasics & Needs): Promise<number> {
  const { experiences } = context.store;
  let cleaned = 0;
  const cleanUpOne = async (page: HostedPage) => {
    if (!(await cleanUpPage(context, page))) return;
    const { _id, events_from } = page;
    // Unless more events have been deleted meanwhile: the next run deletes those.
    const unchanged = { _id, clean_up: true, events_from: events_from ?? { $exists: false } } as const;
    await experiences.updateOne(unchanged, { $unset: { clean_up: true } });
    cleaned += 1;
  };
  await context.each(experiences.find({ clean_up: true }), ({ _id }) => String(_id), cleanUpOne);
  return cleaned;
}

/** Deletes the data of a page. Returns true if nothing is left. */
async function cleanUpPage(
  { store, disks, clock, config, signal }: TaskBasics & Needs,
  page: HostedPage,
): Promise<boolean> {
  const { _id, code, deleted, events_from } = page;
  if (!deleted) return deleteRecords(store.events, { experience: _id, before: events_from ?? new Date(0) }, signal);
  const quota = new Quota(store.keptBytes, clock, config);
  await deleteVersions(store, quota, page, versionNumber(page));
  // Versions left by edits that failed because the page was deleted.
  await store.experienceVersions.deleteMany({ experience: _id });
  await (await disks.private).deleteAll(photoFolder(code));
  const ofPage = { experience: _id };
  return (
    (await deleteRecords(store.scans, ofPage, signal)) &&
    (await deleteRecords(store.events, ofPage, signal)) &&
    (await deleteRecords(store.visitCounts, ofPage, signal)) &&
    (await deleteRecords(store.experienceReports, ofPage, signal))
  );
}

/** Deletes documents of a page in batches. Returns true if nothing is left. */
async function deleteRecords<T extends Document & { experience: number }>(
  collection: Collection<T>,
  { experience: pageId, before }: { experience: number; before?: Date },
  signal: AbortSignal,
): Promise<boolean> {
  // The compiler cannot check a filter of a generic document.
  const filter = { experience: pageId, ...(before && { at: { $lt: before } }) } as Filter<T>;
  while (!signal.aborted) {
    const found = await collection
      .find(filter, { projection: { _id: 1 } })
      .limit(BATCH)
      .toArray();
    if (found.length === 0) return true;
    const deletions = found.map(({ _id }) => ({ deleteOne: { filter: { _id } as Filter<T> } }));
    await collection.bulkWrite(deletions, { ordered: false });
  }
  return false;
}
