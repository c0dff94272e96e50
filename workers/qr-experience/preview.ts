import { LOGO_NUMBER, photoPath, previewPath } from '../../features/pages/index.js';
import { throwStorageUnavailable } from '../../shared/contract/errors.js';
import type { PageDocument } from '../../shared/contract/hosted-pages/document.js';
import { drawPreview } from '../../shared/queue/internal-jobs.js';
import { handleInternal } from '../handle.js';
import { createPreview } from '../lib/pages/preview.js';

/** Draws and stores the link preview of a page. The page is stored, hence valid. */
export default handleInternal(drawPreview, async ({ code, photos, page, ...content }, call) => {
  const disk = await call.disks.private;
  const logo = () => disk.getBytes(photoPath({ code, ...(photos && { photos }) }, LOGO_NUMBER));
  const drawn = await createPreview({ ...content, page: page as PageDocument }, logo, call);
  if (!drawn) return { preview: null };
  const { png, ...preview } = drawn;
  await disk.put(previewPath(code, preview.name), png, { contentType: 'image/png' }).catch(throwStorageUnavailable);
  return { preview };
});
