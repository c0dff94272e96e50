import { allCalls, type Calls, listEvents, type OpenApiDocument, referredName, type Schema } from '../calls.js';

const IMPORTS = "import type { FileResponse } from '../file-response.js';\n";

/** Makes fields of a type required that another part of it declares as optional. */
const WITH_REQUIRED = 'type WithRequired<T, K extends keyof T> = T & { [P in K]-?: T[P] };\n';

/** Writes the types of all requests, responses and webhook events, and of the schemas that several of them share. */
export function schemaFile(document: OpenApiDocument, calls: Calls): string {
  const { Error: _, ...shared } = document.components.schemas;
  const operations = allCalls(calls).flatMap(({ name, request, response }) => [
    [`${name}Request`, request] as const,
    [`${name}Response`, response] as const,
  ]);
  const events = listEvents(document);
  const schemas = [...Object.entries(shared), ...operations, ...events];
  const types = [...schemas.map(([name, schema]) => declare(name, schema)), eventUnion(events)].join('\n');
  return [IMPORTS, types, ...(types.includes('WithRequired<') ? [WITH_REQUIRED] : [])].join('\n');
}

const eventUnion = (events: ReadonlyMap<string, Schema>): string =>
  `/** Event of a webhook, that this version knows. */
export type KnownWebhookEvent = ${[...events.keys()].join(' | ')};
`;

function declare(name: string, schema: Schema): string {
  const type = typeOf(schema, '');
  const declaration = isObjectLiteral(schema) ? `interface ${name} ${type}` : `type ${name} = ${type};`;
  return `${comment(schema, '')}export ${declaration}\n`;
}

const SIMPLE: Readonly<Record<string, string>> = {
  string: 'string',
  integer: 'number',
  number: 'number',
  boolean: 'boolean',
  null: 'null',
};

/**
 * Returns the type of a schema: the intersection of all that it says.
 *
 * @param indent of the line on which the type begins
 */
function typeOf(schema: Schema, indent: string): string {
  const { $ref, allOf = [], anyOf, oneOf, properties = {}, required = [] } = schema;
  if ($ref !== undefined) return referredName($ref);
  const own = ownType(schema, indent);
  const alternatives = [anyOf, oneOf].flatMap((schemas) => (schemas ? [joinAlternatives(schemas, indent)] : []));
  const parts = [...allOf.map((part) => typeOf(part, indent)), ...alternatives, ...(own === undefined ? [] : [own])];
  const whole =
    parts.length > 1
      ? parts.map((part) => (part.includes(' | ') ? `(${part})` : part)).join(' & ')
      : (parts[0] ?? 'unknown');
  const elsewhere = parts.length > 0 ? required.filter((name) => !(name in properties)) : [];
  return elsewhere.length > 0 && allOf.length > 0 ? `WithRequired<${whole}, ${literals(elsewhere)}>` : whole;
}

/** Returns the type of what a schema says itself, apart from the schemas that it combines. */
function ownType(schema: Schema, indent: string): string | undefined {
  const { enum: values, const: only, items, type = '', format, properties = {}, additionalProperties } = schema;
  if (values ?? only !== undefined) return literals(values ?? [only]);
  if (items) return writeArray(items, indent);
  if (Object.keys(properties).length > 0) return objectLiteral(schema, indent);
  if (type === 'object' && isCombined(schema)) return undefined;
  if (type === 'object')
    return `{ [key: string]: ${additionalProperties ? typeOf(additionalProperties, indent) : 'unknown'} }`;
  return format === 'binary' ? 'FileResponse' : SIMPLE[type];
}

const isCombined = ({ allOf, anyOf, oneOf }: Schema): boolean => Boolean(allOf ?? anyOf ?? oneOf);

const isObjectLiteral = (schema: Schema): boolean =>
  schema.$ref === undefined && !isCombined(schema) && Object.keys(schema.properties ?? {}).length > 0;

const literals = (values: readonly unknown[]): string => values.map((value) => JSON.stringify(value)).join(' | ');

const joinAlternatives = (schemas: readonly Schema[], indent: string): string =>
  [...new Set(schemas.map((schema) => typeOf(schema, indent)))].join(' | ');

function writeArray(items: Schema, indent: string): string {
  const type = typeOf(items, indent);
  return isObjectLiteral(items) || /^\w+(\[\])*$/.test(type) ? `${type}[]` : `(${type})[]`;
}

function objectLiteral({ properties = {}, required = [] }: Schema, indent: string): string {
  const inner = `${indent}  `;
  const fields = Object.entries(properties).map(([name, field]) => {
    const key = /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name);
    return `${comment(field, inner)}${inner}${key}${required.includes(name) ? '' : '?'}: ${typeOf(field, inner)};\n`;
  });
  return `{\n${fields.join('')}${indent}}`;
}

/** Writes the comment that editors show, if there is something to say. */
function comment({ description, format, default: byDefault }: Schema, indent: string): string {
  const lines = [
    ...(description ? description.split('\n') : []),
    ...(format && format !== 'binary' ? [`Format: ${format}`] : []),
    ...(byDefault === undefined ? [] : [`@default ${JSON.stringify(byDefault)}`]),
  ].map((line) => line.replaceAll('*/', '*\\/'));
  if (lines.length === 0) return '';
  if (lines.length === 1) return `${indent}/** ${lines[0]} */\n`;
  return `${indent}/**\n${lines.map((line) => `${indent} * ${line}`.trimEnd()).join('\n')}\n${indent} */\n`;
}
