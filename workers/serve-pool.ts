import { type Job, type Telemetry, UnrecoverableError } from 'bullmq';
import type { Redis } from 'ioredis';
import { type ApiError, isOurs } from '../shared/contract/api-error.js';
import { LARGEST_INLINE_REPLY } from '../shared/contract/bounds.js';
import { errors } from '../shared/contract/errors.js';
import { type PoolName, pools } from '../shared/contract/pools.js';
import { type Clock, systemClock } from '../shared/process/clock.js';
import { LONGEST_BLOCK_MS } from '../shared/process/notice-silence.js';
import { whenReady } from '../shared/process/redis.js';
import { type QueueBackend, stockBackend } from '../shared/queue/backend.js';
import { complete, dropBeside, type QueuedJob } from '../shared/queue/beside.js';
import { ENDED_KEPT, errorReply, type JobResult, queuePrefix, type Reply } from '../shared/queue/job.js';
import { queueIn } from '../shared/queue/lanes.js';
import { announce } from '../shared/queue/live-workers.js';
import type { LanePlaces } from '../shared/queue/places.js';
import { replyEntry } from '../shared/queue/reply-stream.js';
import { keepReply } from '../shared/queue/results.js';
import { endedData } from './ended-data.js';
import { type Missed, TakeOver } from './take-over.js';

/** What a worker does with what it takes from its queue. */
export interface JobRunner {
  /**
   * Computes a call. Never throws: whatever goes wrong is a reply too.
   *
   * @param call with all of its input, unless the runner completes calls
   * @param deaths how many workers have died while they had it
   * @param leavePlace says that it is computed elsewhere from now on: another may be begun in its place
   */
  answer(call: QueuedJob, deaths: number, leavePlace: () => void): Promise<Reply>;
  /** Whether it gives calls what is beside them itself, where it computes them. */
  readonly completesCalls?: true;
  /** Is told that calls come soon that a worker has died over. */
  expectVictims?(): void;
  /** Is told of a call that a worker has died over, and that is too late now. */
  lostVictim?(call: QueuedJob): void;
}

/**
 * A killed worker's jobs are taken over as soon as Redis misses its connection; where it cannot, after at most lock + check,
 * about 7 s and usually 4, which is inside every deadline. All processes must agree on these: Redis keeps only one time of the last check.
 */
const LOCK_MS = 5_000;
const STALLED_CHECK_MS = 2_500;
/**
 * What a worker died over cannot bring down another, as it is run in quarantine. That others do while they have it is bad luck,
 * which ends here.
 */
const MAX_STALLED = 4;

/** Between two attempts at something that a lost connection made fail, in ms. */
const RETRY_MS = 500;

const TOO_LATE = 'dropped: its deadline had passed before it was begun';

export interface PoolWorker {
  /** Takes no new jobs and waits for those in hand. */
  stop(): Promise<void>;
}

export interface ServeOptions {
  backend?: QueueBackend;
  /** Of Redis, by which calls have their deadlines. */
  clock?: Clock;
  /** Public address of the service, for links into its documentation. */
  baseUrl?: string;
  /** Continues the traces of the calls, while tracing is on. */
  telemetry?: Telemetry;
  /** Workers that were already found missing. */
  missed?: Missed;
  /** The lane that is served, with what the worker has of the places of its process, where that serves several. */
  lane?: { index: number; places: LanePlaces };
  /** The connection beside the first lane, where what was promised is kept. */
  main?: Redis;
}

type PoolJob = Pick<Job<QueuedJob>, 'id' | 'data' | 'progress' | 'stalledCounter'>;

/**
 * The worker's side of a queue: takes jobs of one pool, in one lane, and drops those whose callers have left. However the job of a
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
  {
    backend = stockBackend,
    clock = systemClock,
    baseUrl = '',
    telemetry,
    missed,
    lane,
    main = connection,
  }: ServeOptions = {},
): PoolWorker {
  const index = lane?.index ?? 0;
  const replies = new WeakMap<object, Reply>();
  /** Those with something beside them, as they were in the queue. */
  const queued = new WeakMap<object, QueuedJob>();
  /** The front that has promised it keeps it as well: while what keeps it is away, nobody else's place is held up. */
  const mayKeep = () => main === connection || main.status === 'ready';
  /** Handlers need Redis too. What was promised, and failed while it was away, is computed once more when it is back. */
  const answer = async (call: QueuedJob, deaths: number, leavePlace: () => void): Promise<Reply> => {
    const made = await runner.answer(call, deaths, leavePlace);
    if (!call.later || !isOurs(made) || main.status === 'ready') return made;
    await whenReady(main, call.deadline - clock.now().getTime());
    return runner.answer(call, deaths, leavePlace);
  };
  const process = async (job: Job<QueuedJob>): Promise<JobResult> => {
    const { data } = job;
    const deaths = takeOver.deathsOf(job);
    if (data.deadline <= clock.now().getTime()) {
      if (deaths > 0) runner.lostVictim?.(data);
      throw new UnrecoverableError(TOO_LATE);
    }
    const began = performance.now();
    const received = runner.completesCalls ? data : await complete(connection, index, data);
    const call = { ...received, lane: index };
    const { beside: _, ...shown }: QueuedJob = call;
    if (data.beside) queued.set(job, data);
    // What is kept of it when it has ended shows its input, too.
    job.data = shown;
    const { remarks, ...answered } = await answer(call, deaths, () => worker.leavePlace(job));
    const made = { ...answered, ranMs: Math.round(performance.now() - began) };
    const isStored = data.later && mayKeep();
    const reply = isStored ? await keepReply(main, data.requestId, made) : made;
    replies.set(job, isStored ? withoutStoredBody(reply) : reply);
    if (isOurs(reply)) throw new UnrecoverableError(reply.body);
    return { status: reply.status, ...(remarks && { remarks }) };
  };
  const replyOf = (job: Pick<PoolJob, 'id' | 'data'>, failure: string | undefined) => {
    const { data } = job;
    const reply = replies.get(job) ?? errorReply(whyUnanswered(failure), data.requestId, baseUrl);
    return replyEntry(data.replyTo, data.requestId, reply);
  };
  const opts = {
    connection,
    prefix: queuePrefix(index),
    ...(connection.options.connectionName && { name: connection.options.connectionName }),
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
  const queue = queueIn(index, pool);
  const worker = backend.startWorker<QueuedJob, JobResult>(queue, process, opts, {
    replyOf,
    clock,
    dataKept: endedData,
    sharers: () => place.alive,
  });
  worker.on('error', onError);
  // Who loses a job to another leaves it what is beside.
  const ended = (job: PoolJob | undefined) => {
    const data = job && queued.get(job);
    if (data) dropBeside(connection, index, data).catch(onError);
  };
  worker.on('completed', ended);
  worker.on('failed', ended);
  const takeOver = new TakeOver(connection, pool, worker.getBackend(), () => runner.expectVictims?.(), onError, index);
  // What a worker before this one died over comes first.
  void takeOver.start(missed).then(() => worker.run().catch(onError));
  return {
    async stop() {
      takeOver.stop();
      const isLost = lane && connection.status !== 'ready';
      // What is in hand cannot be ended there; others finish what they have.
      await worker.close(isLost);
      if (!isLost) await place.leave();
    },
  };
}

/** Returns a stored reply as it is sent to its front: a large body is not put into Redis a second time. */
const withoutStoredBody = (reply: Reply): Reply =>
  reply.body.length > LARGEST_INLINE_REPLY.redis ? { ...reply, body: '', bodyIsStored: true } : reply;

/** What a call is answered with whose job failed without an answer: it came too late, or brought its workers down. */
const whyUnanswered = (failure: string | undefined): ApiError =>
  failure === TOO_LATE ? errors.serviceBusy() : errors.serviceUnavailable({}, failure);
