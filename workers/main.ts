import { randomUUID } from 'node:crypto';
import { parseArgs } from 'node:util';
import { selectOffered } from '../shared/contract/offer.js';
import { isPoolName, type PoolName, poolNames } from '../shared/contract/pools.js';
import { announceStart } from '../shared/process/announce-start.js';
import { baseUrl, ConfigError, loadConfig } from '../shared/process/config.js';
import { createLogger, logConnectionErrors } from '../shared/process/log.js';
import { gaugeBreakers, publishBreakers, publishPresence } from '../shared/process/metrics/published-status.js';
import { gaugeReady } from '../shared/process/metrics/ready.js';
import { collectMetrics, provideMetrics, serveMetrics } from '../shared/process/metrics/serve.js';
import { Outages } from '../shared/process/outages.js';
import { type Running, runProcess } from '../shared/process/run-process.js';
import { startTracing } from '../shared/process/tracing.js';
import { version } from '../shared/process/version.js';
import { chooseBackend } from '../shared/queue/backend.js';
import { parsePartitions } from '../shared/queue/queues.js';
import { IsolatingRunner } from './runtime/isolate.js';
import { loadHandlers } from './runtime/load-handlers.js';
import { isOneOfMany, runProcesses } from './runtime/processes.js';
import { openResources } from './runtime/resources.js';
import { handlerRunner, measure } from './runtime/run.js';
import { servePool } from './runtime/take.js';
import { killWhenHung } from './runtime/watchdog.js';

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { partition: { type: 'string' }, version: { type: 'boolean' } },
});
if (values.version) {
  process.stdout.write(`${version}\n`);
  process.exit(0);
}
const pool = positionals[0] ?? '';
const config = loadConfig();
const ownMetrics = isOneOfMany ? provideMetrics() : undefined;
const outages = new Outages();
const log = createLogger(`worker:${pool}`, config, outages);
const onError = logConnectionErrors(log, 'redis');

/** The pool of webhooks and emails, which serves no endpoint. */
const DELIVER = 'deliver';

const usage = () =>
  new ConfigError(`usage: node workers/main.js ${[...poolNames, DELIVER].join('|')} [--partition <number>]`);

/** Returns the partition that this process serves. @throws ConfigError if the pool has no such partition */
function readPartition(name: PoolName): number {
  const partition = Number(values.partition ?? 0);
  const count = parsePartitions(config.QUEUE_PARTITIONS)[name];
  if (Number.isInteger(partition) && partition >= 0 && partition < count) return partition;
  throw new ConfigError(`The pool ${name} has the partitions 0 to ${count - 1}: see QUEUE_PARTITIONS`);
}

/** Additional time that the primary process has to end, in ms: it waits for the others. */
const PRIMARY_GRACE_MS = 1_500;

const NO_UPSTREAM =
  'endpoints have no upstream: configure one, or take them out with ENDPOINTS_OFF on this worker and on API servers';

/** Serves a pool in this process. */
async function start(stopping: AbortSignal): Promise<Running> {
  if (!isPoolName(pool)) throw usage();
  const partition = readPartition(pool);
  const metrics = ownMetrics ?? (await serveMetrics(config, stopping));
  const tracing = await startTracing(`worker-${pool}`, config, { begins: false, log });
  const { resources, clock, close } = openResources(pool, config, log, outages);
  const { redis, upstreams, model } = resources;
  await clock.start();
  const served = selectOffered(config.ENDPOINTS_OFF).filter((endpoint) => endpoint.pool === pool);
  const unusable = upstreams.findUnusable(served);
  if (unusable.endpoints.length > 0) log.warn(unusable, NO_UPSTREAM);
  const handlers = await loadHandlers(pool, resources);
  const breakerStates = () => {
    const states = { ...upstreams.breakerStates(), ...model?.breakerStates() };
    gaugeBreakers(states);
    return states;
  };
  const instance = randomUUID();
  const isolating = new IsolatingRunner(pool, handlerRunner(pool, handlers, resources), resources);
  const runner = measure(pool, clock, isolating);
  const worker = servePool(pool, instance, redis, runner, onError, {
    ...{ partition, clock },
    hasOtherPartitions: parsePartitions(config.QUEUE_PARTITIONS)[pool] > 1,
    backend: chooseBackend(config, log),
    baseUrl: baseUrl(config),
    ...(tracing.telemetry && { telemetry: tracing.telemetry }),
  });
  const name = `${pool} ${instance}`;
  const published = [
    publishBreakers(redis, clock, name, breakerStates, onError),
    publishPresence(redis, name, [clock], onError),
  ];
  const stopWatchdog = killWhenHung();
  metrics.started({
    async prepare() {
      breakerStates();
      await gaugeReady({ redis: () => redis.ping() });
    },
    isRunning: worker.isRunning,
  });
  log.debug({ handlers: handlers.size }, 'serving');
  return {
    facts: metrics.facts,
    async stop() {
      await worker.stop();
      await stopWatchdog();
      isolating.stop();
      await Promise.all(published.map((withdraw) => withdraw()));
      await metrics.stop();
      await tracing.stop();
      await close();
    },
  };
}

/** Sends webhooks and emails in this process. */
async function startDeliveries(stopping: AbortSignal): Promise<Running> {
  const metrics = ownMetrics ?? (await serveMetrics(config, stopping));
  const { serveDeliveries } = await import('./deliver/serve.js');
  const deliveries = await serveDeliveries(config, log, outages);
  metrics.started({ prepare: () => gaugeReady(deliveries.checks), isRunning: deliveries.isRunning });
  const stopWatchdog = killWhenHung();
  return {
    facts: metrics.facts,
    async stop() {
      await deliveries.stop();
      await stopWatchdog();
      await metrics.stop();
    },
  };
}

/** Serves a pool in several processes, with the metrics of all of them on one port. */
async function startMany(stopping: AbortSignal): Promise<Running> {
  if (!isPoolName(pool) && pool !== DELIVER) throw usage();
  const all = await runProcesses(config.WORKER_PROCESSES, (how) =>
    log.warn({ how }, 'a process ended: starting another'),
  );
  const metrics = await serveMetrics(config, stopping, collectMetrics(all.serving));
  metrics.started({ isRunning: () => all.serving().length > 0 });
  return {
    facts: { ...all.facts, ...metrics.facts },
    async stop() {
      await all.stop();
      await metrics.stop();
    },
  };
}

announceStart(log, config);
const isAlone = isOneOfMany || config.WORKER_PROCESSES === 1;
const graceMs = config.SHUTDOWN_GRACE_MS + (isAlone ? 0 : PRIMARY_GRACE_MS);
const startAlone = pool === DELIVER ? startDeliveries : start;
await runProcess(log, graceMs, isAlone ? startAlone : startMany);
