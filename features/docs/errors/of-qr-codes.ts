import {
  BATCH,
  DEEPEST_BLOCKS,
  LARGEST_META,
  LOGO,
  LONGEST_PAGE,
  MOST_BLOCKS,
  MOST_VERSIONS,
  PHOTOS,
} from '../../../shared/contract/bounds.js';
import type { ErrorName, Explanation } from './explanation.js';

/** Errors of QR codes and of the pages behind them. */
export const ofQrCodes = {
  ifMatchRequired: {
    cause:
      'The request would change a hosted page, and does not say which version of it: an edit that somebody else has made meanwhile would be lost without a word.',
    remedy:
      'Send the `etag` that you have read as the header `If-Match`, or as the field `if_match`; `*` changes whatever there is.',
  },
  experienceChanged: {
    cause: 'The hosted page has been edited, or deleted, since you have read the version that `If-Match` names.',
    remedy: 'Read it again, see what was changed, and send your edit with the new `etag`.',
  },
  versionUnknown: {
    cause: `The hosted page has no version of this number, or it is older than the ${MOST_VERSIONS} that are kept.`,
    remedy: 'Take the number from `GET /v1/qr-experience/{id}/versions`.',
    example: { version: 3 },
  },
  slugTaken: {
    cause:
      'Another hosted page has this slug, or a slug or code that looks like it: `0` and `o`, `1`, `i` and `l`, `5` and `s` are the same here, and hyphens do not count. A deleted page keeps its slug for its account.',
    remedy: 'Choose another slug.',
  },
  slugReserved: {
    cause:
      'The slug would pass for the platform, for a well-known brand, or for a service that deals with accounts and money. Digits that stand for letters are read as letters.',
    remedy:
      'Choose another slug, such as the name of your shop. If the name is yours, ask the operator of the platform to assign it.',
    example: { slug: 'paypal-login' },
  },
  slugLikeCode: {
    cause:
      'The slug has 10 characters, at least one of them a digit, without a hyphen: the codes of hosted pages look like that.',
    remedy: 'Add a hyphen, or use more or fewer than 10 characters.',
    example: { slug: 'trattoria1' },
  },
  slugBlocked: {
    cause:
      'The hosted page with this slug was taken down by an operator. The slug stays blocked, also after the page is deleted.',
    remedy:
      'Choose another slug. If the page was taken down by mistake, ask the operator of the platform to restore it.',
    example: { slug: 'trattoria-lucia' },
  },
  fieldOfAnotherType: {
    cause:
      'What was sent belongs to hosted pages of another type: a page has `page`, a `url` has a `target`, all others `content`.',
    remedy:
      'Leave the field out, or send it to a hosted page of its type. The type of a printed code stays what it is.',
    example: { field: 'target', type: 'page' },
  },
  qrTextTooLong: {
    cause: 'The text has more bytes than fit into a QR code: 2,331, or 1,273 beside a logo.',
    remedy: 'Shorten it, or put it on a [hosted page](/docs/qr-experience) and let the code lead there.',
  },
  qrBatchOutOfTime: {
    cause:
      'It stands in the list of a batch: the other codes took all the time that a batch has. The row is not charged.',
    remedy: 'Send the rows that failed as another batch, smaller images, or fewer rows at a time.',
  },
  qrBatchFull: {
    cause: `It stands in the list of a batch: with this code, all images together would be larger than ${BATCH.bytes / 1024 ** 2} MiB. The row is not charged.`,
    remedy: 'Send the rows that failed as another batch, smaller images, or another format.',
    example: { limit: BATCH.bytes / 1024 ** 2 },
  },
  qrTextRequired: {
    cause: 'The request does not say what the code is to hold.',
    remedy: 'Send `qr_code_text`, or `page` with the type `page`.',
  },
  qrContrastTooLow: {
    cause: 'Foreground and background are too alike for cameras to tell them apart.',
    remedy: 'Make the darker of the two darker, or the lighter one lighter.',
    example: { ratio: '1.84' },
  },
  qrColourUnreadable: {
    cause: 'One colour is much closer to the background than the others, or on its other side: some dark, some light.',
    remedy: 'Give foreground and eyes colours that are all about as dark, on a light background.',
    example: { colour: '#ffcc00' },
  },
  qrTooSmallToScan: {
    cause: 'The content needs so many modules that each would be too small to be read in an image of this width.',
    remedy: 'Send the `image_width` that the message names, or shorter content. Square modules need the fewest pixels.',
    example: { least: 420 },
  },
  qrTooLargeToPaint: {
    cause:
      'Every pixel of such an image is painted and encoded by itself, which takes too much work in one so wide, or leaves ' +
      'too little for a logo of many pixels or bytes.',
    remedy:
      'Send a smaller `image_width`, or the `image_format` SVG or PDF, which are sharp at any size; where the message ' +
      'names the logo, a smaller one: flat, or some 400 pixels of a photo.',
    example: { most: 1200, what: 'gradient' },
  },
  qrTooManyOutlines: {
    cause: 'The code has so many modules that drawing the outline of each takes too much work, and makes a heavy file.',
    remedy: 'Send a shorter text, the `body_style` `square`, or the `image_format` `SVG`.',
    example: { body: 'rounded' },
  },
  qrNotTransparent: {
    cause: 'The background or the corners are to be transparent, in a format that always paints every pixel.',
    remedy: 'Send another `image_format`, or a `background_color`.',
  },
  qrCaptionNotDrawable: {
    cause: 'The caption has letters that the built-in font does not have, or cannot join as their script needs it.',
    remedy: 'Write it in Latin, Greek, Cyrillic, Armenian or Georgian letters, or use an icon.',
    example: { script: 'Arabic' },
  },
  qrCaptionTooLong: {
    cause: 'The caption does not fit into the frame, not even on two lines.',
    remedy: 'Shorten it.',
  },
  qrFrameIconUnknown: {
    cause: 'There is no icon of this name.',
    remedy: 'Send the name of an icon of Bootstrap Icons, such as `wifi` or `cup-hot`.',
    example: { icon: 'wi-fi' },
  },
  qrLogoRequired: {
    cause: '`qr_code_logo` is `upload`, and no logo came with the request.',
    remedy: 'Send `logo_data_base64`, or `logo_path` for one that you have saved.',
  },
  qrLogoTooLarge: {
    cause: 'The file of the logo has more than 2 MiB.',
    remedy: 'Scale it down: a logo is never more than 1,024 pixels wide in a code.',
  },
  qrLogoUnreadable: {
    cause: 'The file is none of the four formats, is damaged, or was not encoded as base64.',
    remedy: 'Open it in an image program, save it as PNG and encode the bytes of the file in base64.',
  },
  qrLogoTooManyPixels: {
    cause: 'The file is small, but unpacks to too many pixels, or is in a format that takes much work to read.',
    remedy: 'Scale it down to 1,024 pixels, and save it as PNG or plain JPG.',
    example: { limit: LOGO.pixels / 1e6 },
  },
  qrLogoTooComplex: {
    cause: 'The drawing has more shapes, points or layers than a logo may.',
    remedy: 'Simplify it, or save it as PNG.',
    example: { what: 'elements' },
  },
  qrLogoTooCostly: {
    cause: 'The drawing keeps within the bounds on its parts, but painting it took too long all the same.',
    remedy: 'Leave out masks, clips and overlapping transparent groups, or save it as PNG.',
  },
  qrLogoNotFound: {
    cause: 'No file of yours lies at this path of the disk.',
    remedy: 'Use `file_path` of the answer that saved it, with the same `storage_disk`.',
  },
  qrLogoHasText: {
    cause: 'The drawing has text, which would look different on every machine.',
    remedy: 'Convert the text to outlines in your drawing program.',
  },
  qrDiskUnknown: {
    cause: 'There is no storage disk of this name.',
    remedy: 'Send one that the message names, or leave it out for `public`.',
    example: { disks: 'public' },
  },
  storageUnavailable: {
    cause: 'The disk or bucket for saved images could not be reached.',
    remedy: 'Try again shortly, or leave `save` out: the image itself comes in the answer.',
  },

  pageRequired: {
    cause: 'The type is `page`, and there is no page in the request.',
    remedy: 'Send `page`, with `version` and `blocks`.',
  },
  pageVersionRequired: {
    cause: 'The page does not say which version of the format it is written in.',
    remedy: 'Send `"version": 1` in `page`.',
  },
  pageBlocksRequired: {
    cause: 'The page has no list of blocks.',
    remedy: 'Send `blocks` in `page`: a list of what it shows, in order.',
  },
  pageTooLarge: {
    cause: 'The texts of the page are longer than a page may be.',
    remedy: 'Shorten them, or divide them among several pages with links between them.',
    example: { limit: LONGEST_PAGE },
  },
  blockTypeUnknown: {
    cause: 'A block has a type that does not exist. Capitals count: `socialLinks`, not `sociallinks`.',
    remedy: 'Use a type from the [list of blocks](/docs/blocks).',
    example: { path: 'page.blocks[0]', types: 'hero, gallery, appBadges, …' },
  },
  tooManyBlocks: {
    cause: 'The page has more blocks than a page may, those inside others included.',
    remedy: 'Put texts together into one block, or divide the page.',
    example: { limit: MOST_BLOCKS },
  },
  blocksTooDeep: {
    cause: 'Blocks stand inside blocks too often.',
    remedy: 'Put `children` on a higher level: they look the same there.',
    example: { limit: DEEPEST_BLOCKS },
  },
  contentRequired: {
    cause: 'Every type but `page` takes what it shows from `content`, and there is none.',
    remedy: 'Send `content` with the [fields of the type](/docs/blocks#types).',
    example: { type: 'coupon' },
  },
  photoUnreadable: {
    cause: 'The photo is none of the three formats, is damaged, or was not encoded as base64.',
    remedy: 'Save it as JPG and encode the bytes of the file in base64.',
  },
  photoTooLarge: {
    cause: 'The photo has too many pixels, by itself or together with the others of the page.',
    remedy: 'Scale it down: a photo is shown no wider than a phone.',
    example: { limit: PHOTOS.pixels / 1e6 },
  },
  photoTooCostly: {
    cause: 'The photo keeps within the bounds, but reading it took too long all the same.',
    remedy: 'Scale it down and save it as a baseline JPG, not a progressive one.',
  },
  tooManyPhotos: {
    cause: 'The contacts of the page have more photos than a page may.',
    remedy: 'Leave some out, or make a page for each contact.',
    example: { limit: PHOTOS.count },
  },
  experienceUnknown: {
    cause: 'None of your pages has this id, or this type and code.',
    remedy: 'Use `experience` of the answer that created it. Type and code go together.',
  },
  experienceNotNamed: {
    cause: 'The request names the page in both ways, or in neither.',
    remedy: 'Send `experience_id`, or `type` and `code`.',
  },
  metaTooLarge: {
    cause: '`meta` holds more than is kept of an event.',
    remedy: 'Send what you count by, and keep the rest yourself.',
    example: { limit: LARGEST_META },
  },
  eventFromElsewhere: {
    cause: 'A page of another site reported an event of a hosted page.',
    remedy: 'Log what happens elsewhere with [event](/docs/qr-scan#event), from your server.',
  },
} satisfies Partial<Record<ErrorName, Explanation>>;
