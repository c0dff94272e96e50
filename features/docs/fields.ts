import type { JsonSchema } from './openapi/schemas.js';

/** A field of a request or a response, as the reference describes it. */
export interface Field {
  name: string;
  type: string;
  required: boolean;
  description: string;
  /** Allowed values; empty if there is no list of them. */
  allowed: readonly string[];
  bounds: string;
  default: string | undefined;
  fields: readonly Field[];
}

/** A form that a response can have, depending on the request. */
export interface Shape {
  kind: string;
  fields: readonly Field[];
}

/** Describes the fields of an object, with those of the objects inside it. */
export function describeFields({ properties = {}, required = [] }: JsonSchema): Field[] {
  return Object.entries(properties).map(([name, schema]) => describeField(name, schema, required.includes(name)));
}

/** Describes the shapes that a response can have. */
export function describeShapes(schema: JsonSchema): Shape[] {
  if (schema.anyOf) return schema.anyOf.flatMap(describeShapes);
  if (schema.type === 'array') return [{ kind: `A ${typeName(schema)}`, fields: describeFields(schema.items ?? {}) }];
  return [{ kind: 'An object', fields: describeFields(schema) }];
}

function describeField(name: string, schema: JsonSchema, required: boolean): Field {
  const bare = withoutNull(schema);
  const inner = innermost(bare);
  return {
    name,
    type: typeName(schema),
    required,
    description: schema.description ?? bare.description ?? '',
    allowed: (inner.enum ?? (inner.const === undefined ? [] : [inner.const])).map(String),
    bounds: describeBounds(inner),
    default: schema.default === undefined ? undefined : String(schema.default),
    fields: describeFields(inner),
  };
}

/** Returns the schema of a nullable value without null. */
function withoutNull(schema: JsonSchema): JsonSchema {
  const others = schema.anyOf?.filter(({ type }) => type !== 'null') ?? [];
  const [only] = others;
  return others.length === 1 && only ? only : schema;
}

/** Returns the schema of the items that nested lists and maps hold. */
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

/** Returns the type of a schema in a few words. */
export function typeName(schema: JsonSchema): string {
  if (schema.anyOf) return [...new Set(schema.anyOf.map(typeName))].join(' or ');
  if (schema.enum || schema.const !== undefined) return typeof (schema.enum?.[0] ?? schema.const);
  if (schema.type === 'array') return `list of ${plural(typeName(schema.items ?? {}))}`;
  if (typeof schema.additionalProperties === 'object') {
    return `${plural(typeName(schema.additionalProperties))} by key`;
  }
  if (schema.type === 'string') return FORMATS[schema.format ?? ''] ?? 'string';
  return TYPES[schema.type ?? ''] ?? 'any';
}

const plural = (type: string): string => {
  const [noun = '', ...rest] = type.split(', ');
  return [/[sy]$/.test(noun) ? noun : `${noun}s`, ...rest].join(', ');
};

function describeBounds({ minimum, maximum, maxLength, maxItems }: JsonSchema): string {
  // Years have four digits, and no separator.
  const format = (value: number) => value.toLocaleString('en', { useGrouping: 'min2' });
  if (minimum !== undefined && maximum !== undefined) return `${format(minimum)} to ${format(maximum)}`;
  if (minimum !== undefined) return `at least ${format(minimum)}`;
  if (maximum !== undefined) return `at most ${format(maximum)}`;
  if (maxLength !== undefined) return `at most ${format(maxLength)} characters`;
  return maxItems === undefined ? '' : `at most ${format(maxItems)} items`;
}

/** A control of a try-it form. */
interface Control {
  name: string;
  kind: 'choice' | 'number' | 'date' | 'text' | 'long' | 'json';
  required: boolean;
  hint: string;
  /** Initial value: that of the example. */
  value: string;
  options: readonly string[];
  placeholder: string;
}

const LONG_TEXT = 300;

/** Returns the controls of a request: first those that are required or in the example, then the rest. */
export function formControls(request: JsonSchema, example: Readonly<Record<string, unknown>>) {
  const all = Object.entries(request.properties ?? {}).map(([name, schema]) =>
    formControl(name, schema, request.required?.includes(name) ?? false, example[name]),
  );
  const isFirst = ({ required, value }: Control) => required || value !== '';
  return { first: all.filter(isFirst), more: all.filter((one) => !isFirst(one)) };
}

function formControl(name: string, schema: JsonSchema, required: boolean, example: unknown): Control {
  const kind = controlKind(schema);
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

/** True if numbers are among its values. Some fields take them as text too. */
const isNumeric = ({ type, anyOf = [] }: JsonSchema): boolean =>
  type === 'integer' || type === 'number' || anyOf.some(isNumeric);

function controlKind(schema: JsonSchema): Control['kind'] {
  if (schema.enum || schema.type === 'boolean') return 'choice';
  if (isNumeric(schema)) return 'number';
  const isAnything = schema.type === undefined && !schema.anyOf;
  if (schema.type === 'array' || schema.type === 'object' || isAnything) return 'json';
  if (schema.format === 'date') return 'date';
  return (schema.maxLength ?? 0) > LONG_TEXT ? 'long' : 'text';
}
