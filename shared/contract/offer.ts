import { ConfigError } from '../process/config.js';
import { catalogue } from './catalogue/index.js';
import type { Endpoint } from './endpoint.js';
import type { PoolName } from './pools.js';

/** Pools whose endpoints work with external services. All other endpoints need none, and are always offered. */
const EXTERNAL: readonly PoolName[] = ['content', 'fetch'];

const optional = catalogue.filter(({ pool }) => EXTERNAL.includes(pool));
const names = new Set(optional.flatMap(({ id, group }) => [group.id, id]));

/**
 * Selects the endpoints that this platform offers. All that customers see of the catalogue is made from them.
 *
 * @param off the setting ENDPOINTS_OFF: ids of groups and endpoints, comma-separated
 * @throws ConfigError for a name that is neither a group nor an endpoint, or cannot be taken out
 */
export function selectOffered(off = ''): readonly Endpoint[] {
  const taken = off
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean);
  const unknown = taken.find((name) => !names.has(name));
  if (unknown !== undefined)
    throw new ConfigError(`ENDPOINTS_OFF: unknown name "${unknown}": it must be one of ${[...names].join(', ')}`);
  return catalogue.filter(({ id, group }) => !taken.includes(id) && !taken.includes(group.id));
}
