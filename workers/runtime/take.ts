import { type Job, type Telemetry, UnrecoverableError } from 'bullmq';
import type { Redis } from 'ioredis';
import { type ApiError, isOurs } from '../../shared/contract/api-error.js';
import { LARGEST_INLINE_REPLY } from '../../shared/contract/bounds.js';
import { errors } from '../../shared/contract/errors.js';
import { type PoolName, pools } from '../../shared/contract/pools.js';
import { type Clock, systemClock } from '../../shared/process/clock.js';
import { LONGEST_BLOCK_MS } from '../../shared/process/notice-silence.js';
import { whenReady } from '../../shared/process/redis.js';
import { type QueueBackend, stockBackend } from '../../shared/queue/backend.js';
import { complete, dropBeside, type QueuedJob } from '../../shared/queue/beside.js';
import {
  ENDED_KEPT,
  errorReply,
  type JobData,
  type JobResult,
  queuePrefix,
  type Reply,
} from '../../shared/queue/job.js';
import { queueIn } from '../../shared/queue/lanes.js';
import { announce } from '../../shared/queue/live-workers.js';
import type { LanePlaces } from '../../shared/queue/places.js';
import { replyEntry } from '../../shared/queue/reply-stream.js';
import { keepReply } from '../../shared/queue/results.js';
import { endedData } from './ended-data.js';
import type { JobRunner } from './run.js';

/**
 * Another worker takes over the jobs of a dead one when their locks have expired, in about 4 s and at most in the sum of both. All
 * workers must agree on these, since Redis stores only one time of the last check.
 */
const LOCK_MS = 5_000;
const STALLED_CHECK_MS = 2_500;
/** A job runs twice at most: the second time isolated. */
const MAX_STALLED = 1;

/** Delay before a command is repeated after a lost connection, in ms. */
const RETRY_MS = 500;

/** BullMQ's reason for a job that has stalled more often than `MAX_STALLED`. */
const STALLED_TWICE = 'job stalled more than allowable limit';
const DEADLINE_PASSED = 'dropped: the deadline had passed before the job started';

export interface PoolWorker {
  /** Takes no more jobs, and waits for those that are running. */
  stop(): Promise<void>;
}

export interface ServeOptions {
  backend?: QueueBackend;
  /** Clock of Redis, by which jobs have their deadlines. */
  clock?: Clock;
  /** Public URL of the service, for links to its documentation. */
  baseUrl?: string;
  /** Continues the traces of requests if tracing is on. */
  telemetry?: Telemetry;
  /** The lane that is served, and the share of the worker's concurrency that it may use, if a worker serves several. */
  lane?: { index: number; places: LanePlaces };
  /** Connection to the first lane, where replies to asynchronous requests are stored. */
  main?: Redis;
}

type PoolJob = Pick<Job<QueuedJob>, 'id' | 'data'>;

/**
 * Takes the jobs of a pool from its queue and runs them, except those whose deadline has passed. However a job ends, its reply is sent
 * in the command that ends it.
 *
 * @param connection for commands; BullMQ creates its own blocking connection from it
 */
export function servePool(
  pool: PoolName,
  instance: string,
  connection: Redis,
  runner: JobRunner,
  onError: (error: unknown) => void,
  { backend = stockBackend, clock = systemClock, baseUrl = '', telemetry, lane, main = connection }: ServeOptions = {},
): PoolWorker {
  const index = lane?.index ?? 0;
  const replies = new WeakMap<object, Reply>();
  /** Jobs with an offloaded payload, as they were in the queue. */
  const offloaded = new WeakMap<object, QueuedJob>();

  async function processJob(job: Job<QueuedJob>): Promise<JobResult> {
    const { data } = job;
    if (data.deadline <= clock.now().getTime()) throw new UnrecoverableError(DEADLINE_PASSED);
    const began = performance.now();
    const request = await complete(connection, index, data);
    if (data.beside) offloaded.set(job, data);
    // The record of the ended job shows its input.
    job.data = request;
    const { remarks, ...result } = await run(request, job.stalledCounter > 0);
    const timed = { ...result, ranMs: Math.round(performance.now() - began) };
    const reply = data.later && canStore() ? await storeReply(main, data.requestId, timed) : timed;
    replies.set(job, reply);
    if (isOurs(reply)) throw new UnrecoverableError(reply.body);
    return { status: reply.status, ...(remarks && { remarks }) };
  }

  /** Runs a job. A job that runs elsewhere frees its slot for another. */
  async function run(job: JobData, isRetry: boolean): Promise<Reply> {
    let freedSlots = 0;
    const freeSlot = () => {
      freedSlots += 1;
      worker.concurrency += 1;
    };
    try {
      const reply = await runner.run(job, isRetry, freeSlot);
      if (!job.later || !isOurs(reply) || main.status === 'ready') return reply;
      // Handlers need Redis: an accepted request that failed without it runs again when it is back.
      await whenReady(main, job.deadline - clock.now().getTime());
      return await runner.run(job, isRetry, freeSlot);
    } finally {
      worker.concurrency -= freedSlots;
    }
  }

  /** While the server of stored replies is away, the front that accepted the request stores the reply. */
  const canStore = () => main === connection || main.status === 'ready';

  const replyOf = (job: PoolJob, failure: string | undefined) => {
    const { data } = job;
    const reply = replies.get(job) ?? errorReply(errorOf(failure), data.requestId, baseUrl);
    return replyEntry(data.replyTo, data.requestId, reply);
  };
  const opts = {
    connection,
    prefix: queuePrefix(index),
    autorun: false,
    concurrency: pools[pool].concurrency,
    lockDuration: LOCK_MS,
    stalledInterval: STALLED_CHECK_MS,
    maxStalledCount: MAX_STALLED,
    drainDelay: LONGEST_BLOCK_MS / 1_000,
    runRetryDelay: RETRY_MS,
    removeOnComplete: ENDED_KEPT,
    removeOnFail: ENDED_KEPT,
    ...(telemetry && { telemetry }),
    ...(lane && { places: lane.places }),
  };
  const place = announce(connection, pool, instance, onError, index);
  const worker = backend.startWorker<QueuedJob, JobResult>(queueIn(index, pool), processJob, opts, {
    replyOf,
    clock,
    dataKept: endedData,
    sharers: () => place.alive,
  });
  worker.on('error', onError);
  // The payload of a job that another worker has taken over stays for that one.
  const dropPayload = (job: PoolJob | undefined) => {
    const data = job && offloaded.get(job);
    if (data) dropBeside(connection, index, data).catch(onError);
  };
  worker.on('completed', dropPayload);
  worker.on('failed', dropPayload);
  void worker.run().catch(onError);
  return {
    async stop() {
      const isLost = lane && connection.status !== 'ready';
      // Without Redis running jobs cannot be ended; others finish what they have.
      await worker.close(isLost);
      if (!isLost) await place.leave();
    },
  };
}

/** Stores the reply to an asynchronous request, and returns it as it is sent to its front: a large body is not sent a second time. */
async function storeReply(redis: Redis, requestId: string, made: Reply): Promise<Reply> {
  const reply = await keepReply(redis, requestId, made);
  return reply.body.length > LARGEST_INLINE_REPLY.redis ? { ...reply, body: '', bodyIsStored: true } : reply;
}

/** Returns the error of a job that failed without a reply. */
function errorOf(failure: string | undefined): ApiError {
  if (failure === DEADLINE_PASSED) return errors.deadlineExceeded();
  return failure === STALLED_TWICE ? errors.jobCrashed({}, failure) : errors.serviceUnavailable({}, failure);
}
