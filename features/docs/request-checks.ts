import type { Contract } from '../../shared/contract/contract.js';
import { type Endpoint, type Rule, shortName } from '../../shared/contract/endpoint.js';
import { accountPages, listRoutes } from './account-pages.js';
import { methodOfEndpoint, methodOfRoute } from './client-methods.js';
import type { JsonSchema } from './openapi/schemas.js';

/** Data with which a try-it form builds its request, and checks it before it costs something. */
interface RequestCheck {
  method: Contract['method'];
  /** Base URL of the service. */
  base: string;
  /** Path with parameters in braces. */
  path: string;
  /** Schema of the request. Errors that its fields declare are replaced with their messages. */
  schema: JsonSchema;
  /** Groups of fields of which one is required, and the message when none is given. */
  oneOf: readonly { fields: readonly string[]; message: string }[];
  /** Names of its group and method in our clients; undefined if it has none. */
  client: readonly string[] | undefined;
}

/** Returns the checks of the forms on the page of a group, by the anchor of their endpoint. */
export function requestChecks(
  group: string,
  offered: readonly Endpoint[],
  baseUrl: string,
): Record<string, RequestCheck> {
  const page = accountPages.find(({ slug }) => slug === group);
  if (page) {
    return Object.fromEntries(
      listRoutes(page).map((route) => [route.name, { ...requestCheck(route, baseUrl), client: methodOfRoute(route) }]),
    );
  }
  return Object.fromEntries(
    offered
      .filter((endpoint) => endpoint.group.id === group)
      .map((endpoint) => [
        shortName(endpoint),
        {
          ...requestCheck(endpoint, baseUrl, Object.keys(endpoint.fromHeaders), endpoint.rules),
          client: methodOfEndpoint(endpoint),
        },
      ]),
  );
}

const requestCheck = (
  { method, path, request }: Pick<Contract, 'method' | 'path' | 'request'>,
  base: string,
  filledIn: readonly string[] = [],
  rules: readonly Rule[] = [],
): Omit<RequestCheck, 'client'> => ({
  ...{ method, base, path },
  schema: withMessages(request, filledIn),
  oneOf: rules.flatMap(({ oneOf }) => oneOf ?? []),
});

/** Annotations of contracts for other readers. Variants depend on the value of a field, which the service checks. */
const OMITTED = new Set(['named', 'includes', 'variants', 'refersTo', 'check', 'brief', 'advanced']);

/** Returns a contract's schema as JSON, with messages for errors. Fields that the service fills in are not required. */
function withMessages(request: object, filledIn: readonly string[]): JsonSchema {
  const text = JSON.stringify(request, (key, value) => {
    if (OMITTED.has(key)) return undefined;
    return typeof value === 'function' ? value().message : value;
  });
  return JSON.parse(text, (_, value: JsonSchema | null) => {
    const { properties, required } = value ?? {};
    if (!properties || !Array.isArray(required)) return value;
    const isSent = (name: string) => properties[name]?.default === undefined && !filledIn.includes(name);
    return { ...value, required: required.filter(isSent) };
  });
}
