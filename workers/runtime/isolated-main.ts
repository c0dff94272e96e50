import { asApiError } from '../../shared/contract/errors.js';
import { isPoolName, type PoolName, poolNames } from '../../shared/contract/pools.js';
import { baseUrl, ConfigError, loadConfig } from '../../shared/process/config.js';
import { createLogger } from '../../shared/process/log.js';
import { Outages } from '../../shared/process/outages.js';
import { errorReply, type Job, type Reply } from '../../shared/queue/job.js';
import { loadPoolHandler, type Runnable } from './load-handlers.js';
import { openResources } from './resources.js';
import { limitRunTime, runHandler } from './run.js';
import { killWhenHung } from './watchdog.js';

/**
 * Program of an isolated process: runs one job at a time for the worker that started it. It has the resources of a worker of its
 * pool, but takes nothing from the queue, and loads a handler when it is first needed.
 */

const pool = readPool(process.argv[2] ?? '');
const config = loadConfig();
const outages = new Outages();
const log = createLogger(`isolated:${pool}`, config, outages);

// A signal to stop reaches the whole process group: the current job is finished, and the worker ends this process.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {});
process.on('disconnect', () => process.exit(0));
// The worker may have ended while this program was loading.
if (!process.connected) process.exit(0);

const { resources, clock } = openResources(pool, config, log, outages);
await clock.start();
const handlers = new Map<string, Runnable>();

function readPool(name: string): PoolName {
  if (isPoolName(name)) return name;
  throw new ConfigError(`usage: node workers/runtime/isolated-main.js ${poolNames.join('|')}`);
}

async function run(job: Job): Promise<Reply> {
  try {
    const handler = handlers.get(job.endpoint) ?? (await loadPoolHandler(pool, job.endpoint, resources));
    handlers.set(job.endpoint, handler);
  } catch (error) {
    return errorReply(asApiError(error), job.requestId, baseUrl(config));
  }
  return runHandler(handlers, resources, limitRunTime(pool, clock, job));
}

// The worker cannot end a process that hangs when it has died itself.
killWhenHung();

/** A worker that has ended receives nothing. */
const send = (message: object | string) => process.send?.(message, undefined, undefined, () => {});

process.on('message', (job: Job) => void run(job).then(send));
send('ready');
