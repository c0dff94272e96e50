import { keepPhotos, takeOutPhotos } from '../shared/experience/photos.js';
import type { Disks } from '../shared/storage/disks.js';
import type { Collections } from '../shared/store/collections.js';
import type { Task } from './run-tasks.js';
import { once } from './upgrade.js';

/** Counts the pages that older versions kept, and puts the photos that stand inside them on the disk. */
export const movePhotos: Task = {
  name: 'move-photos',
  schedule: '0 7 * * * *',
  atStart: true,
  run: async ({ store, disks, clock }) => {
    const done = await once(store, 'move-photos', clock.now(), () => takeOutAll(store, disks));
    return done ?? {};
  },
};

const BATCH = 20;

async function takeOutAll(
  { experiences, keptBytes }: Pick<Collections, 'experiences' | 'keptBytes'>,
  disks: Disks,
): Promise<{ pages: number; photos: number }> {
  const done = { pages: 0, photos: 0 };
  for await (const { _id, code, account, title, target, page, bytes: counted } of experiences
    .find({})
    .sort({ _id: 1 })
    .batchSize(BATCH)) {
    if (counted !== undefined) continue;
    const { shown, photos, bytes } = takeOutPhotos({ title, target, page });
    await keepPhotos(await disks.private, { code }, photos);
    const kept = await experiences.updateOne({ _id, bytes: { $exists: false } }, { $set: { page: shown.page, bytes } });
    if (kept.modifiedCount === 0) continue;
    await keptBytes.updateOne(
      { _id: account },
      { $inc: { lasting: bytes }, $setOnInsert: { passing: [], refused: false } },
      { upsert: true },
    );
    done.pages += 1;
    done.photos += photos.length;
  }
  return done;
}
