import { errors } from '../../shared/contract/errors.js';
import type { Quota } from '../../shared/storage/quota.js';
import type { HostedPage, PageCollections } from './collections.js';
import { deleteVersions, unchangedSince, versionNumber } from './versions.js';

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
] satisfies Exclude<keyof HostedPage, Remains>[];

/**
 * Deletes an experience: at once it is shown and listed no more, and what it took is given back. Its photos, visits, counts and
 * reports are cleared away by the scheduler.
 *
 * @throws ApiError 412 when it has been edited meanwhile
 */
export async function deletePage(
  store: Pick<PageCollections, 'experiences' | 'experienceVersions'>,
  quota: Pick<Quota, 'release'>,
  hostedPage: HostedPage,
  at: Date,
): Promise<void> {
  const { matchedCount } = await store.experiences.updateOne(unchangedSince(hostedPage), {
    $set: { deleted: at, clean_up: true, title: '', page: null, target: null, bytes: 0 },
    $unset: Object.fromEntries(TAKEN_AWAY.map((field) => [field, true as const])),
  });
  if (matchedCount === 0) throw errors.experienceChanged();
  await quota.release(hostedPage.account, hostedPage.bytes + (hostedPage.preview?.bytes ?? 0));
  await deleteVersions(store, quota, hostedPage, versionNumber(hostedPage));
}
