/** A JSON Schema as it comes: anything may be in it. */
type Json = unknown;

/** What strict mode takes in a schema of each kind; everything else is refused (Structured outputs: Supported schemas). */
const TAKEN: Readonly<Record<string, readonly string[]>> = {
  any: ['type', 'description', 'title', 'enum', 'const', 'anyOf', '$ref', '$defs', 'definitions'],
  object: ['properties', 'required', 'additionalProperties'],
  array: ['items'],
};

/** How large a schema may be; Azure takes less. */
export interface SchemaLimits {
  readonly properties: number;
  readonly levels: number;
}

/**
 * What OpenAI has against a schema in strict mode, in its own words; undefined when nothing.
 *
 * It is as strict as with the models that take least: bounds of texts, numbers and lists, which newer ones take in part, are refused.
 */
export function strictRefusal(schema: Json, limits: SchemaLimits): string | undefined {
  if (typeOf(schema) !== 'object') {
    return `schema must be a JSON Schema of 'type: "object"', got 'type: "${typeOf(schema) || 'None'}"'.`;
  }
  const counted = { properties: 0 };
  const refusal = refusalAt(schema, [], 1, limits, counted);
  if (refusal) return refusal;
  if (counted.properties <= limits.properties) return undefined;
  return `Expected at most ${limits.properties} properties in the schema, got ${counted.properties}.`;
}

function refusalAt(
  schema: Json,
  place: readonly string[],
  level: number,
  limits: SchemaLimits,
  counted: { properties: number },
): string | undefined {
  const at = `In context=${tuple(place)}`;
  if (!isRecord(schema)) return `${at}, schema must be an object.`;
  if (level > limits.levels) return `${at}, schema exceeds the maximum of ${limits.levels} levels of nesting.`;
  const type = typeOf(schema);
  const strange = Object.keys(schema).find((name) => ![...(TAKEN.any ?? []), ...(TAKEN[type] ?? [])].includes(name));
  if (strange) return `${at}, '${strange}' is not permitted.`;
  if (type === '' && !('anyOf' in schema || '$ref' in schema)) {
    return `${at}, schema must have a 'type' key.`;
  }
  const inner: [Json, string[]][] = [];
  if (type === 'object') {
    if (schema.additionalProperties !== false) {
      return `${at}, 'additionalProperties' is required to be supplied and to be false.`;
    }
    const properties = isRecord(schema.properties) ? schema.properties : {};
    const required: readonly Json[] = Array.isArray(schema.required) ? schema.required : [];
    const missing = Object.keys(properties).find((name) => !required.includes(name));
    if (missing !== undefined) {
      return `${at}, 'required' is required to be supplied and to be an array including every key in properties. Missing '${missing}'.`;
    }
    counted.properties += Object.keys(properties).length;
    inner.push(...Object.entries(properties).map(([name, one]): [Json, string[]] => [one, ['properties', name]]));
  }
  if (type === 'array') inner.push([schema.items, ['items']]);
  if (Array.isArray(schema.anyOf)) {
    inner.push(...schema.anyOf.map((one, index): [Json, string[]] => [one, ['anyOf', String(index)]]));
  }
  for (const [one, path] of inner) {
    const refusal = refusalAt(one, [...place, ...path], level + 1, limits, counted);
    if (refusal) return refusal;
  }
  return undefined;
}

const isRecord = (value: Json): value is Record<string, Json> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const typeOf = (schema: Json): string => (isRecord(schema) && typeof schema.type === 'string' ? schema.type : '');

/** A place as Python writes a tuple. */
const tuple = (place: readonly string[]): string =>
  place.length === 1 ? `('${place[0]}',)` : `(${place.map((part) => `'${part}'`).join(', ')})`;

/** What llama.cpp's conversion to a grammar has against a schema (json-schema-to-grammar.cpp); undefined when nothing. */
export function grammarRefusal(schema: Json): string | undefined {
  if (Array.isArray(schema)) return schema.map(grammarRefusal).find((refusal) => refusal !== undefined);
  if (!isRecord(schema)) return undefined;
  const { pattern } = schema;
  if (typeof pattern === 'string' && !(pattern.startsWith('^') && pattern.endsWith('$'))) {
    return "JSON schema conversion failed:\nPattern must start with '^' and end with '$'";
  }
  return Object.values(schema)
    .map(grammarRefusal)
    .find((refusal) => refusal !== undefined);
}
