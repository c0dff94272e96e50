import { type Job, type Telemetry, UnrecoverableError } from 'bullmq';
import type { Redis } from 'ioredis';
import { type ApiError, errors, isOurs } from '../shared/contract/errors.js';
import { type PoolName, pools } from '../shared/contract/pools.js';
import { type QueueBackend, stockBackend } from '../shared/queue/backend.js';
import {
  type ChoreData,
  errorReply,
  type JobData,
  type JobResult,
  QUEUE_PREFIX,
  type Reply,
} from '../shared/queue/job.js';
import { announce } from '../shared/queue/live-workers.js';
import { replyEntry } from '../shared/queue/reply-stream.js';
import { keepReply } from '../shared/queue/results.js';
import { endedData } from './ended-data.js';

/** What a worker does with what it takes from its queue. */
export interface JobRunner {
  /** Computes a call. Never throws: whatever goes wrong is a reply too. */
  answer(call: JobData): Promise<Reply>;
  /**
   * Does a chore.
   *
   * @returns its report
   * @throws Error when it cannot be done
   */
  doChore(id: string): Promise<object>;
}

/**
 * A killed worker's jobs are taken over after at most lock + check, about 7 s and usually 4, which is inside every
 * deadline. All processes must agree on these: Redis keeps only one time of the last check.
 */
const LOCK_MS = 5_000;
const STALLED_CHECK_MS = 2_500;
/** A job is taken over twice; what brings a third worker down is not given to a fourth. */
const MAX_STALLED = 2;

/** Ended jobs that dashboards can still show, by number and by age in seconds. */
const ENDED_KEPT = { count: 1_000, age: 24 * 3_600 };

const TOO_LATE = 'dropped: its deadline had passed before it was begun';

export interface PoolWorker {
  /** Takes no new jobs and waits for those in hand. */
  stop(): Promise<void>;
}

interface ServeOptions {
  backend?: QueueBackend;
  /** Public address of the service, for links into its documentation. */
  baseUrl?: string;
  /** Continues the traces of the calls, while tracing is on. */
  telemetry?: Telemetry;
}

type PoolJob = Pick<Job<JobData | ChoreData>, 'id' | 'data'>;

/**
 * The worker's side of the queue: takes jobs of one pool and drops those whose callers have left. However the job of a
 * call ends, its reply comes with its end: what it was answered with, or why it was not.
 *
 * @param connection for commands; BullMQ makes its own blocking connection from it
 */
export function servePool(
  pool: PoolName,
  instance: string,
  connection: Redis,
  runner: JobRunner,
  onError: (error: unknown) => void,
  { backend = stockBackend, baseUrl = '', telemetry }: ServeOptions = {},
): PoolWorker {
  const replies = new WeakMap<PoolJob, Reply>();
  const process = async (job: PoolJob): Promise<JobResult | object> => {
    const { data } = job;
    if ('chore' in data) return runner.doChore(data.chore);
    if (data.deadline <= Date.now()) throw new UnrecoverableError(TOO_LATE);
    const began = performance.now();
    const made = { ...(await runner.answer(data)), ranMs: performance.now() - began };
    const reply = data.later ? await keepReply(connection, data.requestId, made) : made;
    replies.set(job, reply);
    if (isOurs(reply)) throw new UnrecoverableError(reply.body);
    return { status: reply.status };
  };
  const replyOf = (job: PoolJob, failure: string | undefined) => {
    const { data } = job;
    if ('chore' in data) return undefined;
    const reply = replies.get(job) ?? errorReply(whyUnanswered(failure), data.requestId, baseUrl);
    return replyEntry(data.replyTo, data.requestId, reply);
  };
  const opts = {
    connection,
    prefix: QUEUE_PREFIX,
    concurrency: pools[pool].concurrency,
    lockDuration: LOCK_MS,
    stalledInterval: STALLED_CHECK_MS,
    maxStalledCount: MAX_STALLED,
    removeOnComplete: ENDED_KEPT,
    removeOnFail: ENDED_KEPT,
    ...(telemetry && { telemetry }),
  };
  const worker = backend.startWorker<JobData | ChoreData, JobResult | object>(pool, process, opts, replyOf);
  worker.on('error', onError);
  const shorten = (job: Job<JobData | ChoreData> | undefined) => {
    const data = job && endedData(job.data);
    if (data) job.updateData(data).catch(onError);
  };
  worker.on('completed', shorten).on('failed', shorten);
  const stopAnnouncing = announce(connection, pool, instance, onError);
  return {
    async stop() {
      await worker.close();
      await stopAnnouncing();
    },
  };
}

/** What a call is answered with whose job failed without an answer: it came too late, or brought its workers down. */
const whyUnanswered = (failure: string | undefined): ApiError =>
  failure === TOO_LATE ? errors.serviceBusy() : errors.serviceUnavailable({}, failure);
