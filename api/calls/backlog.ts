import type { Queue } from 'bullmq';
import { type PoolName, pools } from '../../shared/contract/pools.js';
import type { Clock } from '../../shared/process/clock.js';
import { every } from '../../shared/process/every.js';

const SAMPLE_EVERY_MS = 1_000;
/** A pool whose oldest waiting job has used this share of its deadline cannot serve a new one in time. */
const HOPELESS_SHARE = 0.8;

/**
 * Watches how long the oldest job of each pool has been waiting in a lane, so that a front can refuse at once what could not
 * be served in time. That also bounds the queue: nothing joins it that would only be dropped.
 */
export class Backlog {
  readonly #waitedMs = new Map<PoolName, number>();
  #stopSampling = () => {};

  /** @param clock of Redis, by which jobs are dated */
  constructor(
    private readonly queues: ReadonlyMap<PoolName, Queue>,
    private readonly clock: Clock,
    private readonly onError: (error: unknown) => void,
  ) {}

  start(): void {
    this.#stopSampling = every(SAMPLE_EVERY_MS, () => void this.#sample().catch(this.onError));
  }

  stop(): void {
    this.#stopSampling();
  }

  isHopeless(pool: PoolName): boolean {
    return (this.#waitedMs.get(pool) ?? 0) > pools[pool].deadlineMs * HOPELESS_SHARE;
  }

  async #sample(): Promise<void> {
    for (const [pool, queue] of this.queues) {
      const [oldest] = await queue.getWaiting(0, 0);
      this.#waitedMs.set(pool, oldest ? this.clock.now().getTime() - oldest.timestamp : 0);
    }
  }
}
