import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { errors } from '../../../shared/contract/errors.js';
import type { Logger } from '../../../shared/process/log.js';
import { drawPreview, runInternalJob } from '../../../shared/queue/internal-jobs.js';
import type { JobClient } from '../../../shared/queue/job-client.js';
import type { Disks } from '../../../shared/storage/disks.js';
import type { Quota } from '../../../shared/storage/quota.js';
import type { Caller } from '../../web/index.js';
import type { HostedPage, LinkPreview, PageCollections } from '../collections.js';
import { previewPath } from '../photos.js';
import { unchangedSince } from '../versions.js';

interface Dependencies {
  readonly disks: Disks;
  readonly log: Logger;
  readonly quota: Quota;
  readonly sender: JobClient;
  readonly store: Pick<PageCollections, 'experiences'>;
}

/**
 * Has the preview of a page drawn anew after an edit of what it shows. Until then, and where that fails, the one before serves: an
 * edit that is made is not undone for it.
 */
export async function redrawPreview(
  context: Dependencies & Caller,
  before: HostedPage,
  after: HostedPage,
): Promise<void> {
  const { page, title, type, code, photos, account } = after;
  if (!page || (isDeepStrictEqual([page, title, photos], [before.page, before.title, before.photos]) && after.preview))
    return;
  try {
    const input = { page, title, type, code, ...(photos && { photos }) };
    // The id of the request is taken by the job that has read the content.
    const origin = { account, requestId: randomUUID() };
    const { preview } = await runInternalJob(context.sender, drawPreview, input, origin);
    if (preview) await replacePreview(context, after, preview);
  } catch (err) {
    context.log.warn({ err, experience: after._id }, 'a preview was not renewed');
  }
}

/** Puts a preview in the place of the one before, unless there has been another edit meanwhile. */
async function replacePreview(
  { store, quota, disks }: Dependencies & Caller,
  hostedPage: HostedPage,
  preview: LinkPreview,
): Promise<void> {
  const { account, code, preview: old } = hostedPage;
  let unneeded: LinkPreview | undefined = preview;
  try {
    await quota.keep(account, preview.bytes, async () => {
      const { modifiedCount } = await store.experiences.updateOne(unchangedSince(hostedPage), { $set: { preview } });
      if (modifiedCount === 0) throw errors.experienceChanged();
    });
    unneeded = old;
    if (old) await quota.release(account, old.bytes);
  } finally {
    if (unneeded) await (await disks.private).delete(previewPath(code, unneeded.name));
  }
}
