import { Redis as SingleRedis } from 'ioredis';
import { errors } from '../contract/errors.js';
import { type PoolName, poolNames, requestDeadlineMs } from '../contract/pools.js';
import { type Clock, withTimeout } from '../process/clock.js';
import { every } from '../process/every.js';
import { count, startAtZero } from '../process/metrics/measure.js';
import type { Redis } from '../process/redis.js';
import { traceHeaders } from '../process/tracing.js';
import type { Job, Reply, Task } from './job.js';
import { countWorkers } from './live-workers.js';
import { deleteInput, offloadInput } from './offload.js';
import type { PoolQueue } from './queues.js';
import { ReplyReader, ReplySender } from './reply-stream.js';

interface JobClientOptions {
  /** Names this process; its reply stream is named after it. */
  readonly instance: string;
  /** Connection that fails fast while Redis is unavailable. */
  readonly redis: Redis;
  /** Connection for replies alone. */
  readonly blocking: Redis;
  /** Clock of Redis, by which deadlines are set. */
  readonly clock: Clock;
  readonly queues: readonly PoolQueue[];
  onError(error: unknown): void;
}

/** A request that waits for its reply. */
interface Waiter {
  readonly to: PoolQueue;
  readonly account: string;
  /** Instant at which it was sent, by `performance.now()`. */
  readonly sentAt: number;
  readonly timer: NodeJS.Timeout;
  /** True if the reply is stored too, so that it outlasts this process. */
  readonly isAsync: boolean;
  resolve(reply: Reply): void;
  reject(error: Error): void;
  /** Instant at which its job was found finished, by `performance.now()`: if no reply comes soon after, none will. */
  finishedAt: number | undefined;
}

/** Jobs of an account in one pool, beyond which each further one has a lower priority. */
const FREE_IN_FLIGHT = 4;
/**
 * Lowest priority of a job; 0 comes first in BullMQ, then 1, 2, …. It is that of all jobs of accounts that flood a pool, so that these are
 * served in their order: one that was sent at a peak must not wait behind all that are sent after it.
 */
const LOWEST_PRIORITY = 32;
/** Priority of jobs in the background, behind those of all requests. */
const BACKGROUND_PRIORITY = 64;

const CHECK_EVERY_MS = 1_000;
/** Time after the end of a job for its reply to arrive, in ms, also at a busy process. */
const REPLY_TIMEOUT_MS = 3_000;
/** Maximum number of waiting requests whose jobs are looked up per check, the oldest first. */
const MAX_CHECKED = 200;
/** Time for finding out why a request has timed out, in ms. */
const STATE_TIMEOUT_MS = 250;
/** Time in which a replica usually has what was written, in ms. */
const REPLICATION_TIMEOUT_MS = 50;

/**
 * Client of the worker pools: sends jobs, and returns their replies.
 *
 * The priority of a job is the number of jobs that its account has in flight from this process in the same pool, beyond a few free ones. So
 * an account that floods a pool queues behind all others.
 */
export class JobClient {
  readonly #redis: Redis;
  readonly #clock: Clock;
  readonly #queues: ReadonlyMap<PoolName, readonly PoolQueue[]>;
  readonly #replies: ReplyReader;
  readonly #onError: (error: unknown) => void;
  readonly #waiters = new Map<string, Waiter>();
  /** Jobs in flight, by pool and account. */
  readonly #inFlight = new Map<string, number>();
  /** Partitions without workers, unless a pool has none at all. */
  #unserved: ReadonlySet<PoolQueue> = new Set();
  /** Number of choices so far, for round-robin. */
  #choices = 0;
  #isStopped = false;
  #stopChecks = () => {};

  constructor({ instance, redis, blocking, clock, queues, onError }: JobClientOptions) {
    this.#redis = redis;
    this.#clock = clock;
    this.#onError = onError;
    this.#queues = new Map(poolNames.map((name) => [name, queues.filter(({ pool }) => pool === name)]));
    const onReply = (requestId: string, reply: Reply) => this.#settle(requestId, reply);
    this.#replies = new ReplyReader(instance, redis, blocking, onReply, onError);
  }

  /** Number of requests that wait for a reply. */
  get waiting(): number {
    return this.#waiters.size;
  }

  async start(): Promise<void> {
    startAtZero(
      'missingReplies',
      poolNames.map((pool) => ({ pool })),
    );
    await this.#replies.start();
    const check = () => void Promise.all([this.#findUnserved(), this.#checkJobs()]).catch(this.#onError);
    check();
    this.#stopChecks = every(CHECK_EVERY_MS, check);
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#stopChecks();
    for (const [id, { isAsync }] of this.#waiters) if (!isAsync) this.#fail(id, errors.serviceUnavailable());
    await this.#replies.stop();
    await Promise.all([...this.#queues.values()].flat().map(({ queue }) => queue.close().catch(this.#onError)));
  }

  /**
   * Sends a job, and waits for its reply. Call `settled` once the reply is no longer needed.
   *
   * @param timeoutMs that of the pool unless it is given
   * @throws ApiError 503 if Redis is unavailable, or no worker has started the job in time; 504 if the worker takes too long
   */
  async send(pool: PoolName, task: Task, timeoutMs = requestDeadlineMs(pool, false)): Promise<Reply> {
    const to = this.#choose(pool);
    const reply = this.#wait(to, task, timeoutMs, false);
    // A failure rejects the reply.
    this.#add(to, task, timeoutMs).catch(() => {});
    return reply;
  }

  /**
   * Sends a job in the background, behind those of all requests, and waits for its reply. It may wait for long to be started. Call `settled`
   * once the reply is no longer needed.
   *
   * @throws ApiError as `send`
   */
  async sendInBackground(pool: PoolName, task: Task): Promise<Reply> {
    const to = this.#choose(pool);
    const timeoutMs = requestDeadlineMs(pool, true);
    const reply = this.#wait(to, task, timeoutMs, false);
    this.#add(to, task, timeoutMs, BACKGROUND_PRIORITY).catch(() => {});
    return reply;
  }

  /**
   * Sends the job of an asynchronous request, whose reply is stored. When this returns, the job is in its queue and outlasts this process.
   *
   * @returns the reply, boxed so that it is not awaited
   * @throws ApiError 503 if the job may not have been added
   */
  async sendAsync(pool: PoolName, task: Task): Promise<{ reply: Promise<Reply> }> {
    const to = this.#choose(pool);
    const timeoutMs = requestDeadlineMs(pool, true);
    const reply = this.#wait(to, task, timeoutMs, true);
    reply.catch(() => {});
    await this.#add(to, { ...task, later: true }, timeoutMs);
    return { reply };
  }

  /**
   * Waits until a replica has what was written, if sentinels may put it in place of the master: a failover must not lose an accepted
   * request. Gives up after a while.
   */
  async replicate(): Promise<void> {
    if (!(this.#redis instanceof SingleRedis) || !this.#redis.options.sentinels) return;
    await this.#redis.wait(1, REPLICATION_TIMEOUT_MS).catch(() => 0);
  }

  /** Releases a reply, which is stored until then in case that this process dies before the request is settled. */
  settled(requestId: string): void {
    this.#replies.settled(requestId);
  }

  /** Reads the state of a job, as BullMQ names it; `unknown` if there is none. */
  async readState(pool: PoolName, requestId: string): Promise<string> {
    const states = await Promise.all(this.#queuesOf(pool).map(({ queue }) => queue.getJobState(requestId)));
    return states.find((state) => state !== 'unknown') ?? 'unknown';
  }

  /**
   * Removes a job that no worker has started, and replies to its request, whichever process is waiting for it.
   *
   * @returns false if a worker has started it
   */
  async cancel(pool: PoolName, requestId: string, reply: Reply): Promise<boolean> {
    const found = await Promise.all(this.#queuesOf(pool).map(({ queue }) => queue.getJob(requestId)));
    const job = found.find((one) => one !== undefined);
    if (!job || !['waiting', 'prioritized'].includes(await job.getState())) return false;
    try {
      await job.remove();
    } catch {
      // A worker holds its lock.
      return false;
    }
    await deleteInput(this.#redis, job.data).catch(this.#onError);
    new ReplySender(this.#redis, this.#onError).send(job.data, reply);
    return true;
  }

  /** Chooses the next partition in turn among those that have live workers. */
  #choose(pool: PoolName): PoolQueue {
    if (this.#isStopped) throw errors.serviceUnavailable({}, 'the process is stopping');
    const queues = this.#queuesOf(pool);
    const served = queues.length > 1 ? queues.filter((queue) => !this.#unserved.has(queue)) : queues;
    const candidates = served.length > 0 ? served : queues;
    this.#choices = (this.#choices + 1) % Number.MAX_SAFE_INTEGER;
    const chosen = candidates[this.#choices % candidates.length];
    if (!chosen) throw new RangeError(`The pool ${pool} has no queue`);
    return chosen;
  }

  #queuesOf(pool: PoolName): readonly PoolQueue[] {
    return this.#queues.get(pool) ?? [];
  }

  /** Registers a request before its job is added, so that no reply can be missed. Its input is not held in memory meanwhile. */
  #wait(to: PoolQueue, { requestId, account }: Task, timeoutMs: number, isAsync: boolean): Promise<Reply> {
    return new Promise<Reply>((resolve, reject) => {
      const timer = setTimeout(() => void this.#timeOut(requestId), timeoutMs);
      const sentAt = performance.now();
      this.#waiters.set(requestId, { to, account, sentAt, timer, isAsync, resolve, reject, finishedAt: undefined });
      const key = `${to.pool} ${account}`;
      this.#inFlight.set(key, (this.#inFlight.get(key) ?? 0) + 1);
    });
  }

  async #add({ pool, queue }: PoolQueue, task: Task, timeoutMs: number, background?: number): Promise<void> {
    const { requestId, account, endpoint } = task;
    const timestamp = this.#clock.now().getTime();
    const job: Job = { ...task, deadline: timestamp + timeoutMs, replyTo: this.#replies.stream };
    const others = (this.#inFlight.get(`${pool} ${account}`) ?? 1) - 1;
    const priority = background ?? Math.min(Math.max(0, others - FREE_IN_FLIGHT + 1), LOWEST_PRIORITY);
    const opts = { jobId: requestId, timestamp, priority, ...toTelemetry(traceHeaders()) };
    try {
      await queue.add(endpoint, await offloadInput(this.#redis, job, timeoutMs), opts);
    } catch (cause) {
      const error = errors.serviceUnavailable({}, cause);
      this.#fail(requestId, error);
      throw error;
    }
  }

  #take(requestId: string): Waiter | undefined {
    const waiter = this.#waiters.get(requestId);
    if (!waiter) return undefined;
    clearTimeout(waiter.timer);
    this.#waiters.delete(requestId);
    const key = `${waiter.to.pool} ${waiter.account}`;
    const others = (this.#inFlight.get(key) ?? 1) - 1;
    if (others > 0) this.#inFlight.set(key, others);
    else this.#inFlight.delete(key);
    return waiter;
  }

  #settle(requestId: string, reply: Reply): boolean {
    const waiter = this.#take(requestId);
    if (!waiter) return false;
    const tookMs = Math.round(performance.now() - waiter.sentAt);
    waiter.resolve({ ...reply, queuedMs: Math.max(0, tookMs - (reply.ranMs ?? 0)) });
    return true;
  }

  #fail(requestId: string, error: Error): void {
    this.#take(requestId)?.reject(error);
  }

  /** A job that no worker has started means that the pool is overloaded; any other one, that it is slow. */
  async #timeOut(requestId: string): Promise<void> {
    const waiter = this.#waiters.get(requestId);
    if (!waiter) return;
    const state = await withTimeout(STATE_TIMEOUT_MS, waiter.to.queue.getJobState(requestId)).catch(() => 'unknown');
    this.#fail(requestId, state === 'active' ? errors.deadlineExceeded() : errors.serviceBusy());
  }

  async #findUnserved(): Promise<void> {
    const several = [...this.#queues.values()].filter((queues) => queues.length > 1).flat();
    const counts = await Promise.all(several.map(({ queue }) => countWorkers(this.#redis, queue.name)));
    this.#unserved = new Set(several.filter((_, at) => counts[at] === 0));
  }

  /** Fails requests whose jobs have finished without a reply, or are gone from Redis. */
  async #checkJobs(): Promise<void> {
    const limit = performance.now() - CHECK_EVERY_MS;
    const old = [...this.#waiters].filter(([, { sentAt }]) => sentAt < limit).slice(0, MAX_CHECKED);
    await Promise.all(old.map(([requestId, waiter]) => this.#checkJob(requestId, waiter)));
  }

  async #checkJob(requestId: string, waiter: Waiter): Promise<void> {
    const { pool, queue } = waiter.to;
    const state = await queue.getJobState(requestId);
    if (state !== 'completed' && state !== 'failed' && state !== 'unknown') return;
    waiter.finishedAt ??= performance.now();
    if (performance.now() - waiter.finishedAt > REPLY_TIMEOUT_MS) {
      count('missingReplies', { pool });
      this.#fail(requestId, errors.serviceUnavailable({}, `the job is ${state}, and its reply did not come`));
    }
  }
}

/** Returns the job option from which BullMQ's telemetry continues a trace. */
const toTelemetry = (trace: Record<string, string>) =>
  Object.keys(trace).length === 0 ? {} : { telemetry: { metadata: JSON.stringify(trace) } };
