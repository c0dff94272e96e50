import type { JsonSchema } from './openapi/schemas.js';

/** A field of a request or an answer, as the reference describes it. */
export interface Field {
  name: string;
  type: string;
  required: boolean;
  description: string;
  /** Allowed words, bounds, default: short statements. */
  allowed: readonly string[];
  bounds: string;
  default: string | undefined;
  fields: readonly Field[];
}

/** What an answer is, and its fields. Several shapes: which one depends on the request. */
export interface Shape {
  kind: string;
  fields: readonly Field[];
}

/** The fields of an object, with those of the objects inside it. */
export function fieldsOf({ properties = {}, required = [] }: JsonSchema): Field[] {
  return Object.entries(properties).map(([name, schema]) => field(name, schema, required.includes(name)));
}

/** The shapes that an answer can have. */
export function shapesOf(schema: JsonSchema): Shape[] {
  if (schema.anyOf) return schema.anyOf.flatMap(shapesOf);
  if (schema.type === 'array') return [{ kind: `A ${typeOf(schema)}`, fields: fieldsOf(schema.items ?? {}) }];
  return [{ kind: 'An object', fields: fieldsOf(schema) }];
}

function field(name: string, schema: JsonSchema, required: boolean): Field {
  const bare = withoutNull(schema);
  const inner = innermost(bare);
  return {
    name,
    type: typeOf(schema),
    required,
    description: schema.description ?? bare.description ?? '',
    allowed: (inner.enum ?? (inner.const === undefined ? [] : [inner.const])).map(String),
    bounds: boundsOf(inner),
    default: schema.default === undefined ? undefined : String(schema.default),
    fields: fieldsOf(inner),
  };
}

/** The schema of a value that may be null, when it is not. */
function withoutNull(schema: JsonSchema): JsonSchema {
  const others = schema.anyOf?.filter(({ type }) => type !== 'null') ?? [];
  const [only] = others;
  return others.length === 1 && only ? only : schema;
}

/** What the lists and maps of a schema hold in the end. */
function innermost(schema: JsonSchema): JsonSchema {
  if (schema.items) return innermost(withoutNull(schema.items));
  if (typeof schema.additionalProperties === 'object') return innermost(schema.additionalProperties);
  return schema;
}

const FORMATS: Readonly<Record<string, string>> = {
  date: 'date, YYYY-MM-DD',
  'date-time': 'timestamp, ISO 8601',
  uri: 'URL',
};

const TYPES: Readonly<Record<string, string>> = {
  integer: 'integer',
  number: 'number',
  boolean: 'boolean',
  object: 'object',
  null: 'null',
};

/** A schema's type in a few words. */
export function typeOf(schema: JsonSchema): string {
  if (schema.anyOf) return [...new Set(schema.anyOf.map(typeOf))].join(' or ');
  if (schema.enum || schema.const !== undefined) return typeof (schema.enum?.[0] ?? schema.const);
  if (schema.type === 'array') return `list of ${plural(typeOf(schema.items ?? {}))}`;
  if (typeof schema.additionalProperties === 'object') {
    return `${plural(typeOf(schema.additionalProperties))} by key`;
  }
  if (schema.type === 'string') return FORMATS[schema.format ?? ''] ?? 'string';
  return TYPES[schema.type ?? ''] ?? 'any';
}

const plural = (type: string): string => {
  const [noun = '', ...rest] = type.split(', ');
  return [/[sy]$/.test(noun) ? noun : `${noun}s`, ...rest].join(', ');
};

function boundsOf({ minimum, maximum, maxLength, maxItems }: JsonSchema): string {
  const figure = (value: number) => value.toLocaleString('en');
  if (minimum !== undefined && maximum !== undefined) return `${figure(minimum)} to ${figure(maximum)}`;
  if (minimum !== undefined) return `at least ${figure(minimum)}`;
  if (maximum !== undefined) return `at most ${figure(maximum)}`;
  if (maxLength !== undefined) return `at most ${figure(maxLength)} characters`;
  return maxItems === undefined ? '' : `at most ${figure(maxItems)} items`;
}

/** One control of a try-it form. */
export interface Control {
  name: string;
  kind: 'choice' | 'number' | 'date' | 'text' | 'long' | 'json';
  required: boolean;
  hint: string;
  /** What it starts with: the example's value. */
  value: string;
  options: readonly string[];
  placeholder: string;
}

const LONG_TEXT = 300;

/** The controls of a request: those that are required or in the example, and the rest. */
export function controls(request: JsonSchema, example: Readonly<Record<string, unknown>>) {
  const all = Object.entries(request.properties ?? {}).map(([name, schema]) =>
    control(name, schema, request.required?.includes(name) ?? false, example[name]),
  );
  const isFirst = ({ required, value }: Control) => required || value !== '';
  return { first: all.filter(isFirst), more: all.filter((one) => !isFirst(one)) };
}

function control(name: string, schema: JsonSchema, required: boolean, example: unknown): Control {
  const kind = kindOf(schema);
  return {
    name,
    kind,
    required,
    hint: schema.description ?? '',
    value: example === undefined ? '' : kind === 'json' ? JSON.stringify(example, null, 2) : String(example),
    options: schema.enum?.map(String) ?? (kind === 'choice' ? ['true', 'false'] : []),
    placeholder: schema.default === undefined ? '' : String(schema.default),
  };
}

/** Whether numbers are among its values; some fields take them as text as well. */
const isNumeric = ({ type, anyOf = [] }: JsonSchema): boolean =>
  type === 'integer' || type === 'number' || anyOf.some(isNumeric);

function kindOf(schema: JsonSchema): Control['kind'] {
  if (schema.enum || schema.type === 'boolean') return 'choice';
  if (isNumeric(schema)) return 'number';
  const isAnything = schema.type === undefined && !schema.anyOf;
  if (schema.type === 'array' || schema.type === 'object' || isAnything) return 'json';
  if (schema.format === 'date') return 'date';
  return (schema.maxLength ?? 0) > LONG_TEXT ? 'long' : 'text';
}
