import { errors } from '../../shared/contract/errors.js';
import type { Quota } from '../../shared/storage/quota.js';
import type { Experience, ExperienceCollections } from './collections.js';
import { asItWas, forgetVersions, versionOf } from './versions.js';

/** What stays of an experience: the names that lead to it, which no other is to get, and whose it was. */
type Remains =
  | '_id'
  | 'code'
  | 'slug'
  | 'slug_skeleton'
  | 'code_skeleton'
  | 'account'
  | 'type'
  | 'created'
  | 'version'
  | 'taken_down';

/** Everything that is taken away; what may be missing of an experience is named by its type. */
const TAKEN_AWAY = [
  ...([
    'targets',
    'photos',
    'preview',
    'label',
    'paused',
    'revision',
    'found_by',
    'reported',
    'reports',
    'events_from',
  ] as const),
] satisfies Exclude<keyof Experience, Remains>[];

/**
 * Deletes an experience: at once it is shown and listed no more, and what it took is given back. Its photos, visits, counts and
 * reports are cleared away by the scheduler.
 *
 * @throws ApiError 412 when it has been edited meanwhile
 */
export async function deleteExperience(
  store: Pick<ExperienceCollections, 'experiences' | 'experienceVersions'>,
  quota: Pick<Quota, 'release'>,
  experience: Experience,
  at: Date,
): Promise<void> {
  const { matchedCount } = await store.experiences.updateOne(asItWas(experience), {
    $set: { deleted: at, clean_up: true, title: '', page: null, target: null, bytes: 0 },
    $unset: Object.fromEntries(TAKEN_AWAY.map((field) => [field, true as const])),
  });
  if (matchedCount === 0) throw errors.experienceChanged();
  await quota.release(experience.account, experience.bytes + (experience.preview?.bytes ?? 0));
  await forgetVersions(store, quota, experience, versionOf(experience));
}
