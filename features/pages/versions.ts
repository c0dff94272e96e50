import type { Filter } from 'mongodb';
import { MOST_VERSIONS } from '../../shared/contract/bounds.js';
import { errors } from '../../shared/contract/errors.js';
import type { Quota } from '../../shared/storage/quota.js';
import { insertNew, isDuplicate } from '../../shared/store/insert-new.js';
import {
  EDITABLE_FIELDS,
  type EditableField,
  type HostedPage,
  type PageVersion,
  type Revision,
  type VersionStore,
} from './collections.js';
import { extractSearchTerms } from './search-terms.js';

/** Values that an edit sets; those that are undefined are removed. */
export type Changes = Partial<Pick<HostedPage, 'title' | 'page' | 'target'>> & {
  readonly [Field in
    | Exclude<EditableField, 'title' | 'page' | 'target'>
    | 'slug_skeleton'
    | 'scans_counted'
    | 'password']?: HostedPage[Field] | undefined;
};

/** Fields that restoring a version sets. State, slug, design, validity and password belong to the code, not to its content. */
export const RESTORABLE = [
  'title',
  'page',
  'target',
  'targets',
  'ended',
  'photos',
  'label',
] as const satisfies EditableField[];

/** Returns the version of a page; one that was never edited is at the first. */
export const versionNumber = ({ version = 1 }: Pick<HostedPage, 'version'>): number => version;

/** Returns the ETag of a page's version (RFC 9110). */
export const formatEtag = (page: Pick<HostedPage, 'version'>): string => `"${versionNumber(page)}"`;

/**
 * Refuses a change to another version than the client has read.
 *
 * @param ifMatch the ETag of that version, or `*` for any
 * @throws ApiError 428 without one, 412 if the page is at another version
 */
export function checkIfMatch(page: HostedPage, ifMatch: string | undefined): void {
  if (ifMatch === undefined) throw errors.ifMatchRequired();
  const tags = ifMatch.split(',').map((tag) => tag.trim());
  if (!tags.includes('*') && !tags.includes(formatEtag(page))) throw errors.experienceChanged();
}

/**
 * Creates the next version of a page, and keeps the previous one. Of concurrent edits of a version one succeeds. The previous version is
 * stored first, so that a crash in between loses nothing.
 *
 * @param bytes size of the new version
 * @throws ApiError 412 if it has been edited or deleted meanwhile, 409 if its slug belongs to another page, 422 if the account has not
 * enough storage
 */
export async function applyEdit(
  store: VersionStore,
  quota: Quota,
  before: HostedPage,
  changes: Changes,
  { revision, bytes }: { revision: Revision; bytes: number },
): Promise<HostedPage> {
  await insertNew(store.experienceVersions, [takeSnapshot(before)]);
  const found_by = extractSearchTerms({ ...before, ...changes });
  const values = Object.entries({ ...changes, revision, bytes, version: versionNumber(before) + 1, found_by });
  const update = {
    $set: Object.fromEntries(values.filter(([, value]) => value !== undefined)),
    $unset: Object.fromEntries(
      values.filter(([, value]) => value === undefined).map(([field]) => [field, true as const]),
    ),
  };
  // A page that was taken down keeps its slug, so that nothing else is shown under it.
  const renamable = 'slug' in changes ? { taken_down: { $exists: false } } : {};
  return quota.keep(before.account, bytes, async () => {
    const after = await store.experiences
      .findOneAndUpdate({ ...createUnchangedFilter(before), ...renamable }, update, { returnDocument: 'after' })
      .catch(throwSlugTaken);
    if (!after) throw errors.experienceChanged();
    return after;
  });
}

/** Throws a duplicate in the unique indexes of slugs as the error of a slug that is taken. */
export function throwSlugTaken(error: unknown): never {
  throw isDuplicate(error) ? errors.slugTaken() : error;
}

/** Returns a filter that finds a page only while it is at the version that was read. */
export const createUnchangedFilter = ({ _id, version }: HostedPage): Filter<HostedPage> => ({
  _id,
  deleted: { $exists: false },
  version: version ?? { $exists: false },
});

const versionId = (pageId: number, version: number): string => `${pageId}.${version}`;

function takeSnapshot(page: HostedPage): PageVersion {
  const { _id, bytes, created, revision } = page;
  const values = EDITABLE_FIELDS.flatMap((field) => (page[field] === undefined ? [] : [[field, page[field]]]));
  const version = versionNumber(page);
  // The compiler cannot tell that a field has the value of its name.
  const fields = Object.fromEntries(values) as Pick<HostedPage, EditableField>;
  return {
    ...fields,
    ...{ _id: versionId(_id, version), experience: _id, version, created, bytes },
    ...(revision && { revision }),
  };
}

/** Returns the current version of a page and those before it that are stored, the latest first. */
export async function listPageVersions(store: VersionStore, page: HostedPage): Promise<PageVersion[]> {
  const current = versionNumber(page);
  const before = await store.experienceVersions
    .find({ experience: page._id, version: { $lt: current } }, { sort: { version: -1 }, limit: MOST_VERSIONS - 1 })
    .toArray();
  return [takeSnapshot(page), ...before];
}

/** @throws ApiError 404 if the page has no such version, or no longer */
export async function findVersion(store: VersionStore, page: HostedPage, version: number): Promise<PageVersion> {
  const current = versionNumber(page);
  if (version === current) return takeSnapshot(page);
  const isStored = version < current && version > current - MOST_VERSIONS;
  const found = isStored && (await store.experienceVersions.findOne({ _id: versionId(page._id, version) }));
  if (!found) throw errors.versionUnknown({ version });
  return found;
}

/**
 * Deletes the versions before a version, by default those beyond the limit, and releases their storage.
 *
 * @returns the folders of photos that no other version uses
 */
export async function deleteVersions(
  store: VersionStore,
  quota: Pick<Quota, 'release'>,
  page: HostedPage,
  before = versionNumber(page) - MOST_VERSIONS + 1,
): Promise<string[]> {
  const { _id, account } = page;
  const old = await store.experienceVersions
    .find({ experience: _id, version: { $lt: before } }, { projection: { bytes: 1, photos: 1, version: 1 } })
    .toArray();
  for (const { _id: id, bytes } of old) {
    const { deletedCount } = await store.experienceVersions.deleteOne({ _id: id });
    if (deletedCount === 1) await quota.release(account, bytes);
  }
  const unused = new Set(old.flatMap(({ photos = [] }) => photos));
  if (unused.size === 0) return [];
  const left = await store.experienceVersions.find({ experience: _id }, { projection: { photos: 1 } }).toArray();
  for (const { photos } of [...left, page]) if (photos) unused.delete(photos);
  return [...unused];
}
