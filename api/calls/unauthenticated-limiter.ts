import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import { UNAUTHENTICATED_REQUESTS } from '../../shared/contract/bounds.js';
import { errors } from '../../shared/contract/errors.js';
import { toNetwork } from '../../shared/process/network.js';
import type { Redis } from '../../shared/process/redis.js';
import { redisKey } from '../../shared/process/redis-keys.js';

/**
 * Rate limiter of requests without a valid key, by network and over all fronts. Above the limit only requests with a valid key in a header
 * are served, since customers may share an address with others.
 */
export class UnauthenticatedLimiter {
  readonly #counter: RateLimiterRedis;

  /** @param redis while it is unavailable each front counts by itself */
  constructor(redis: Redis) {
    const { requests: points, seconds: duration } = UNAUTHENTICATED_REQUESTS;
    this.#counter = new RateLimiterRedis({
      storeClient: redis,
      keyPrefix: redisKey('stranger'),
      points,
      duration,
      inMemoryBlockOnConsumed: points + 1,
      insuranceLimiter: new RateLimiterMemory({ points, duration }),
    });
  }

  /**
   * Refuses an address above the limit, with one command.
   *
   * @throws ApiError 429
   */
  async admit(address: string): Promise<void> {
    const before = await this.#counter.get(toNetwork(address));
    if (before && before.consumedPoints >= UNAUTHENTICATED_REQUESTS.requests) throw errors.tooManyStrangers();
  }

  /**
   * Counts a request without a valid key.
   *
   * @throws ApiError 429 above the limit
   */
  async count(address: string): Promise<void> {
    try {
      await this.#counter.consume(toNetwork(address));
    } catch (refused) {
      if (refused instanceof RateLimiterRes) throw errors.tooManyStrangers();
      throw refused;
    }
  }
}
