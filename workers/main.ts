import { randomUUID } from 'node:crypto';
import { isPoolName, poolNames } from '../shared/contract/pools.js';
import { systemClock } from '../shared/process/clock.js';
import { ConfigError, ownConfig, required } from '../shared/process/config.js';
import { createLogger } from '../shared/process/log.js';
import { publishBreakers } from '../shared/process/metrics/breaker-board.js';
import { serveMetrics } from '../shared/process/metrics/serve.js';
import { connectRedis } from '../shared/process/redis.js';
import { type Running, runProcess } from '../shared/process/run-process.js';
import { startTracing } from '../shared/process/tracing.js';
import { connectStore, type Store } from '../shared/store/connect.js';
import { loadHandlers } from './load-handlers.js';
import { measured } from './measured.js';
import { compute, type Resources } from './run-handler.js';
import { serve } from './serve-pool.js';

const pool = process.argv[2] ?? '';
const config = ownConfig();
const log = createLogger(`worker:${pool}`, config);
const onError = (err: unknown) => log.warn({ err }, 'connection trouble');

async function start(): Promise<Running> {
  if (!isPoolName(pool)) throw new ConfigError(`usage: node workers/main.js ${poolNames.join('|')}`);
  const tracing = await startTracing(`worker-${pool}`, config, { begins: false, log });
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
  const service = serve(pool, instance, redis, run, onError, tracing.telemetry);
  const stopBreakers = publishBreakers(redis, `${pool} ${instance}`, onError);
  log.debug({ handlers: handlers.size }, 'serving');
  return {
    facts: metrics.facts,
    async stop() {
      await service.stop();
      await stopBreakers();
      await metrics.stop();
      await tracing.stop();
      await store?.close();
      redis.disconnect();
    },
  };
}

await runProcess(log, config.SHUTDOWN_GRACE_MS, start);
