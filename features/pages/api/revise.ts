import { randomUUID } from 'node:crypto';
import type { Disk } from 'flydrive';
import { throwStorageUnavailable } from '../../../shared/contract/errors.js';
import type { Clock } from '../../../shared/process/clock.js';
import type { Logger } from '../../../shared/process/log.js';
import type { JobClient } from '../../../shared/queue/job-client.js';
import type { Disks } from '../../../shared/storage/disks.js';
import type { Quota } from '../../../shared/storage/quota.js';
import { type MemberCollections, requireOpenAccount } from '../../members/index.js';
import type { Caller } from '../../web/index.js';
import type { Experience, ExperienceCollections } from '../collections.js';
import { keepPhotos, type Photo, photoFolder } from '../photos.js';
import { type Changes, edit, forgetVersions } from '../versions.js';
import { renewPreview } from './renew-preview.js';

type Store = Pick<ExperienceCollections, 'experienceVersions' | 'experiences'> & Pick<MemberCollections, 'accounts'>;

interface Dependencies {
  readonly clock: Clock;
  readonly disks: Disks;
  readonly log: Logger;
  readonly quota: Quota;
  readonly sender: JobClient;
  readonly store: Store;
}

/** What an edit makes of an experience. */
export interface Edit {
  readonly shown: Required<Pick<Changes, 'title' | 'page' | 'target'>>;
  /** The photos of what is shown, where that is new. */
  readonly photos?: readonly Photo[];
  /** What it takes with them, where it is new. */
  readonly bytes?: number;
  readonly others: Changes;
}

/**
 * Edits an experience: puts its photos on the disk, makes the next version, and forgets what is more than is kept.
 *
 * @param fields what the caller has sent
 * @throws ApiError see edit; 403 for a suspended account, 409 for a closed one; 502 when the disk is away
 */
export async function revise(
  context: Dependencies & Caller,
  before: Experience,
  { shown, photos, bytes = sizeWith(before, shown), others }: Edit,
  fields: string[],
): Promise<Experience> {
  const { store, quota, disks, clock, key, log } = context;
  await requireOpenAccount(store, before.account);
  const folder = photos && photos.length > 0 ? randomUUID() : undefined;
  if (photos && folder) {
    const disk = await disks.private;
    await keepPhotos(disk, { code: before.code, photos: folder }, photos).catch(throwStorageUnavailable);
  }
  const revision = { at: clock.now(), key: key.id, fields };
  const changes: Changes = { ...shown, ...(photos && { photos: folder }), ...others };
  const dropping = (folders: string[]) =>
    dropPhotos(disks.private, before.code, folders).catch((err: unknown) =>
      log.warn({ err, experience: before._id }, 'photos were not deleted'),
    );
  const after = await edit(store, quota, before, changes, { revision, bytes }).catch(async (error: unknown) => {
    if (folder) await dropping([folder]);
    throw error;
  });
  await dropping(await forgetVersions(store, quota, after));
  await renewPreview(context, before, after);
  return after;
}

/** Deletes folders of photos of an experience. */
async function dropPhotos(opening: Promise<Disk>, code: string, folders: readonly string[]): Promise<void> {
  if (folders.length === 0) return;
  const disk = await opening;
  for (const folder of folders) await disk.deleteAll(`${photoFolder(code)}/${folder}`);
}

/** What an experience takes that shows something else, and the same photos. */
function sizeWith({ bytes, title, page, target }: Experience, shown: Edit['shown']): number {
  const size = (part: object) => Buffer.byteLength(JSON.stringify(part));
  return Math.max(0, bytes + size(shown) - size({ title, page, target }));
}
