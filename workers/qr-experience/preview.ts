import { LOGO_NUMBER, photoPath } from '../../features/pages/index.js';
import type { PageDocument } from '../../shared/contract/hosted-pages/document.js';
import { drawPreview } from '../../shared/queue/internal-jobs.js';
import { handleInternal } from '../handle.js';
import { createPreview, savePreview, withoutFile } from '../lib/pages/preview.js';
import { createPictureReader } from '../lib/pages/stored-pictures.js';

/** Draws and stores the link preview of a page. The page is stored, hence valid. */
export default handleInternal(drawPreview, async ({ code, photos, page, ...content }, call) => {
  const disk = await call.disks.private;
  const logo = () => disk.getBytes(photoPath({ code, ...(photos && { photos }) }, LOGO_NUMBER));
  const pictures = { logo, readPicture: createPictureReader(call) };
  const drawn = await createPreview({ ...content, page: page as PageDocument }, pictures, call);
  if (!drawn) return { preview: null };
  await savePreview(disk, code, drawn);
  return { preview: withoutFile(drawn) };
});
