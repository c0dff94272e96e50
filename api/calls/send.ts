import type { Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import { errors } from '../../shared/contract/errors.js';
import { deadlineMsOf, type PoolName } from '../../shared/contract/pools.js';
import { type Clock, within } from '../../shared/process/clock.js';
import { count } from '../../shared/process/metrics/measure.js';
import { traceHeaders } from '../../shared/process/tracing.js';
import type { QueueBackend } from '../../shared/queue/backend.js';
import type { Reply, Task } from '../../shared/queue/job.js';
import { openQueues, type PoolQueue } from '../../shared/queue/queues.js';
import { ReplyReader, replyEntry, sendReply } from '../../shared/queue/reply-stream.js';
import { Backlog } from './backlog.js';

interface Waiter {
  pool: PoolName;
  /** When the call was sent, by `performance.now()`. */
  since: number;
  resolve(reply: Reply): void;
  reject(error: Error): void;
  timer: NodeJS.Timeout;
  /** Whether the reply is kept, so that nobody waits for it here. */
  later: boolean;
  /** Set by the sweep when the job was found ended: the next sweep gives up if no reply came meanwhile. */
  ended: boolean;
}

const SWEEP_EVERY_MS = 1_000;
/** Waiters younger than this are not asked about. */
const SWEEP_AGE_MS = 1_000;
/** How long a call whose time is over waits yet to learn why, in ms. */
const STATE_WITHIN_MS = 250;
/** How many jobs one sweep asks about at most. */
const SWEEP_LIMIT = 200;

/**
 * The front's side of the queue: sends jobs to the pools and hands each caller its reply.
 *
 * A waiter is registered before its job is added, so that no reply can be missed.
 */
export class Sender {
  readonly #queues: Record<PoolName, PoolQueue>;
  readonly #waiters = new Map<string, Waiter>();
  readonly #replies: ReplyReader;
  readonly #backlog: Backlog;
  #sweeping: NodeJS.Timeout | undefined;

  /**
   * @param instance names this front; its reply stream is called after it
   * @param producer a connection that fails fast while Redis is away
   * @param blocking a connection for this sender alone
   * @param clock of Redis, by which jobs are dated and have their deadlines
   */
  constructor(
    instance: string,
    private readonly producer: Redis,
    blocking: Redis,
    private readonly clock: Clock,
    private readonly onError: (error: unknown) => void,
    backend: QueueBackend,
  ) {
    this.#queues = openQueues(producer, onError, backend);
    this.#backlog = new Backlog(this.#queues, clock, onError);
    this.#replies = new ReplyReader(instance, producer, blocking, (id, reply) => this.#settle(id, reply), onError);
  }

  get queues(): readonly Queue[] {
    return Object.values(this.#queues);
  }

  /** How many calls wait for a reply. */
  get awaited(): number {
    return this.#waiters.size;
  }

  async start(): Promise<void> {
    await this.#replies.start();
    this.#backlog.start();
    this.#sweeping = setInterval(() => void this.#sweep().catch(this.onError), SWEEP_EVERY_MS);
  }

  async stop(): Promise<void> {
    clearInterval(this.#sweeping);
    this.#backlog.stop();
    for (const [id, { later }] of this.#waiters) if (!later) this.#fail(id, errors.serviceUnavailable());
    await this.#replies.stop();
    await Promise.all(Object.values(this.#queues).map((queue) => queue.close().catch(this.onError)));
  }

  /**
   * Has a call computed and waits for the reply. It travels in a job whose id is the request's.
   *
   * @throws ApiError 503 when the pool cannot serve it in time or Redis is away, 504 when the deadline passes
   */
  async send(pool: PoolName, task: Task): Promise<Reply> {
    this.#admit(pool);
    const reply = this.#wait(pool, task);
    // Who waits hears of what went wrong.
    this.#post(pool, task).catch(() => {});
    return reply;
  }

  /**
   * Has a call computed whose reply is kept. When this returns, its job is in the queue and outlasts this front.
   *
   * @returns what comes of it, in a box, so that nobody waits for it
   * @throws ApiError 503 when the pool cannot serve it in time, or it is not sure that the job is there
   */
  async promise(pool: PoolName, task: Task): Promise<{ reply: Promise<Reply> }> {
    this.#admit(pool);
    const later = { ...task, later: true as const };
    const reply = this.#wait(pool, later);
    reply.catch(() => {});
    await this.#post(pool, later);
    return { reply };
  }

  #admit(pool: PoolName): void {
    if (!this.#backlog.isHopeless(pool)) return;
    count('refusedJobs', { pool });
    throw errors.serviceBusy();
  }

  #wait(pool: PoolName, task: Task): Promise<Reply> {
    return new Promise<Reply>((resolve, reject) => {
      const { requestId: id, later = false } = task;
      const timer = setTimeout(() => void this.#timeOut(id), deadlineMsOf(pool, later));
      this.#waiters.set(id, { pool, since: performance.now(), resolve, reject, timer, later, ended: false });
    });
  }

  async #post(pool: PoolName, task: Task): Promise<void> {
    const jobId = task.requestId;
    const timestamp = this.clock.now().getTime();
    const deadline = timestamp + deadlineMsOf(pool, task.later ?? false);
    const job = { ...task, deadline, replyTo: this.#replies.stream };
    try {
      await this.#queues[pool].add(task.endpoint, job, { jobId, timestamp, ...metadataOf(traceHeaders()) });
    } catch (cause) {
      const error = errors.serviceUnavailable({}, cause);
      this.#fail(jobId, error);
      throw error;
    }
  }

  #take(id: string): Waiter | undefined {
    const waiter = this.#waiters.get(id);
    if (waiter) {
      clearTimeout(waiter.timer);
      this.#waiters.delete(id);
    }
    return waiter;
  }

  #settle(id: string, reply: Reply): boolean {
    const waiter = this.#take(id);
    if (!waiter) return false;
    const tookMs = Math.round(performance.now() - waiter.since);
    waiter.resolve({ ...reply, queuedMs: Math.max(0, tookMs - (reply.ranMs ?? 0)) });
    return true;
  }

  /** Lets the reply to a call go, which was kept for the case that this front dies before the call is settled. */
  settled(requestId: string): void {
    this.#replies.settled(requestId);
  }

  #fail(id: string, error: Error): void {
    this.#take(id)?.reject(error);
  }

  /** Where a job stands: `active` once a worker has begun it. */
  stateOf(pool: PoolName, jobId: string): Promise<string> {
    return this.#queues[pool].getJobState(jobId);
  }

  /**
   * Takes a job back that no worker has begun, and answers its caller, on whichever front it waits.
   *
   * @returns whether it could be taken back
   */
  async cancel(pool: PoolName, jobId: string, reply: Reply): Promise<boolean> {
    const job = await this.#queues[pool].getJob(jobId);
    if (!job || !('replyTo' in job.data) || (await job.getState()) !== 'waiting') return false;
    try {
      await job.remove();
    } catch {
      // A worker has begun it meanwhile, and holds its lock.
      return false;
    }
    await sendReply(this.producer, replyEntry(job.data.replyTo, jobId, reply));
    return true;
  }

  /** A job that nobody had begun means that the pool is overloaded; one that had, that it is slow. */
  async #timeOut(id: string): Promise<void> {
    const waiter = this.#waiters.get(id);
    if (!waiter) return;
    const state = await within(STATE_WITHIN_MS, this.stateOf(waiter.pool, id)).catch(() => 'unknown');
    this.#fail(id, state === 'active' ? errors.deadlineExceeded() : errors.serviceBusy());
  }

  /** Ends the waiting for jobs that Redis no longer has, or that ended without a reply. */
  async #sweep(): Promise<void> {
    const limit = performance.now() - SWEEP_AGE_MS;
    const old = [...this.#waiters].filter(([, waiter]) => waiter.since < limit).slice(0, SWEEP_LIMIT);
    await Promise.all(old.map(([id, waiter]) => this.#ask(id, waiter)));
  }

  async #ask(id: string, waiter: Waiter): Promise<void> {
    const state = await this.stateOf(waiter.pool, id);
    if (state !== 'completed' && state !== 'failed' && state !== 'unknown') return;
    if (waiter.ended) {
      count('sweptReplies', { pool: waiter.pool });
      this.#fail(id, errors.serviceUnavailable({}, `the job is ${state}, its reply did not come`));
    }
    waiter.ended = true;
  }
}

const metadataOf = (trace: Record<string, string>) =>
  Object.keys(trace).length === 0 ? {} : { telemetry: { metadata: JSON.stringify(trace) } };
