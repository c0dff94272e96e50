import type { ExperienceCollections } from '../shared/experience/collections.js';
import { computeSkeleton } from '../shared/experience/skeleton.js';
import { isDuplicate } from '../shared/store/insert-new.js';
import type { Task } from './run-tasks.js';
import { once } from './upgrade.js';

/** Notes the skeletons of codes and slugs of pages of older versions, so that look-alikes of them are refused. */
export const noteSkeletons: Task = {
  name: 'note-skeletons',
  schedule: '0 37 * * * *',
  atStart: true,
  run: async ({ store, clock, signal }) =>
    (await once(store, 'note-skeletons', clock.now(), () => noteAll(store, signal))) ?? {},
};

async function noteAll(
  { experiences }: Pick<ExperienceCollections, 'experiences'>,
  signal: AbortSignal,
): Promise<{ experiences: number }> {
  let noted = 0;
  for await (const { _id, code, slug } of experiences.find(
    { code_skeleton: { $exists: false } },
    { projection: { code: 1, slug: 1 } },
  )) {
    signal.throwIfAborted();
    if (slug !== undefined)
      await experiences
        .updateOne({ _id, slug }, { $set: { slug_skeleton: computeSkeleton(slug) } })
        .catch((error: unknown) => {
          // Another old slug looks alike and has the skeleton, which is enough to refuse further ones.
          if (!isDuplicate(error)) throw error;
        });
    await experiences.updateOne({ _id }, { $set: { code_skeleton: computeSkeleton(code) } });
    noted += 1;
  }
  return { experiences: noted };
}
