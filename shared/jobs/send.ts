import { Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import { errors } from '../errors.js';
import { count } from '../metrics/measure.js';
import { type PoolName, poolNames, pools } from '../pools.js';
import { carrier } from '../tracing/tracing.js';
import { Backlog } from './backlog.js';
import { type JobData, QUEUE_PREFIX, type Reply } from './job.js';
import { ReplyReader } from './reply-stream.js';

/** A call to be computed: a job without what the sender adds. */
export type Task = Omit<JobData, 'replyTo' | 'deadline'>;

interface Waiter {
  pool: PoolName;
  since: number;
  resolve(reply: Reply): void;
  reject(error: Error): void;
  timer: NodeJS.Timeout;
  /** Set by the sweep when the job was found ended: the next sweep gives up if no reply came meanwhile. */
  ended: boolean;
}

const SWEEP_EVERY_MS = 1_000;
/** Waiters younger than this are not asked about. */
const SWEEP_AGE_MS = 1_000;
/** How many jobs one sweep asks about at most. */
const SWEEP_LIMIT = 200;

/**
 * The front's side of the queue: sends jobs to the pools and hands each caller its reply.
 *
 * A waiter is registered before its job is added, so that no reply can be missed.
 */
export class Sender {
  readonly #queues: Record<PoolName, Queue<JobData>>;
  readonly #waiters = new Map<string, Waiter>();
  readonly #replies: ReplyReader;
  readonly #backlog: Backlog;
  #sweeping: NodeJS.Timeout | undefined;

  /**
   * @param instance names this front; its reply stream is called after it
   * @param producer a connection that fails fast while Redis is away
   * @param blocking a connection for this sender alone
   */
  constructor(
    instance: string,
    producer: Redis,
    blocking: Redis,
    private readonly onError: (error: unknown) => void,
  ) {
    this.#queues = queuesOf(producer, onError);
    this.#backlog = new Backlog(this.#queues, onError);
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
    for (const id of this.#waiters.keys()) this.#fail(id, errors.unavailable());
    await this.#replies.stop();
    await Promise.all(Object.values(this.#queues).map((queue) => queue.close().catch(this.onError)));
  }

  /**
   * Has a task computed and waits for the reply.
   *
   * @throws ApiError 503 when the pool cannot serve it in time or Redis is away, 504 when the deadline passes
   */
  send(pool: PoolName, task: Task): Promise<Reply> {
    const { deadlineMs } = pools[pool];
    if (this.#backlog.isHopeless(pool)) {
      count('refusedJobs', { pool });
      return Promise.reject(errors.busy());
    }
    return new Promise<Reply>((resolve, reject) => {
      const timer = setTimeout(() => void this.#timeOut(task.requestId), deadlineMs);
      this.#waiters.set(task.requestId, { pool, since: Date.now(), resolve, reject, timer, ended: false });
      void this.#post(pool, { ...task, replyTo: this.#replies.stream, deadline: Date.now() + deadlineMs });
    });
  }

  async #post(pool: PoolName, job: JobData): Promise<void> {
    const { endpoint, requestId } = job;
    try {
      await this.#queues[pool].add(endpoint, job, { jobId: requestId, ...metadataOf(carrier()) });
    } catch (cause) {
      this.#fail(requestId, errors.unavailable({}, cause));
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

  #settle(id: string, reply: Reply): void {
    this.#take(id)?.resolve(reply);
  }

  #fail(id: string, error: Error): void {
    this.#take(id)?.reject(error);
  }

  /** Where a job stands: `active` once a worker has begun it. */
  stateOf(pool: PoolName, id: string): Promise<string> {
    return this.#queues[pool].getJobState(id);
  }

  /** A job that nobody had begun means that the pool is overloaded; one that had, that it is slow. */
  async #timeOut(id: string): Promise<void> {
    const pool = this.#waiters.get(id)?.pool;
    if (!pool) return;
    const state = await this.#queues[pool].getJobState(id).catch(() => 'unknown');
    this.#fail(id, state === 'active' ? errors.deadlinePassed() : errors.busy());
  }

  /** Ends the waiting for jobs that Redis no longer has, or that ended without a reply. */
  async #sweep(): Promise<void> {
    const limit = Date.now() - SWEEP_AGE_MS;
    const old = [...this.#waiters].filter(([, waiter]) => waiter.since < limit).slice(0, SWEEP_LIMIT);
    await Promise.all(old.map(([id, waiter]) => this.#ask(id, waiter)));
  }

  async #ask(id: string, waiter: Waiter): Promise<void> {
    const state = await this.#queues[waiter.pool].getJobState(id);
    if (state !== 'completed' && state !== 'failed' && state !== 'unknown') return;
    if (waiter.ended) {
      count('sweptReplies', { pool: waiter.pool });
      this.#fail(id, errors.unavailable({}, `the job is ${state}, its reply did not come`));
    }
    waiter.ended = true;
  }
}

const metadataOf = (trace: Record<string, string>) =>
  Object.keys(trace).length === 0 ? {} : { telemetry: { metadata: JSON.stringify(trace) } };

const EVENTS_KEPT = 100;

function queuesOf(connection: Redis, onError: (error: unknown) => void): Record<PoolName, Queue<JobData>> {
  const open = (pool: PoolName) => {
    const queue = new Queue<JobData>(pool, {
      connection,
      prefix: QUEUE_PREFIX,
      streams: { events: { maxLen: EVENTS_KEPT } },
    });
    queue.on('error', onError);
    return queue;
  };
  return Object.fromEntries(poolNames.map((pool) => [pool, open(pool)])) as Record<PoolName, Queue<JobData>>;
}
