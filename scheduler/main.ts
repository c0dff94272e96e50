import { systemClock } from '../shared/process/clock.js';
import { ownConfig, required } from '../shared/process/config.js';
import { createLogger } from '../shared/process/log.js';
import { serveMetrics } from '../shared/process/metrics/serve.js';
import { connectRedis, whenReady } from '../shared/process/redis.js';
import { type Running, runProcess } from '../shared/process/run-process.js';
import { startTracing } from '../shared/process/tracing.js';
import type { ChoreData } from '../shared/queue/job.js';
import { openQueues } from '../shared/queue/queues.js';
import { collections } from '../shared/store/collections.js';
import { connectStore } from '../shared/store/connect.js';
import { expireCredits } from './expire-credits.js';
import { forgetVisitors } from './forget-visitors.js';
import { pruneUsage } from './prune-usage.js';
import { reconcileHolds } from './reconcile-holds.js';
import { refreshExchangeRates } from './refresh-rates.js';
import type { Task } from './run-tasks.js';
import { runTasks } from './run-tasks.js';

/** Everything that the scheduler does. */
const tasks: readonly Task[] = [expireCredits, reconcileHolds, refreshExchangeRates, forgetVisitors, pruneUsage];

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
  const queues = openQueues<ChoreData, unknown>(redis, onError);
  const stopTasks = runTasks(tasks, { log, clock: systemClock, redis, store: collections(store.db), queues });
  log.debug({ tasks: tasks.map((task) => task.name) }, 'scheduling');
  return {
    facts: metrics.facts,
    async stop() {
      await stopTasks();
      await Promise.all(Object.values(queues).map((queue) => queue.close().catch(onError)));
      await metrics.stop();
      await tracing.stop();
      await store.close();
      redis.disconnect();
    },
  };
}

await runProcess(log, config.SHUTDOWN_GRACE_MS, start);
