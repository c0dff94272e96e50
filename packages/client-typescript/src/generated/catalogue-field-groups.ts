// Made from openapi.json by `npm run generate`; changes here are lost.

import type { CatalogueField } from '../catalogue.js';
import { field } from './catalogue-fields.js';

// The fields that several requests have in common.

export const horoscopeSubject: readonly CatalogueField[] = [
  {
    name: 'sign',
    type: 'string',
    choices: [
      'aries',
      'taurus',
      'gemini',
      'cancer',
      'leo',
      'virgo',
      'libra',
      'scorpio',
      'sagittarius',
      'capricorn',
      'aquarius',
      'pisces',
    ],
    about: 'Name of a zodiac sign, in any letter case',
    isRequired: false,
  },
  { name: 'birth_date', type: 'string', about: 'Day of birth', isRequired: false },
  {
    name: 'birth_time',
    type: 'string',
    about: 'Time of birth at the place of birth, for the moon and rising sign: a time as HH:MM (24 h)',
    isRequired: false,
  },
  {
    name: 'location',
    type: 'string',
    about: 'Place of birth: a city, "city, country", or "latitude,longitude"',
    isRequired: false,
  },
];

export const videoTopic: readonly CatalogueField[] = [
  {
    name: 'topic',
    type: 'string',
    about: 'What the text is about; the first 120 characters are used',
    isRequired: true,
  },
  field.language,
  { name: 'video', type: 'string', about: 'URL or id of a video whose style is taken up', isRequired: false },
  { name: 'channel', type: 'string', about: 'Id of a channel whose style is taken up', isRequired: false },
];

export const videoSearchFilters: readonly CatalogueField[] = [
  { name: 'q', type: 'string', about: 'What to search for', isRequired: true },
  {
    name: 'limit',
    type: 'integer',
    about: '1 to 50; what lies outside is brought inside',
    default: 25,
    isRequired: false,
  },
  {
    name: 'sort',
    type: 'string',
    about: 'relevance, date, rating, title or viewCount; anything else counts as relevance',
    default: 'relevance',
    isRequired: false,
  },
  {
    name: 'published_after',
    type: 'string',
    about: 'Only what was published on or after this day (UTC), as YYYY-MM-DD; ignored when it is not a date',
    isRequired: false,
  },
  {
    name: 'published_before',
    type: 'string',
    about: 'Only what was published before this day (UTC), as YYYY-MM-DD; ignored when it is not a date',
    isRequired: false,
  },
];

export const qrLook: readonly CatalogueField[] = [
  {
    name: 'image_format',
    type: 'string',
    choices: ['SVG', 'PNG', 'JPG', 'WEBP', 'PDF'],
    default: 'SVG',
    isRequired: false,
  },
  {
    name: 'foreground_color',
    type: 'string',
    about: 'Colour of the dark modules: a hex colour such as #1a2b3c',
    default: '#000000',
    isRequired: false,
  },
  {
    name: 'background_color',
    type: 'string',
    about:
      'Colour of everything else; transparent is for light grounds, and not for JPG: a hex colour such as #1a2b3c, or transparent',
    default: '#FFFFFF',
    isRequired: false,
  },
  {
    name: 'gradient_color',
    type: 'string',
    about:
      'A second colour: modules, and eyes without colours of their own, go over to it: a hex colour such as #1a2b3c',
    isRequired: false,
  },
  {
    name: 'gradient_type',
    type: 'string',
    choices: ['linear', 'radial'],
    about: 'Along a line, or from the middle to the corners',
    default: 'linear',
    isRequired: false,
  },
  {
    name: 'gradient_angle',
    type: 'integer',
    about: 'Degrees, clockwise; 0 goes from left to right',
    default: 0,
    isRequired: false,
  },
  {
    name: 'body_style',
    type: 'string',
    choices: ['square', 'dot', 'rounded', 'leaf', 'soft-square', 'small-square', 'vertical-bars', 'horizontal-bars'],
    about: 'Shape of the modules',
    default: 'square',
    isRequired: false,
  },
  {
    name: 'eye_style',
    type: 'string',
    choices: ['square', 'circle', 'rounded', 'cushion', 'leaf', 'teardrop'],
    about: 'Shape of the three eyes',
    default: 'square',
    isRequired: false,
  },
  {
    name: 'eye_ball_style',
    type: 'string',
    choices: ['square', 'circle', 'rounded', 'cushion', 'leaf', 'teardrop'],
    about: 'Shape of their pupils; by default that of the eyes',
    isRequired: false,
  },
  {
    name: 'eye_outer_color',
    type: 'string',
    about: 'Colour of the rings of all eyes: a hex colour such as #1a2b3c',
    isRequired: false,
  },
  {
    name: 'eye_inner_color',
    type: 'string',
    about: 'Colour of the pupils of all eyes: a hex colour such as #1a2b3c',
    isRequired: false,
  },
  {
    name: 'eye1_outer_color',
    type: 'string',
    about: 'Colour of the ring of the top left eye: a hex colour such as #1a2b3c',
    isRequired: false,
  },
  {
    name: 'eye1_inner_color',
    type: 'string',
    about: 'Colour of the pupil of the top left eye: a hex colour such as #1a2b3c',
    isRequired: false,
  },
  {
    name: 'eye2_outer_color',
    type: 'string',
    about: 'Colour of the ring of the top right eye: a hex colour such as #1a2b3c',
    isRequired: false,
  },
  {
    name: 'eye2_inner_color',
    type: 'string',
    about: 'Colour of the pupil of the top right eye: a hex colour such as #1a2b3c',
    isRequired: false,
  },
  {
    name: 'eye3_outer_color',
    type: 'string',
    about: 'Colour of the ring of the bottom left eye: a hex colour such as #1a2b3c',
    isRequired: false,
  },
  {
    name: 'eye3_inner_color',
    type: 'string',
    about: 'Colour of the pupil of the bottom left eye: a hex colour such as #1a2b3c',
    isRequired: false,
  },
  {
    name: 'qr_code_logo',
    type: 'string',
    choices: ['no-logo', 'scan-me', 'scan-me-square', 'upload'],
    about: 'What stands in the middle',
    default: 'no-logo',
    isRequired: false,
  },
  {
    name: 'logo_path',
    type: 'string',
    about: 'An image on the storage disk, with qr_code_logo upload',
    isRequired: false,
  },
  {
    name: 'logo_data_base64',
    type: 'string',
    about: 'A PNG, JPG, WebP or SVG image of at most 2 MiB in base64, with qr_code_logo upload',
    isRequired: false,
  },
  {
    name: 'frame_name',
    type: 'string',
    choices: ['no-frame', 'bottom-banner', 'top-header', 'speech-bubble', 'ribbon-tag', 'badge'],
    default: 'no-frame',
    isRequired: false,
  },
  {
    name: 'frame_color',
    type: 'string',
    about: 'Colour of the frame: a hex colour such as #1a2b3c',
    default: '#000000',
    isRequired: false,
  },
  {
    name: 'transparent_corners',
    type: 'boolean',
    about: '1 paints nothing outside the frame; not for JPG',
    default: false,
    isRequired: false,
  },
  {
    name: 'frame_text',
    type: 'string',
    about: 'Caption; SCAN ME when neither it nor an icon is given',
    isRequired: false,
  },
  {
    name: 'frame_text_color',
    type: 'string',
    about: 'Colour of caption and icon: a hex colour such as #1a2b3c',
    default: '#FFFFFF',
    isRequired: false,
  },
  {
    name: 'frame_icon_name',
    type: 'string',
    about: 'File name of an icon of Bootstrap Icons, e.g. wifi',
    isRequired: false,
  },
  { name: 'storage_disk', type: 'string', about: 'Disk for logo_path and save', default: 'public', isRequired: false },
  { name: 'storage_folder', type: 'string', about: 'Folder on the disk', isRequired: false },
  { name: 'filename', type: 'string', about: 'Name of the file; replaces an earlier one', isRequired: false },
  { name: 'filename_base', type: 'string', about: 'Start of a name that is made unique', isRequired: false },
];

export const qrImageOptions: readonly CatalogueField[] = [
  ...qrLook,
  {
    name: 'image_width',
    type: 'integer',
    about: 'Width of the image in pixels, 96 to the inch in a PDF',
    default: 500,
    isRequired: false,
  },
  {
    name: 'save',
    type: 'boolean',
    about: '1 keeps the image and answers file_url and file_path',
    default: false,
    isRequired: false,
  },
  {
    name: 'include_bytes',
    type: 'boolean',
    about: 'Whether the image is included as base64; by default 1, with save 0',
    isRequired: false,
  },
];

export const qrVisit: readonly CatalogueField[] = [
  { name: 'experience_id', type: 'integer', about: 'The experience, or else type and code', isRequired: false },
  {
    name: 'type',
    type: 'string',
    choices: [
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
    ],
    isRequired: false,
  },
  { name: 'code', type: 'string', isRequired: false },
  { name: 'client_ip', type: 'string', about: "The visitor's address; by default the caller's own", isRequired: false },
  { name: 'user_agent', type: 'string', about: "By default the call's own", isRequired: false },
  { name: 'referrer', type: 'string', about: "By default the call's own", isRequired: false },
];
