import type { PoolName } from '../../shared/contract/pools.js';
import type { Config } from '../../shared/process/config.js';
import { type Logger, logConnectionErrors } from '../../shared/process/log.js';
import type { Outages } from '../../shared/process/outages.js';
import { connectRedis, watchRedis } from '../../shared/process/redis.js';
import { redisUrl } from '../../shared/process/redis-address.js';
import { createRedisClock, type ServerClock } from '../../shared/process/server-clock.js';
import { Disks } from '../../shared/storage/disks.js';
import type { Store } from '../../shared/store/connect.js';
import type { Resources } from '../handle.js';
import { DisposableDomains } from '../lib/disposable-domains.js';
import { Resolver } from '../lib/dns.js';
import { createModel } from '../lib/llm/model.js';
import { PictureDecoder } from '../lib/pictures/decoder.js';
import { Upstreams } from '../lib/upstream/upstreams.js';

/**
 * Opens the resources of a process that runs jobs of a pool.
 *
 * @returns the resources, their clock, which the process has to start, and a function that closes them
 */
export function openResources(
  pool: PoolName,
  config: Config,
  log: Logger,
  outages: Outages,
): { resources: Resources; clock: ServerClock; close(): Promise<void> } {
  let store: Promise<Store> | undefined;
  const redis = connectRedis(redisUrl(config), 'worker', logConnectionErrors(log, 'redis'));
  outages.watch('redis', watchRedis(redis));
  const clock = createRedisClock(redis, log);
  const resources: Resources = {
    config,
    clock,
    log,
    redis,
    upstreams: new Upstreams(config, pool),
    model: createModel(config),
    disks: new Disks(config),
    dns: new Resolver(config.DNS_SERVERS),
    disposable: new DisposableDomains(config.DISPOSABLE_DOMAINS, log),
    pictures: new PictureDecoder(),
    async store() {
      store ??= openStore(config, log, outages);
      return (await store).db;
    },
  };
  return {
    resources,
    clock,
    async close() {
      clock.stop();
      resources.pictures.stop();
      await (await store)?.close();
      redis.disconnect();
    },
  };
}

/** The driver is loaded on first use: most pools never need it. */
async function openStore(config: Config, log: Logger, outages: Outages): Promise<Store> {
  const [{ connectGuardedStore }, { watchStore: watchedStore }] = await Promise.all([
    import('../../shared/store/connect.js'),
    import('../../shared/store/outage.js'),
  ]);
  const store = connectGuardedStore(config, logConnectionErrors(log, 'store'));
  outages.watch('store', watchedStore(store.db));
  return store;
}
