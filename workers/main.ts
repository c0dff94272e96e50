import { randomUUID } from 'node:crypto';
import { systemClock } from '../shared/clock.js';
import { ConfigError, ownConfig, required } from '../shared/config.js';
import { serve } from '../shared/jobs/serve.js';
import { createLogger } from '../shared/log.js';
import { publishBreakers } from '../shared/metrics/breaker-board.js';
import { serveMetrics } from '../shared/metrics/serve.js';
import { isPoolName, poolNames } from '../shared/pools.js';
import { connectRedis } from '../shared/redis.js';
import { type Running, runProcess } from '../shared/run-process.js';
import { connectStore, type Store } from '../shared/store/connect.js';
import { startTracing } from '../shared/tracing/tracing.js';
import { compute, type Resources } from './compute.js';
import { loadHandlers } from './load-handlers.js';
import { measured } from './measured.js';

const pool = process.argv[2] ?? '';
const config = ownConfig();
const log = createLogger(`worker:${pool}`, config);
const onError = (err: unknown) => log.warn({ err }, 'connection trouble');

async function start(): Promise<Running> {
  if (!isPoolName(pool)) throw new ConfigError(`usage: node workers/main.js ${poolNames.join('|')}`);
  const stopTracing = await startTracing(`worker-${pool}`, config, { begins: false, log });
  const redis = connectRedis(required(config, 'REDIS_URL'), 'worker', onError);
  let store: Store | undefined;
  const resources: Resources = {
    config,
    clock: systemClock,
    log,
    redis,
    async store() {
      store ??= connectStore(config);
      return store.db;
    },
  };
  const handlers = await loadHandlers(pool);
  const metrics = await serveMetrics(config);
  const instance = randomUUID();
  const run = measured(pool, (work) => compute(handlers, resources, work));
  const service = serve(pool, instance, redis, run, onError);
  const stopBreakers = publishBreakers(redis, `${pool} ${instance}`, onError);
  log.debug({ handlers: handlers.size }, 'serving');
  return {
    facts: metrics.facts,
    async stop() {
      await service.stop();
      await stopBreakers();
      await metrics.stop();
      await stopTracing();
      await store?.close();
      redis.disconnect();
    },
  };
}

await runProcess(log, config.SHUTDOWN_GRACE_MS, start);
