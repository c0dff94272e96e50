import { randomUUID } from 'node:crypto';
import { constants, getPriority, setPriority } from 'node:os';
import { isPoolName, poolNames, pools } from '../shared/contract/pools.js';
import { baseUrl, ConfigError, ownConfig } from '../shared/process/config.js';
import { createLogger } from '../shared/process/log.js';
import { gaugeBreakers, publishBreakers, publishClocks } from '../shared/process/metrics/boards.js';
import { serveMetrics } from '../shared/process/metrics/serve.js';
import { type Running, runProcess } from '../shared/process/run-process.js';
import { startTracing } from '../shared/process/tracing.js';
import { chooseBackend } from '../shared/queue/backend.js';
import { loadHandlers } from './load-handlers.js';
import { guard } from './quarantine/guard.js';
import { Quarantine } from './quarantine/quarantine.js';
import { openResources } from './resources.js';
import { jobRunner } from './run-handler.js';
import { servePool } from './serve-pool.js';
import { missedWorkers } from './take-over.js';
import { killWhenHung } from './watchdog.js';

const pool = process.argv[2] ?? '';
const config = ownConfig();
const log = createLogger(`worker:${pool}`, config);
const onError = (err: unknown) => log.warn({ err }, 'connection trouble');

async function start(): Promise<Running> {
  if (!isPoolName(pool)) throw new ConfigError(`usage: node workers/main.js ${poolNames.join('|')}`);
  setPriority(Math.min(constants.priority.PRIORITY_LOW, getPriority() + pools[pool].niceness));
  const tracing = await startTracing(`worker-${pool}`, config, { begins: false, log });
  const { resources, clock, close } = openResources(pool, config, log, onError);
  const { redis, upstreams, model } = resources;
  const quarantine = new Quarantine(pool, clock);
  // What workers before this one died over needs a quarantine, which takes as long to start as this process; one of its processes
  // does not survive.
  const looking = missedWorkers(redis, pool).catch(() => undefined);
  void looking.then((missed) => missed?.names.length && quarantine.warmUp(2));
  await clock.start();
  const handlers = await loadHandlers(pool, resources);
  const breakerStates = () => ({ ...upstreams.breakerStates(), ...model?.breakerStates() });
  const metrics = await serveMetrics(config, async () => gaugeBreakers(breakerStates()));
  const instance = randomUUID();
  const guarded = guard(pool, jobRunner(pool, handlers, resources), {
    quarantine,
    clock,
    redis,
    baseUrl: baseUrl(config),
    log,
  });
  const missed = await looking;
  const worker = servePool(pool, instance, redis, guarded, onError, {
    backend: chooseBackend(config, log),
    clock,
    baseUrl: baseUrl(config),
    ...(missed && { missed }),
    ...(tracing.telemetry && { telemetry: tracing.telemetry }),
  });
  const name = `${pool} ${instance}`;
  const offBoards = [
    publishBreakers(redis, clock, name, breakerStates, onError),
    publishClocks(redis, name, [clock], onError),
  ];
  const stopWatching = killWhenHung();
  log.debug({ handlers: handlers.endpoints.size }, 'serving');
  return {
    facts: metrics.facts,
    async stop() {
      await worker.stop();
      await stopWatching();
      guarded.stop();
      await Promise.all(offBoards.map((takeOff) => takeOff()));
      await metrics.stop();
      await tracing.stop();
      await close();
    },
  };
}

await runProcess(log, config.SHUTDOWN_GRACE_MS, start);
