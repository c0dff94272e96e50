import type { Redis } from 'ioredis';
import { LRUCache } from 'lru-cache';
import { RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import { redisKey } from '../../shared/process/redis-keys.js';

/** State of a rate limit after a request was counted. */
export interface RateLimitStatus {
  allowed: boolean;
  limit: number;
  remaining: number;
  /** Time until the limit is full again, in ms. */
  resetMs: number;
}

const WINDOW_SECONDS = 1;
/** Different limits, each with a limiter of its own. */
const MOST_LIMITS = 1_000;

/** Rate limiter: counts requests per second over all fronts, in Redis. A key over its limit is refused without asking Redis again. */
export class RateLimiter {
  readonly #byLimit: LRUCache<number, RateLimiterRedis>;

  constructor(redis: Redis) {
    this.#byLimit = new LRUCache<number, RateLimiterRedis>({
      max: MOST_LIMITS,
      memoMethod: (points) =>
        new RateLimiterRedis({
          storeClient: redis,
          keyPrefix: redisKey('rate'),
          points,
          duration: WINDOW_SECONDS,
          inMemoryBlockOnConsumed: points,
        }),
    });
  }

  /**
   * Counts a request.
   *
   * @param limit requests per second
   * @param weight number of requests that it counts as
   * @throws Error when Redis is unavailable
   */
  async count(who: string, limit: number, weight = 1): Promise<RateLimitStatus> {
    try {
      const { remainingPoints, msBeforeNext } = await this.#byLimit.memo(limit).consume(who, weight);
      return { allowed: true, limit, remaining: remainingPoints, resetMs: Math.max(0, msBeforeNext) };
    } catch (refused) {
      if (!(refused instanceof RateLimiterRes)) throw refused;
      return { allowed: false, limit, remaining: 0, resetMs: Math.max(0, refused.msBeforeNext) };
    }
  }
}
