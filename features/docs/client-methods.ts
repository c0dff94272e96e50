import { toCamelCase } from '../../shared/contract/contract.js';
import { type Endpoint, shortName } from '../../shared/contract/endpoint.js';
import type { Route } from '../../shared/contract/route.js';

/** Returns the names of an endpoint's method in our clients: of its group and its own, or one for both. */
export const methodOfEndpoint = (endpoint: Pick<Endpoint, 'id' | 'group'>): string[] => {
  const { id, group } = endpoint;
  return id === group.id ? [toCamelCase(id)] : [toCamelCase(group.id), toCamelCase(shortName(endpoint))];
};

/** Routes that are not methods of our clients: their jobs do what these do. */
const OF_JOBS = ['job', 'cancelJob'];

/** Returns the name of a route's method in our clients; undefined if it is none, or returns a file. */
export const methodOfRoute = ({ name, file }: Pick<Route, 'name' | 'file'>): string[] | undefined =>
  file !== undefined || OF_JOBS.includes(name) ? undefined : [name];
