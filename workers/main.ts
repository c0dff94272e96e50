import { randomUUID } from 'node:crypto';
import { isPoolName, poolNames } from '../shared/contract/pools.js';
import { baseUrl, ConfigError, ownConfig, required } from '../shared/process/config.js';
import { createLogger } from '../shared/process/log.js';
import { gaugeBreakers, publishBreakers, publishClocks } from '../shared/process/metrics/boards.js';
import { serveMetrics } from '../shared/process/metrics/serve.js';
import { connectRedis } from '../shared/process/redis.js';
import { type Running, runProcess } from '../shared/process/run-process.js';
import { redisClock } from '../shared/process/server-clock.js';
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
  const tracing = await startTracing(`worker-${pool}`, config, { begins: false, log });
  const redis = connectRedis(required(config, 'REDIS_URL'), 'worker', onError);
  const clock = redisClock(redis, log);
  await clock.start();
  const upstreams = new Upstreams(config, pool);
  const model = createModel(config);
  let store: Store | undefined;
  const resources: Resources = {
    config,
    clock,
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
    clock,
    baseUrl: baseUrl(config),
    ...(tracing.telemetry && { telemetry: tracing.telemetry }),
  });
  const name = `${pool} ${instance}`;
  const offBoards = [
    publishBreakers(redis, clock, name, breakerStates, onError),
    publishClocks(redis, name, [clock], onError),
  ];
  log.debug({ handlers: handlers.endpoints.size }, 'serving');
  return {
    facts: metrics.facts,
    async stop() {
      await worker.stop();
      resources.pictures.stop();
      await Promise.all(offBoards.map((takeOff) => takeOff()));
      clock.stop();
      await metrics.stop();
      await tracing.stop();
      await store?.close();
      redis.disconnect();
    },
  };
}

await runProcess(log, config.SHUTDOWN_GRACE_MS, start);
