/** A JSON Schema that is not validated yet. */
type Json = unknown;

/** Keywords that strict mode supports, by type; others are refused (Structured outputs: Supported schemas). */
const SUPPORTED: Readonly<Record<string, readonly string[]>> = {
  any: ['type', 'description', 'title', 'enum', 'const', 'anyOf', '$ref', '$defs', 'definitions'],
  object: ['properties', 'required', 'additionalProperties'],
  array: ['items'],
};

/** Maximum size of a schema, which is smaller for Azure. */
export interface SchemaLimits {
  readonly properties: number;
  readonly levels: number;
}

/**
 * Returns OpenAI's error message for a schema in strict mode; undefined for a supported one.
 *
 * It is as strict as for the oldest models: it refuses bounds of texts, numbers and lists, some of which newer models support.
 */
export function findStrictProblem(schema: Json, limits: SchemaLimits): string | undefined {
  if (readType(schema) !== 'object') {
    return `schema must be a JSON Schema of 'type: "object"', got 'type: "${readType(schema) || 'None'}"'.`;
  }
  const counted = { properties: 0 };
  const refusal = findProblemAt(schema, [], 1, limits, counted);
  if (refusal) return refusal;
  if (counted.properties <= limits.properties) return undefined;
  return `Expected at most ${limits.properties} properties in the schema, got ${counted.properties}.`;
}

function findProblemAt(
  schema: Json,
  place: readonly string[],
  level: number,
  limits: SchemaLimits,
  counted: { properties: number },
): string | undefined {
  const at = `In context=${formatTuple(place)}`;
  if (!isRecord(schema)) return `${at}, schema must be an object.`;
  if (level > limits.levels) return `${at}, schema exceeds the maximum of ${limits.levels} levels of nesting.`;
  const type = readType(schema);
  const unsupported = Object.keys(schema).find(
    (name) => ![...(SUPPORTED.any ?? []), ...(SUPPORTED[type] ?? [])].includes(name),
  );
  if (unsupported) return `${at}, '${unsupported}' is not permitted.`;
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
    const refusal = findProblemAt(one, [...place, ...path], level + 1, limits, counted);
    if (refusal) return refusal;
  }
  return undefined;
}

const isRecord = (value: Json): value is Record<string, Json> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const readType = (schema: Json): string => (isRecord(schema) && typeof schema.type === 'string' ? schema.type : '');

/** Formats a path as a Python tuple. */
const formatTuple = (place: readonly string[]): string =>
  place.length === 1 ? `('${place[0]}',)` : `(${place.map((part) => `'${part}'`).join(', ')})`;

/** Returns the error of llama.cpp's conversion of a schema to a grammar (json-schema-to-grammar.cpp); undefined for a supported one. */
export function findGrammarProblem(schema: Json): string | undefined {
  if (Array.isArray(schema)) return schema.map(findGrammarProblem).find((refusal) => refusal !== undefined);
  if (!isRecord(schema)) return undefined;
  const { pattern } = schema;
  if (typeof pattern === 'string' && !(pattern.startsWith('^') && pattern.endsWith('$'))) {
    return "JSON schema conversion failed:\nPattern must start with '^' and end with '$'";
  }
  return Object.values(schema)
    .map(findGrammarProblem)
    .find((refusal) => refusal !== undefined);
}
