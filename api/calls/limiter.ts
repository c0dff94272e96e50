import type { Redis } from 'ioredis';
import { LRUCache } from 'lru-cache';
import { RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';

/** What is left of a caller's rate limit. */
export interface RateLimitStatus {
  allowed: boolean;
  limit: number;
  remaining: number;
  /** Until the limit is full again, in ms. */
  resetMs: number;
}

const WINDOW_SECONDS = 1;
/**
 * Of a large limit a front takes one share of a hundred at a time and asks Redis again when it is used up. Limits below 200
 * are counted call by call, larger ones are exact to one share per front.
 */
const SHARES = 100;
/** Limits are set by operators, so there are few; this only keeps a mistake from filling the memory. */
const LIMITS_REMEMBERED = 1_000;
const CALLERS_REMEMBERED = 10_000;

/** Calls that were counted already and may still be made in this window. */
interface Share {
  left: number;
  of: RateLimitStatus;
  /** End of the window, in ms since the epoch. */
  until: number;
}

/** Counts calls per second over all fronts, in Redis. A caller over its limit is refused without asking Redis again. */
export class Limiter {
  readonly #byLimit: LRUCache<number, RateLimiterRedis>;
  readonly #shares = new LRUCache<string, Share>({ max: CALLERS_REMEMBERED });
  readonly #consuming = new Map<string, Promise<RateLimitStatus>>();

  constructor(redis: Redis) {
    this.#byLimit = new LRUCache<number, RateLimiterRedis>({
      max: LIMITS_REMEMBERED,
      memoMethod: (points) =>
        new RateLimiterRedis({
          storeClient: redis,
          keyPrefix: 'rate',
          points,
          duration: WINDOW_SECONDS,
          inMemoryBlockOnConsumed: points,
        }),
    });
  }

  /**
   * Counts one call.
   *
   * @param limit calls per second
   * @throws Error when Redis is away
   */
  async count(who: string, limit: number): Promise<RateLimitStatus> {
    const points = Math.max(1, Math.floor(limit / SHARES));
    if (points === 1) return this.#consume(who, limit, 1);
    for (;;) {
      const share = this.#shares.get(who);
      if (share && share.left > 0 && share.until > Date.now()) return use(share);
      const status = await this.#takeShare(who, limit, points);
      if (!status.allowed) return status;
    }
  }

  /** Calls that come while a share is being taken wait for it, instead of taking one each. */
  #takeShare(who: string, limit: number, points: number): Promise<RateLimitStatus> {
    const running = this.#consuming.get(who);
    if (running) return running;
    const consuming = this.#consume(who, limit, points)
      .then((of) => {
        if (of.allowed) this.#shares.set(who, { left: points, of, until: Date.now() + of.resetMs });
        return of;
      })
      .finally(() => this.#consuming.delete(who));
    this.#consuming.set(who, consuming);
    return consuming;
  }

  async #consume(who: string, limit: number, points: number): Promise<RateLimitStatus> {
    const limiter = this.#byLimit.memo(limit);
    try {
      return statusOf(true, limit, await limiter.consume(who, points));
    } catch (refused) {
      if (refused instanceof RateLimiterRes) return statusOf(false, limit, refused);
      throw refused;
    }
  }
}

function use(share: Share): RateLimitStatus {
  share.left -= 1;
  return { ...share.of, remaining: share.of.remaining + share.left, resetMs: Math.max(0, share.until - Date.now()) };
}

const statusOf = (
  allowed: boolean,
  limit: number,
  { remainingPoints, msBeforeNext }: RateLimiterRes,
): RateLimitStatus => ({
  allowed,
  limit,
  remaining: Math.max(0, remainingPoints),
  resetMs: Math.max(0, msBeforeNext),
});
