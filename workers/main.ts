import { randomUUID } from 'node:crypto';
import { constants, getPriority, setPriority } from 'node:os';
import { isPoolName, poolNames, pools } from '../shared/contract/pools.js';
import { systemClock } from '../shared/process/clock.js';
import { baseUrl, ConfigError, ownConfig, required } from '../shared/process/config.js';
import { createLogger } from '../shared/process/log.js';
import { gaugeBreakers, publishBreakers } from '../shared/process/metrics/boards.js';
import { serveMetrics } from '../shared/process/metrics/serve.js';
import { connectRedis } from '../shared/process/redis.js';
import { type Running, runProcess } from '../shared/process/run-process.js';
import { startTracing } from '../shared/process/tracing.js';
import { chooseBackend } from '../shared/queue/backend.js';
import { Disks } from '../shared/storage/disks.js';
import { connectGuardedStore, type Store } from '../shared/store/connect.js';
import type { Resources } from './handle.js';
import { Resolver } from './lib/dns.js';
import { createModel } from './lib/llm/model.js';
import { PictureDecoder } from './lib/pictures/decoder.js';
import { Upstreams } from './lib/upstream/upstreams.js';
import { loadHandlers } from './load-handlers.js';
import { jobRunner } from './run-handler.js';
import { servePool } from './serve-pool.js';

const pool = process.argv[2] ?? '';
const config = ownConfig();
const log = createLogger(`worker:${pool}`, config);
const onError = (err: unknown) => log.warn({ err }, 'connection trouble');

async function start(): Promise<Running> {
  if (!isPoolName(pool)) throw new ConfigError(`usage: node workers/main.js ${poolNames.join('|')}`);
  setPriority(Math.min(constants.priority.PRIORITY_LOW, getPriority() + pools[pool].niceness));
  const tracing = await startTracing(`worker-${pool}`, config, { begins: false, log });
  const redis = connectRedis(required(config, 'REDIS_URL'), 'worker', onError);
  const upstreams = new Upstreams(config, pool);
  const model = createModel(config);
  let store: Store | undefined;
  const resources: Resources = {
    config,
    clock: systemClock,
    log,
    redis,
    upstreams,
    model,
    disks: new Disks(config),
    dns: new Resolver(config.DNS_SERVERS),
    pictures: new PictureDecoder(),
    async store() {
      store ??= connectGuardedStore(config, onError);
      return store.db;
    },
  };
  const handlers = await loadHandlers(pool, resources);
  const breakerStates = () => ({ ...upstreams.breakerStates(), ...model?.breakerStates() });
  const metrics = await serveMetrics(config, async () => gaugeBreakers(breakerStates()));
  const instance = randomUUID();
  const worker = servePool(pool, instance, redis, jobRunner(pool, handlers, resources), onError, {
    backend: chooseBackend(config, log),
    baseUrl: baseUrl(config),
    ...(tracing.telemetry && { telemetry: tracing.telemetry }),
  });
  const stopBreakers = publishBreakers(redis, `${pool} ${instance}`, breakerStates, onError);
  log.debug({ handlers: handlers.endpoints.size }, 'serving');
  return {
    facts: metrics.facts,
    async stop() {
      await worker.stop();
      resources.pictures.stop();
      await stopBreakers();
      await metrics.stop();
      await tracing.stop();
      await store?.close();
      redis.disconnect();
    },
  };
}

await runProcess(log, config.SHUTDOWN_GRACE_MS, start);
