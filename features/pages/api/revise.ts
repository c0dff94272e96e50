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
import type { HostedPage, PageCollections } from '../collections.js';
import { type Photo, photoFolder, savePhotos } from '../photos.js';
import { applyEdit, type Changes, deleteVersions } from '../versions.js';
import { redrawPreview } from './renew-preview.js';

type Store = Pick<PageCollections, 'experienceVersions' | 'experiences'> & Pick<MemberCollections, 'accounts'>;

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
export async function saveEdit(
  context: Dependencies & Caller,
  before: HostedPage,
  { shown, photos, bytes = sizeAfter(before, shown), others }: Edit,
  fields: string[],
): Promise<HostedPage> {
  const { store, quota, disks, clock, key, log } = context;
  await requireOpenAccount(store, before.account);
  const folder = photos && photos.length > 0 ? randomUUID() : undefined;
  if (photos && folder) {
    const disk = await disks.private;
    await savePhotos(disk, { code: before.code, photos: folder }, photos).catch(throwStorageUnavailable);
  }
  const revision = { at: clock.now(), key: key.id, fields };
  const changes: Changes = { ...shown, ...(photos && { photos: folder }), ...others };
  const dropping = (folders: string[]) =>
    deletePhotoFolders(disks.private, before.code, folders).catch((err: unknown) =>
      log.warn({ err, experience: before._id }, 'photos were not deleted'),
    );
  const after = await applyEdit(store, quota, before, changes, { revision, bytes }).catch(async (error: unknown) => {
    if (folder) await dropping([folder]);
    throw error;
  });
  await dropping(await deleteVersions(store, quota, after));
  await redrawPreview(context, before, after);
  return after;
}

/** Deletes folders of photos of an experience. */
async function deletePhotoFolders(opening: Promise<Disk>, code: string, folders: readonly string[]): Promise<void> {
  if (folders.length === 0) return;
  const disk = await opening;
  for (const folder of folders) await disk.deleteAll(`${photoFolder(code)}/${folder}`);
}

/** What an experience takes that shows something else, and the same photos. */
function sizeAfter({ bytes, title, page, target }: HostedPage, shown: Edit['shown']): number {
  const size = (part: object) => Buffer.byteLength(JSON.stringify(part));
  return Math.max(0, bytes + size(shown) - size({ title, page, target }));
}
