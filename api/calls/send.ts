import { errors } from '../../shared/contract/errors.js';
import { deadlineMsOf, type PoolName } from '../../shared/contract/pools.js';
import { within } from '../../shared/process/clock.js';
import { every } from '../../shared/process/every.js';
import { count } from '../../shared/process/metrics/measure.js';
import { traceHeaders } from '../../shared/process/tracing.js';
import type { QueueBackend } from '../../shared/queue/backend.js';
import { dropBeside, lighten } from '../../shared/queue/beside.js';
import type { ReceivedReply, Reply, Task } from '../../shared/queue/job.js';
import { replyEntry, sendReply } from '../../shared/queue/reply-stream.js';
import { FrontLane, type LaneLink } from './front-lane.js';
import { LaneChoice } from './lane-choice.js';

interface Waiter {
  pool: PoolName;
  /** By which the call was sent. */
  lane: FrontLane;
  /** When the call was sent, by `performance.now()`. */
  since: number;
  resolve(reply: ReceivedReply): void;
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

/** What is promised to a caller who does not wait. */
interface Promised {
  reply: Promise<ReceivedReply>;
  /** Waits until replicas have the job and what was written before, where there are any. */
  caughtUp(): Promise<void>;
}

/**
 * The front's side of the queue: sends jobs to the pools, spread over their lanes, and hands each caller its reply.
 *
 * A waiter is registered before its job is added, so that no reply can be missed.
 */
export class Sender {
  readonly #waiters = new Map<string, Waiter>();
  readonly #choice: LaneChoice;
  #stopSweeping = () => {};
  readonly lanes: readonly FrontLane[];

  /**
   * @param instance names this front; its reply streams are called after it
   * @param links the lanes, each with connections that fail fast while its Redis is away
   */
  constructor(
    instance: string,
    links: readonly LaneLink[],
    private readonly onError: (error: unknown) => void,
    backend: QueueBackend,
  ) {
    const isAlone = links.length === 1;
    this.lanes = links.map((link) => {
      const lane: FrontLane = new FrontLane(
        ...([instance, link, backend, isAlone] as const),
        (id, reply) => this.#settle(id, reply),
        () => this.#lose(lane),
        onError,
      );
      return lane;
    });
    this.#choice = new LaneChoice(this.lanes);
  }

  /** How many calls wait for a reply. */
  get awaited(): number {
    return this.#waiters.size;
  }

  async start(): Promise<void> {
    await Promise.all(this.lanes.map((lane) => lane.start()));
    this.#stopSweeping = every(SWEEP_EVERY_MS, () => void this.#sweep().catch(this.onError));
  }

  async stop(): Promise<void> {
    this.#stopSweeping();
    for (const [id, { later }] of this.#waiters) if (!later) this.#fail(id, errors.serviceUnavailable());
    await Promise.all(this.lanes.map((lane) => lane.stop()));
  }

  /**
   * Has a call computed and waits for the reply. It travels in a job whose id is the request's.
   *
   * @throws ApiError 503 when no worker takes it in time or Redis is away, 504 when the deadline passes
   */
  async send(pool: PoolName, task: Task, withinMs: number = deadlineMsOf(pool, false)): Promise<ReceivedReply> {
    const lane = this.#choice.of(pool);
    const reply = this.#wait(pool, lane, task.requestId, false, withinMs);
    // Who waits hears of what went wrong.
    this.#post(pool, lane, task, withinMs).catch(() => {});
    return reply;
  }

  /**
   * Has a call computed whose reply is kept. When this returns, its job is in the queue and outlasts this front.
   *
   * @returns what comes of it, in a box, so that nobody waits for it, and what waits until replicas have the job
   * @throws ApiError 503 when it is not sure that the job is there
   */
  async promise(pool: PoolName, task: Task): Promise<Promised> {
    const lane = this.#choice.of(pool);
    const later = { ...task, later: true as const };
    const withinMs = deadlineMsOf(pool, true);
    const reply = this.#wait(pool, lane, task.requestId, true, withinMs);
    reply.catch(() => {});
    await this.#post(pool, lane, later, withinMs);
    const written = new Set([this.lanes[0] ?? lane, lane]);
    const caughtUp = async () => void (await Promise.all([...written].map((one) => one.replication.caughtUp())));
    return { reply, caughtUp };
  }

  /** Is not told more of the call than its id: what waits here is not to hold megabytes meanwhile. */
  #wait(pool: PoolName, lane: FrontLane, id: string, later: boolean, withinMs: number): Promise<ReceivedReply> {
    return new Promise<ReceivedReply>((resolve, reject) => {
      const timer = setTimeout(() => void this.#timeOut(id), withinMs);
      this.#waiters.set(id, { pool, lane, since: performance.now(), resolve, reject, timer, later, ended: false });
      lane.count(pool, 1);
    });
  }

  async #post(pool: PoolName, lane: FrontLane, task: Task, withinMs: number): Promise<void> {
    const jobId = task.requestId;
    const timestamp = lane.clock.now().getTime();
    const call = { ...task, deadline: timestamp + withinMs, replyTo: lane.replies.stream };
    try {
      const job = await lighten(lane.redis, lane.index, call, withinMs);
      await lane.queueOf(pool).add(task.endpoint, job, { jobId, timestamp, ...metadataOf(traceHeaders()) });
    } catch (cause) {
      const error = errors.serviceUnavailable({}, cause);
      lane.refused();
      this.#fail(jobId, error);
      throw error;
    }
  }

  #take(id: string): Waiter | undefined {
    const waiter = this.#waiters.get(id);
    if (waiter) {
      clearTimeout(waiter.timer);
      this.#waiters.delete(id);
      waiter.lane.count(waiter.pool, -1);
    }
    return waiter;
  }

  #settle(id: string, reply: ReceivedReply): boolean {
    const waiter = this.#take(id);
    if (!waiter) return false;
    const tookMs = Math.round(performance.now() - waiter.since);
    waiter.resolve({ ...reply, queuedMs: Math.max(0, tookMs - (reply.ranMs ?? 0)) });
    return true;
  }

  /** Lets the reply to a call go, which was kept for the case that this front dies before the call is settled. */
  settled(requestId: string): void {
    for (const { replies } of this.lanes) replies.settled(requestId);
  }

  #fail(id: string, error: Error): void {
    this.#take(id)?.reject(error);
  }

  /** Nobody waits any more for what was sent over a lane that is gone; what was promised may yet come. */
  #lose(lost: FrontLane): void {
    for (const [id, { lane, later }] of this.#waiters) {
      if (lane === lost && !later) this.#fail(id, errors.serviceUnavailable({}, `the lane ${lost.index} is gone`));
    }
  }

  /** Where a job stands, whichever lane has it: `active` once a worker has begun it. */
  async stateOf(pool: PoolName, jobId: string): Promise<string> {
    const lanes = this.#choice.among(pool);
    const states = await Promise.all(lanes.map((lane) => lane.queueOf(pool).getJobState(jobId)));
    return states.find((state) => state !== 'unknown') ?? 'unknown';
  }

  /**
   * Takes a job back that no worker has begun, and answers its caller, on whichever front it waits.
   *
   * @returns whether it could be taken back
   */
  async cancel(pool: PoolName, jobId: string, reply: Reply): Promise<boolean> {
    const lanes = this.#choice.among(pool);
    const found = await Promise.all(lanes.map((lane) => lane.queueOf(pool).getJob(jobId)));
    const at = found.findIndex((one) => one !== undefined);
    const [lane, job] = [lanes[at], found[at]];
    if (!lane || !job || !('replyTo' in job.data) || (await job.getState()) !== 'waiting') return false;
    try {
      await job.remove();
    } catch {
      // A worker has begun it meanwhile, and holds its lock.
      return false;
    }
    await dropBeside(lane.redis, lane.index, job.data).catch(this.onError);
    await sendReply(lane.redis, replyEntry(job.data.replyTo, jobId, reply));
    return true;
  }

  /** A job that nobody had begun means that the pool is overloaded; one that had, that it is slow. */
  async #timeOut(id: string): Promise<void> {
    const waiter = this.#waiters.get(id);
    if (!waiter) return;
    const asked = waiter.lane.queueOf(waiter.pool).getJobState(id);
    const state = await within(STATE_WITHIN_MS, asked).catch(() => 'unknown');
    this.#fail(id, state === 'active' ? errors.deadlineExceeded() : errors.serviceBusy());
  }

  /** Ends the waiting for jobs that Redis no longer has, or that ended without a reply. */
  async #sweep(): Promise<void> {
    const limit = performance.now() - SWEEP_AGE_MS;
    const isDue = ({ since, lane }: Waiter) => since < limit && (lane.isAlive || this.lanes.length === 1);
    const old = [...this.#waiters].filter(([, waiter]) => isDue(waiter)).slice(0, SWEEP_LIMIT);
    await Promise.all(old.map(([id, waiter]) => this.#ask(id, waiter)));
  }

  async #ask(id: string, waiter: Waiter): Promise<void> {
    const state = await waiter.lane.queueOf(waiter.pool).getJobState(id);
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
