import { LOGO_NUMBER, photoPath, previewPath } from '../../features/pages/index.js';
import { throwStorageUnavailable } from '../../shared/contract/errors.js';
import type { PageDocument } from '../../shared/contract/hosted-pages/document.js';
import { drawPreview } from '../../shared/queue/internal-jobs.js';
import { handleInternal } from '../handle.js';
import { createPreview } from '../lib/pages/make-preview.js';

/** The page is one that is kept: a worker has read it before. */
export default handleInternal(drawPreview, async ({ code, photos, page, ...shown }, call) => {
  const disk = await call.disks.private;
  const logo = () => disk.getBytes(photoPath({ code, ...(photos && { photos }) }, LOGO_NUMBER));
  const made = await createPreview({ ...shown, page: page as PageDocument }, logo, call);
  if (!made) return { preview: null };
  const { png, ...preview } = made;
  await disk.put(previewPath(code, preview.name), png, { contentType: 'image/png' }).catch(throwStorageUnavailable);
  return { preview };
});
