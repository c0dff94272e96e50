import { BATCH, LARGEST_IMAGE_REPLY, LONGEST_QR_TEXT } from '../bounds.js';
import { endpoint, group } from '../endpoint.js';
import { errors } from '../errors.js';
import { integer, list, number, object, oneOf, optional, text, withDefault } from '../fields.js';
import { pageDocument, pageErrors } from '../hosted-pages/document.js';
import { agentDefaults, batchLook, imageErrors, imageFields, imageOptions, imagePayload, qrLook } from './qr-image.js';

const qrCodeGroup = group({
  id: 'qr-code',
  title: 'QR codes',
  summary: 'QR image rendering',
  bodyLimit: 8 * 1024 * 1024,
});

export const generate = endpoint(qrCodeGroup, {
  path: '/v1/qr-code/generate',
  pool: 'qr',
  credits: 0.01,
  summary: 'Render a QR code as SVG, PDF, PNG, JPG or WEBP',
  request: object(
    {
      type: withDefault(
        oneOf(['text', 'url', 'page'], { description: 'page keeps the page document and encodes its public address' }),
        'text',
      ),
      action: withDefault(oneOf(['generate']), 'generate'),
      qr_code_text: optional(
        text({
          description: 'The content to encode, as it is; required unless type is page',
          maxLength: LONGEST_QR_TEXT,
          tooLong: errors.qrTextTooLong,
        }),
      ),
      page: optional({ ...pageDocument, description: 'The QR page document; required for type page' }),
      ...imageFields,
    },
    { includes: [imageOptions] },
  ),
  rules: [
    {
      describe: 'qr_code_text is required unless type is page, then page is',
      check({ type, qr_code_text: content, page }) {
        if (type === 'page') return page ? undefined : errors.pageRequired();
        return content ? undefined : errors.qrTextRequired();
      },
    },
  ],
  response: imagePayload,
  largestReply: LARGEST_IMAGE_REPLY,
  answersFiles: true,
  // A saved image takes the place of one of the same name.
  effect: 'replaces',
  agentDefaults,
  errors: [errors.qrTextRequired, ...pageErrors, ...imageErrors],
  example: { request: { qr_code_text: 'https://example.com/menu', image_format: 'PNG', image_width: 300 } },
});

/** How many codes are asked for, in what was sent; a body that is wrong asks for one. */
const codesIn = ({ rows }: Readonly<Record<string, unknown>>): number =>
  Array.isArray(rows) ? Math.min(Math.max(rows.length, 1), BATCH.rows) : 1;

export const batch = endpoint(qrCodeGroup, {
  path: '/v1/qr-code/batch',
  pool: 'qr',
  credits: 0.01,
  per: { unit: 'code', count: codesIn },
  takesLong: true,
  // An archive travels as base64.
  largestReply: (BATCH.bytes * 4) / 3,
  summary: 'Render up to 1,000 QR codes of one look into a ZIP archive',
  request: object(
    {
      rows: list(
        object({
          qr_code_text: text({
            description: 'The content to encode, as it is',
            maxLength: LONGEST_QR_TEXT,
            tooLong: errors.qrTextTooLong,
          }),
          name: optional(text({ maxLength: BATCH.nameCharacters, description: 'What name_pattern may use' })),
          frame_text: optional(text({ maxLength: 80, description: 'Caption of this code, instead of that of all' })),
        }),
        { minItems: 1, maxItems: BATCH.rows, description: 'The codes' },
      ),
      name_pattern: withDefault(
        text({
          maxLength: BATCH.nameCharacters,
          description: 'Names of the files: {n} is the number of the row, {name} its name, {text} what it holds',
        }),
        'qr-{n}',
      ),
      ...batchLook,
    },
    { includes: [qrLook] },
  ),
  response: object({
    made: integer({ description: 'Codes in the archive' }),
    credits: number({ description: 'What was charged for them' }),
    mime: text(),
    bytes: integer({ description: 'Size of the archive; 0 when no code could be made' }),
    file_url: optional(text({ description: 'Where the archive can be fetched' })),
    file_path: optional(text({ description: 'Where it is on its disk' })),
    failed: list(
      object({
        row: integer({ description: 'Number of the row, from 1' }),
        error: text(),
        type: text(),
        param: optional(text({ description: 'The field of the row' })),
      }),
      { description: 'Rows of which no code was made, and why; they are not charged' },
    ),
  }),
  // An archive takes the place of one of the same name.
  effect: 'replaces',
  agentDefaults,
  errors: [...imageErrors, errors.qrBatchOutOfTime, errors.qrBatchFull],
  example: {
    request: {
      rows: [
        { qr_code_text: 'https://example.com/menu?table=1', name: 'Table 1' },
        { qr_code_text: 'https://example.com/menu?table=2', name: 'Table 2' },
      ],
      name_pattern: '{name}',
    },
  },
});
