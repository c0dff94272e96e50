import type { ApiError } from '../api-error.js';
import { BATCH, LARGEST_IMAGE_REPLY } from '../bounds.js';
import { endpoint, group } from '../endpoint.js';
import { errors, FIELD_ERRORS, invalidInput } from '../errors.js';
import { integer, list, number, object, oneOf, optional, text, varying, withDefault } from '../fields.js';
import { pageDocument, pageErrors } from '../hosted-pages/document.js';
import { codeVariants, directTypes, isDirectType, qrContent, qrText, rowVariants } from '../qr-content/contents.js';
import { agentDefaults, batchLook, imageErrors, imageFields, imageOptions, imagePayload, qrLook } from './qr-image.js';

const qrCodeGroup = group({
  id: 'qr-code',
  title: 'QR codes',
  summary: 'QR code images, one at a time or in batches',
  bodyLimit: 8 * 1024 * 1024,
});

export const generate = endpoint(qrCodeGroup, {
  path: '/v1/qr-code/generate',
  pool: 'qr',
  credits: 0.01,
  summary: 'Renders a QR code as SVG, PDF, PNG, JPG or WEBP',
  request: varying(
    object(
      {
        type: withDefault(
          oneOf(['text', 'url', 'page', ...directTypes], {
            description: 'Type of content; page stores the page document and encodes its public URL',
          }),
          'text',
        ),
        action: withDefault(oneOf(['generate']), 'generate'),
        qr_code_text: optional(qrText),
        content: optional(qrContent),
        page: optional({ ...pageDocument, description: 'QR page document; required for type page' }),
        ...imageFields,
      },
      { includes: [imageOptions] },
    ),
    codeVariants,
  ),
  rules: [
    {
      describe: 'qr_code_text is required for the types text and url, page for type page, content for all others',
      check({ type, qr_code_text: encoded, content, page }) {
        if (type === 'page') return page ? undefined : errors.pageRequired();
        if (isDirectType(type)) return content === undefined ? errors.contentRequired({ type }) : undefined;
        return encoded ? undefined : errors.qrTextRequired();
      },
    },
  ],
  response: imagePayload,
  largestReply: LARGEST_IMAGE_REPLY,
  batch: {},
  answersFiles: true,
  // A saved image replaces one of the same name.
  effect: 'replaces',
  agentDefaults,
  errors: [errors.qrTextRequired, errors.contentRequired, ...pageErrors, ...imageErrors],
  example: { request: { qr_code_text: 'https://example.com/menu', image_format: 'PNG', image_width: 300 } },
});

/** Counts the codes that a body requests; an invalid body counts as one. */
const codesIn = ({ rows }: Readonly<Record<string, unknown>>): number =>
  Array.isArray(rows) ? Math.min(Math.max(rows.length, 1), BATCH.rows) : 1;

/** Finds the field that a row of its type needs and does not have. */
function findMissing(
  row: { type: string; qr_code_text?: string; content?: unknown },
  at: string,
): ApiError | undefined {
  const field = isDirectType(row.type) ? 'content' : 'qr_code_text';
  if (row[field] !== undefined) return undefined;
  return invalidInput(422, `${at}.${field} is required`, `${at}.${field}`, FIELD_ERRORS.missing);
}

export const batch = endpoint(qrCodeGroup, {
  path: '/v1/qr-code/batch',
  pool: 'qr',
  credits: 0.01,
  per: { unit: 'code', count: codesIn },
  takesLong: true,
  // The archive is sent in base64.
  largestReply: (BATCH.bytes * 4) / 3,
  summary: 'Renders up to 1,000 QR codes of the same design into a ZIP archive',
  request: object(
    {
      rows: list(
        varying(
          object({
            type: withDefault(oneOf(['text', 'url', ...directTypes], { description: 'Type of content' }), 'text'),
            qr_code_text: optional(qrText),
            content: optional(qrContent),
            name: optional(text({ maxLength: BATCH.nameCharacters, description: 'Name for {name} in name_pattern' })),
            frame_text: optional(
              text({ maxLength: 80, description: 'Caption of this code; overrides the shared one' }),
            ),
          }),
          rowVariants,
        ),
        { minItems: 1, maxItems: BATCH.rows, description: 'QR codes to render' },
      ),
      name_pattern: withDefault(
        text({
          maxLength: BATCH.nameCharacters,
          description: 'Pattern of file names: {n} is the number of the row, {name} its name, {text} its content',
        }),
        'qr-{n}',
      ),
      ...batchLook,
    },
    { includes: [qrLook] },
  ),
  rules: [
    {
      describe: 'Each row needs qr_code_text for the types text and url, and content for all others',
      check: ({ rows }) => rows.flatMap((row, at) => findMissing(row, `rows[${at}]`) ?? []),
    },
  ],
  response: object({
    made: integer({ description: 'Number of codes in the archive' }),
    credits: number({ description: 'Credits charged' }),
    mime: text({ description: 'Media type of the archive' }),
    bytes: integer({ description: 'Size of the archive in bytes; 0 if no code could be rendered' }),
    file_url: optional(text({ description: 'Download URL of the archive' })),
    file_path: optional(text({ description: 'Path of the archive on its storage disk' })),
    failed: list(
      object({
        row: integer({ description: 'Number of the row, starting at 1' }),
        error: text({ description: 'Error message' }),
        type: text({ description: 'Error type' }),
        param: optional(text({ description: 'Invalid field of the row' })),
        errors: optional(
          list(object({ param: text(), type: text(), message: text() }), {
            description: 'Problems of all fields, if there are several',
          }),
        ),
      }),
      { description: 'Rows that failed, with their errors; they are not charged' },
    ),
  }),
  // An archive replaces one of the same name.
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
