import { asApiError, errors } from '../../shared/contract/errors.js';
import { isPoolName, type PoolName, poolNames } from '../../shared/contract/pools.js';
import { baseUrl, ConfigError, ownConfig } from '../../shared/process/config.js';
import { createLogger } from '../../shared/process/log.js';
import { completer, type QueuedJob } from '../../shared/queue/beside.js';
import { errorReply, type Reply } from '../../shared/queue/job.js';
import { connectLanes, lanesOf } from '../../shared/queue/lanes.js';
import { withBodyBeside } from '../../shared/queue/reply-stream.js';
import { loadHandlerOf, type Runnable } from '../load-handlers.js';
import { openResources } from '../resources.js';
import { runHandler } from '../run-handler.js';

/**
 * The program of a worker's quarantine: computes one call at a time that its parent sends it. It has what a worker of its pool
 * has but a place in the queue.
 */

const pool = process.argv[2] ?? '';
if (!isPoolName(pool)) throw new ConfigError(`usage: node workers/quarantine/main.js ${poolNames.join('|')}`);
const config = ownConfig();
const log = createLogger(`quarantine:${pool}`, config);
const onError = (err: unknown) => log.warn({ err }, 'connection trouble');

// A stop of the worker is sent to its whole group; what is in hand is finished, and the end of the channel ends the child.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {});
process.on('disconnect', () => process.exit(0));
// It may have ended while this process was being loaded.
if (!process.connected) process.exit(0);

const { resources, clock } = openResources(pool, config, log, onError);
const ownLanes = lanesOf(config).filter(({ pools }) => pools.includes(pool));
const lanes = connectLanes(ownLanes, resources.redis, 'worker', onError);
const complete = completer(lanes);
await clock.start();
const handlers = new Map<string, Runnable>();

/** Loads no more than what is asked for: it is waited for. */
async function answer(call: QueuedJob): Promise<Reply> {
  await load(call.endpoint).catch(onError);
  const reply = await computed(call);
  const { lane, later, replyTo, requestId } = call;
  const redis = lanes.find(({ index }) => index === lane)?.redis;
  // What is promised is kept whole by the worker. A large body goes no further than it must: the worker has others to serve.
  return redis && !later ? withBodyBeside(redis, replyTo, requestId, reply).catch(() => reply) : reply;
}

async function computed(call: QueuedJob): Promise<Reply> {
  try {
    return await runHandler(handlers, resources, await complete(call));
  } catch (thrown) {
    return errorReply(asApiError(thrown, errors.serviceUnavailable), call.requestId, baseUrl(config));
  }
}

async function load(id: string): Promise<void> {
  if (!handlers.has(id)) handlers.set(id, await loadHandlerOf(pool as PoolName, id, resources));
}

/** A parent that is gone is not told anything. */
const tell = (message: object | string) => process.send?.(message, undefined, undefined, () => {});

process.on('message', (call: QueuedJob) => void answer(call).then(tell));
tell('ready');
