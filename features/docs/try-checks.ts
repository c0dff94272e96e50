import { catalogue } from '../../shared/contract/catalogue/index.js';
import type { Contract } from '../../shared/contract/contract.js';
import { type Rule, shortName } from '../../shared/contract/endpoint.js';
import { accountGroup, accountRoutes } from '../account-api/index.js';
import type { JsonSchema } from './openapi/schemas.js';

/** What a form needs to write its request, and to check it before it costs something. */
export interface RequestCheck {
  method: Contract['method'];
  /** The address of the service, and the path there, with parameters in braces. */
  base: string;
  path: string;
  /** Of the request, with the messages of the errors that its fields name. */
  schema: JsonSchema;
  /** Fields of which one must be given, and what is said when none is. */
  oneOf: readonly { fields: readonly string[]; message: string }[];
}

/** The checks of the forms on the page of a group, by the anchor of their endpoint. */
export function checksOf(group: string, baseUrl: string): Record<string, RequestCheck> {
  if (group === accountGroup.slug) {
    return Object.fromEntries(accountRoutes.map(({ contract }) => [contract.name, checkOf(contract, baseUrl)]));
  }
  return Object.fromEntries(
    catalogue
      .filter((endpoint) => endpoint.group.id === group)
      .map((endpoint) => [
        shortName(endpoint),
        checkOf(endpoint, baseUrl, Object.keys(endpoint.fromHeaders), endpoint.rules),
      ]),
  );
}

const checkOf = (
  { method, path, request }: Pick<Contract, 'method' | 'path' | 'request'>,
  base: string,
  filledIn: readonly string[] = [],
  rules: readonly Rule[] = [],
): RequestCheck => ({
  ...{ method, base, path },
  schema: withMessages(request, filledIn),
  oneOf: rules.flatMap(({ oneOf }) => oneOf ?? []),
});

/** What documents make of a contract beside its fields; what a word decides is checked by the service. */
const LEFT_OUT = new Set(['named', 'includes', 'variants', 'refersTo']);

/**
 * A contract's schema as JSON: an error that it names is its message, names of schemas are left out, and what the service
 * fills in itself is not required.
 */
function withMessages(request: object, filledIn: readonly string[]): JsonSchema {
  const text = JSON.stringify(request, (key, value) => {
    if (LEFT_OUT.has(key)) return undefined;
    return typeof value === 'function' ? value().message : value;
  });
  return JSON.parse(text, (_, value: JsonSchema | null) => {
    const { properties, required } = value ?? {};
    if (!properties || !Array.isArray(required)) return value;
    const isSent = (name: string) => properties[name]?.default === undefined && !filledIn.includes(name);
    return { ...value, required: required.filter(isSent) };
  });
}
