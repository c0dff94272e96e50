import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { Disk } from 'flydrive';
import { ApiError } from '../../../shared/contract/api-error.js';
import { errors, throwStorageUnavailable } from '../../../shared/contract/errors.js';
import type { Clock } from '../../../shared/process/clock.js';
import type { Config } from '../../../shared/process/config.js';
import type { Logger } from '../../../shared/process/log.js';
import { drawPreview, runInternalJob } from '../../../shared/queue/internal-jobs.js';
import type { JobClient } from '../../../shared/queue/job-client.js';
import type { Disks } from '../../../shared/storage/disks.js';
import type { Quota } from '../../../shared/storage/quota.js';
import { type MemberCollections, requireOpenAccount } from '../../members/index.js';
import type { Caller } from '../../web/index.js';
import type { HostedPage, LinkPreview, VersionStore } from '../collections.js';
import { measureLinkFields } from '../link-fields.js';
import { type Photo, photoFolder, previewPath, savePhotos } from '../photos.js';
import { applyEdit, type Changes, createUnchangedFilter, deleteVersions } from '../versions.js';

/** The caller of an edit, and the services that it needs. */
export interface EditContext extends Caller {
  readonly clock: Clock;
  readonly config: Pick<Config, 'BASE_URL' | 'HOST' | 'PORT'>;
  readonly disks: Disks;
  readonly log: Logger;
  readonly quota: Quota;
  readonly sender: JobClient;
  readonly store: VersionStore & Pick<MemberCollections, 'accounts'>;
}

/** An edit of a page. */
export interface Edit {
  readonly content: Required<Pick<Changes, 'title' | 'page' | 'target'>>;
  /** Photos of the content, if they are new. */
  readonly photos?: readonly Photo[];
  /** Size of the content and its photos, without rules, if they are new. */
  readonly bytes?: number;
  readonly others: Changes;
}

/**
 * Saves an edit of a page: stores its photos, creates the next version, deletes versions beyond the limit, and redraws the preview.
 *
 * @param fields fields of the request
 * @throws ApiError see applyEdit; 403 for a suspended account, 409 for a closed one; 502 if the disk is unavailable
 */
export async function saveEdit(
  context: EditContext,
  before: HostedPage,
  { content, photos, bytes: ofContent, others }: Edit,
  fields: string[],
): Promise<HostedPage> {
  const { store, quota, disks, clock, key, log } = context;
  await requireOpenAccount(store, before.account);
  const folder = photos && photos.length > 0 ? randomUUID() : undefined;
  if (photos && folder) {
    const disk = await disks.private;
    await savePhotos(disk, { code: before.code, photos: folder }, photos).catch(throwStorageUnavailable);
  }
  const bytes = computeSizeAfter(before, content, others, ofContent);
  const revision = { at: clock.now(), key: key.id, fields };
  const changes: Changes = { ...content, ...(photos && { photos: folder }), ...others };
  const deleteFolders = (folders: string[]) =>
    deletePhotoFolders(disks.private, before.code, folders).catch((err: unknown) =>
      log.warn({ err, experience: before._id }, 'deleting unused photos failed'),
    );
  const after = await applyEdit(store, quota, before, changes, { revision, bytes }).catch(async (error: unknown) => {
    // Any other error leaves open whether the edit was written.
    if (folder && error instanceof ApiError) await deleteFolders([folder]);
    throw error;
  });
  await deleteFolders(await deleteVersions(store, quota, after));
  await redrawPreview(context, before, after);
  return after;
}

async function deletePhotoFolders(opening: Promise<Disk>, code: string, folders: readonly string[]): Promise<void> {
  if (folders.length === 0) return;
  const disk = await opening;
  for (const folder of folders) await disk.deleteAll(`${photoFolder(code)}/${folder}`);
}

/**
 * Returns the size of a page after an edit.
 *
 * @param ofContent size of the content and its photos, if they are new
 */
function computeSizeAfter(
  before: HostedPage,
  content: Edit['content'],
  others: Changes,
  ofContent: number | undefined,
): number {
  const { bytes, title, page, target } = before;
  const size = (part: object) => Buffer.byteLength(JSON.stringify(part));
  const sizeOfLinks = measureLinkFields({ ...before, ...others });
  if (ofContent !== undefined) return ofContent + sizeOfLinks;
  return Math.max(0, bytes - measureLinkFields(before) + sizeOfLinks + size(content) - size({ title, page, target }));
}

/**
 * Redraws the link preview of a page if its content has changed. The previous one is used until then, and if that fails: it is no reason
 * to undo the edit.
 */
async function redrawPreview(context: EditContext, before: HostedPage, after: HostedPage): Promise<void> {
  const { page, title, type, code, photos, account } = after;
  if (!page || (isDeepStrictEqual([page, title, photos], [before.page, before.title, before.photos]) && after.preview))
    return;
  try {
    const input = { page, title, type, code, ...(photos && { photos }) };
    // The id of the request is in use by the job that has read the content.
    const origin = { account, requestId: randomUUID() };
    const { preview } = await runInternalJob(context.sender, drawPreview, input, origin);
    if (preview) await replacePreview(context, after, preview);
  } catch (err) {
    context.log.warn({ err, experience: after._id }, 'redrawing a preview failed');
  }
}

/** Replaces the preview of a page, unless there has been another edit meanwhile. */
async function replacePreview(
  { store, quota, disks }: EditContext,
  page: HostedPage,
  preview: LinkPreview,
): Promise<void> {
  const { account, code, preview: old } = page;
  const deletePreview = async (unused: LinkPreview) => (await disks.private).delete(previewPath(code, unused));
  await quota
    .keep(account, preview.bytes, async () => {
      const { modifiedCount } = await store.experiences.updateOne(createUnchangedFilter(page), { $set: { preview } });
      if (modifiedCount === 0) throw errors.experienceChanged();
    })
    .catch(async (error: unknown) => {
      // Any other error leaves open whether the preview was written.
      if (error instanceof ApiError) await deletePreview(preview);
      throw error;
    });
  if (!old) return;
  await deletePreview(old);
  await quota.release(account, old.bytes);
}
