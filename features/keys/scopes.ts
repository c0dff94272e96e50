import { catalogue } from '../../shared/contract/catalogue/index.js';
import type { Endpoint } from '../../shared/contract/endpoint.js';
import { errors } from '../../shared/contract/errors.js';
import type { Route } from '../../shared/contract/route.js';
import { ANY_KEY, listScopes, type ServiceScope, serviceScopes } from '../../shared/contract/service-scopes.js';

/** Scope of all endpoints, and of all service scopes but those that must be given by name. */
export const ALL = '*';

/**
 * Checks that each scope exists: all, a group, an endpoint, or a service scope, by their ids.
 *
 * @throws ApiError 422 for the first unknown scope
 */
export function checkScopes(scopes: readonly string[]): void {
  const unknown = scopes.find(
    (scope) => scope !== ALL && !groups.has(scope) && !groupByEndpoint.has(scope) && !isServiceScope(scope),
  );
  if (unknown !== undefined) throw errors.scopeUnknown({ scope: unknown });
}

const groups = new Set(catalogue.map(({ group }) => group.id));
/**
 * Checks that groups exist.
 *
 * @throws ApiError 422 for the first unknown one
 */
export function checkGroups(ids: readonly string[]): void {
  const unknown = ids.find((id) => !groups.has(id));
  if (unknown !== undefined) throw errors.groupUnknown({ group: unknown, groups: [...groups].join(', ') });
}

const groupByEndpoint = new Map(catalogue.map(({ id, group }) => [id, group.id]));
const byNameOnly = new Map<string, boolean>(serviceScopes.map((scope) => [scope.id, scope.byNameOnly]));

/** True if a scope opens service routes, and no endpoint. */
export const isServiceScope = (scope: string): boolean => byNameOnly.has(scope);

/** True if `*` does not include a scope. */
export const isByNameOnly = (scope: string): boolean => byNameOnly.get(scope) === true;

/** True if scopes include a service scope. */
export const includesService = (scopes: readonly string[], scope: ServiceScope): boolean =>
  scopes.includes(scope) || (scopes.includes(ALL) && !isByNameOnly(scope));

/** True if scopes open a service route. */
export const opensRoute = (scopes: readonly string[], route: Pick<Route, 'scope'>): boolean =>
  route.scope === ANY_KEY || listScopes(route).some((scope) => includesService(scopes, scope));

/** True if scopes open an endpoint. */
export const opensEndpoint = (scopes: readonly string[], { id, group }: Pick<Endpoint, 'id' | 'group'>): boolean =>
  scopes.includes(ALL) || scopes.includes(group.id) || scopes.includes(id);

/** True if a scope opens no endpoint that these scopes do not open. */
export const isWithin = (scope: string, scopes: readonly string[]): boolean =>
  scopes.includes(ALL) || scopes.includes(scope) || scopes.includes(groupByEndpoint.get(scope) ?? '');
