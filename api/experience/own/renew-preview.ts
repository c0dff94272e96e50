import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { errors } from '../../../shared/contract/errors.js';
import type { Experience, Preview } from '../../../shared/experience/collections.js';
import { previewPath } from '../../../shared/experience/photos.js';
import { asItWas } from '../../../shared/experience/versions.js';
import { drawPreview, runInternalJob } from '../../../shared/queue/internal-jobs.js';
import type { AccountContext } from '../../account/answer.js';

/**
 * Has the preview of a page drawn anew after an edit of what it shows. Until then, and where that fails, the one before serves: an
 * edit that is made is not undone for it.
 */
export async function renewPreview(context: AccountContext, before: Experience, after: Experience): Promise<void> {
  const { page, title, type, code, photos, account } = after;
  if (!page || (isDeepStrictEqual([page, title, photos], [before.page, before.title, before.photos]) && after.preview))
    return;
  try {
    const input = { page, title, type, code, ...(photos && { photos }) };
    // The id of the request is taken by the job that has read the content.
    const origin = { account, requestId: randomUUID() };
    const { preview } = await runInternalJob(context.sender, drawPreview, input, origin);
    if (preview) await replace(context, after, preview);
  } catch (err) {
    context.log.warn({ err, experience: after._id }, 'a preview was not renewed');
  }
}

/** Puts a preview in the place of the one before, unless there has been another edit meanwhile. */
async function replace(
  { store, quota, disks }: AccountContext,
  experience: Experience,
  preview: Preview,
): Promise<void> {
  const { account, code, preview: old } = experience;
  let unneeded: Preview | undefined = preview;
  try {
    await quota.keep(account, preview.bytes, async () => {
      const { modifiedCount } = await store.experiences.updateOne(asItWas(experience), { $set: { preview } });
      if (modifiedCount === 0) throw errors.experienceChanged();
    });
    unneeded = old;
    if (old) await quota.release(account, old.bytes);
  } finally {
    if (unneeded) await (await disks.private).delete(previewPath(code, unneeded.name));
  }
}
