import { LRUCache } from 'lru-cache';
import { RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import { KeyedBatcher } from '../../shared/process/keyed-batcher.js';
import type { Redis } from '../../shared/process/redis.js';
import { redisKey } from '../../shared/process/redis-keys.js';

/** State of a rate limit after a request was counted. */
interface RateLimitStatus {
  allowed: boolean;
  limit: number;
  remaining: number;
  /** Time until the limit is full again, in ms. */
  resetMs: number;
}

const WINDOW_SECONDS = 1;
/** Maximum number of different limits, each of which has its own limiter. */
const MOST_LIMITS = 1_000;

/** A request to count, weighted as a number of requests. */
interface Counted {
  readonly limit: number;
  readonly weight: number;
}

/**
 * Rate limiter: counts requests per second over all fronts, in Redis. Concurrent requests of the same key are counted together. A key over its limit
 * is refused without a round trip.
 */
export class RateLimiter {
  readonly #byLimit: LRUCache<number, RateLimiterRedis>;
  readonly #batcher = new KeyedBatcher<Counted, RateLimitStatus>((who, requests) => this.#countAll(who, requests));

  constructor(private readonly redis: Redis) {
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
  count(who: string, limit: number, weight = 1): Promise<RateLimitStatus> {
    return this.#batcher.add(who, { limit, weight });
  }

  /**
   * Counts an attempt in a longer window, such as one to guess a code.
   *
   * @throws Error when Redis is unavailable
   */
  async countWithin(
    who: string,
    limit: number,
    seconds: number,
  ): Promise<Pick<RateLimitStatus, 'allowed' | 'resetMs'>> {
    const limiter = new RateLimiterRedis({
      ...{ storeClient: this.redis, keyPrefix: redisKey('rate'), points: limit, duration: seconds },
    });
    try {
      return { allowed: true, resetMs: (await limiter.consume(who)).msBeforeNext };
    } catch (refused) {
      if (refused instanceof RateLimiterRes) return { allowed: false, resetMs: refused.msBeforeNext };
      throw refused;
    }
  }

  /**
   * Takes back an attempt that was counted, such as one with the right password.
   *
   * @throws Error when Redis is unavailable
   */
  async uncount(who: string, seconds: number): Promise<void> {
    const limiter = new RateLimiterRedis({
      ...{ storeClient: this.redis, keyPrefix: redisKey('rate'), points: 1, duration: seconds },
    });
    await limiter.reward(who);
  }

  async #countAll(who: string, requests: readonly Counted[]): Promise<RateLimitStatus[]> {
    const limit = requests[0]?.limit ?? 0;
    const sum = requests.reduce((total, { weight }) => total + weight, 0);
    const { consumedPoints, msBeforeNext } = await this.#consume(who, limit, sum);
    // A key that is blocked in memory has nothing consumed.
    let consumed = consumedPoints < sum ? Number.POSITIVE_INFINITY : consumedPoints - sum;
    return requests.map(({ limit, weight }) => {
      consumed += weight;
      const remaining = Math.max(0, limit - consumed);
      return { allowed: consumed <= limit, limit, remaining, resetMs: Math.max(0, msBeforeNext) };
    });
  }

  async #consume(who: string, limit: number, points: number): Promise<RateLimiterRes> {
    try {
      return await this.#byLimit.memo(limit).consume(who, points);
    } catch (refused) {
      if (refused instanceof RateLimiterRes) return refused;
      throw refused;
    }
  }
}
