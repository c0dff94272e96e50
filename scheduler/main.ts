import { randomUUID } from 'node:crypto';
import { systemClock } from '../shared/process/clock.js';
import { ownConfig, required } from '../shared/process/config.js';
import { createLogger } from '../shared/process/log.js';
import { publishBreakers } from '../shared/process/metrics/breaker-board.js';
import { serveMetrics } from '../shared/process/metrics/serve.js';
import { connectRedis, whenReady } from '../shared/process/redis.js';
import { type Running, runProcess } from '../shared/process/run-process.js';
import { startTracing } from '../shared/process/tracing.js';
import { collections } from '../shared/store/collections.js';
import { connectStore } from '../shared/store/connect.js';
import { runTasks } from './run-tasks.js';
import { tasks } from './tasks.js';

const config = ownConfig();
const log = createLogger('scheduler', config);
const CONNECT_WITHIN_MS = 15_000;
const onError = (err: unknown) => log.warn({ err }, 'connection trouble');

async function start(): Promise<Running> {
  const tracing = await startTracing('scheduler', config, { begins: false, log });
  const redis = connectRedis(required(config, 'REDIS_URL'), 'producer', onError);
  await whenReady(redis, CONNECT_WITHIN_MS);
  const store = connectStore(config);
  const metrics = await serveMetrics(config);
  const stopBreakers = publishBreakers(redis, `scheduler ${randomUUID()}`, onError);
  const stopTasks = runTasks(tasks, { config, log, clock: systemClock, redis, store: collections(store.db) });
  log.debug({ tasks: tasks.map((task) => task.name) }, 'scheduling');
  return {
    facts: metrics.facts,
    async stop() {
      await stopTasks();
      await stopBreakers();
      await metrics.stop();
      await tracing.stop();
      await store.close();
      redis.disconnect();
    },
  };
}

await runProcess(log, config.SHUTDOWN_GRACE_MS, start);
