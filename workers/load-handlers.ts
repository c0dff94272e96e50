import { catalogue } from '../shared/contract/catalogue/index.js';
import type { Endpoint } from '../shared/contract/endpoint.js';
import type { PoolName } from '../shared/contract/pools.js';
import type { Handler } from './handle.js';

/** Where an endpoint's handler lives: `workers/<group>/<last part of its path>`. */
const moduleOf = ({ group, path }: Endpoint): string => `./${group.id}/${path.split('/').at(-1)}.js`;

/**
 * Loads the handlers of one pool, and only theirs, and warms them up.
 *
 * @returns handlers by endpoint id
 * @throws Error when an endpoint of the pool has no handler, or one that was made for another contract
 */
export async function loadHandlers(pool: PoolName): Promise<Map<string, Handler>> {
  const endpoints = catalogue.filter((endpoint) => endpoint.pool === pool);
  const loaded = await Promise.all(endpoints.map(loadHandler));
  await Promise.all(loaded.map((handler) => handler.warmUp?.()));
  return new Map(loaded.map((handler) => [handler.endpoint.id, handler]));
}

async function loadHandler(endpoint: Endpoint): Promise<Handler> {
  const path = moduleOf(endpoint);
  const module: { default?: Handler } = await import(path);
  if (module.default?.endpoint !== endpoint) throw new Error(`workers/${path} has no handler of ${endpoint.id}`);
  return module.default;
}
