import Type, { type Static } from 'typebox';
import { named, object } from '../fields.js';
import { type ImageRequest, imageFields } from './qr-image.js';

const {
  image_format,
  image_width,
  download,
  save,
  storage_disk,
  storage_folder,
  filename,
  filename_base,
  include_bytes,
  logo_path,
  logo_data_base64,
  ...drawingFields
} = imageFields;

/** Fields of the file that a code is drawn into. */
export const codeFileFields = { image_format, image_width };

/** Design of a code: the fields of an image that say how it is drawn, whatever its format and size. */
export const qrDesign = named(
  'QrDesign',
  Type.Partial(object(drawingFields), { description: 'Design of a QR code, by the fields of an image' }),
);

export type QrDesign = Static<typeof qrDesign>;

/**
 * Returns the design of an image, without fields that have their default value. An uploaded logo that is no stored picture is not part
 * of it.
 */
export function pickDesign(request: Partial<ImageRequest>): QrDesign {
  const sent = new Map<string, unknown>(Object.entries(request));
  const isUnknownLogo = sent.get('qr_code_logo') === 'upload' && !sent.get('logo_picture');
  const chosen = Object.entries(drawingFields).flatMap(([name, field]) => {
    const value = sent.get(name);
    const isDefault = value === undefined || ('default' in field && field.default === value);
    return isDefault || (isUnknownLogo && name === 'qr_code_logo') ? [] : [[name, value]];
  });
  return Object.fromEntries(chosen);
}
