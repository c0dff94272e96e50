import type { ApiError } from './api-error.js';
import type { FieldError } from './fields.js';

/** The JSON Schema keywords that coercion uses. */
export interface Shape {
  type?: string;
  enum?: readonly unknown[];
  properties?: Record<string, Shape>;
  items?: Shape;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  minimum?: number;
  maximum?: number;
  maxJson?: number;
  format?: string;
  /** Description of the format of a patterned string. */
  shape?: string;
  check?: (value: string) => string | undefined;
  missing?: FieldError;
  invalid?: FieldError;
  tooLong?: () => ApiError;
  named?: { name: string };
  variants?: { by: string; of: Readonly<Record<string, Shape>> };
  refersTo?: string;
}

export const asShape = (schema: object | undefined): Shape => schema ?? {};

const YES = new Set(['true', '1', 'yes']);
const NO = new Set(['false', '0', 'no']);
const NUMERIC = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;

/**
 * Coerces a value: text is trimmed, numeric text becomes a number, yes/no/1/0 a boolean, a word of a list matches in any letter case, a
 * single value becomes a list; null and blank are absent. Other values are left for validation.
 */
export function coerce(schema: object, value: unknown): unknown {
  const shape = asShape(schema);
  if (value === null || value === undefined) return undefined;
  if (shape.enum) return coerceWord(shape.enum, value);
  switch (shape.type) {
    case 'string':
      return coerceText(shape, value);
    case 'integer':
    case 'number':
      return coerceNumber(value);
    case 'boolean':
      return coerceFlag(value);
    case 'array':
      return coerceList(shape, value);
    case 'object':
      return shape.properties ? coerceObject(shape.properties, value) : value;
    default:
      return value;
  }
}

function coerceWord(words: readonly unknown[], value: unknown): unknown {
  if (typeof value !== 'string') return value;
  const wanted = value.trim().toLowerCase();
  if (wanted === '') return undefined;
  return words.find((word) => String(word).toLowerCase() === wanted) ?? value;
}

function coerceText(shape: Shape, value: unknown): unknown {
  if (typeof value === 'number') return String(value);
  if (typeof value !== 'string') return value;
  const trimmed = value.trim();
  return trimmed === '' && (shape.minLength ?? 1) > 0 ? undefined : trimmed;
}

function coerceNumber(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  const trimmed = value.trim();
  if (trimmed === '') return undefined;
  return NUMERIC.test(trimmed) ? Number(trimmed) : value;
}

function coerceFlag(value: unknown): unknown {
  if (typeof value !== 'string' && typeof value !== 'number') return value;
  const word = String(value).trim().toLowerCase();
  if (word === '') return undefined;
  if (YES.has(word)) return true;
  return NO.has(word) ? false : value;
}

function coerceList(shape: Shape, value: unknown): unknown {
  const items = Array.isArray(value) ? value : typeof value === 'object' ? value : [value];
  const of = shape.items;
  return Array.isArray(items) && of ? items.map((item) => coerce(of, item)) : items;
}

function coerceObject(properties: Record<string, Shape>, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const given = new Map(Object.entries(value));
  const read: Record<string, unknown> = {};
  for (const [name, schema] of Object.entries(properties)) {
    const field = coerce(schema, given.get(name));
    if (field !== undefined) read[name] = field;
  }
  return read;
}

/** Describes a field in words that complete "… must be". */
export function describe(schema: object): string {
  const shape = asShape(schema);
  if (shape.enum) return `one of ${shape.enum.join(', ')}`;
  if (shape.shape) return shape.shape;
  switch (shape.type) {
    case 'integer':
      return `a whole number${describeBounds(shape)}`;
    case 'number':
      return `a number${describeBounds(shape)}`;
    case 'boolean':
      return 'true or false';
    case 'array':
      return shape.maxItems === undefined ? 'a list' : `a list of at most ${shape.maxItems} items`;
    case 'object':
      return 'an object';
    case 'string':
      return describeText(shape);
    default:
      return shape.maxJson === undefined
        ? 'of the documented shape'
        : `of the documented shape, and at most ${shape.maxJson} characters of JSON`;
  }
}

function describeBounds({ minimum, maximum }: Shape): string {
  if (minimum !== undefined && maximum !== undefined) return ` from ${minimum} to ${maximum}`;
  if (minimum !== undefined) return ` of at least ${minimum}`;
  return maximum === undefined ? '' : ` of at most ${maximum}`;
}

function describeText(shape: Shape): string {
  if (shape.format === 'date') return 'a date as YYYY-MM-DD';
  if (shape.format === 'date-time') return 'an ISO 8601 date-time such as 2026-01-05T09:30:00Z';
  if (shape.format === 'uri') return 'a URL';
  const { minLength = 0, maxLength } = shape;
  if (maxLength === undefined) return minLength > 1 ? `text of at least ${minLength} characters` : 'text';
  return minLength > 1 ? `text of ${minLength} to ${maxLength} characters` : `text of at most ${maxLength} characters`;
}
