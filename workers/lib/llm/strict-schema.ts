import type { Static, TObject } from 'typebox';
import { Check } from 'typebox/value';
import { UnusableOutput } from './errors.js';

/** A JSON Schema, or a part of one. */
type Schema = Readonly<Record<string, unknown>>;

/**
 * Keywords that every dialect accepts: those of OpenAI's and Azure's strict mode for any model. Both reject bounds of
 * texts and lists for some models; llama.cpp rejects patterns that do not begin with ^ and end with $.
 * (platform.openai.com/docs/guides/structured-outputs, learn.microsoft.com: Structured outputs, llama.cpp: json-schema-to-grammar)
 */
const KEYWORDS = ['type', 'enum', 'const', 'description'] as const;

/**
 * Converts a schema for strict mode: closes each object and requires each of its properties, where optional ones may be
 * null. Keywords that not every dialect accepts are dropped; `parseOutput` checks them.
 *
 * @returns undefined for a schema that strict mode cannot express, e.g. an object of any keys
 */
export function strictSchema(schema: object): Schema | undefined {
  const { properties, items, anyOf, required = [], ...rest } = parts(schema);
  const accepted = Object.fromEntries(
    KEYWORDS.filter((name) => rest[name] !== undefined).map((name) => [name, rest[name]]),
  );
  if (anyOf) return union(anyOf, accepted);
  switch (rest.type) {
    case 'object': {
      if (!properties) return undefined;
      const names = Object.keys(properties);
      const strict = names.map((name) => {
        const inner = strictSchema(properties[name] ?? {});
        return [name, inner && !required.includes(name) ? orNull(inner) : inner] as const;
      });
      if (strict.some(([, inner]) => inner === undefined)) return undefined;
      return { ...accepted, properties: Object.fromEntries(strict), required: names, additionalProperties: false };
    }
    case 'array': {
      const inner = items && strictSchema(items);
      return inner && { ...accepted, items: inner };
    }
    default:
      // Strict mode requires a type beside an enum.
      if (rest.type === undefined && rest.enum?.every((word) => typeof word === 'string'))
        return { type: 'string', ...accepted };
      return rest.type === undefined ? undefined : accepted;
  }
}

function union(schemas: readonly object[], accepted: Schema): Schema | undefined {
  const strict = schemas.map(strictSchema);
  return strict.includes(undefined) ? undefined : { ...accepted, anyOf: strict };
}

const orNull = (schema: Schema): Schema => ({ anyOf: [schema, { type: 'null' }] });

/** Keywords of JSON Schema that are read here. */
interface Parts {
  type?: string;
  properties?: Readonly<Record<string, object>>;
  items?: object;
  anyOf?: readonly object[];
  required?: readonly string[];
  enum?: readonly unknown[];
  const?: unknown;
  description?: string;
}

const parts = (schema: object): Parts => schema;

/**
 * Parses the JSON object in a model's output, also out of a code fence or between remarks, and checks it against the full schema.
 * The schema is interpreted: those of readings differ by request, and a compiler would cache each of them.
 *
 * @throws UnusableOutput when there is no object, or it does not match
 */
export function parseOutput<Shape extends TObject>(schema: Shape, text: string): Static<Shape> {
  const parsed = parseJson(text) ?? parseJson(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1));
  if (parsed === undefined) throw new UnusableOutput('the answer was not JSON');
  const output = withoutNulls(schema, parsed);
  if (!Check(schema, output)) throw new UnusableOutput('the answer was not of the schema');
  return output;
}

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Removes the nulls that stand for absent optional properties. */
export function withoutNulls(schema: object, output: unknown): unknown {
  const { properties, items, required = [] } = parts(schema);
  if (Array.isArray(output)) return items ? output.map((item) => withoutNulls(items, item)) : output;
  if (!properties || typeof output !== 'object' || output === null) return output;
  return Object.fromEntries(
    Object.entries(output)
      .filter(([name, value]) => value !== null || !(name in properties) || required.includes(name))
      .map(([name, value]) => [name, withoutNulls(properties[name] ?? {}, value)]),
  );
}
