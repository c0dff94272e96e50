import { isDeepStrictEqual } from 'node:util';

/** The parts of JSON Schema (2020-12) that the contracts use. */
export interface JsonSchema {
  $ref?: string;
  type?: string;
  description?: string;
  enum?: readonly unknown[];
  const?: unknown;
  anyOf?: readonly JsonSchema[];
  oneOf?: readonly JsonSchema[];
  /** Request fields that select it among the responses. */
  'x-when'?: Readonly<Record<string, string>>;
  unevaluatedProperties?: boolean;
  discriminator?: { propertyName: string; mapping: Readonly<Record<string, string>> };
  allOf?: readonly JsonSchema[];
  properties?: Record<string, JsonSchema>;
  required?: readonly string[];
  items?: JsonSchema;
  additionalProperties?: JsonSchema | boolean;
  default?: unknown;
  examples?: readonly unknown[];
  format?: string;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
}

/** A schema of a contract: with annotations of this project, and maps as a pattern for every key. */
export interface ContractSchema extends JsonSchema {
  shape?: string;
  /** Label in the studio. */
  title?: string;
  /** Maximum size of a value of any shape, in characters of JSON. */
  maxJson?: number;
  /** Name, and the schema as it was declared. */
  named?: { name: string; schema: ContractSchema };
  /** Named objects whose fields it includes. */
  includes?: readonly ContractSchema[];
  properties?: Record<string, ContractSchema>;
  items?: ContractSchema;
  anyOf?: readonly ContractSchema[];
  patternProperties?: Record<string, ContractSchema>;
  /** Variants by the value of the field `by`. */
  variants?: { by: string; of: Readonly<Record<string, ContractSchema>> };
  /** Request fields that select it among the responses. */
  when?: Readonly<Record<string, string>> | undefined;
  /** Name of the schema to show a reference to. */
  refersTo?: string;
  /** Shorter description for agents. */
  brief?: string;
  /** True for a field that lists of tools leave out. */
  advanced?: true;
}

/** Converts a contract's schema to a public one. */
type Show = (schema: ContractSchema) => JsonSchema;

/**
 * Converts a contract's schema to JSON Schema for clients: annotations of this project go to descriptions, and fields that
 * the service fills in are not required.
 *
 * @param show converts each schema; by default named ones in full as well
 * @param filledIn fields of the outermost object that the service fills in
 */
export function publicSchema(contract: object, show: Show = inFull, filledIn: readonly string[] = []): JsonSchema {
  const shown = show(JSON.parse(JSON.stringify(contract)));
  return filledIn.length === 0 ? shown : notRequired(shown, filledIn);
}

const inFull: Show = (schema) => showWith(inFull, schema);

/** Converts a schema itself in full, and those inside it with `show`. */
function showWith(show: Show, contract: ContractSchema): JsonSchema {
  const {
    shape,
    maxJson,
    patternProperties,
    named: _,
    includes: __,
    variants: ___,
    refersTo: ____,
    when: _____,
    brief: ______,
    advanced: _______,
    ...schema
  } = contract;
  const { properties, items, anyOf } = schema;
  const shown: JsonSchema = { ...schema };
  if (PRIVATE_FORMATS.has(shown.format ?? '')) delete shown.format;
  // Not every language knows classes of Unicode in regular expressions.
  if (shown.pattern?.includes('\\p{')) delete shown.pattern;
  if (shape) shown.description = withShape(schema.description, shape);
  if (maxJson) shown.description = withMaximum(schema.description, maxJson);
  if (items) shown.items = show(items);
  if (anyOf) shown.anyOf = anyOf.map(show);
  const [values] = Object.values(patternProperties ?? {});
  if (values && Object.keys(values).length > 0) shown.additionalProperties = show(values);
  if (!properties) return shown;
  shown.properties = Object.fromEntries(Object.entries(properties).map(([name, field]) => [name, show(field)]));
  const filledIn = Object.keys(properties).filter((name) => properties[name]?.default !== undefined);
  return notRequired(shown, filledIn);
}

/** Formats that only this service knows. Their shape describes them. */
const PRIVATE_FORMATS = new Set([
  'link',
  'web-address',
  'instant-or-never',
  'instant-or-empty',
  'language-code',
  'country-code',
  'time-zone',
]);

/** Adds the shape of a value to its description if it has an example or a format that the description lacks. */
const withShape = (description: string | undefined, shape: string): string => {
  if (!description) return `${shape.charAt(0).toUpperCase()}${shape.slice(1)}`;
  const saysMore = / as /.test(shape) && !/e\.g\.|such as/.test(description);
  return saysMore ? `${description}: ${shape}` : description;
};

const withMaximum = (description: string | undefined, most: number): string =>
  `${description ? `${description}; ` : ''}at most ${most.toLocaleString('en')} characters of JSON`;

/** Makes fields of an object optional. Draft 4 of JSON Schema, which some tools still read, allows no empty `required`. */
export function notRequired({ required = [], ...schema }: JsonSchema, fields: readonly string[]): JsonSchema {
  const left = required.filter((name) => !fields.includes(name));
  return left.length === 0 ? schema : { ...schema, required: left };
}

/** Returns the request schema of an endpoint for clients. */
export const publicRequest = (endpoint: { request: object; fromHeaders: object }, show: Show = inFull) =>
  publicSchema(endpoint.request, show, Object.keys(endpoint.fromHeaders));

/**
 * Moves defaults into descriptions, with the value in `x-default`. Generators of types make fields with a `default` required, since they
 * expect the client to fill it in.
 */
export const describeDefaults = <Value>(schemas: Value): Value =>
  JSON.parse(JSON.stringify(schemas), (_, value) => {
    if (!hasDefault(value)) return value;
    const { default: byDefault, description, ...schema } = value;
    // A description beside a reference would replace that of what it refers to.
    if (schema.$ref !== undefined && description === undefined) return { ...schema, 'x-default': byDefault };
    const said = `default ${JSON.stringify(byDefault).replaceAll('"', '')}`;
    return { ...schema, description: description ? `${description}; ${said}` : said, 'x-default': byDefault };
  });

/** True for the schema of a field with a default. Only schemas have a `default` that is no object. */
const hasDefault = (value: unknown): value is JsonSchema =>
  typeof value === 'object' && value !== null && 'default' in value && typeof value.default !== 'object';

/** Returns a reference to a component of the document. */
export const ref = (kind: string, name: string | number) => ({ $ref: `#/components/${kind}/${name}` });

/**
 * Converts a named schema to a reference, with what differs where it is used; and an object that includes a named one to
 * a reference to that one and its other fields. Titles are left out, since they are labels of forms.
 */
export function byReference({ title: _, ...contract }: ContractSchema): JsonSchema {
  const { named, refersTo, when, includes = [] } = contract;
  if (refersTo) return ref('schemas', refersTo);
  if (when) return { ...byReference({ ...contract, when: undefined }), 'x-when': when };
  const whole = withVariants(contract, showWith(byReference, contract));
  const shown = includes.length === 0 ? whole : withIncluded(includes, whole);
  return named ? { ...ref('schemas', named.name), ...differences(shown, byReference(named.schema)) } : shown;
}

/** Converts variants to `oneOf`, each with the fields that they do not share, and a discriminator if its field is required. */
function withVariants({ variants }: ContractSchema, shown: JsonSchema): JsonSchema {
  if (!variants) return shown;
  const { type, properties = {}, required = [], ...rest } = shown;
  const all = Object.entries(variants.of);
  const inVariants = new Set(all.flatMap(([, variant]) => Object.keys(variant.properties ?? {})));
  const shared = Object.entries(properties).filter(([name]) => !inVariants.has(name));
  const needed = required.filter((name) => !inVariants.has(name));
  const oneOf = all.map(([, variant]) => byReference(variant));
  const discriminator = {
    propertyName: variants.by,
    mapping: Object.fromEntries(all.map(([value], at) => [value, oneOf[at]?.$ref ?? ''])),
  };
  return {
    ...rest,
    oneOf,
    ...(all.every(([, variant]) => isNeeded(variant, variants.by)) && { discriminator }),
    ...(shared.length > 0 ? { type, properties: Object.fromEntries(shared) } : {}),
    ...(needed.length > 0 ? { required: needed } : {}),
  };
}

/**
 * Permits variants, and the objects that they are part of, to have fields that only the other has: those of all variants are
 * beside `oneOf`. Linters that refuse unknown fields in examples would refuse them.
 */
export function allowFieldsBesideVariants(schemas: Record<string, JsonSchema>): Record<string, JsonSchema> {
  const withShared = Object.entries(schemas).filter(([, { oneOf, properties }]) => oneOf && properties);
  const variants = withShared.flatMap(([, { oneOf = [] }]) => oneOf.map(({ $ref = '' }) => $ref));
  const open = new Set([...withShared.map(([name]) => name), ...variants.map((name) => name.replace(/.*\//, ''))]);
  return Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => [
      name,
      open.has(name) ? { ...schema, unevaluatedProperties: true } : schema,
    ]),
  );
}

/** Removes the examples of whole objects, which the requests of the document have in their place. */
export const withoutExampleObjects = <Value>(schemas: Value): Value =>
  JSON.parse(JSON.stringify(schemas), (name, value) =>
    name === 'examples' && Array.isArray(value) && typeof value[0] === 'object' ? undefined : value,
  );

/** True if a field has to be sent, as the field of a discriminator must. */
const isNeeded = ({ properties, required }: ContractSchema, name: string): boolean =>
  required?.includes(name) === true && properties?.[name]?.default === undefined;

/** Converts included objects to `allOf`. An object without other fields is the reference itself. */
function withIncluded(
  included: readonly ContractSchema[],
  { properties, required = [], ...shown }: JsonSchema,
): JsonSchema {
  const inherited = Object.assign({}, ...included.map((one) => showWith(byReference, one).properties));
  const own = differences(properties ?? {}, inherited);
  const allOf = included.map(byReference);
  const [only, ...others] = allOf;
  if (only && others.length === 0 && Object.keys(own).length === 0 && !shown.oneOf) return only;
  const needed = required.filter((name) => name in own);
  return { ...shown, allOf, properties: own, ...(needed.length > 0 ? { required: needed } : {}) };
}

/** Returns the properties of an object that another lacks or has with another value. */
function differences(one: object, other: object) {
  const known = new Map(Object.entries(other));
  return Object.fromEntries(Object.entries(one).filter(([name, value]) => !isDeepStrictEqual(value, known.get(name))));
}

/**
 * Returns the named schemas that contracts use, by name.
 *
 * @throws Error if two different schemas have the same name
 */
export function namedSchemas(contracts: readonly { request: object; response: object }[]): Record<string, JsonSchema> {
  const found = new Map<string, JsonSchema>();
  const schemas = contracts.flatMap(({ request, response }) => [request, response]);
  JSON.parse(JSON.stringify(schemas), (_, value: ContractSchema | null) => {
    const named = value?.named;
    if (typeof named?.name !== 'string') return value;
    const schema = byReference(named.schema);
    if (!isDeepStrictEqual(found.get(named.name) ?? schema, schema)) throw new Error(`Two schemas named ${named.name}`);
    found.set(named.name, schema);
    return value;
  });
  return Object.fromEntries([...found].sort(([a], [b]) => a.localeCompare(b)));
}
