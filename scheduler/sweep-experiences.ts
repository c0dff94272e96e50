import type { Collection, Document, Filter } from 'mongodb';
import type { Experience } from '../shared/experience/collections.js';
import { photoFolder } from '../shared/experience/photos.js';
import { forgetVersions, versionOf } from '../shared/experience/versions.js';
import { Quota } from '../shared/storage/quota.js';
import type { Task, TaskContext } from './run-tasks.js';

/** Clears away what owners have deleted: events, and whole hosted pages with all that came of them. */
export const sweepExperiences: Task = {
  name: 'sweep-experiences',
  schedule: '*/10 * * * * *',
  atStart: true,
  run: async (context) => ({ experiences: await sweepAll(context) }),
};

type Means = Pick<TaskContext, 'store' | 'disks' | 'clock' | 'config' | 'signal' | 'each'>;

const BATCH = 1_000;

async function sweepAll(means: Means): Promise<number> {
  const { experiences } = means.store;
  let swept = 0;
  const sweepOne = async (experience: Experience) => {
    if (!(await sweep(means, experience))) return;
    const { _id, events_from } = experience;
    // More may have been deleted meanwhile: then there is more to clear away, the next time.
    const asItWas = { _id, sweep: true, events_from: events_from ?? { $exists: false } } as const;
    await experiences.updateOne(asItWas, { $unset: { sweep: true } });
    swept += 1;
  };
  await means.each(experiences.find({ sweep: true }), ({ _id }) => String(_id), sweepOne);
  return swept;
}

/** @returns whether all of it is gone */
async function sweep({ store, disks, clock, config, signal }: Means, experience: Experience): Promise<boolean> {
  const { _id, code, deleted, events_from } = experience;
  if (!deleted) return clear(store.events, { experience: _id, before: events_from ?? new Date(0) }, signal);
  const quota = new Quota(store.keptBytes, clock, config);
  await forgetVersions(store, quota, experience, versionOf(experience));
  // What an edit left that came to nothing as the experience was deleted.
  await store.experienceVersions.deleteMany({ experience: _id });
  await (await disks.private).deleteAll(photoFolder(code));
  const its = { experience: _id };
  return (
    (await clear(store.scans, its, signal)) &&
    (await clear(store.events, its, signal)) &&
    (await clear(store.visitCounts, its, signal)) &&
    (await clear(store.experienceReports, its, signal))
  );
}

/** What belongs to one experience. */
type OfExperience = Document & { experience: number };

/** Deletes what came of an experience, so much at a time. @returns whether nothing of it is left */
async function clear<T extends OfExperience>(
  collection: Collection<T>,
  { experience, before }: { experience: number; before?: Date },
  signal: AbortSignal,
): Promise<boolean> {
  // The compiler does not see through a filter of documents that it knows in part.
  const filter = { experience, ...(before && { at: { $lt: before } }) } as Filter<T>;
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
