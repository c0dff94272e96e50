import type { TSchema } from 'typebox';
import { LARGEST_CONTENT, LARGEST_IMAGE_REPLY } from '../bounds.js';
import { endpoint, group } from '../endpoint.js';
import { errors } from '../errors.js';
import { anything, integer, object, optional, Type, text, varying } from '../fields.js';
import { pageVariants } from '../hosted-pages/contents.js';
import { pageDocument, pageErrors } from '../hosted-pages/document.js';
import { ownerErrors, ownerFields } from '../hosted-pages/page-fields.js';
import { pageType } from '../hosted-pages/page-types.js';
import { agentDefaults, imageErrors, imageFields, imageOptions, imagePayload } from './qr-image.js';

const qrExperience = group({
  id: 'qr-experience',
  title: 'Hosted pages',
  summary: 'Hosted mobile pages behind QR codes',
  bodyLimit: 8 * 1024 * 1024,
});

/** Marks a field as one that ordinary requests leave out. */
const asAdvanced = (field: TSchema): TSchema =>
  Type.IsOptional(field) ? optional({ ...field, advanced: true }) : { ...field, advanced: true };

/** Design of the code of a page. Most requests leave it as it is. */
const design: typeof imageFields = {
  ...imageFields,
  ...Object.fromEntries(
    Object.entries(imageFields).flatMap(([name, field]) =>
      name === 'image_format' ? [] : [[name, asAdvanced(field)]],
    ),
  ),
};

export const generateExperience = endpoint(qrExperience, {
  path: '/v1/qr-experience/generate',
  keywords: ['landing', 'site', 'menu', 'link-in-bio', 'reviews', 'form', 'business', 'card'],
  pool: 'qr',
  credits: 0.02,
  summary: 'Creates a hosted mobile page and the QR code that opens it',
  request: varying(
    object(
      {
        type: { ...pageType, description: 'Type of the page', brief: '' },
        page: optional({ ...pageDocument, description: 'QR page document, for type page', brief: 'For type page' }),
        content: optional(
          anything({
            description: 'Content of all other types, e.g. {"url": …} for type url',
            brief: 'For the other types',
            maxJson: LARGEST_CONTENT,
          }),
        ),
        ...ownerFields,
        ...design,
      },
      { includes: [imageOptions] },
    ),
    pageVariants,
  ),
  largestReply: LARGEST_IMAGE_REPLY,
  response: object(
    {
      experience: object({
        id: integer(),
        code: text({ description: 'Code in the public URL' }),
        type: pageType,
        title: text(),
      }),
      ...imagePayload.properties,
      scan_url: text({ description: 'Public URL of the page' }),
    },
    { includes: [imagePayload] },
  ),
  answersFiles: true,
  effect: 'replaces',
  agentDefaults,
  errors: [...pageErrors, errors.contentRequired, ...ownerErrors, ...imageErrors],
  example: {
    request: {
      type: 'page',
      image_format: 'PNG',
      page: {
        version: 1,
        theme: { primary: '#7a2e0e', accent: '#d97706' },
        blocks: [
          { type: 'hero', props: { headline: 'Trattoria Lucia', description: 'Wood-fired since 1962' } },
          { type: 'button', props: { label: 'Reserve a table', href: 'https://example.com/reserve' } },
        ],
      },
    },
  },
});
