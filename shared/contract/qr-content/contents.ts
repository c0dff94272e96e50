import type { TObject } from 'typebox';
import { LARGEST_QR_CONTENT, LONGEST_QR_TEXT } from '../bounds.js';
import { toCamelCase } from '../contract.js';
import { errors } from '../errors.js';
import {
  type Annotations,
  anything,
  line,
  literal,
  named,
  number,
  object,
  oneOf,
  optional,
  text,
  type Variants,
  webAddress,
  withDefault,
} from '../fields.js';
import { blockProps } from '../hosted-pages/blocks.js';
import { pageVariants } from '../hosted-pages/contents.js';
import { paymentContent } from './payments.js';

const email = (annotations: Annotations) =>
  text({ maxLength: 254, pattern: '^[^@\\s<>"]+@[^@\\s<>"]+$', shape: 'an email address', ...annotations });

/** Digits of a phone number (ITU-T E.164), or of a short code. */
const [FEWEST_DIGITS, MOST_DIGITS] = [3, 15];

const phoneNumber = (annotations: Annotations) =>
  text({
    maxLength: 40,
    pattern: '^\\+?[0-9 ()./-]+$',
    shape: 'a phone number such as +44 20 7946 0000',
    check: (value) => {
      const digits = value.replace(/\D/g, '').length;
      return digits < FEWEST_DIGITS || digits > MOST_DIGITS
        ? `must have ${FEWEST_DIGITS} to ${MOST_DIGITS} digits`
        : undefined;
    },
    ...annotations,
  });

const website = { ...webAddress('Website'), title: 'Website' };

const degrees = (most: number, annotations: Annotations) => number({ minimum: -most, maximum: most, ...annotations });

/** Parts of a name and company, which every contact has. */
const person = {
  first_name: optional(line(100, { title: 'First name', description: 'First name' })),
  last_name: optional(line(100, { title: 'Last name', description: 'Last name' })),
  org: optional(line(150, { title: 'Company', description: 'Company or organization' })),
};

const { start, end, timezone, title, location, url } = blockProps.event.properties;
const { ssid, password, security, hidden } = blockProps.wifi.properties;

/** Contents of codes that are read without a hosted page, by type. */
export const directContents = {
  payment: paymentContent,
  vcard: object(
    {
      ...person,
      job_title: optional(line(150, { title: 'Job title', description: 'Job title' })),
      mobile: optional(phoneNumber({ title: 'Mobile', description: 'Mobile phone number' })),
      phone: optional(phoneNumber({ title: 'Phone', description: 'Phone number at work' })),
      fax: optional(phoneNumber({ title: 'Fax', description: 'Fax number', advanced: true })),
      email: optional(email({ title: 'Email', description: 'Email address' })),
      url: optional(website),
      street: optional(line(200, { title: 'Street', description: 'Street and house number' })),
      postal_code: optional(line(20, { title: 'Postal code', description: 'Postal code' })),
      city: optional(line(100, { title: 'City', description: 'City' })),
      region: optional(line(100, { title: 'State', description: 'State or region', advanced: true })),
      country: optional(line(100, { title: 'Country', description: 'Name of the country' })),
      note: optional(text({ maxLength: 500, title: 'Note', description: 'Note', advanced: true })),
      version: withDefault(
        oneOf(['3.0', '4.0'], {
          title: 'vCard version',
          description: 'vCard version; 3.0 is read by every phone',
          advanced: true,
        }),
        '3.0',
      ),
    },
    {
      description: 'Contact as a vCard; first_name, last_name or org is required',
      examples: [
        {
          first_name: 'Ana',
          last_name: 'Ruiz Vega',
          org: 'Vega Consulting',
          job_title: 'Partner',
          mobile: '+34 600 123 456',
          email: 'ana@example.com',
          url: 'https://example.com',
          city: 'Madrid',
          country: 'Spain',
        },
      ],
    },
  ),
  mecard: object(
    {
      ...person,
      phone: optional(phoneNumber({ title: 'Phone', description: 'Phone number' })),
      email: optional(email({ title: 'Email', description: 'Email address' })),
      url: optional(website),
      address: optional(line(200, { title: 'Address', description: 'Address in one line' })),
      note: optional(line(200, { title: 'Note', description: 'Note', advanced: true })),
    },
    {
      description: 'Contact as a MeCard, which is shorter than a vCard; first_name, last_name or org is required',
      examples: [{ first_name: 'Ana', last_name: 'Ruiz', phone: '+34 600 123 456', email: 'ana@example.com' }],
    },
  ),
  geo: object(
    {
      latitude: degrees(90, { title: 'Latitude', description: 'Degrees north (WGS 84)' }),
      longitude: degrees(180, { title: 'Longitude', description: 'Degrees east (WGS 84)' }),
      label: optional(line(100, { title: 'Label', description: 'Name of the place, which Android shows' })),
    },
    {
      description: 'Place on a map',
      examples: [{ latitude: 52.516275, longitude: 13.377704, label: 'Brandenburg Gate' }],
    },
  ),
  sms: object(
    {
      number: phoneNumber({ title: 'Phone number', description: 'Number that gets the message' }),
      message: optional(text({ maxLength: 500, title: 'Message', description: 'Text of the message' })),
    },
    {
      description: 'Text message',
      examples: [{ number: '+44 20 7946 0000', message: 'I would like a table for two tonight.' }],
    },
  ),
  email: object(
    {
      to: email({ title: 'To', description: 'Email address of the recipient' }),
      cc: optional(email({ title: 'Copy to', description: 'Email address that gets a copy', advanced: true })),
      subject: optional(line(200, { title: 'Subject', description: 'Subject' })),
      body: optional(text({ maxLength: 1_000, title: 'Message', description: 'Text of the message' })),
    },
    {
      description: 'Email',
      examples: [{ to: 'orders@example.com', subject: 'Order', body: 'Hello,\nplease send me …' }],
    },
  ),
  event: object(
    {
      title: { ...title, title: 'Title', description: 'Title of the event' },
      start: { ...start, title: 'Start', description: 'Start; a date makes it an event of whole days' },
      end: optional({ ...end, title: 'End', description: 'End; of an event of whole days, its last day' }),
      timezone: { ...timezone, title: 'Time zone', description: 'Time zone of start and end, e.g. Europe/Madrid' },
      location: optional({ ...location, title: 'Location', description: 'Place of the event' }),
      description: optional(text({ maxLength: 500, title: 'Description', description: 'Description of the event' })),
      url: optional({ ...url, title: 'Link', description: 'Link to more about the event' }),
    },
    {
      description: 'Calendar entry',
      examples: [
        {
          title: 'Wine tasting',
          start: '2027-05-01T19:30',
          end: '2027-05-01T22:00',
          timezone: 'Europe/Madrid',
          location: 'Calle Mayor 1, Madrid',
        },
      ],
    },
  ),
  wifi: object(
    {
      ssid: { ...ssid, title: 'Network name' },
      password: optional({
        ...password,
        title: 'Password',
        description: 'Password; required unless security is nopass',
      }),
      security: { ...security, title: 'Security' },
      hidden: { ...hidden, title: 'Hidden network' },
    },
    {
      description: 'Wi-Fi network that the phone joins',
      examples: [{ ssid: 'Trattoria Lucia', password: 'wood-fired-1962' }],
    },
  ),
  phone: object(
    { number: phoneNumber({ title: 'Phone number', description: 'Number to call' }) },
    { description: 'Phone call', examples: [{ number: '+44 20 7946 0000' }] },
  ),
} satisfies Record<string, TObject>;

export type DirectType = keyof typeof directContents;

export const directTypes = [
  'payment',
  'vcard',
  'mecard',
  'geo',
  'sms',
  'email',
  'event',
  'wifi',
  'phone',
] as const satisfies DirectType[];

export const isDirectType = (type: string): type is DirectType => Object.hasOwn(directContents, type);

/** Text in a request for a code, of types `text` and `url`. */
export const qrText = text({
  description: 'Content to encode, unchanged; required for the types text and url',
  brief: '',
  maxLength: LONGEST_QR_TEXT,
  tooLong: errors.qrTextTooLong,
});

/** Content in a request for a code, of the other types but `page`. */
export const qrContent = anything({
  description: 'Content of the other types but page, e.g. {"number": "+44 20 7946 0000"} for type phone',
  brief: '',
  maxJson: LARGEST_QR_CONTENT,
});

const TYPE_DESCRIPTION = { description: 'Type of the content' };

const textVariants = {
  text: named(
    'TextCode',
    object({ type: withDefault(literal('text', TYPE_DESCRIPTION), 'text'), qr_code_text: qrText }),
  ),
  url: named('UrlCode', object({ type: literal('url', TYPE_DESCRIPTION), qr_code_text: qrText })),
};

const directVariants = Object.fromEntries(
  directTypes.map((type) => [
    type,
    named(
      `${toPascalCase(type)}Code`,
      object({ type: literal(type, TYPE_DESCRIPTION), content: directContents[type] }),
    ),
  ]),
);

/** Request schemas of codes, by type. */
export const codeVariants: Variants = {
  by: 'type',
  of: {
    ...textVariants,
    ...Object.fromEntries(Object.entries(pageVariants.of).filter(([type]) => type === 'page')),
    ...directVariants,
  },
};

/** `vcard` → `Vcard`. */
function toPascalCase(type: string): string {
  const word = toCamelCase(type);
  return word.charAt(0).toUpperCase() + word.slice(1);
}
