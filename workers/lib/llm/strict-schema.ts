/** A JSON Schema, or a part of one. */
type Schema = Readonly<Record<string, unknown>>;

/**
 * What may be said in every dialect: the keywords that OpenAI's and Azure's strict mode take from any model. Both refuse bounds of
 * texts and lists at least from some; llama.cpp refuses patterns that do not begin with ^ and end with $.
 * (platform.openai.com/docs/guides/structured-outputs, learn.microsoft.com: Structured outputs, llama.cpp: json-schema-to-grammar)
 */
const SAID = ['type', 'enum', 'const', 'description'] as const;

/**
 * A schema as strict mode wants it: each object closed, each of its properties required, nothing but what may be said. What is
 * optional may be null instead. What cannot be said is for us to check in the answer.
 *
 * @returns undefined for a schema that has no such form, e.g. an object of any keys
 */
export function strictSchema(schema: object): Schema | undefined {
  const { properties, items, anyOf, required = [], ...rest } = parts(schema);
  const said = Object.fromEntries(SAID.filter((name) => rest[name] !== undefined).map((name) => [name, rest[name]]));
  if (anyOf) return union(anyOf, said);
  switch (rest.type) {
    case 'object': {
      if (!properties) return undefined;
      const names = Object.keys(properties);
      const strict = names.map((name) => {
        const inner = strictSchema(properties[name] ?? {});
        return [name, inner && !required.includes(name) ? orNull(inner) : inner] as const;
      });
      if (strict.some(([, inner]) => inner === undefined)) return undefined;
      return { ...said, properties: Object.fromEntries(strict), required: names, additionalProperties: false };
    }
    case 'array': {
      const inner = items && strictSchema(items);
      return inner && { ...said, items: inner };
    }
    default:
      // Strict mode wants a type beside words to choose from as well.
      if (rest.type === undefined && rest.enum?.every((word) => typeof word === 'string'))
        return { type: 'string', ...said };
      return rest.type === undefined ? undefined : said;
  }
}

function union(of: readonly object[], said: Schema): Schema | undefined {
  const strict = of.map(strictSchema);
  return strict.includes(undefined) ? undefined : { ...said, anyOf: strict };
}

const orNull = (schema: Schema): Schema => ({ anyOf: [schema, { type: 'null' }] });

/** The parts of JSON Schema that are looked at here. */
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

/** An answer without the nulls that stand for what is optional in a schema. */
export function withoutNulls(schema: object, answer: unknown): unknown {
  const { properties, items, required = [] } = parts(schema);
  if (Array.isArray(answer)) return items ? answer.map((item) => withoutNulls(items, item)) : answer;
  if (!properties || typeof answer !== 'object' || answer === null) return answer;
  return Object.fromEntries(
    Object.entries(answer)
      .filter(([name, value]) => value !== null || !(name in properties) || required.includes(name))
      .map(([name, value]) => [name, withoutNulls(properties[name] ?? {}, value)]),
  );
}
