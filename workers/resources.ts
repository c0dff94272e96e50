import type { PoolName } from '../shared/contract/pools.js';
import { systemClock } from '../shared/process/clock.js';
import { type Config, required } from '../shared/process/config.js';
import type { Logger } from '../shared/process/log.js';
import { connectRedis } from '../shared/process/redis.js';
import { Disks } from '../shared/storage/disks.js';
import { connectGuardedStore, type Store } from '../shared/store/connect.js';
import type { Resources } from './handle.js';
import { Resolver } from './lib/dns.js';
import { createModel } from './lib/llm/model.js';
import { PictureDecoder } from './lib/pictures/decoder.js';
import { Upstreams } from './lib/upstream/upstreams.js';

/**
 * Makes what a process has that computes calls of a pool.
 *
 * @returns it, and what ends it
 */
export function openResources(
  pool: PoolName,
  config: Config,
  log: Logger,
  onError: (error: unknown) => void,
): { resources: Resources; close(): Promise<void> } {
  let store: Store | undefined;
  const resources: Resources = {
    config,
    clock: systemClock,
    log,
    redis: connectRedis(required(config, 'REDIS_URL'), 'worker', onError),
    upstreams: new Upstreams(config, pool),
    model: createModel(config),
    disks: new Disks(config),
    dns: new Resolver(config.DNS_SERVERS),
    pictures: new PictureDecoder(),
    async store() {
      store ??= connectGuardedStore(config, onError);
      return store.db;
    },
  };
  return {
    resources,
    async close() {
      resources.pictures.stop();
      await store?.close();
      resources.redis.disconnect();
    },
  };
}
