import type { Redis } from 'ioredis';
import { errors } from '../../shared/contract/errors.js';
import { type PoolName, poolNames } from '../../shared/contract/pools.js';
import { type Clock, within } from '../../shared/process/clock.js';
import { every } from '../../shared/process/every.js';
import type { QueueBackend } from '../../shared/queue/backend.js';
import type { ReceivedReply } from '../../shared/queue/job.js';
import type { ConnectedLane } from '../../shared/queue/lanes.js';
import { workersIn } from '../../shared/queue/live-workers.js';
import { openLaneQueues, type PoolQueue } from '../../shared/queue/queues.js';
import { ReplyReader } from '../../shared/queue/reply-stream.js';
import { Pulse } from './pulse.js';
import { isReplicated, Replication } from './replication.js';

/** What a front needs to send calls over a lane. */
export interface LaneLink extends ConnectedLane {
  /** A connection for the lane's replies alone. */
  readonly blocking: Redis;
  /** Of the lane's Redis, by which its jobs are dated and have their deadlines. */
  readonly clock: Clock;
  /** Settled when that tells the time. */
  readonly timed: Promise<void>;
}

const WATCH_EVERY_MS = 1_000;
/** How long a lane's Redis may be away until nobody waits any more for what was sent there, in ms. */
const LOST_AFTER_MS = 1_000;

/** The front's side of a lane: its queues, the replies that come back, and whether calls should go by it. */
export class FrontLane {
  readonly index: number;
  readonly pools: readonly PoolName[];
  readonly redis: Redis;
  readonly clock: Clock;
  readonly queues: ReadonlyMap<PoolName, PoolQueue>;
  readonly replication: Replication;
  readonly replies: ReplyReader;
  readonly #awaited = new Map<PoolName, number>();
  readonly #pulse: Pulse;
  #isTimed = false;
  /** The pools whose queue there has been paused by an operator, or that no worker serves there. */
  #closed: ReadonlySet<PoolName> = new Set();
  #stopWatching = () => {};
  #losing: NodeJS.Timeout | undefined;

  /**
   * @param isAlone whether there is no other: then calls go by it, however it is
   * @param onReply returns whether the call was waited for
   * @param onLoss is told that what is under way there is not waited for any more
   */
  constructor(
    instance: string,
    { blocking, timed, ...lane }: LaneLink,
    backend: QueueBackend,
    private readonly isAlone: boolean,
    onReply: (requestId: string, reply: ReceivedReply) => boolean,
    private readonly onLoss: () => void,
    private readonly onError: (error: unknown) => void,
  ) {
    const { index, pools, redis, clock } = lane;
    this.index = index;
    this.pools = pools;
    this.redis = redis;
    this.clock = clock;
    this.queues = openLaneQueues(lane, onError, backend);
    this.replication = new Replication(redis);
    this.replies = new ReplyReader(instance, redis, blocking, onReply, onError, index);
    this.#pulse = new Pulse(redis);
    void timed.then(() => {
      this.#isTimed = true;
    });
  }

  /** Whether its Redis is there. */
  get isAlive(): boolean {
    return this.isAlone ? this.redis.status === 'ready' : this.#isTimed && this.#pulse.beats;
  }

  /** Whether calls of a pool that go by it now are likely to be answered. */
  isOpen(pool: PoolName): boolean {
    return this.isAlive && !this.#closed.has(pool);
  }

  /** @throws Error when it is the only one and its Redis is away */
  async start(): Promise<void> {
    if (this.isAlone) return this.replies.start();
    this.#pulse.start();
    this.redis.on('close', () => this.#startLosing());
    const watch = () => void this.#watch().catch(this.onError);
    watch();
    this.#stopWatching = every(WATCH_EVERY_MS, watch);
    await this.replies.start().catch(this.onError);
  }

  async stop(): Promise<void> {
    this.#stopWatching();
    clearTimeout(this.#losing);
    this.#pulse.stop();
    await this.replies.stop();
    await Promise.all([...this.queues.values()].map((queue) => queue.close().catch(this.onError)));
  }

  /** The pool's queue here. */
  queueOf(pool: PoolName): PoolQueue {
    const queue = this.queues.get(pool);
    if (!queue) throw errors.internalError({}, `the pool ${pool} has no lane ${this.index}`);
    return queue;
  }

  /** Is told that a call was sent, or is not waited for any more. */
  count(pool: PoolName, by: 1 | -1): void {
    this.#awaited.set(pool, this.awaitedIn(pool) + by);
  }

  /** How many calls of a pool have been sent over it and not been answered. */
  awaitedIn(pool: PoolName): number {
    return this.#awaited.get(pool) ?? 0;
  }

  /** Is told that a job could not be added. */
  refused(): void {
    this.#pulse.refused();
  }

  /** A replica that takes over may know of what was sent: it is waited for as long as each call may take. */
  #startLosing(): void {
    if (isReplicated(this.redis) || this.#losing) return;
    this.#losing = setTimeout(() => {
      this.#losing = undefined;
      if (this.redis.status !== 'ready') this.onLoss();
    }, LOST_AFTER_MS);
  }

  async #watch(): Promise<void> {
    if (!this.isAlive) return;
    const [workers, ...paused] = await Promise.all([
      within(WATCH_EVERY_MS, workersIn(this.redis, this.index)),
      ...this.pools.map((pool) => this.queueOf(pool).isPaused()),
    ]);
    const isClosed = (pool: PoolName) => paused[this.pools.indexOf(pool)] || workers?.[pool].length === 0;
    this.#closed = new Set(poolNames.filter(isClosed));
  }
}
