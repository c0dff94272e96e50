import type { JsonSchema } from './openapi/schemas.js';

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

function kindOf(schema: JsonSchema): Control['kind'] {
  if (schema.enum || schema.type === 'boolean') return 'choice';
  if (schema.type === 'integer' || schema.type === 'number') return 'number';
  if (schema.type === 'array' || schema.type === 'object') return 'json';
  if (schema.format === 'date') return 'date';
  return (schema.maxLength ?? 0) > LONG_TEXT ? 'long' : 'text';
}
