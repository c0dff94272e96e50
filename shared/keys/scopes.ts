import { catalogue } from '../contract/catalogue/index.js';
import type { Endpoint } from '../contract/endpoint.js';
import { errors } from '../contract/errors.js';

/** The scope that opens everything. */
export const ALL = '*';

/** The scope of what has results and events sent to addresses elsewhere. */
export const WEBHOOKS_SCOPE = 'webhooks';

/**
 * Checks that each scope is one: all, a group, or one endpoint, by their ids, or webhooks.
 *
 * @throws ApiError 422 for the first that is none
 */
export function checkScopes(scopes: readonly string[]): void {
  const unknown = scopes.find((scope) => scope !== ALL && !groups.has(scope) && !groupOf.has(scope));
  if (unknown !== undefined) throw errors.scopeUnknown({ scope: unknown });
}

const groups = new Set([...catalogue.map(({ group }) => group.id), WEBHOOKS_SCOPE]);
const groupOf = new Map(catalogue.map(({ id, group }) => [id, group.id]));

/** Whether scopes open all of a group. */
export const coversGroup = (scopes: readonly string[], group: string): boolean =>
  scopes.includes(ALL) || scopes.includes(group);

/** Whether scopes open an endpoint. */
export const covers = (scopes: readonly string[], { id, group }: Pick<Endpoint, 'id' | 'group'>): boolean =>
  coversGroup(scopes, group.id) || scopes.includes(id);

/** Whether a scope opens nothing that these scopes do not open. */
export const isWithin = (scope: string, scopes: readonly string[]): boolean =>
  scopes.includes(ALL) || scopes.includes(scope) || scopes.includes(groupOf.get(scope) ?? '');
