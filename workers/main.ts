import { randomUUID } from 'node:crypto';
import { isPoolName, poolNames, pools } from '../shared/contract/pools.js';
import { baseUrl, ConfigError, ownConfig } from '../shared/process/config.js';
import { createLogger } from '../shared/process/log.js';
import { gaugeBreakers, publishBreakers, publishClocks } from '../shared/process/metrics/boards.js';
import { answerForMetrics, metricsOfAll, serveMetrics } from '../shared/process/metrics/serve.js';
import { type Running, runProcess } from '../shared/process/run-process.js';
import { startTracing } from '../shared/process/tracing.js';
import { chooseBackend } from '../shared/queue/backend.js';
import { completer } from '../shared/queue/beside.js';
import { loadHandlers } from './load-handlers.js';
import { isOneOfMany, runProcesses } from './processes.js';
import { Aside } from './quarantine/aside.js';
import { guard } from './quarantine/guard.js';
import { Quarantine } from './quarantine/quarantine.js';
import { openResources } from './resources.js';
import { jobRunner } from './run-handler.js';
import { openWorkerLanes, serveLanes } from './serve-lanes.js';
import { killWhenHung } from './watchdog.js';

const pool = process.argv[2] ?? '';
const config = ownConfig();
const ownMetrics = isOneOfMany ? answerForMetrics() : undefined;
const log = createLogger(`worker:${pool}`, config);
const onError = (err: unknown) => log.warn({ err }, 'connection trouble');

/** The pool of webhooks and emails, which serves no endpoint. */
const DELIVER = 'deliver';

const usage = () => new ConfigError(`usage: node workers/main.js ${[...poolNames, DELIVER].join('|')}`);

/** How much longer than its grace a process may take to end, in ms. */
const OTHERS_END_WITHIN_MS = 1_500;

async function start(): Promise<Running> {
  if (!isPoolName(pool)) throw usage();
  const tracing = await startTracing(`worker-${pool}`, config, { begins: false, log });
  const { resources, clock, close } = openResources(pool, config, log, onError);
  const { redis, upstreams, model } = resources;
  const lanes = openWorkerLanes(pool, config, { redis, clock }, log, onError);
  const quarantine = new Quarantine(pool, clock);
  // What workers before this one died over needs a quarantine, which takes as long to start as this process; one of its processes
  // does not survive.
  for (const { missed } of lanes.all) void missed.then((found) => found?.names.length && quarantine.warmUp(2));
  await Promise.race(lanes.all.map((lane) => lane.started));
  const handlers = await loadHandlers(pool, resources);
  const breakerStates = () => {
    const states = { ...upstreams.breakerStates(), ...model?.breakerStates() };
    gaugeBreakers(states);
    return states;
  };
  const metrics = ownMetrics ?? (await serveMetrics(config, { prepare: async () => void breakerStates() }));
  const instance = randomUUID();
  const aside = pools[pool].setsAside ? new Aside(pool, clock) : undefined;
  const guarded = guard(pool, jobRunner(pool, handlers, resources, aside?.spent), {
    quarantine,
    aside,
    complete: completer(lanes.all),
    clock,
    redis,
    baseUrl: baseUrl(config),
    log,
  });
  const worker = await serveLanes(pool, instance, lanes.all, guarded, onError, {
    backend: chooseBackend(config, log),
    baseUrl: baseUrl(config),
    ...(tracing.telemetry && { telemetry: tracing.telemetry }),
  });
  const name = `${pool} ${instance}`;
  const offBoards = [
    publishBreakers(redis, clock, name, breakerStates, onError),
    publishClocks(redis, name, [clock], onError),
  ];
  const stopWatching = killWhenHung();
  log.debug({ handlers: handlers.size }, 'serving');
  return {
    facts: metrics.facts,
    async stop() {
      await worker.stop();
      await stopWatching();
      guarded.stop();
      await Promise.all(offBoards.map((takeOff) => takeOff()));
      await metrics.stop();
      await tracing.stop();
      lanes.close();
      await close();
    },
  };
}

async function startDeliveries(): Promise<Running> {
  const metrics = ownMetrics ?? (await serveMetrics(config));
  const { serveDeliveries } = await import('./deliver/serve.js');
  const deliveries = await serveDeliveries(config, log, onError);
  const stopWatching = killWhenHung();
  return {
    facts: metrics.facts,
    async stop() {
      await deliveries.stop();
      await stopWatching();
      await metrics.stop();
    },
  };
}

/** So many processes as are wanted, and the metrics of all of them on one port. */
async function startMany(): Promise<Running> {
  if (!isPoolName(pool) && pool !== DELIVER) throw usage();
  const all = await runProcesses(config.WORKER_PROCESSES, (how) =>
    log.warn({ how }, 'a process ended: starting another'),
  );
  const metrics = await serveMetrics(config, { text: metricsOfAll(all.serving) });
  return {
    facts: { ...all.facts, ...metrics.facts },
    async stop() {
      await all.stop();
      await metrics.stop();
    },
  };
}

const isAlone = isOneOfMany || config.WORKER_PROCESSES === 1;
// Whoever waits for others gives them all the time that they have.
const endsWithinMs = config.SHUTDOWN_GRACE_MS + (isAlone ? 0 : OTHERS_END_WITHIN_MS);
const startAlone = pool === DELIVER ? startDeliveries : start;
await runProcess(log, endsWithinMs, isAlone ? startAlone : startMany);
