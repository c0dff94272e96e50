import { compile, type JSONSchema } from 'json-schema-to-typescript';
import type { JsonSchema } from '../../shared/openapi/public-schema.js';

/** A schema as an exported TypeScript type of this name, with its descriptions as comments. */
export const typeOf = (schema: JsonSchema, name: string): Promise<string> =>
  compile(forReaders(schema), name, {
    bannerComment: '',
    additionalProperties: false,
    ignoreMinAndMaxItems: true,
    strictIndexSignatures: false,
    style: { singleQuote: true, printWidth: 120 },
  });

/** Without the bounds that a type cannot express, which would only be repeated as comments; an object of which nothing
 * is said may hold anything. */
function forReaders({ minItems, maxItems, pattern, format, ...schema }: JsonSchema): JSONSchema {
  const { properties, items, anyOf, additionalProperties } = schema;
  return {
    ...schema,
    ...(properties
      ? { properties: Object.fromEntries(Object.entries(properties).map(([name, field]) => [name, forReaders(field)])) }
      : {}),
    ...(items ? { items: forReaders(items) } : {}),
    ...(anyOf ? { anyOf: anyOf.map(forReaders) } : {}),
    ...(schema.type === 'object' && Object.keys(properties ?? {}).length === 0 ? { additionalProperties: true } : {}),
    ...(typeof additionalProperties === 'object' ? { additionalProperties: forReaders(additionalProperties) } : {}),
  } as JSONSchema;
}
