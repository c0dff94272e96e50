import type { PageType } from '../../../shared/contract/hosted-pages/page-types.js';
import type { DirectType } from '../../../shared/contract/qr-content/contents.js';

/** Names of the types of pages. */
export const TYPES: Readonly<Record<PageType, string>> = {
  page: 'Page',
  url: 'Link',
  text: 'Text',
  rating: 'Rating',
  mp3: 'Audio',
  pdf: 'PDF',
  social: 'Social links',
  images: 'Gallery',
  app: 'App',
  videos: 'Videos',
  event: 'Event',
  coupon: 'Coupon',
  feedback: 'Feedback',
  vcard_plus: 'Contact card',
  wifi: 'Wi-Fi',
  menu: 'Menu',
  business_hours: 'Opening hours',
  lead_form: 'Contact form',
  faq: 'Questions and answers',
};

/** Names of the types that only direct codes have, as the studio calls them. */
const DIRECT_TYPES: Readonly<Record<Exclude<DirectType, PageType>, string>> = {
  payment: 'Payment',
  vcard: 'Contact',
  mecard: 'Contact, short',
  geo: 'Location',
  sms: 'Text message',
  email: 'Email',
  phone: 'Phone call',
};

const typeNames: ReadonlyMap<string, string> = new Map(Object.entries({ ...TYPES, ...DIRECT_TYPES }));

/** Names the type of a page or of a direct code. */
export const nameType = (type: string): string => typeNames.get(type) ?? type;

const EVENTS: ReadonlyMap<string, string> = new Map([
  ['cta_click', 'Button clicked'],
  ['link_click', 'Link opened'],
  ['social_click', 'Social network opened'],
  ['app_click', 'App store opened'],
  ['phone_click', 'Phone number called'],
  ['email_click', 'Email started'],
  ['video_click', 'Video opened'],
  ['video_played', 'Video played'],
  ['audio_played', 'Audio played'],
  ['picture_opened', 'Picture opened'],
  ['download', 'File downloaded'],
  ['coupon_copied', 'Coupon copied'],
  ['calendar_saved', 'Event saved to calendar'],
  ['contact_saved', 'Contact saved'],
  ['rating_submitted', 'Rating sent'],
  ['feedback_submitted', 'Message sent'],
  ['lead_submitted', 'Contact left'],
  ['password_copied', 'Wi-Fi password copied'],
  ['map_opened', 'Map opened'],
]);

/** Names an event; those that programs report have names of their own. */
export const nameEvent = (event: string): string => EVENTS.get(event) ?? event;

const DEVICES: ReadonlyMap<string, string> = new Map([
  ['mobile', 'Phone'],
  ['tablet', 'Tablet'],
  ['desktop', 'Computer'],
  ['other', 'Other'],
]);

export const nameDevice = (device: string): string => DEVICES.get(device) ?? device;

const countries = new Intl.DisplayNames('en', { type: 'region' });
const languages = new Intl.DisplayNames('en', { type: 'language' });

/** Names a country by its two-letter code. */
export const nameCountry = (code: string): string => (/^[A-Z]{2}$/.test(code) ? (countries.of(code) ?? code) : code);

/** Names a language by its code; `other` is no language. */
export const nameLanguage = (code: string): string => (/^[a-z]{2,3}$/.test(code) ? (languages.of(code) ?? code) : code);
