import type { ApiError } from '../../shared/contract/api-error.js';
import { PICTURES } from '../../shared/contract/bounds.js';
import { errors } from '../../shared/contract/errors.js';
import { encodePicture } from '../../shared/queue/internal-jobs.js';
import { handleInternal } from '../handle.js';
import { PictureRefused } from '../lib/pictures/decoder.js';
import { detectFormat, type RefusalReason } from '../lib/pictures/formats.js';

/** Re-encodes an uploaded picture in a limited process. */
export default handleInternal(encodePicture, async ({ data_base64 }, call) => {
  const file = Buffer.from(data_base64.replace(/^data:[^,]{0,100},/, ''), 'base64');
  if (file.length > PICTURES.bytes) throw refusals.too_large();
  const format = detectFormat(file, ['png', 'jpeg', 'webp'] as const);
  if (!format) throw errors.pictureUnreadable();
  const { side, pixels, work } = PICTURES;
  const order = { use: 'picture', format, file, side, pixels, work, background: '#ffffff' } as const;
  try {
    const { bytes, width, height } = await call.pictures.decode(order, call);
    return { data_base64: Buffer.from(bytes).toString('base64'), width, height };
  } catch (cause) {
    throw cause instanceof PictureRefused ? refusals[cause.reason](cause) : cause;
  }
});

const refusals: Readonly<Record<RefusalReason, (cause?: unknown) => ApiError>> = {
  unreadable: (cause) => errors.pictureUnreadable({}, cause),
  too_large: (cause) => errors.pictureTooLarge({ limit: PICTURES.pixels / 1e6 }, cause),
  too_costly: (cause) => errors.pictureTooCostly({}, cause),
};
