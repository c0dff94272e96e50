import { compile, type JSONSchema } from 'json-schema-to-typescript';
import { referredName } from '../../api/docs/openapi/named-schemas.js';
import type { JsonSchema } from '../../api/docs/openapi/public-schema.js';

/**
 * A schema as an exported TypeScript type of this name, with its descriptions as comments; the types to which it refers
 * are for its file to import.
 */
export const typeOf = (schema: JsonSchema, name: string): Promise<string> =>
  compile(outermost(schema), name, {
    bannerComment: '',
    additionalProperties: false,
    declareExternallyReferenced: false,
    ignoreMinAndMaxItems: true,
    strictIndexSignatures: false,
    style: { singleQuote: true, printWidth: 120 },
  });

/** What the outermost schema has of named ones is what its interface extends. */
function outermost({ allOf, ...schema }: JsonSchema): JSONSchema {
  const extended = allOf?.map(({ $ref = '' }) => ({ title: referredName($ref), type: 'object', properties: {} }));
  return Object.assign(forReaders(schema), extended && { extends: extended });
}

/** Without the bounds that a type cannot express, which would only be repeated as comments; an object of which nothing
 * is said may hold anything. */
function forReaders({ $ref, minItems, maxItems, pattern, format, ...schema }: JsonSchema): JSONSchema {
  const { type, properties, items, anyOf, allOf, additionalProperties } = schema;
  if ($ref) return written(referredName($ref), schema);
  if (!(type || anyOf || schema.enum || 'const' in schema)) return written('unknown', schema);
  return {
    ...schema,
    ...(properties
      ? { properties: Object.fromEntries(Object.entries(properties).map(([name, field]) => [name, forReaders(field)])) }
      : {}),
    ...(items ? { items: forReaders(items) } : {}),
    ...(anyOf ? { anyOf: anyOf.map(forReaders) } : {}),
    ...(allOf ? { allOf: allOf.map(forReaders) } : {}),
    ...(type === 'object' && Object.keys(properties ?? {}).length === 0 ? { additionalProperties: true } : {}),
    ...(typeof additionalProperties === 'object' ? { additionalProperties: forReaders(additionalProperties) } : {}),
  } as JSONSchema;
}

/** A type in its own words. */
const written = (tsType: string, { description }: JsonSchema): JSONSchema => ({
  tsType,
  ...(description ? { description } : {}),
});
