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

/** A schema as the contracts write it: with words of our own, and values by key as a pattern for every key. */
export interface ContractSchema extends JsonSchema {
  shape?: string;
  /** The most characters of JSON that a value of any shape makes. */
  maxJson?: number;
  /** Its name, and how it was declared. */
  named?: { name: string; schema: ContractSchema };
  /** Named objects whose fields are among its own. */
  includes?: readonly ContractSchema[];
  properties?: Record<string, ContractSchema>;
  items?: ContractSchema;
  anyOf?: readonly ContractSchema[];
  patternProperties?: Record<string, ContractSchema>;
  /** The kinds of it, by the word in one of its fields. */
  variants?: { by: string; of: Readonly<Record<string, ContractSchema>> };
  /** The name of what it is like. */
  refersTo?: string;
}

/** Shows a schema that is inside another. */
type Show = (schema: ContractSchema) => JsonSchema;

/**
 * A contract's schema as callers are shown it: without the annotations that are ours (what a value looks like goes to
 * its description), and without "required" on what the service fills in itself.
 *
 * @param show how schemas that have a name are shown; by default in full like all others
 * @param filledIn fields of the outermost object that need not be sent although handlers always see them
 */
export function publicSchema(contract: object, show: Show = inFull, filledIn: readonly string[] = []): JsonSchema {
  const shown = show(JSON.parse(JSON.stringify(contract)));
  return filledIn.length === 0 ? shown : notRequired(shown, filledIn);
}

const inFull: Show = (schema) => showWith(inFull, schema);

/** Shows a schema itself in full, and those inside it in the given way. */
export function showWith(show: Show, contract: ContractSchema): JsonSchema {
  const {
    shape,
    maxJson,
    patternProperties,
    named: _,
    includes: __,
    variants: ___,
    refersTo: ____,
    ...schema
  } = contract;
  const { properties, items, anyOf } = schema;
  const shown: JsonSchema = { ...schema };
  if (OUR_FORMATS.has(shown.format ?? '')) delete shown.format;
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

/** Formats that only this service knows; their shape says in words what they are. */
const OUR_FORMATS = new Set(['link', 'web-address', 'instant-or-never']);

/** What a value looks like goes to the description when it gives an example or a format that is not there yet. */
const withShape = (description: string | undefined, shape: string): string => {
  if (!description) return `${shape.charAt(0).toUpperCase()}${shape.slice(1)}`;
  const saysMore = / as /.test(shape) && !/e\.g\.|such as/.test(description);
  return saysMore ? `${description}: ${shape}` : description;
};

const withMaximum = (description: string | undefined, most: number): string =>
  `${description ? `${description}; ` : ''}at most ${most.toLocaleString('en')} characters of JSON`;

/** An object that needs some fields no more. JSON Schema draft 4, which some tools still read, knows no empty list of them. */
export function notRequired({ required = [], ...schema }: JsonSchema, fields: readonly string[]): JsonSchema {
  const left = required.filter((name) => !fields.includes(name));
  return left.length === 0 ? schema : { ...schema, required: left };
}

/** The request of an endpoint as callers are shown it. */
export const publicRequest = (
  endpoint: { request: object; fromHeaders: Readonly<Record<string, string>> },
  show: Show = inFull,
) => publicSchema(endpoint.request, show, Object.keys(endpoint.fromHeaders));

/** A reference to a component of the document. */
export const ref = (kind: string, name: string | number) => ({ $ref: `#/components/${kind}/${name}` });

/**
 * Shows a schema that has a name by a reference to it, with what its place of use says differently; and an object that
 * has all fields of a named one by a reference to that one and its own fields.
 */
export function byReference(contract: ContractSchema): JsonSchema {
  const { named, refersTo, includes = [] } = contract;
  if (refersTo) return ref('schemas', refersTo);
  const whole = oneOfItsKinds(contract, showWith(byReference, contract));
  const shown = includes.length === 0 ? whole : onTopOf(includes, whole);
  return named ? { ...ref('schemas', named.name), ...differences(shown, byReference(named.schema)) } : shown;
}

/** An object of several kinds: one of them, each with the fields that they do not share, told apart by a word. */
function oneOfItsKinds({ variants }: ContractSchema, shown: JsonSchema): JsonSchema {
  if (!variants) return shown;
  const { type, properties = {}, required = [], ...rest } = shown;
  const kinds = Object.entries(variants.of);
  const inKinds = new Set(kinds.flatMap(([, kind]) => Object.keys(kind.properties ?? {})));
  const shared = Object.entries(properties).filter(([name]) => !inKinds.has(name));
  const needed = required.filter((name) => !inKinds.has(name));
  const oneOf = kinds.map(([, kind]) => byReference(kind));
  return {
    ...rest,
    oneOf,
    discriminator: {
      propertyName: variants.by,
      mapping: Object.fromEntries(kinds.map(([word], at) => [word, oneOf[at]?.$ref ?? ''])),
    },
    ...(shared.length > 0 ? { type, properties: Object.fromEntries(shared) } : {}),
    ...(needed.length > 0 ? { required: needed } : {}),
  };
}

/** An object that has the fields of named ones beside its own; when it has none of its own, the named one itself. */
function onTopOf(included: readonly ContractSchema[], { properties, required = [], ...shown }: JsonSchema): JsonSchema {
  const inherited = Object.assign({}, ...included.map((one) => showWith(byReference, one).properties));
  const own = differences(properties ?? {}, inherited);
  const allOf = included.map(byReference);
  const [only, ...others] = allOf;
  if (only && others.length === 0 && Object.keys(own).length === 0 && !shown.oneOf) return only;
  const needed = required.filter((name) => name in own);
  return { ...shown, allOf, properties: own, ...(needed.length > 0 ? { required: needed } : {}) };
}

/** What stands here otherwise than there, or only here. */
function differences(here: object, there: object) {
  const known = new Map(Object.entries(there));
  return Object.fromEntries(Object.entries(here).filter(([name, value]) => !isDeepStrictEqual(value, known.get(name))));
}

/**
 * The schemas with a name that these contracts use, by name.
 *
 * @throws Error when two have one name
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

/** The names to which what is shown by reference refers. */
export function namesIn(shown: object): string[] {
  const names = new Set<string>();
  JSON.stringify(shown, (key, value) => {
    if (key === '$ref') names.add(referredName(value));
    return value;
  });
  return [...names].sort();
}

/** The name that a reference refers to. */
export const referredName = (reference: string): string => reference.slice(reference.lastIndexOf('/') + 1);
