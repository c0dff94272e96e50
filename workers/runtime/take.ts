import { setTimeout as pause } from 'node:timers/promises';
import { createRedisBackend, type Job as QueuedJob, type Telemetry, UnrecoverableError, Worker } from 'bullmq';
import { isServerFault } from '../../shared/contract/api-error.js';
import { LARGEST_INLINE_REPLY } from '../../shared/contract/bounds.js';
import { errors } from '../../shared/contract/errors.js';
import { type PoolName, pools } from '../../shared/contract/pools.js';
import { type Clock, systemClock } from '../../shared/process/clock.js';
import { LONGEST_BLOCK_MS } from '../../shared/process/half-open-connections.js';
import { type Redis, whenReady } from '../../shared/process/redis.js';
import { errorReply, FINISHED_JOB_RETENTION, type Job, type JobResult, type Reply } from '../../shared/queue/job.js';
import { announceWorker } from '../../shared/queue/live-workers.js';
import { deleteInput, loadInput } from '../../shared/queue/offload.js';
import { type QueueBackend, queueName, queuePrefix } from '../../shared/queue/queues.js';
import { ReplySender } from '../../shared/queue/reply-stream.js';
import { storeReply } from '../../shared/queue/results.js';
import type { JobRunner } from './run.js';

/**
 * Another worker takes over the jobs of a dead one when their locks have expired, in about 4 s and at most in the sum of both. All
 * workers must agree on these, since Redis stores only one time of the last check.
 */
const LOCK_MS = 5_000;
const STALLED_CHECK_MS = 2_500;
/** A job runs twice at most: the second time isolated. */
const MAX_STALLED = 1;

/** Time within which every front has noticed that a worker has withdrawn, in ms. */
const NOTICED_WITHIN_MS = 1_500;
/** Delay before a command is repeated after a lost connection, in ms. */
const RETRY_MS = 500;

/** BullMQ's reason for a job that has stalled more often than `MAX_STALLED`. */
const STALLED_TWICE = 'job stalled more than allowable limit';
const DEADLINE_PASSED = 'dropped: the deadline had passed before the job started';

export interface PoolWorker {
  /** True while it takes jobs. */
  isRunning(): boolean;
  /** Takes no more jobs, and waits for those that are running. */
  stop(): Promise<void>;
}

interface ServeOptions {
  /** Partition of the pool that is served. */
  partition?: number;
  /** True if the pool has other partitions, which serve while this worker stops. */
  hasOtherPartitions?: boolean;
  backend?: QueueBackend;
  /** Clock of Redis, by which jobs have their deadlines. */
  clock?: Clock;
  /** Public URL of the service, for links to its documentation. */
  baseUrl?: string;
  /** Continues the traces of requests if tracing is on. */
  telemetry?: Telemetry;
}

/**
 * Takes the jobs of a partition of a pool from its queue and runs them, except those whose deadline has passed.
 *
 * The reply is sent just before the job is finished, on the same connection and without waiting. A worker that dies in between has its
 * job run again: the second reply is ignored.
 *
 * @param redis connection for commands; BullMQ creates its own blocking connection from it
 */
export function servePool(
  pool: PoolName,
  instance: string,
  redis: Redis,
  runner: JobRunner,
  onError: (error: unknown) => void,
  options: ServeOptions = {},
): PoolWorker {
  const { partition = 0, hasOtherPartitions = false, telemetry } = options;
  const { backend = createRedisBackend, clock = systemClock, baseUrl = '' } = options;
  const replies = new ReplySender(redis, onError);

  async function processJob(queued: QueuedJob<Job>): Promise<JobResult> {
    const { data } = queued;
    if (data.deadline <= clock.now().getTime()) {
      send(data, errorReply(errors.deadlineExceeded(), data.requestId, baseUrl));
      throw new UnrecoverableError(DEADLINE_PASSED);
    }
    const began = performance.now();
    const { remarks, ...result } = await run(await loadInput(redis, data), queued.stalledCounter > 0);
    const timed = { ...result, ranMs: Math.round(performance.now() - began) };
    const reply = data.later ? await storeAsyncReply(redis, data.requestId, timed) : timed;
    send(data, reply);
    if (isServerFault(reply)) throw new UnrecoverableError(reply.body);
    return { status: reply.status, ...(remarks && { remarks }) };
  }

  /** Runs a job. A job that runs elsewhere frees its slot for another. */
  async function run(job: Job, isRetry: boolean): Promise<Reply> {
    let freedSlots = 0;
    const freeSlot = () => {
      freedSlots += 1;
      worker.concurrency += 1;
    };
    try {
      const reply = await runner.run(job, isRetry, freeSlot);
      if (!job.later || !isServerFault(reply) || redis.status === 'ready') return reply;
      // Handlers need Redis: an accepted request that failed without it runs again when it is back.
      await whenReady(redis, job.deadline - clock.now().getTime());
      return await runner.run(job, isRetry, freeSlot);
    } finally {
      worker.concurrency -= freedSlots;
    }
  }

  function send(job: Job, reply: Reply): void {
    replies.send(job, reply);
    deleteInput(redis, job).catch(onError);
  }

  const queue = queueName(pool, partition);
  const opts = {
    ...{ connection: redis, prefix: queuePrefix(queue), autorun: false },
    concurrency: pools[pool].concurrency,
    lockDuration: LOCK_MS,
    stalledInterval: STALLED_CHECK_MS,
    maxStalledCount: MAX_STALLED,
    drainDelay: LONGEST_BLOCK_MS / 1_000,
    runRetryDelay: RETRY_MS,
    removeOnComplete: FINISHED_JOB_RETENTION,
    removeOnFail: FINISHED_JOB_RETENTION,
    ...(telemetry && { telemetry }),
  };
  const withdraw = announceWorker(redis, queue, instance, onError);
  const worker = new Worker<Job, JobResult>(queue, processJob, opts, backend);
  worker.on('error', onError);
  worker.on('failed', (queued, { message }) => {
    if (message !== STALLED_TWICE || !queued) return;
    send(queued.data, errorReply(errors.jobCrashed({}, message), queued.data.requestId, baseUrl));
  });
  worker.run().catch(onError);
  return {
    isRunning: () => worker.isRunning(),
    async stop() {
      await withdraw();
      // Jobs of fronts that have not noticed yet would wait in this partition without a worker.
      if (hasOtherPartitions) await pause(NOTICED_WITHIN_MS);
      await worker.close();
    },
  };
}

/** Stores the reply to an asynchronous request, and returns it as it is sent to its front: a large body is not sent a second time. */
async function storeAsyncReply(redis: Redis, requestId: string, result: Reply): Promise<Reply> {
  const reply = await storeReply(redis, requestId, result);
  return reply.body.length > LARGEST_INLINE_REPLY.redis ? { ...reply, body: '', bodyIsStored: true } : reply;
}
