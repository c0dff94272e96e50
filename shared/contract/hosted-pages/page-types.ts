import { named, oneOf } from '../fields.js';
import type { BlockType } from './blocks.js';

/**
 * Page types whose `content` is a block, and the type of that block. Of the others, `page` has a document, `url` redirects visitors, and
 * `videos` become several blocks.
 */
export const contentBlocks = {
  text: 'text',
  rating: 'rating',
  mp3: 'mp3',
  pdf: 'pdf',
  social: 'socialLinks',
  images: 'gallery',
  app: 'appBadges',
  event: 'event',
  coupon: 'coupon',
  feedback: 'feedback',
  vcard_plus: 'vcardPlus',
  wifi: 'wifi',
  menu: 'menu',
  business_hours: 'businessHours',
  lead_form: 'leadForm',
  faq: 'faq',
} as const satisfies Record<string, BlockType>;

type ContentType = keyof typeof contentBlocks;

export const isContentType = (type: string): type is ContentType => Object.hasOwn(contentBlocks, type);

export const pageTypes = [
  'page',
  'url',
  'text',
  'rating',
  'mp3',
  'pdf',
  'social',
  'images',
  'app',
  'videos',
  'event',
  'coupon',
  'feedback',
  'vcard_plus',
  'wifi',
  'menu',
  'business_hours',
  'lead_form',
  'faq',
] as const;

export const pageType = named('ExperienceType', oneOf(pageTypes));

export type PageType = (typeof pageTypes)[number];

export const isPageType = (type: string): type is PageType => pageTypes.some((one) => one === type);
