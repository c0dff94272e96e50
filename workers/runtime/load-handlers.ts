import { catalogue } from '../../shared/contract/catalogue/index.js';
import type { Endpoint } from '../../shared/contract/endpoint.js';
import type { PoolName } from '../../shared/contract/pools.js';
import { findInternalJob, type InternalJob, internalJobs } from '../../shared/queue/internal-jobs.js';
import type { Call, Handler, InternalHandler, Resources } from '../handle.js';
import { importModule } from '../import-module.js';

/** A handler of a job whose input is validated. */
export interface Runnable {
  run(input: unknown, call: Call): unknown;
}

/** Handlers by the id of their endpoint, or the name of their internal job. */
export type Handlers = ReadonlyMap<string, Runnable>;

/**
 * Loads and warms up the handlers of one pool.
 *
 * @throws Error if one is missing, or was made for something else
 */
export async function loadHandlers(pool: PoolName, resources: Resources): Promise<Handlers> {
  const endpoints = catalogue.filter((endpoint) => endpoint.pool === pool).map(({ id }) => id);
  const jobs = internalJobs.filter((job) => job.pool === pool).map(({ name }) => name);
  const load = async (id: string) => [id, await loadPoolHandler(pool, id, resources)] as const;
  return new Map(await Promise.all([...endpoints, ...jobs].map(load)));
}

/**
 * Loads and warms up the handler of one endpoint or internal job of a pool.
 *
 * @throws Error if the pool has none
 */
export async function loadPoolHandler(pool: PoolName, id: string, resources: Resources): Promise<Runnable> {
  const job = findInternalJob(id);
  if (job?.pool === pool) return loadInternalHandler(job);
  const endpoint = catalogue.find((one) => one.pool === pool && one.id === id);
  if (!endpoint) throw new Error(`this pool has no handler of ${id}`);
  const handler = await loadHandler(endpoint);
  await handler.warmUp?.(resources);
  return handler;
}

/** Loads the handler of an endpoint from `workers/<group>/<last part of its path>.ts`. */
async function loadHandler(endpoint: Endpoint): Promise<Handler> {
  const path = `${endpoint.group.id}/${endpoint.path.split('/').at(-1)}.js`;
  const module = await importModule<Handler>(path);
  if (module.default?.endpoint !== endpoint) throw new Error(`workers/${path} has no handler of ${endpoint.id}`);
  return module.default;
}

async function loadInternalHandler(job: InternalJob): Promise<InternalHandler> {
  const path = `${job.name}.js`;
  const module = await importModule<InternalHandler>(path);
  if (module.default?.job !== job) throw new Error(`workers/${path} has no handler of ${job.name}`);
  return module.default;
}
