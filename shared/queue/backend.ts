import { type BackendFactory, createRedisBackend, type Processor, type Worker } from 'bullmq';
import type { Redis } from 'ioredis';
import type { Config } from '../process/config.js';
import type { Logger } from '../process/log.js';
import { Lane } from './lane/lane.js';
import { LaneWorker } from './lane/lane-worker.js';
import { stockScripts } from './lane/stock-scripts.js';
import { type JobHandling, ReplyingBackend } from './replying-backend.js';
import { type StartOptions, TimelyWorker } from './timely-worker.js';

/** How a process adds jobs and takes them. Processes that do it in different ways may share a queue. */
export interface QueueBackend {
  /** For the queues of a connection. */
  forQueues(redis: Redis): BackendFactory<ReplyingBackend>;
  /** Starts a worker of a queue. */
  startWorker<Data, Result>(
    queue: string,
    process: Processor<Data, Result>,
    opts: StartOptions,
    handling: JobHandling,
  ): Worker<Data, Result, string, ReplyingBackend> & Pick<TimelyWorker<Data, Result>, 'leavePlace'>;
}

/** BullMQ as it is: a command for each step of a job. */
export const stockBackend: QueueBackend = {
  forQueues: (redis) => stockFactory(redis),
  startWorker: (queue, process, opts, handling) =>
    new TimelyWorker(queue, process, opts, stockFactory(opts.connection, handling)),
};

/**
 * The backend that a process is to use: the lane, unless it is switched off or was built on another BullMQ than is
 * installed.
 */
export function chooseBackend(
  { QUEUE_BACKEND }: Pick<Config, 'QUEUE_BACKEND'>,
  log: Logger,
  readScripts = stockScripts,
): QueueBackend {
  if (QUEUE_BACKEND === 'stock') return stockBackend;
  try {
    return laneBackend(readScripts());
  } catch (err) {
    log.warn({ err }, 'jobs are sent one by one, as the lane does not fit the installed BullMQ');
    return stockBackend;
  }
}

/** @param texts of BullMQ's own scripts */
const laneBackend = (texts: ReturnType<typeof stockScripts>): QueueBackend => ({
  forQueues: (redis) => laneFactory(redis, texts),
  startWorker: (queue, process, opts, handling) =>
    new LaneWorker(queue, process, opts, laneFactory(opts.connection, texts, handling)),
});

const stockFactory =
  (redis: Redis, handling?: JobHandling): BackendFactory<ReplyingBackend> =>
  (name, opts, options) =>
    new ReplyingBackend(createRedisBackend(name, opts, options), name, opts, redis, handling);

const laneFactory =
  (redis: Redis, texts: ReturnType<typeof stockScripts>, handling?: JobHandling): BackendFactory<Lane> =>
  (name, opts, options) =>
    new Lane(createRedisBackend(name, opts, options), name, opts, redis, texts, handling);
