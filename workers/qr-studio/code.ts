import { ApiError } from '../../shared/contract/api-error.js';
import { imageFields } from '../../shared/contract/catalogue/qr-image.js';
import { object } from '../../shared/contract/fields.js';
import { readFields } from '../../shared/contract/input.js';
import { drawCode, type InputOf } from '../../shared/queue/internal-jobs.js';
import { type Call, FileAnswer, handleInternal } from '../handle.js';
import { makeImage } from '../lib/qr/make-image.js';
import type { EncodedContent } from '../lib/qr-content/encode-content.js';
import { createPlaceholder, readText } from '../lib/qr-studio/draft-content.js';
import { readValidParts } from '../lib/qr-studio/read-valid-parts.js';

const image = object(imageFields);

type Order = InputOf<typeof drawCode>;

/** Draws the code of a page or of a draft. */
export default handleInternal(drawCode, async (order, call) => {
  const encoded = order.is_preview ? await readPreviewText(order, call) : await readText(order, call);
  const draw = async (design: object) => {
    const { image_format, image_width } = order;
    const request = readFields(image, { ...design, image_format, image_width, download: false, save: false }, 422);
    const drawn = await makeImage({ ...encoded, type: order.type, scanUrl: null, page: null }, request, call);
    if (drawn instanceof FileAnswer) throw new TypeError('Unexpected file');
    return { mime: drawn.mime, ext: drawn.ext, data_base64: drawn.data_base64 ?? '' };
  };
  if (!order.is_preview) return draw(order.design);
  const { read } = await readValidParts(order.design, draw);
  return read ?? draw({});
});

/** Returns the URL of a page, which is free to show; a placeholder for all content that is encoded itself. */
async function readPreviewText(order: Order, call: Call): Promise<EncodedContent> {
  try {
    const { isUrl, ...encoded } = await readText(order, call);
    return isUrl ? encoded : { ...encoded, text: createPlaceholder(encoded.text) };
  } catch (error) {
    if (error instanceof ApiError && error.status < 500) return { text: createPlaceholder('') };
    throw error;
  }
}
