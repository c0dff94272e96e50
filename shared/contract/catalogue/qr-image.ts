import type { Static } from 'typebox';
import { LOGO_PERCENT, LONGEST_LOGO } from '../bounds.js';
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

const eyeColour = (which: string) => optional(colour({ description: `Colour of ${which}`, advanced: true }));

/** Shapes of modules. Pictures of all styles are in `dist/data/qr-swatches.svg`: see `workers/lib/qr/swatches.ts`. */
export const bodyStyles = [
  ...['square', 'dot', 'rounded', 'leaf', 'soft-square', 'small-square', 'vertical-bars', 'horizontal-bars'],
  ...['fluid', 'leaf-smooth', 'cut-corners', 'cut-corners-smooth', 'pointed', 'pointed-smooth', 'notched'],
  ...['scooped', 'scooped-leaf', 'diamond', 'octagon', 'plus', 'star', 'sparkle', 'flower', 'heart'],
] as const;

const eyeShapes = [
  ...['square', 'circle', 'rounded', 'cushion', 'leaf', 'teardrop', 'squircle', 'petal', 'arch', 'shield', 'cut'],
  ...['pointed', 'notched', 'scooped'],
] as const;

/** Shapes of eyes. */
export const eyeStyles = [...eyeShapes, 'round-inside', 'round-outside', 'cut-inside', 'cut-outside'] as const;

/** Shapes of pupils. */
export const pupilStyles = [...eyeShapes, 'diamond', 'plus', 'star', 'flower', 'heart'] as const;

/** Kinds of gradients, logos and frames. */
export const gradientTypes = ['linear', 'radial'] as const;
export const logoTypes = ['no-logo', 'scan-me', 'scan-me-square', 'icon', 'icon-square', 'upload'] as const;
export const frameNames = [
  ...['no-frame', 'bottom-banner', 'top-header', 'speech-bubble', 'ribbon-tag', 'badge'],
] as const;

/** Fonts of captions. */
export const captionFonts = ['dejavu', 'rubik', 'lora', 'nunito'] as const;

/** Design and output of an image: request fields of every endpoint that renders a QR image. */
export const imageFields = {
  image_format: withDefault(
    oneOf(['SVG', 'PNG', 'JPG', 'WEBP', 'PDF'], { description: 'Format of the image', brief: 'Default PNG' }),
    'SVG',
  ),
  image_width: withDefault(
    integer({
      minimum: 64,
      maximum: 4000,
      description: 'Width of the image in pixels; 96 per inch in a PDF',
      brief: 'Pixels',
    }),
    500,
  ),
  foreground_color: withDefault(colour({ description: 'Colour of the dark modules', brief: 'Hex colour' }), '#000000'),
  background_color: withDefault(
    colourOrTransparent({
      description: 'Background colour; transparent needs a light surface behind the code, and another format than JPG',
      brief: 'Hex colour or transparent',
    }),
    '#FFFFFF',
  ),
  gradient_color: optional(
    colour({
      description: 'Second colour of a gradient over the modules, and over eyes without a colour of their own',
      advanced: true,
    }),
  ),
  gradient_type: withDefault(
    oneOf(gradientTypes, {
      description: 'Direction of the gradient: along a line, or from the centre to the corners',
      advanced: true,
    }),
    'linear',
  ),
  gradient_angle: withDefault(
    integer({
      minimum: 0,
      maximum: 359,
      description: 'Angle of a linear gradient in degrees, clockwise; 0 runs from left to right',
      advanced: true,
    }),
    0,
  ),
  body_style: withDefault(
    oneOf(bodyStyles, { description: 'Shape of the modules', brief: 'e.g. dot, rounded, leaf, fluid, diamond, heart' }),
    'square',
  ),
  margin: withDefault(
    integer({
      minimum: 4,
      maximum: 20,
      description: 'Quiet zone around the code, in modules; codes need at least 4 to be scanned',
      advanced: true,
    }),
    4,
  ),
  eye_style: withDefault(oneOf(eyeStyles, { description: 'Shape of the three eyes', advanced: true }), 'square'),
  eye_ball_style: optional(
    oneOf(pupilStyles, { description: 'Shape of the pupils; defaults to that of eye_style', advanced: true }),
  ),
  eye_outer_color: eyeColour('the rings of all eyes'),
  eye_inner_color: eyeColour('the pupils of all eyes'),
  eye1_outer_color: eyeColour('the ring of the top left eye'),
  eye1_inner_color: eyeColour('the pupil of the top left eye'),
  eye2_outer_color: eyeColour('the ring of the top right eye'),
  eye2_inner_color: eyeColour('the pupil of the top right eye'),
  eye3_outer_color: eyeColour('the ring of the bottom left eye'),
  eye3_inner_color: eyeColour('the pupil of the bottom left eye'),
  qr_code_logo: withDefault(
    oneOf(logoTypes, {
      description: 'Logo in the centre; icon draws logo_icon_name on a disc, icon-square on a rounded square',
      brief: 'Logo; icon needs logo_icon_name',
    }),
    'no-logo',
  ),
  logo_icon_name: optional(
    text({
      maxLength: 64,
      description: 'Name of an icon from Bootstrap Icons, e.g. instagram, for qr_code_logo icon and icon-square',
      brief: 'Bootstrap icon, e.g. instagram',
    }),
  ),
  logo_color: optional(
    colour({ description: 'Colour of the disc or square under an icon; defaults to foreground_color', advanced: true }),
  ),
  logo_size: withDefault(
    integer({
      minimum: LOGO_PERCENT.least,
      maximum: LOGO_PERCENT.most,
      description:
        'Size of the logo in percent of the side of the code; of a logo that is not square, for one of its area',
      advanced: true,
    }),
    LOGO_PERCENT.most,
  ),
  logo_path: optional(
    text({
      maxLength: 500,
      description: 'Path of a logo on the storage disk, for qr_code_logo upload',
      advanced: true,
    }),
  ),
  logo_data_base64: optional(
    text({
      description: 'Logo in base64, for qr_code_logo upload: PNG, JPG, WebP or SVG, at most 2 MiB',
      advanced: true,
      maxLength: LONGEST_LOGO,
      tooLong: errors.qrLogoTooLarge,
    }),
  ),
  logo_picture: optional(
    text({
      maxLength: 60,
      description: 'Id of one of your pictures as the logo, for qr_code_logo upload',
      advanced: true,
    }),
  ),
  frame_name: withDefault(oneOf(frameNames, { description: 'Frame around the code', brief: '' }), 'no-frame'),
  frame_color: withDefault(colour({ description: 'Colour of the frame', advanced: true }), '#000000'),
  transparent_corners: optional(
    flag({
      description:
        '1 leaves the area outside the frame transparent, 0 paints it in background_color; defaults to 1, and to 0 for JPG',
      advanced: true,
    }),
  ),
  frame_text: optional(
    text({ maxLength: 80, description: 'Caption; defaults to SCAN ME if there is no icon either', brief: '' }),
  ),
  frame_text_color: withDefault(
    colour({ description: 'Colour of the caption and the icon', advanced: true }),
    '#FFFFFF',
  ),
  frame_font: withDefault(oneOf(captionFonts, { description: 'Font of the caption', advanced: true }), 'dejavu'),
  frame_icon_name: optional(
    text({ maxLength: 64, description: 'Name of an icon from Bootstrap Icons, e.g. wifi', advanced: true }),
  ),
  download: withDefault(flag({ description: '1 returns the image itself, as a file', advanced: true }), false),
  save: withDefault(
    flag({
      description: '1 stores the image and returns file_url and file_path',
      brief: 'Stores it and returns file_url',
    }),
    false,
  ),
  storage_disk: withDefault(
    text({ maxLength: 40, description: 'Storage disk for logo_path and save', advanced: true }),
    'public',
  ),
  storage_folder: optional(text({ maxLength: 200, description: 'Folder on the storage disk', advanced: true })),
  filename: optional(text({ maxLength: 200, description: 'File name; an existing file is replaced', advanced: true })),
  filename_base: optional(text({ maxLength: 200, description: 'Beginning of a unique file name', advanced: true })),
  include_bytes: optional(
    flag({ description: '1 includes the image as base64; defaults to 1, or to 0 with save', advanced: true }),
  ),
};

/** Agents can only see raster images. */
export const agentDefaults = { image_format: 'PNG' };

const imageRequest = object(imageFields);

const { download: _, ...options } = imageFields;

/** Image fields without `download`, which selects the type of the response. */
export const imageOptions = named(
  'QrImageOptions',
  object(options, { description: 'Design and size of a QR image, and where it is stored' }),
);

/** Validated image fields of a request. */
export type ImageRequest = Static<typeof imageRequest>;

/** Options that an image was rendered with. It has a name since generators build an included object twice otherwise. */
const imageMeta = named(
  'QrImageMeta',
  object({
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
    encoded_text: text({ description: 'Text in the code, which scanners read' }),
    page: nullable(object({ version: integer() })),
  }),
);

/** Response fields of every endpoint that renders a QR image. */
export const imagePayload = named(
  'QrImage',
  object(
    {
      mime: text({ description: 'Media type of the image' }),
      ext: text({ description: 'File extension of the image' }),
      width: integer({ description: 'Width in pixels' }),
      height: integer({ description: 'Height in pixels' }),
      saved: flag({ description: 'True if the image was stored' }),
      file_url: optional(text({ description: 'URL of the saved image' })),
      file_path: optional(text({ description: 'Path of the saved image on its storage disk' })),
      scan_url: nullable(text({ description: 'URL that a scanner opens; null if the content is not a URL' })),
      meta: imageMeta,
      data_base64: nullable(text({ description: 'Image as base64; null if include_bytes is 0' })),
    },
    { description: 'QR image and the options it was rendered with' },
  ),
);

export type ImagePayload = Static<typeof imagePayload>;

/** Errors of the fields of an image beyond invalid values. */
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
  errors.qrLogoIconRequired,
  errors.qrLogoIconUnknown,
  errors.qrLogoRequired,
  errors.qrLogoTooLarge,
  errors.qrLogoUnreadable,
  errors.qrLogoHasText,
  errors.qrLogoTooManyPixels,
  errors.qrLogoTooComplex,
  errors.qrLogoTooCostly,
  errors.qrLogoNotFound,
  errors.logoPictureUnknown,
  errors.qrDiskUnknown,
  errors.storageUnavailable,
  errors.storageFull,
];
