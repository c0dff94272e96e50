import type { Filter } from 'mongodb';
import { MOST_VERSIONS } from '../../shared/contract/bounds.js';
import { errors } from '../../shared/contract/errors.js';
import type { Quota } from '../../shared/storage/quota.js';
import { insertNew, isDuplicate } from '../../shared/store/insert-new.js';
import type { HostedPage, PageCollections } from './collections.js';
import { extractSearchTerms } from './search-terms.js';

/** What an owner's edit may change. */
const CHANGEABLE = ['title', 'page', 'target', 'targets', 'photos', 'label', 'slug', 'paused'] as const;
type Changeable = (typeof CHANGEABLE)[number];

/** What an edit leaves an experience with; what is undefined is taken away. */
export type Changes = Partial<Pick<HostedPage, 'title' | 'page' | 'target'>> & {
  readonly [Field in 'targets' | 'photos' | 'label' | 'slug' | 'slug_skeleton' | 'paused']?:
    | HostedPage[Field]
    | undefined;
};

/** Of a version, what comes back when it is restored. State and slug belong to the code, not to what it shows. */
export const RESTORABLE = ['title', 'page', 'target', 'targets', 'photos', 'label'] as const satisfies Changeable[];

/** The edit that made a version. */
export interface Revision {
  at: Date;
  /** Id of the key that asked for it. */
  key: string;
  /** What it changed, in the words of the request. */
  fields: string[];
}

/** What an experience was before an edit. */
export interface PageVersion extends Pick<HostedPage, Changeable> {
  /** `experience.version` */
  _id: string;
  experience: number;
  version: number;
  revision?: Revision;
  created: Date;
  bytes: number;
}

type Store = Pick<PageCollections, 'experiences' | 'experienceVersions'>;

/** The number of an experience's version; what was never edited is the first. */
export const versionNumber = ({ version = 1 }: Pick<HostedPage, 'version'>): number => version;

/** Names a version of an experience to whoever wants to edit that and no other (RFC 9110). */
export const formatEtag = (hostedPage: Pick<HostedPage, 'version'>): string => `"${versionNumber(hostedPage)}"`;

/**
 * Refuses to change what is not what the caller has seen.
 *
 * @param wanted the ETag that the caller has, or `*` for whatever there is
 * @throws ApiError 428 where the caller does not say it, 412 where it is another
 */
export function checkIfMatch(hostedPage: HostedPage, wanted: string | undefined): void {
  if (wanted === undefined) throw errors.ifMatchRequired();
  const tags = wanted.split(',').map((tag) => tag.trim());
  if (!tags.includes('*') && !tags.includes(formatEtag(hostedPage))) throw errors.experienceChanged();
}

/**
 * Makes the next version of an experience, and keeps the one before. Of edits of the same version one succeeds: what it is made
 * from is written down first, so that a process that dies in between loses nothing.
 *
 * @param bytes what the new version takes
 * @throws ApiError 412 when it has been edited or deleted meanwhile, 409 when its slug belongs to another, 422 when the account
 * has no room for it
 */
export async function applyEdit(
  store: Store,
  quota: Quota,
  before: HostedPage,
  changes: Changes,
  { revision, bytes }: { revision: Revision; bytes: number },
): Promise<HostedPage> {
  await insertNew(store.experienceVersions, [takeSnapshot(before)]);
  const next = { ...before, ...changes };
  const made = { ...changes, revision, bytes, version: versionNumber(before) + 1, found_by: extractSearchTerms(next) };
  const given = Object.entries(made);
  const update = {
    $set: Object.fromEntries(given.filter(([, value]) => value !== undefined)),
    $unset: Object.fromEntries(
      given.filter(([, value]) => value === undefined).map(([field]) => [field, true as const]),
    ),
  };
  // A page that was taken down keeps its slug, so that nothing else is shown under it.
  const renamable = 'slug' in changes ? { taken_down: { $exists: false } } : {};
  return quota.keep(before.account, bytes, async () => {
    const after = await store.experiences
      .findOneAndUpdate({ ...unchangedSince(before), ...renamable }, update, { returnDocument: 'after' })
      .catch(throwSlugTaken);
    if (!after) throw errors.experienceChanged();
    return after;
  });
}

/** Throws a duplicate in the unique indexes of slugs as the error of a slug that is taken. */
export function throwSlugTaken(error: unknown): never {
  throw isDuplicate(error) ? errors.slugTaken() : error;
}

/** Finds an experience only while it is at the version that was read. */
export const unchangedSince = ({ _id, version }: HostedPage): Filter<HostedPage> => ({
  _id,
  deleted: { $exists: false },
  version: version ?? { $exists: false },
});

const versionId = (pageId: number, version: number): string => `${pageId}.${version}`;

function takeSnapshot(hostedPage: HostedPage): PageVersion {
  const { _id, bytes, created, revision } = hostedPage;
  const kept = CHANGEABLE.flatMap((field) => (hostedPage[field] === undefined ? [] : [[field, hostedPage[field]]]));
  const version = versionNumber(hostedPage);
  // The compiler cannot tell that a field has the value of its name.
  const fields = Object.fromEntries(kept) as Pick<HostedPage, Changeable>;
  return {
    ...fields,
    ...{ _id: versionId(_id, version), experience: _id, version, created, bytes },
    ...(revision && { revision }),
  };
}

/** The versions of an experience, the latest first: the one that there is now, and those before that are kept. */
export async function listPageVersions(store: Store, hostedPage: HostedPage): Promise<PageVersion[]> {
  const now = versionNumber(hostedPage);
  const before = await store.experienceVersions
    .find({ experience: hostedPage._id, version: { $lt: now } }, { sort: { version: -1 }, limit: MOST_VERSIONS - 1 })
    .toArray();
  return [takeSnapshot(hostedPage), ...before];
}

/**
 * One version of an experience.
 *
 * @throws ApiError 404 when it is not kept, or never was
 */
export async function findVersion(store: Store, hostedPage: HostedPage, version: number): Promise<PageVersion> {
  const now = versionNumber(hostedPage);
  if (version === now) return takeSnapshot(hostedPage);
  const isKept = version < now && version > now - MOST_VERSIONS;
  const found = isKept && (await store.experienceVersions.findOne({ _id: versionId(hostedPage._id, version) }));
  if (!found) throw errors.versionUnknown({ version });
  return found;
}

/**
 * Forgets the versions that are more than may be kept, or all before a version, and gives back what they took.
 *
 * @returns the folders of photos that no version needs any more
 */
export async function deleteVersions(
  store: Store,
  quota: Pick<Quota, 'release'>,
  hostedPage: HostedPage,
  before = versionNumber(hostedPage) - MOST_VERSIONS + 1,
): Promise<string[]> {
  const { _id, account } = hostedPage;
  const old = await store.experienceVersions
    .find({ experience: _id, version: { $lt: before } }, { projection: { bytes: 1, photos: 1, version: 1 } })
    .toArray();
  for (const { _id: id, bytes } of old) {
    const { deletedCount } = await store.experienceVersions.deleteOne({ _id: id });
    if (deletedCount === 1) await quota.release(account, bytes);
  }
  const unneeded = new Set(old.flatMap(({ photos = [] }) => photos));
  if (unneeded.size === 0) return [];
  const left = await store.experienceVersions.find({ experience: _id }, { projection: { photos: 1 } }).toArray();
  for (const { photos } of [...left, hostedPage]) if (photos) unneeded.delete(photos);
  return [...unneeded];
}
