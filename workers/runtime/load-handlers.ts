import { catalogue } from '../../shared/contract/catalogue/index.js';
import type { Endpoint } from '../../shared/contract/endpoint.js';
import type { PoolName } from '../../shared/contract/pools.js';
import { type Chore, chores } from '../../shared/queue/chores.js';
import { type Errand, errands } from '../../shared/queue/errands.js';
import type { Call, ChoreHandler, ErrandHandler, Handler, Resources } from '../handle.js';
import { importModule } from '../import-module.js';

/** A handler whose input has been validated by the front. */
export interface LoadedHandler {
  readonly endpoint: Endpoint;
  run(input: unknown, call: Call): unknown;
}

/** The handler of an endpoint or of an internal job of a front. */
export type Runnable = Pick<LoadedHandler, 'run'>;

/** The handlers of a pool, by the id of their endpoint or internal job. */
export interface PoolHandlers {
  readonly endpoints: ReadonlyMap<string, LoadedHandler>;
  readonly errands: ReadonlyMap<string, Runnable>;
  readonly chores: ReadonlyMap<string, ChoreHandler>;
}

/**
 * Loads and warms up the handlers of one pool.
 *
 * @throws Error if an endpoint or an internal job of the pool has no handler, or that of another
 */
export async function loadHandlers(pool: PoolName, resources: Resources): Promise<PoolHandlers> {
  const ofPool = <Work extends { pool: PoolName }>(work: readonly Work[]) => work.filter((one) => one.pool === pool);
  const [endpoints, ofErrands, ofChores] = await Promise.all([
    Promise.all(ofPool(catalogue).map(loadHandler)),
    Promise.all(ofPool(errands).map(loadErrandHandler)),
    Promise.all(ofPool(chores).map(loadChoreHandler)),
  ]);
  await Promise.all(endpoints.map((handler) => handler.warmUp?.(resources)));
  return {
    endpoints: new Map(endpoints.map((handler) => [handler.endpoint.id, handler])),
    errands: new Map(ofErrands.map((handler) => [handler.errand.id, handler])),
    chores: new Map(ofChores.map((handler) => [handler.chore.id, handler])),
  };
}

/**
 * Loads and warms up the handler of one endpoint or internal job of a pool.
 *
 * @throws Error if the pool has none
 */
export async function loadHandlerOf(pool: PoolName, id: string, resources: Resources): Promise<Runnable> {
  const isIt = (one: { pool: PoolName; id: string }) => one.pool === pool && one.id === id;
  const errand = errands.find(isIt);
  if (errand) return loadErrandHandler(errand);
  const endpoint = catalogue.find(isIt);
  if (!endpoint) throw new Error(`this pool has no endpoint ${id}`);
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

async function loadChoreHandler(chore: Chore): Promise<ChoreHandler> {
  const path = `${chore.id}.js`;
  const module = await importModule<ChoreHandler>(path);
  if (module.default?.chore !== chore) throw new Error(`workers/${path} has no handler of ${chore.id}`);
  return module.default;
}

async function loadErrandHandler(errand: Errand): Promise<ErrandHandler> {
  const path = `${errand.id}.js`;
  const module = await importModule<ErrandHandler>(path);
  if (module.default?.errand !== errand) throw new Error(`workers/${path} has no handler of ${errand.id}`);
  return module.default;
}
