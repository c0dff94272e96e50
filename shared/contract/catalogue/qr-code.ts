import { LARGEST_IMAGE_REPLY } from '../bounds.js';
import { endpoint, group } from '../endpoint.js';
import { errors } from '../errors.js';
import { object, oneOf, optional, varying, withDefault } from '../fields.js';
import { pageDocument, pageErrors } from '../hosted-pages/document.js';
import { codeVariants, directTypes, isDirectType, qrContent, qrText } from '../qr-content/contents.js';
import { agentDefaults, imageErrors, imageFields, imageOptions, imagePayload } from './qr-image.js';

const qrCodeGroup = group({
  id: 'qr-code',
  title: 'QR codes',
  summary: 'QR code images',
  bodyLimit: 8 * 1024 * 1024,
});

export const generate = endpoint(qrCodeGroup, {
  path: '/v1/qr-code/generate',
  keywords: ['barcode', 'link', 'Wi-Fi', 'contact', 'payment', 'GiroCode'],
  pool: 'qr',
  credits: 0.01,
  summary: 'Renders a QR code as SVG, PDF, PNG, JPG or WEBP',
  request: varying(
    object(
      {
        type: withDefault(
          oneOf(['text', 'url', 'page', ...directTypes], {
            description: 'Type of content; page stores the page document and encodes its public URL',
            brief: '',
          }),
          'text',
        ),
        action: withDefault(oneOf(['generate'], { advanced: true }), 'generate'),
        qr_code_text: optional(qrText),
        content: optional(qrContent),
        page: optional({ ...pageDocument, description: 'QR page document; required for type page', advanced: true }),
        ...imageFields,
      },
      { includes: [imageOptions] },
    ),
    codeVariants,
  ),
  rules: [
    {
      brief: 'text and url need qr_code_text, the other types content. For pages use qr_experience_generate',
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
