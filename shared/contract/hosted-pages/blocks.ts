import type { Static, TObject } from 'typebox';
import { LARGEST_CHILDREN, LONGEST_PHOTO, LONGEST_WORD } from '../bounds.js';
import {
  day,
  flag,
  integer,
  like,
  link,
  list,
  literal,
  named,
  number,
  object,
  oneOf,
  optional,
  text,
  time,
  type Variants,
  webAddress,
  withDefault,
} from '../fields.js';

const line = (maxLength = 200) => text({ maxLength });
const advanced = { advanced: true } as const;
const prose = (maxLength = 5_000) => text({ maxLength });
const align = withDefault(oneOf(['left', 'center', 'right'], advanced), 'left');

/** A date, optionally with a time of day and an offset from UTC. */
const moment = text({
  maxLength: LONGEST_WORD,
  pattern: '^\\d{4}-\\d{2}-\\d{2}([T ]\\d{2}:\\d{2}(:\\d{2}(\\.\\d+)?)?(Z|[+-]\\d{2}:?\\d{2})?)?$',
  shape: 'a date and time such as 2026-05-01T19:30, or a date',
});

/** Days of the week, Monday first. */
export const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;

/** Props of every block type. Unknown props are ignored. */
export const blockProps = {
  hero: object({
    headline: optional(line()),
    description: optional(prose(2_000)),
    align: withDefault(oneOf(['left', 'center', 'right'], advanced), 'center'),
    image: optional(webAddress()),
    cta: optional(object({ label: line(60), href: link() }, advanced)),
  }),
  gallery: object({
    title: optional(line()),
    scroll: withDefault(flag(advanced), false),
    images: list(object({ url: webAddress(), alt: optional(line()) }), { maxItems: 60 }),
  }),
  appBadges: object({ title: optional(line()), ios: optional(webAddress()), android: optional(webAddress()) }),
  video: object({ title: optional(line()), url: webAddress(), poster: optional({ ...webAddress(), ...advanced }) }),
  mp3: object({ title: optional(line()), url: webAddress(), cover: optional({ ...webAddress(), ...advanced }) }),
  pdf: object({ title: optional(line()), url: webAddress() }),
  socialLinks: object({
    title: optional(line()),
    items: list(object({ name: line(60), url: link() }), { maxItems: 30 }),
  }),
  event: object({
    title: line(),
    start: moment,
    end: optional(moment),
    timezone: withDefault(line(60), 'UTC'),
    location: optional(line(300)),
    description: optional(prose()),
    url: optional(link()),
  }),
  coupon: object({
    title: line(),
    code: line(60),
    description: optional(prose(1_000)),
    valid_until: optional(moment),
    terms: optional({ ...prose(2_000), ...advanced }),
  }),
  rating: object({
    title: optional(line()),
    question: optional(line(300)),
    max: withDefault(integer({ minimum: 3, maximum: 10, ...advanced }), 5),
  }),
  feedback: object({
    title: optional(line()),
    question: optional(line(300)),
    email: optional(
      text({ maxLength: 254, pattern: '^[^@\\s<>"]+@[^@\\s<>"]+$', shape: 'an email address', ...advanced }),
    ),
  }),
  vcardPlus: object({
    first_name: optional(line(100)),
    last_name: optional(line(100)),
    org: optional(line()),
    job_title: optional(line()),
    phones: withDefault(list(line(40), { maxItems: 10 }), []),
    emails: withDefault(list(line(254), { maxItems: 10 }), []),
    url: optional(webAddress()),
    address: optional({ ...prose(500), ...advanced }),
    note: optional({ ...prose(2_000), ...advanced }),
    photo_base64: optional(text({ maxLength: LONGEST_PHOTO, ...advanced })),
  }),
  text: object({ title: optional(line()), text: prose(50_000), align }),
  button: object({
    label: line(80),
    href: link(),
    variant: withDefault(oneOf(['primary', 'secondary', 'outline', 'link'], advanced), 'primary'),
    align: withDefault(oneOf(['left', 'center', 'right', 'stretch'], advanced), 'stretch'),
  }),
  wifi: object({
    title: optional(line()),
    ssid: text({ maxLength: 32, description: 'Name of the network', brief: '' }),
    password: optional(text({ maxLength: 63 })),
    security: withDefault(
      oneOf(['WPA', 'WEP', 'nopass'], { description: 'Encryption; WPA also covers WPA2 and WPA3', brief: '' }),
      'WPA',
    ),
    hidden: withDefault(flag({ description: 'True if the network does not broadcast its name', ...advanced }), false),
    note: optional({ ...prose(1_000), ...advanced }),
  }),
  menu: object({
    title: optional(line()),
    currency: optional(text({ pattern: '^[A-Za-z]{3}$', shape: 'a currency code such as EUR', brief: '' })),
    sections: list(
      object({
        title: optional(line()),
        description: optional(prose(1_000)),
        items: list(
          object({
            name: line(),
            description: optional(prose(1_000)),
            price: optional(number({ minimum: 0, maximum: 1e9 })),
            price_text: optional(
              text({ maxLength: 60, description: 'Text instead of a price, e.g. market price', ...advanced }),
            ),
            allergens: withDefault(list(line(60), { maxItems: 20, ...advanced }), []),
            photo: optional({ ...webAddress(), ...advanced }),
          }),
          { minItems: 1, maxItems: 100 },
        ),
      }),
      { minItems: 1, maxItems: 30 },
    ),
    note: optional({ ...prose(1_000), ...advanced }),
  }),
  businessHours: object({
    title: optional(line()),
    timezone: withDefault({ ...line(60), ...advanced }, 'UTC'),
    hours: list(
      object({
        day: oneOf(WEEKDAYS),
        opens: time(),
        closes: time({ description: 'Closing time; a time before opens is on the next day', brief: '' }),
      }),
      {
        minItems: 1,
        maxItems: 28,
        description: 'Opening hours; a day may have several, and a day without any is closed',
        brief: '',
      },
    ),
    holidays: withDefault(
      list(object({ date: day(), name: optional(line(100)), opens: optional(time()), closes: optional(time()) }), {
        maxItems: 100,
        description: 'Days with other hours; closed if they have no times',
        ...advanced,
      }),
      [],
    ),
    note: optional({ ...prose(1_000), ...advanced }),
  }),
  leadForm: object({
    title: optional(line()),
    text: optional(prose(2_000)),
    fields: list(
      object({
        name: text({ pattern: '^[a-z][a-z0-9_]{0,39}$', shape: 'a name of small letters, digits and _' }),
        label: line(120),
        type: withDefault(oneOf(['text', 'email', 'phone', 'long', 'choice', 'yes']), 'text'),
        required: withDefault(flag(advanced), false),
        options: withDefault(list(line(100), { maxItems: 30, ...advanced }), []),
      }),
      { minItems: 1, maxItems: 12 },
    ),
    consent: text({ maxLength: 1_000, description: 'Text of the consent checkbox', brief: '' }),
    privacy: optional({ ...webAddress('URL of the privacy notice'), ...advanced }),
    button: optional({ ...line(60), ...advanced }),
    thanks: optional({ ...line(300), ...advanced }),
  }),
  faq: object({
    title: optional(line()),
    items: list(object({ question: line(300), answer: prose() }), { minItems: 1, maxItems: 100 }),
  }),
  spacer: object({ height: withDefault(integer({ minimum: 0, maximum: 400 }), 32) }),
  divider: object({}),
} satisfies Record<string, TObject>;

export type BlockType = keyof typeof blockProps;

/** Validated props of a block. */
export type PropsOf<T extends BlockType> = Static<(typeof blockProps)[T]> &
  (T extends 'vcardPlus' ? StoredPhoto : unknown);

/** A stored contact, whose photo is a file. */
interface StoredPhoto {
  photo?: boolean;
}

/** A block of a stored page. */
export type Block = { [T in BlockType]: { type: T; props: PropsOf<T>; children: Block[] } }[BlockType];

/** Creates a block of a type that is known at run time only: the compiler cannot tell that type and props belong together. */
export const createBlock = <T extends BlockType>(type: T, props: PropsOf<T>, children: Block[] = []): Block =>
  ({ type, props, children }) as Block;

export const blockTypes = Object.keys(blockProps) as BlockType[];

export const isBlockType = (name: unknown): name is BlockType =>
  typeof name === 'string' && Object.hasOwn(blockProps, name);

/** Blocks that lists of tools describe. Most others have the fields of the content of a page. */
const ORDINARY_BLOCKS = new Set(['hero', 'text', 'button', 'gallery', 'socialLinks', 'video', 'divider']);

/** Request schemas of blocks, by type. Blocks inside them can be of any type. */
export const blockVariants: Variants = {
  by: 'type',
  of: Object.fromEntries(
    Object.entries<TObject>(blockProps).map(([type, props]) => [
      type,
      named(blockSchemaName(type), blockSchema(type, props)),
    ]),
  ),
};

/** Returns the request schema of a block. Props are optional if none of them is required. */
function blockSchema(type: string, props: TObject): TObject {
  const isNeeded = (props.required ?? []).some((name) => !('default' in (props.properties[name] ?? {})));
  const children = list(like('Block', { maxJson: LARGEST_CHILDREN }), { description: 'Nested blocks' });
  return object(
    { type: literal(type), props: isNeeded ? props : optional(props), children: optional(children) },
    ORDINARY_BLOCKS.has(type) ? {} : advanced,
  );
}

/** `vcardPlus` → `VcardPlusBlock`. */
function blockSchemaName(type: string): string {
  return `${type.charAt(0).toUpperCase()}${type.slice(1)}Block`;
}

/** True if a moment is a whole day. */
export const isDay = (moment: string): boolean => moment.length === 'YYYY-MM-DD'.length;
