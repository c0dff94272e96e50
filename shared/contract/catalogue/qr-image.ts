import type { Static } from 'typebox';
import { BATCH, LONGEST_LOGO } from '../bounds.js';
import { errors } from '../errors.js';
import {
  colour,
  colourOrTransparent,
  flag,
  integer,
  named,
  nullable,
  object,
  oneOf,
  optional,
  text,
  withDefault,
} from '../fields.js';

const eyeColour = (which: string) => optional(colour({ description: `Colour of ${which}` }));

const eyeStyles = ['square', 'circle', 'rounded', 'cushion', 'leaf', 'teardrop'] as const;

/** How an image looks and what is done with it: request fields of every endpoint that makes a QR image. */
export const imageFields = {
  image_format: withDefault(oneOf(['SVG', 'PNG', 'JPG', 'WEBP', 'PDF']), 'SVG'),
  image_width: withDefault(
    integer({ minimum: 64, maximum: 4000, description: 'Width of the image in pixels, 96 to the inch in a PDF' }),
    500,
  ),
  foreground_color: withDefault(colour({ description: 'Colour of the dark modules' }), '#000000'),
  background_color: withDefault(
    colourOrTransparent({
      description: 'Colour of everything else; transparent is for light grounds, and not for JPG',
    }),
    '#FFFFFF',
  ),
  gradient_color: optional(
    colour({ description: 'A second colour: modules, and eyes without colours of their own, go over to it' }),
  ),
  gradient_type: withDefault(
    oneOf(['linear', 'radial'], { description: 'Along a line, or from the middle to the corners' }),
    'linear',
  ),
  gradient_angle: withDefault(
    integer({ minimum: 0, maximum: 359, description: 'Degrees, clockwise; 0 goes from left to right' }),
    0,
  ),
  body_style: withDefault(
    oneOf(['square', 'dot', 'rounded', 'leaf', 'soft-square', 'small-square', 'vertical-bars', 'horizontal-bars'], {
      description: 'Shape of the modules',
    }),
    'square',
  ),
  eye_style: withDefault(oneOf(eyeStyles, { description: 'Shape of the three eyes' }), 'square'),
  eye_ball_style: optional(oneOf(eyeStyles, { description: 'Shape of their pupils; by default that of the eyes' })),
  eye_outer_color: eyeColour('the rings of all eyes'),
  eye_inner_color: eyeColour('the pupils of all eyes'),
  eye1_outer_color: eyeColour('the ring of the top left eye'),
  eye1_inner_color: eyeColour('the pupil of the top left eye'),
  eye2_outer_color: eyeColour('the ring of the top right eye'),
  eye2_inner_color: eyeColour('the pupil of the top right eye'),
  eye3_outer_color: eyeColour('the ring of the bottom left eye'),
  eye3_inner_color: eyeColour('the pupil of the bottom left eye'),
  qr_code_logo: withDefault(
    oneOf(['no-logo', 'scan-me', 'scan-me-square', 'upload'], { description: 'What stands in the middle' }),
    'no-logo',
  ),
  logo_path: optional(text({ maxLength: 500, description: 'An image on the storage disk, with qr_code_logo upload' })),
  logo_data_base64: optional(
    text({
      description: 'A PNG, JPG, WebP or SVG image of at most 2 MiB in base64, with qr_code_logo upload',
      maxLength: LONGEST_LOGO,
      tooLong: errors.qrLogoTooLarge,
    }),
  ),
  frame_name: withDefault(
    oneOf(['no-frame', 'bottom-banner', 'top-header', 'speech-bubble', 'ribbon-tag', 'badge']),
    'no-frame',
  ),
  frame_color: withDefault(colour({ description: 'Colour of the frame' }), '#000000'),
  transparent_corners: withDefault(flag({ description: '1 paints nothing outside the frame; not for JPG' }), false),
  frame_text: optional(text({ maxLength: 80, description: 'Caption; SCAN ME when neither it nor an icon is given' })),
  frame_text_color: withDefault(colour({ description: 'Colour of caption and icon' }), '#FFFFFF'),
  frame_icon_name: optional(text({ maxLength: 64, description: 'File name of an icon of Bootstrap Icons, e.g. wifi' })),
  download: withDefault(flag({ description: '1 answers the image itself, as a file' }), false),
  save: withDefault(flag({ description: '1 keeps the image and answers file_url and file_path' }), false),
  storage_disk: withDefault(text({ maxLength: 40, description: 'Disk for logo_path and save' }), 'public'),
  storage_folder: optional(text({ maxLength: 200, description: 'Folder on the disk' })),
  filename: optional(text({ maxLength: 200, description: 'Name of the file; replaces an earlier one' })),
  filename_base: optional(text({ maxLength: 200, description: 'Start of a name that is made unique' })),
  include_bytes: optional(flag({ description: 'Whether the image is included as base64; by default 1, with save 0' })),
};

/** Agents see pictures made of pixels only. */
export const agentDefaults = { image_format: 'PNG' };

const imageRequest = object(imageFields);

const { download: _, image_width, save, include_bytes, ...look } = imageFields;

/** The image fields that say nothing of one image alone. */
export const qrLook = named(
  'QrLook',
  object(look, { description: 'How QR codes look whatever their size, and where they are kept' }),
);

/** The image fields but for `download`, which decides what is answered and not how it looks. */
export const imageOptions = named(
  'QrImageOptions',
  object(
    { ...look, image_width, save, include_bytes },
    { includes: [qrLook], description: 'How a QR image looks, and where it is kept' },
  ),
);

/** The image fields that the codes of a batch share: how they look, and where their archive is kept. */
export const batchLook = {
  ...look,
  image_width: withDefault(
    integer({
      minimum: 64,
      maximum: BATCH.width,
      description: 'Width of each image in pixels, 96 to the inch in a PDF; SVG and PDF are sharp at any size',
    }),
    500,
  ),
};

/** The image fields of a request, as a handler gets them. */
export type ImageRequest = Static<typeof imageRequest>;

/** The image payload: response fields of every endpoint that makes a QR image. */
export const imagePayload = named(
  'QrImage',
  object(
    {
      mime: text(),
      ext: text(),
      width: integer({ description: 'Pixels' }),
      height: integer({ description: 'Pixels' }),
      saved: flag(),
      file_url: optional(text({ description: 'Where the saved image can be fetched' })),
      file_path: optional(text({ description: 'Where it is on its disk' })),
      scan_url: nullable(text({ description: 'What a scanner opens; null when the content is not a URL' })),
      meta: object({
        format: text(),
        logo: text(),
        shape: object({ body: text(), eye: text(), ball: text() }),
        colors: object({
          foreground: text(),
          background: text(),
          gradient: nullable(text()),
          eye_outer: nullable(text()),
          eye_inner: nullable(text()),
          eye1_outer: nullable(text()),
          eye1_inner: nullable(text()),
          eye2_outer: nullable(text()),
          eye2_inner: nullable(text()),
          eye3_outer: nullable(text()),
          eye3_inner: nullable(text()),
        }),
        frame: object({
          name: text(),
          color: nullable(text()),
          text: nullable(text()),
          textColor: nullable(text()),
          icon: nullable(text()),
        }),
        download: flag(),
        saved: flag(),
        type: text(),
        page: nullable(object({ version: integer() })),
      }),
      data_base64: nullable(text()),
    },
    { description: 'A QR image and how it was made' },
  ),
);

export type ImagePayload = Static<typeof imagePayload>;

/** What can be wrong with an image's fields beyond a single value. */
export const imageErrors = [
  errors.qrTextTooLong,
  errors.qrContrastTooLow,
  errors.qrColourUnreadable,
  errors.qrTooSmallToScan,
  errors.qrTooLargeToPaint,
  errors.qrTooManyOutlines,
  errors.qrNotTransparent,
  errors.qrCaptionNotDrawable,
  errors.qrCaptionTooLong,
  errors.qrFrameIconUnknown,
  errors.qrLogoRequired,
  errors.qrLogoTooLarge,
  errors.qrLogoUnreadable,
  errors.qrLogoHasText,
  errors.qrLogoTooManyPixels,
  errors.qrLogoTooComplex,
  errors.qrLogoTooCostly,
  errors.qrLogoNotFound,
  errors.qrDiskUnknown,
  errors.storageUnavailable,
  errors.storageFull,
];
