import type { ImagePayload, ImageRequest } from '../../../shared/contract/catalogue/qr-image.js';
import { type Call, FileAnswer } from '../../handle.js';
import { fileBase } from './filename.js';
import { asPayload, type Encoded } from './payload.js';
import { readDesign } from './read-design.js';
import { type QrImage, render } from './render.js';
import { saveImage } from './save.js';

/**
 * Does what the image fields of a request ask for: renders, saves, answers.
 *
 * @throws ApiError for everything about the image that cannot be
 */
export async function makeImage(
  encoded: Encoded,
  request: ImageRequest,
  { account, disks }: Pick<Call, 'account' | 'disks'>,
): Promise<ImagePayload | FileAnswer> {
  const design = await readDesign(request, account, disks);
  const image = await render(encoded.text, design, request.image_format, request.image_width);
  const saved = request.save ? await saveImage(image, request, account, disks) : undefined;
  return request.download ? asFile(image, request) : asPayload(image, request, design, encoded, saved);
}

const asFile = (image: QrImage, { filename, filename_base }: ImageRequest): FileAnswer =>
  new FileAnswer(image.mime, `${fileBase(filename ?? filename_base)}.${image.ext}`, image.bytes);
