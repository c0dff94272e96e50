import { pageDocument, pageErrors } from '../../experience/document.js';
import { LONGEST_QR_TEXT } from '../bounds.js';
import { endpoint, group } from '../endpoint.js';
import { errors } from '../errors.js';
import { object, oneOf, optional, text, withDefault } from '../fields.js';
import { agentDefaults, imageErrors, imageFields, imageOptions, imagePayload } from './qr-image.js';

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
  summary: 'Render a QR code as SVG, PNG or JPG',
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
  answersFiles: true,
  // A saved image takes the place of one of the same name.
  effect: 'replaces',
  agentDefaults,
  errors: [errors.qrTextRequired, ...pageErrors, ...imageErrors],
  example: { request: { qr_code_text: 'https://example.com/menu', image_format: 'PNG', image_width: 300 } },
});
