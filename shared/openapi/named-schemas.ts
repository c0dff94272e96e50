import { isDeepStrictEqual } from 'node:util';
import { type ContractSchema, type JsonSchema, showWith } from './public-schema.js';
import { ref } from './responses.js';

/**
 * Shows a schema that has a name by a reference to it, with what its place of use says differently; and an object that
 * has all fields of a named one by a reference to that one and its own fields.
 */
export function byReference(contract: ContractSchema): JsonSchema {
  const { named, includes = [] } = contract;
  const shown = showWith(byReference, contract);
  if (named) return { ...ref('schemas', named.name), ...differences(shown, byReference(named.schema)) };
  return includes.length === 0 ? shown : onTopOf(includes, shown);
}

/** An object that has the fields of named ones beside its own; when it has none of its own, the named one itself. */
function onTopOf(included: readonly ContractSchema[], { properties, required = [], ...shown }: JsonSchema): JsonSchema {
  const inherited = Object.assign({}, ...included.map((one) => showWith(byReference, one).properties));
  const own = differences(properties ?? {}, inherited);
  const allOf = included.map(byReference);
  const [only, ...others] = allOf;
  if (only && others.length === 0 && Object.keys(own).length === 0) return only;
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
