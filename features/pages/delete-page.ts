import { errors } from '../../shared/contract/errors.js';
import type { Quota } from '../../shared/storage/quota.js';
import type { HostedPage, VersionStore } from './collections.js';
import { createUnchangedFilter, deleteVersions, versionNumber } from './versions.js';

/** Optional fields that a deleted page loses. It keeps its names, which no other page may get, and its owner. */
const REMOVED = [
  'targets',
  'valid_from',
  'valid_until',
  'max_scans',
  'scans_counted',
  'ended',
  'password',
  'design',
  'photos',
  'preview',
  'label',
  'paused',
  'revision',
  'found_by',
  'reported',
  'reports',
  'events_from',
] as const satisfies (keyof HostedPage)[];

/**
 * Deletes a page: it is no longer shown or listed, and its storage is released. The scheduler removes its photos, visits, counts and
 * reports.
 *
 * @throws ApiError 412 if it has been edited meanwhile
 */
export async function deletePage(
  store: VersionStore,
  quota: Pick<Quota, 'release'>,
  page: HostedPage,
  at: Date,
): Promise<void> {
  const { matchedCount } = await store.experiences.updateOne(createUnchangedFilter(page), {
    $set: { deleted: at, clean_up: true, title: '', page: null, target: null, bytes: 0 },
    $unset: Object.fromEntries(REMOVED.map((field) => [field, true as const])),
  });
  if (matchedCount === 0) throw errors.experienceChanged();
  await quota.release(page.account, page.bytes + (page.preview?.bytes ?? 0));
  await deleteVersions(store, quota, page, versionNumber(page));
}
