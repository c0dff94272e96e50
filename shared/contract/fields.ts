import Type, { type Static, type TObject, type TProperties, type TSchema, type TUnknown } from 'typebox';
import type { AnyErrorKind, ApiError } from './api-error.js';
import { LONGEST_ADDRESS } from './bounds.js';
import { isIpRange } from './ip-range.js';

/** A row of the error table whose message has no slots. */
export type FieldError = AnyErrorKind & (() => ApiError);

/**
 * The vocabulary of the contracts. Every field is a JSON Schema with two annotations of ours:
 * `missing`, the error when a required field is not given, and `invalid`, the error when its value is not allowed.
 * Without them the error is made from the field's name and schema. What several endpoints use can be given a name by
 * `named`; an object that has all fields of a named one beside its own says so in `includes`.
 */
export type Annotations = {
  description?: string;
  missing?: FieldError;
  invalid?: FieldError;
  /** The error when a text or a list has more than its maximum, where it is another than `invalid`. */
  tooLong?: () => ApiError;
  /** The most characters of JSON that a value of any shape may make. */
  maxJson?: number;
  /** What a value looks like, in words that complete "… must be". */
  shape?: string;
};

/** The keywords that fields have beside those of JSON Schema. */
export const ANNOTATIONS = [
  'missing',
  'invalid',
  'tooLong',
  'shape',
  'named',
  'includes',
  'variants',
  'refersTo',
] as const;

export { Type };
export const { Array: list, Literal: literal } = Type;

/** An object with these fields and, in requests, any others ignored. */
export const object = <P extends TProperties>(
  properties: P,
  annotations: Annotations & { includes?: readonly TObject[] } = {},
): TObject<P> => Type.Object(properties, annotations);

/**
 * Gives a schema the name under which the OpenAPI document and the client have it once, however often it is used. It
 * keeps the name where it is used with another description or a default.
 */
export const named = <S extends TSchema>(name: string, schema: S): S => ({ ...schema, named: { name, schema } });

/**
 * What an object holds beside what it always has, by the word in one of its fields: its `variants`. Each is an object with a name.
 * They are what documents, clients and the search for unknown fields know; a variant is read by whoever knows the word.
 */
export interface Variants {
  /** The field whose word decides. */
  readonly by: string;
  readonly of: Readonly<Record<string, TObject>>;
}

/** An object of which there are several kinds. */
export const varying = <S extends TObject>(schema: S, variants: Variants): S => ({ ...schema, variants });

/** A value like the one around it that has this name: blocks within blocks. */
export const like = (name: string, annotations: Annotations & { maxJson: number }): TUnknown =>
  Type.Unknown({ ...annotations, refersTo: name });

/** A field that need not be given. */
export const optional = Type.Optional;

/** A field that is filled in when it is not given, so that handlers always see it. */
export const withDefault = <S extends TSchema>(schema: S, value: Static<S>): S => ({ ...schema, default: value });

/** A value that may be null in an answer. */
export const nullable = <S extends TSchema>(schema: S) => Type.Union([schema, Type.Null()]);

/** Text, at least one character after trimming unless `minLength: 0`. */
export const text = (options: Annotations & { minLength?: number; maxLength?: number; pattern?: string } = {}) =>
  Type.String({ minLength: 1, ...options });

/** A whole number, bounds included. */
export const integer = (options: Annotations & { minimum?: number; maximum?: number } = {}) => Type.Integer(options);

/** A number, bounds included. */
export const number = (options: Annotations & { minimum?: number; maximum?: number } = {}) => Type.Number(options);

/** Yes or no: true/false, 1/0, yes/no, also as text. */
export const flag = (annotations: Annotations = {}) => Type.Boolean(annotations);

/** One of the given words, compared without regard to case and passed on as declared here. */
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

/** What takes an end away. */
export const NEVER = 'never';

/** An instant at which something ends, or the word for that it does not: where nothing is given, what there is stays. */
export const instantOrNever = (annotations: Annotations = {}) =>
  Type.String({ format: 'instant-or-never', shape: 'an instant as in ISO 8601, or never', ...annotations });

/** A colour as #RGB or #RRGGBB. */
export const colour = (annotations: Annotations = {}) =>
  Type.String({ pattern: '^#([0-9a-fA-F]{3}|[0-9a-fA-F]{6})$', shape: 'a hex colour such as #1a2b3c', ...annotations });

/** A colour, or nothing painted at all. */
export const colourOrTransparent = (annotations: Annotations = {}) =>
  Type.String({
    pattern: '^(#([0-9a-fA-F]{3}|[0-9a-fA-F]{6})|transparent)$',
    shape: 'a hex colour such as #1a2b3c, or transparent',
    ...annotations,
  });

/** A two-letter language code (ISO 639-1), in lower case; what a group does with an unknown one is its own affair. */
export const language = withDefault(
  Type.String({
    pattern: '^[a-zA-Z]{2}([-_][a-zA-Z]{2,4})?$',
    shape: 'a language code such as en',
    description: 'ISO 639-1 code of the language of the answer',
  }),
  'en',
);

/** A value of any shape, which is looked at later: so many characters of JSON at most. */
export const anything = (annotations: Annotations & { maxJson: number }) => Type.Unknown(annotations);

/** Values by key, in answers. */
export const record = <S extends TSchema>(value: S) => Type.Record(Type.String(), value);

/** Whether a text is a link that a page may carry. Everything else, `javascript:` first of all, is not. */
const isLink = (text: string): boolean =>
  isWebAddress(text) || (/^(mailto|tel|sms):[^\s<>"]+$/i.test(text) && URL.canParse(text));

/**
 * Whether a text is the address of something on the web. Its host must be a name or an IP address: URLs also allow hosts
 * with signs such as `;` and `*`, which mean something else where hosts are listed.
 */
const isWebAddress = (text: string): boolean => /^https?:\/\/[^\s<>"\\]+$/i.test(text) && webOrigin(text) !== undefined;

/** The origin of an address on the web; undefined when its host is no name and no IP address. */
export function webOrigin(address: string): string | undefined {
  if (!URL.canParse(address)) return undefined;
  const { hostname, origin } = new URL(address);
  return /^([a-z0-9._-]+|\[[0-9a-f:.]+\])$/.test(hostname) ? origin : undefined;
}

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:?\d\d)$/i;

const isInstantOrNever = (text: string): boolean =>
  text === NEVER || (INSTANT.test(text) && !Number.isNaN(Date.parse(text)));

/**
 * Whether a value makes at most so many characters of JSON, what JSON escapes counted as it is: the check of the keyword `maxJson`. Nothing
 * is written for it, since texts know how long they are: to write out a file of megabytes takes as long as to parse it did.
 */
export function fitsInJson(most: number, value: unknown): boolean {
  let left = most;
  const open: unknown[] = [value];
  while (open.length > 0 && left >= 0) {
    const one = open.pop();
    left -= ownCharacters(one);
    if (typeof one !== 'object' || one === null) continue;
    for (const inner of Object.values(one)) open.push(inner);
  }
  return left >= 0;
}

/** The characters of JSON that a value makes without the values that are in it: brackets, commas, and the names of fields. */
function ownCharacters(value: unknown): number {
  if (typeof value === 'string') return value.length + 2;
  if (typeof value !== 'object' || value === null) return String(value).length;
  const between = (parts: number) => 2 + Math.max(0, parts - 1);
  if (Array.isArray(value)) return between(value.length);
  const names = Object.keys(value);
  return names.reduce((sum, name) => sum + name.length + 3, between(names.length));
}

/** Formats of ours, beside those of JSON Schema. */
export const FORMATS = {
  link: isLink,
  'web-address': isWebAddress,
  'ip-range': isIpRange,
  'instant-or-never': isInstantOrNever,
};

/** A link: http, https, mailto, tel or sms. */
export const link = (description?: string) =>
  Type.String({
    format: 'link',
    maxLength: LONGEST_ADDRESS,
    shape: 'an http, https, mailto, tel or sms link',
    ...(description ? { description } : {}),
  });

/** An IP address, or a range of them in CIDR notation. */
export const ipRange = (annotations: Annotations = {}) =>
  Type.String({
    format: 'ip-range',
    shape: 'an IP address, or a range of them such as 203.0.113.0/24',
    ...annotations,
  });

/** The address of a picture, a film, a document: http or https. */
export const webAddress = (description?: string) =>
  Type.String({
    format: 'web-address',
    maxLength: LONGEST_ADDRESS,
    shape: 'an http or https address',
    ...(description ? { description } : {}),
  });
