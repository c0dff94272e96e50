import { randomUUID } from 'node:crypto';
import { openPayments } from '../features/billing/index.js';
import { collections, indexes } from '../features/collections.js';
import { startSettlementCounters } from '../shared/ledger/settle.js';
import { announceStart } from '../shared/process/announce-start.js';
import { withTimeout } from '../shared/process/clock.js';
import { loadConfig } from '../shared/process/config.js';
import { createLogger, logConnectionErrors } from '../shared/process/log.js';
import { publishPresence } from '../shared/process/metrics/published-status.js';
import { gaugeReady } from '../shared/process/metrics/ready.js';
import { serveMetrics } from '../shared/process/metrics/serve.js';
import { Outages } from '../shared/process/outages.js';
import { connectRedis, watchRedis, whenReady } from '../shared/process/redis.js';
import { redisUrl } from '../shared/process/redis-address.js';
import { type Running, runProcess } from '../shared/process/run-process.js';
import { createRedisClock, storeClock } from '../shared/process/server-clock.js';
import { startTracing } from '../shared/process/tracing.js';
import { JobClient } from '../shared/queue/job-client.js';
import { openPoolQueues, parsePartitions } from '../shared/queue/queues.js';
import { Disks } from '../shared/storage/disks.js';
import { connectStore } from '../shared/store/connect.js';
import { watchStore } from '../shared/store/outage.js';
import { IndexPreparation } from '../shared/store/prepare-indexes.js';
import { runTasks } from './run-tasks.js';
import { tasks } from './tasks.js';

const config = loadConfig();
const outages = new Outages();
const log = createLogger('scheduler', config, outages);
const CONNECT_TIMEOUT_MS = 15_000;
/** Time for which the start waits for the store's time, in ms. */
const CLOCK_TIMEOUT_MS = 2_000;
const onRedisError = logConnectionErrors(log, 'redis');

async function start(stopping: AbortSignal): Promise<Running> {
  announceStart(log, config);
  const metrics = await serveMetrics(config, stopping);
  const instance = randomUUID();
  const tracing = await startTracing('scheduler', config, { begins: false, log });
  const redis = connectRedis(redisUrl(config), 'producer', onRedisError);
  await whenReady(redis, CONNECT_TIMEOUT_MS);
  const payments = await openPayments(config);
  const store = connectStore(config, logConnectionErrors(log, 'store'));
  outages.watch('redis', watchRedis(redis));
  outages.watch('store', watchStore(store.db));
  const queueClock = createRedisClock(redis, log);
  const clock = storeClock(store.db, log, queueClock);
  await Promise.all([queueClock.start(), withTimeout(CLOCK_TIMEOUT_MS, clock.start())]);
  const stopClocks = publishPresence(
    redis,
    `scheduler ${instance}`,
    [queueClock, clock],
    onRedisError,
    config.DATA_DIR,
  );
  const partitions = parsePartitions(config.QUEUE_PARTITIONS);
  const jobs = new JobClient({
    ...{ instance, redis, clock: queueClock, onError: onRedisError },
    blocking: connectRedis(redisUrl(config), 'blocking', onRedisError),
    queues: openPoolQueues(redis, partitions, onRedisError),
  });
  await jobs.start();
  startSettlementCounters();
  const preparation = new IndexPreparation({ config, declared: indexes, redis, log });
  const needs = {
    ...{ log, config, redis, partitions, jobs, payments },
    clock,
    queueClock,
    store: collections(store.db),
    disks: new Disks(config),
  };
  // Tasks write what unique indexes protect, and others would read whole collections.
  let schedules: ReturnType<typeof runTasks> | undefined;
  const prepared = preparation.start().then((areReady) => {
    if (areReady) schedules = runTasks(tasks, needs);
  });
  const checks = { redis: () => redis.ping(), store: () => store.db.command({ ping: 1 }) };
  metrics.started({ prepare: () => gaugeReady(checks), isRunning: () => schedules?.isRunning() ?? true });
  log.debug({ tasks: tasks.map((task) => task.name) }, 'scheduling');
  return {
    facts: metrics.facts,
    async stop() {
      await preparation.stop();
      await prepared;
      await Promise.all([schedules?.stop(), jobs.stop()]);
      await stopClocks();
      clock.stop();
      queueClock.stop();
      await metrics.stop();
      await tracing.stop();
      await store.close();
      redis.disconnect();
    },
  };
}

await runProcess(log, config.SHUTDOWN_GRACE_MS, start);
