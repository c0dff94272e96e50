import Type, { type Static, type TObject, type TProperties, type TSchema, type TUnknown } from 'typebox';
import type { AnyErrorKind, ApiError } from './api-error.js';
import { LONGEST_ADDRESS, LONGEST_WORD } from './bounds.js';
import { isIpRange } from './ip-range.js';

/** A row of the error table without slots in its message. */
export type FieldError = AnyErrorKind & (() => ApiError);

/**
 * Fields of the contracts: JSON Schemas with two custom annotations, `missing`, the error if a required field is absent, and `invalid`, the
 * error if its value is not allowed. By default, errors are derived from name and schema. `named` gives a shared schema a name; an object
 * with all fields of a named one refers to it in `includes`.
 */
export type Annotations = {
  /** Label of a field in forms. */
  title?: string;
  description?: string;
  /** Shorter description for agents, who read those of all tools at once; empty if the name says it. */
  brief?: string;
  /** True for a field that ordinary requests leave out, and so do lists of tools. Agents find it in the full schema. */
  advanced?: true;
  examples?: readonly unknown[];
  missing?: FieldError;
  invalid?: FieldError;
  /** Error if a text or list exceeds its maximum, if it differs from `invalid`. */
  tooLong?: () => ApiError;
  /** Maximum size of a value of any shape, in characters of JSON. */
  maxJson?: number;
  /** Description of the value that completes "… must be". */
  shape?: string;
  /** Returns what is wrong with a text or number, in words that complete the path of the field: `must have 22 characters`. */
  check?: (value: string) => string | undefined;
};

/** Custom keywords of fields. */
export const ANNOTATIONS = [
  'missing',
  'invalid',
  'tooLong',
  'shape',
  'named',
  'includes',
  'variants',
  'when',
  'refersTo',
  'usedBy',
  'brief',
  'advanced',
] as const;

export { Type };
export const { Array: list, Literal: literal } = Type;

/** An object; requests may have other fields, which are ignored. */
export const object = <P extends TProperties>(
  properties: P,
  annotations: Annotations & { includes?: readonly TObject[] } = {},
): TObject<P> => Type.Object(properties, annotations);

/** Names a schema in the OpenAPI document and the clients. It keeps the name with another description or default. */
export const named = <S extends TSchema>(name: string, schema: S): S => ({ ...schema, named: { name, schema } });

/**
 * Variants of an object by the value of one of its fields. Each is an object with a name, which documents, clients and the check of unknown
 * fields use; its handler reads the variant.
 */
export interface Variants {
  /** Field that selects the variant. */
  readonly by: string;
  readonly of: Readonly<Record<string, TObject>>;
}

/** Declares an object with variants. */
export const varying = <S extends TObject>(schema: S, variants: Variants): S => ({ ...schema, variants });

/** Declares a member of a union of responses: a possible one to requests with these values. */
export const when = <S extends TSchema>(request: Readonly<Record<string, string>>, schema: S): S => ({
  ...schema,
  when: request,
});

/** A recursive value of the enclosing schema of this name: blocks within blocks. */
export const like = (name: string, annotations: Annotations & { maxJson: number }): TUnknown =>
  Type.Unknown({ ...annotations, refersTo: name });

/** An optional field. */
export const optional = Type.Optional;

/** A field with a default, so that handlers always receive it. */
export const withDefault = <S extends TSchema>(schema: S, value: Static<S>): S => ({ ...schema, default: value });

/** A nullable value in a response. */
export const nullable = <S extends TSchema>(schema: S) => Type.Union([schema, Type.Null()]);

/** Text, of at least one character after trimming unless `minLength: 0`. */
export const text = (options: Annotations & { minLength?: number; maxLength?: number; pattern?: string } = {}) =>
  Type.String({ minLength: 1, ...options });

/** Text without line breaks, other control characters, and those that change the direction of what follows, such as an amount. */
export const line = (maxLength: number, annotations: Annotations = {}) =>
  text({
    maxLength,
    pattern: '^[^\\x00-\\x1f\\x7f-\\x9f\\u2028-\\u202e\\u2066-\\u2069]*$',
    shape: `one line of at most ${maxLength} characters`,
    ...annotations,
  });

/** An integer with inclusive bounds. */
export const integer = (options: Annotations & { minimum?: number; maximum?: number } = {}) => Type.Integer(options);

/** A number with inclusive bounds. */
export const number = (options: Annotations & { minimum?: number; maximum?: number } = {}) => Type.Number(options);

/** A boolean: true/false, 1/0, yes/no, also as text. */
export const flag = (annotations: Annotations = {}) => Type.Boolean(annotations);

/** An enumeration, compared without regard to case. */
export const oneOf = <const V extends string[]>(values: readonly [...V], annotations: Annotations = {}) =>
  Type.Enum<V>(values, annotations);

/** A calendar day, YYYY-MM-DD. */
export const day = (annotations: Annotations = {}) => Type.String({ format: 'date', ...annotations });

/** A calendar month, YYYY-MM. */
export const month = (annotations: Annotations = {}) =>
  Type.String({ pattern: '^\\d{4}-(0[1-9]|1[0-2])$', shape: 'a month as YYYY-MM', ...annotations });

/** A time of day, HH:MM in 24 hours. */
export const time = (annotations: Annotations = {}) =>
  Type.String({ pattern: '^([01]\\d|2[0-3]):[0-5]\\d$', shape: 'a time as HH:MM (24 h)', ...annotations });

/** An instant, ISO 8601. */
export const instant = (annotations: Annotations = {}) => Type.String({ format: 'date-time', ...annotations });

/** Value that removes an end. */
export const NEVER = 'never';

/** An instant of expiry, or `never`; absent leaves it unchanged. */
export const instantOrNever = (annotations: Annotations = {}) =>
  Type.String({
    format: 'instant-or-never',
    shape: 'an ISO 8601 date-time such as 2026-01-05T09:30:00Z, or never',
    ...annotations,
  });

/** An instant, or empty text, which removes it. */
export const instantOrEmpty = (annotations: Annotations = {}) =>
  Type.String({
    format: 'instant-or-empty',
    minLength: 0,
    maxLength: LONGEST_WORD,
    shape: 'an ISO 8601 date-time such as 2026-01-05T09:30:00Z, or empty',
    ...annotations,
  });

/** A language code (ISO 639-1). */
export const languageCode = (annotations: Annotations = {}) =>
  Type.String({
    format: 'language-code',
    maxLength: 2,
    shape: 'a two-letter language code such as en',
    ...annotations,
  });

/** A country code (ISO 3166-1 alpha-2). */
export const countryCode = (annotations: Annotations = {}) =>
  Type.String({ format: 'country-code', maxLength: 2, shape: 'a two-letter country code such as ES', ...annotations });

/** A time zone of the IANA database. */
export const timeZone = (annotations: Annotations = {}) =>
  Type.String({
    format: 'time-zone',
    maxLength: LONGEST_WORD,
    shape: 'a time zone such as Europe/Madrid',
    ...annotations,
  });

/** A colour as #RGB or #RRGGBB. */
export const colour = (annotations: Annotations = {}) =>
  Type.String({ pattern: '^#([0-9a-fA-F]{3}|[0-9a-fA-F]{6})$', shape: 'a hex colour such as #1a2b3c', ...annotations });

/** A colour, or `transparent`. */
export const colourOrTransparent = (annotations: Annotations = {}) =>
  Type.String({
    pattern: '^(#([0-9a-fA-F]{3}|[0-9a-fA-F]{6})|transparent)$',
    shape: 'a hex colour such as #1a2b3c, or transparent',
    ...annotations,
  });

/** A two-letter language code (ISO 639-1) in lower case; each group handles unknown ones. */
export const language = withDefault(
  named(
    'Language',
    Type.String({
      pattern: '^[a-zA-Z]{2}([-_][a-zA-Z]{2,4})?$',
      shape: 'a language code such as en',
      description: 'Language of the response',
      brief: 'ISO code',
    }),
  ),
  'en',
);

/** A value of any shape with a maximum size of its JSON, which is checked later. */
export const anything = (annotations: Annotations & { maxJson: number }) => Type.Unknown(annotations);

/** A record in a response. */
export const record = <S extends TSchema>(value: S) => Type.Record(Type.String(), value);

/** True if a text is a link that pages allow; `javascript:` and others are not. */
const isLink = (text: string): boolean =>
  isWebAddress(text) || (/^(mailto|tel|sms):[^\s<>"]+$/i.test(text) && URL.canParse(text));

/**
 * True if a text is a web URL. Its host must be a name or an IP address: URLs also allow hosts with signs such as `;` and `*`, which have
 * another meaning in lists of hosts.
 */
const isWebAddress = (text: string): boolean =>
  /^https?:\/\/[^\s<>"\\]+$/i.test(text) && parseWebOrigin(text) !== undefined;

/** Returns the origin of a web URL; undefined if its host is neither a name nor an IP address. */
export function parseWebOrigin(address: string): string | undefined {
  if (!URL.canParse(address)) return undefined;
  const { hostname, origin } = new URL(address);
  return /^([a-z0-9._-]+|\[[0-9a-f:.]+\])$/.test(hostname) ? origin : undefined;
}

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:?\d\d)$/i;

const isInstant = (text: string): boolean => INSTANT.test(text) && !Number.isNaN(Date.parse(text));

const names = {
  language: new Intl.DisplayNames('en', { type: 'language', fallback: 'none' }),
  region: new Intl.DisplayNames('en', { type: 'region', fallback: 'none' }),
};

/** True if a text is a two-letter code of something that has a name. */
const isCode = (text: string, kind: keyof typeof names): boolean =>
  /^[a-z]{2}$/i.test(text) && names[kind].of(text) !== undefined;

/** True if a text names a time zone; offsets such as +01:00 do not. */
function isTimeZone(text: string): boolean {
  try {
    return /^[a-z]/i.test(text) && new Intl.DateTimeFormat('en', { timeZone: text }) !== undefined;
  } catch {
    return false;
  }
}

/**
 * True if the JSON of a value is at most this long, without counting escapes (keyword `maxJson`). It is not serialized, which would take as
 * long as parsing it.
 */
export function fitsInJson(most: number, value: unknown): boolean {
  let left = most;
  const open: unknown[] = [value];
  while (open.length > 0 && left >= 0) {
    const one = open.pop();
    left -= countOwnCharacters(one);
    if (typeof one !== 'object' || one === null) continue;
    for (const inner of Object.values(one)) open.push(inner);
  }
  return left >= 0;
}

/** Counts the characters of JSON of a value without nested values: brackets, commas, and names of fields. */
function countOwnCharacters(value: unknown): number {
  if (typeof value === 'string') return value.length + 2;
  if (typeof value !== 'object' || value === null) return String(value).length;
  const between = (parts: number) => 2 + Math.max(0, parts - 1);
  if (Array.isArray(value)) return between(value.length);
  const names = Object.keys(value);
  return names.reduce((sum, name) => sum + name.length + 3, between(names.length));
}

/** Custom formats of JSON Schema. */
export const FORMATS = {
  link: isLink,
  'web-address': isWebAddress,
  'ip-range': isIpRange,
  'instant-or-never': (text: string) => text === NEVER || isInstant(text),
  'instant-or-empty': (text: string) => text === '' || isInstant(text),
  'language-code': (text: string) => isCode(text, 'language'),
  'country-code': (text: string) => isCode(text, 'region'),
  'time-zone': isTimeZone,
};

/** A link: http, https, mailto, tel or sms. */
export const link = (description?: string) =>
  Type.String({
    format: 'link',
    maxLength: LONGEST_ADDRESS,
    shape: 'an http, https, mailto, tel or sms link',
    ...(description ? { description } : {}),
  });

/** An IP address or CIDR range. */
export const ipRange = (annotations: Annotations = {}) =>
  Type.String({
    format: 'ip-range',
    shape: 'an IP address, or a range such as 203.0.113.0/24',
    ...annotations,
  });

/** The URL of a picture, a video or a document: http or https. */
export const webAddress = (description?: string) =>
  Type.String({
    format: 'web-address',
    maxLength: LONGEST_ADDRESS,
    shape: 'an http or https URL',
    ...(description ? { description } : {}),
  });
