import type { Filter } from 'mongodb';
import { MOST_VERSIONS } from '../../shared/contract/bounds.js';
import { errors } from '../../shared/contract/errors.js';
import type { Quota } from '../../shared/storage/quota.js';
import { insertNew, isDuplicate } from '../../shared/store/insert-new.js';
import type { Experience, ExperienceCollections } from './collections.js';
import { searchTerms } from './search-terms.js';

/** What an owner's edit may change. */
const CHANGEABLE = ['title', 'page', 'target', 'targets', 'photos', 'label', 'slug', 'paused'] as const;
type Changeable = (typeof CHANGEABLE)[number];

/** What an edit leaves an experience with; what is undefined is taken away. */
export type Changes = Partial<Pick<Experience, 'title' | 'page' | 'target'>> & {
  readonly [Field in 'targets' | 'photos' | 'label' | 'slug' | 'slug_skeleton' | 'paused']?:
    | Experience[Field]
    | undefined;
};

/** Of a version, what comes back when it is restored. State and slug belong to the code, not to what it shows. */
export const RESTORED = ['title', 'page', 'target', 'targets', 'photos', 'label'] as const satisfies Changeable[];

/** The edit that made a version. */
export interface Revision {
  at: Date;
  /** Id of the key that asked for it. */
  key: string;
  /** What it changed, in the words of the request. */
  fields: string[];
}

/** What an experience was before an edit. */
export interface ExperienceVersion extends Pick<Experience, Changeable> {
  /** `experience.version` */
  _id: string;
  experience: number;
  version: number;
  revision?: Revision;
  created: Date;
  bytes: number;
}

type Store = Pick<ExperienceCollections, 'experiences' | 'experienceVersions'>;

/** The number of an experience's version; what was never edited is the first. */
export const versionOf = ({ version = 1 }: Pick<Experience, 'version'>): number => version;

/** Names a version of an experience to whoever wants to edit that and no other (RFC 9110). */
export const etagOf = (experience: Pick<Experience, 'version'>): string => `"${versionOf(experience)}"`;

/**
 * Refuses to change what is not what the caller has seen.
 *
 * @param wanted the ETag that the caller has, or `*` for whatever there is
 * @throws ApiError 428 where the caller does not say it, 412 where it is another
 */
export function checkMatch(experience: Experience, wanted: string | undefined): void {
  if (wanted === undefined) throw errors.ifMatchRequired();
  const tags = wanted.split(',').map((tag) => tag.trim());
  if (!tags.includes('*') && !tags.includes(etagOf(experience))) throw errors.experienceChanged();
}

/**
 * Makes the next version of an experience, and keeps the one before. Of edits of the same version one succeeds: what it is made
 * from is written down first, so that a process that dies in between loses nothing.
 *
 * @param bytes what the new version takes
 * @throws ApiError 412 when it has been edited or deleted meanwhile, 409 when its slug belongs to another, 422 when the account
 * has no room for it
 */
export async function edit(
  store: Store,
  quota: Quota,
  before: Experience,
  changes: Changes,
  { revision, bytes }: { revision: Revision; bytes: number },
): Promise<Experience> {
  await insertNew(store.experienceVersions, [snapshotOf(before)]);
  const next = { ...before, ...changes };
  const made = { ...changes, revision, bytes, version: versionOf(before) + 1, found_by: searchTerms(next) };
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
      .findOneAndUpdate({ ...asItWas(before), ...renamable }, update, { returnDocument: 'after' })
      .catch(refuseSlug);
    if (!after) throw errors.experienceChanged();
    return after;
  });
}

/** Throws a duplicate in the unique indexes of slugs as the error of a slug that is taken. */
export function refuseSlug(error: unknown): never {
  throw isDuplicate(error) ? errors.slugTaken() : error;
}

/** Finds an experience only while it is at the version that was read. */
export const asItWas = ({ _id, version }: Experience): Filter<Experience> => ({
  _id,
  deleted: { $exists: false },
  version: version ?? { $exists: false },
});

const versionId = (experience: number, version: number): string => `${experience}.${version}`;

function snapshotOf(experience: Experience): ExperienceVersion {
  const { _id, bytes, created, revision } = experience;
  const kept = CHANGEABLE.flatMap((field) => (experience[field] === undefined ? [] : [[field, experience[field]]]));
  const version = versionOf(experience);
  // The compiler cannot tell that a field has the value of its name.
  const fields = Object.fromEntries(kept) as Pick<Experience, Changeable>;
  return {
    ...fields,
    ...{ _id: versionId(_id, version), experience: _id, version, created, bytes },
    ...(revision && { revision }),
  };
}

/** The versions of an experience, the latest first: the one that there is now, and those before that are kept. */
export async function versionsOf(store: Store, experience: Experience): Promise<ExperienceVersion[]> {
  const now = versionOf(experience);
  const before = await store.experienceVersions
    .find({ experience: experience._id, version: { $lt: now } }, { sort: { version: -1 }, limit: MOST_VERSIONS - 1 })
    .toArray();
  return [snapshotOf(experience), ...before];
}

/**
 * One version of an experience.
 *
 * @throws ApiError 404 when it is not kept, or never was
 */
export async function versionAt(store: Store, experience: Experience, version: number): Promise<ExperienceVersion> {
  const now = versionOf(experience);
  if (version === now) return snapshotOf(experience);
  const isKept = version < now && version > now - MOST_VERSIONS;
  const found = isKept && (await store.experienceVersions.findOne({ _id: versionId(experience._id, version) }));
  if (!found) throw errors.versionUnknown({ version });
  return found;
}

/**
 * Forgets the versions that are more than may be kept, or all before a version, and gives back what they took.
 *
 * @returns the folders of photos that no version needs any more
 */
export async function forgetVersions(
  store: Store,
  quota: Pick<Quota, 'release'>,
  experience: Experience,
  before = versionOf(experience) - MOST_VERSIONS + 1,
): Promise<string[]> {
  const { _id, account } = experience;
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
  for (const { photos } of [...left, experience]) if (photos) unneeded.delete(photos);
  return [...unneeded];
}
