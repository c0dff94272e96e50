import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import { UNAUTHENTICATED_REQUESTS } from '../../shared/contract/bounds.js';
import { errors } from '../../shared/contract/errors.js';
import { networkOf } from '../../shared/process/network.js';
import type { Redis } from '../../shared/process/redis.js';
import { redisKey } from '../../shared/process/redis-keys.js';

/**
 * Counts, over all fronts, what each address sends without a valid key. Whoever keeps doing so is not read any more; only
 * a valid key in the header is heard from there, since customers may share an address with somebody else.
 */
export class UnauthenticatedLimiter {
  readonly #counter: RateLimiterRedis;

  /** @param redis while it is away each front counts by itself */
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
   * Refuses an address that has sent too much already, at the price of one look.
   *
   * @throws ApiError 429
   */
  async admit(address: string): Promise<void> {
    const before = await this.#counter.get(networkOf(address));
    if (before && before.consumedPoints >= UNAUTHENTICATED_REQUESTS.requests) throw errors.tooManyUnauthenticated();
  }

  /**
   * Counts a request that was refused for want of a valid key.
   *
   * @throws ApiError 429 when there were too many
   */
  async count(address: string): Promise<void> {
    try {
      await this.#counter.consume(networkOf(address));
    } catch (refused) {
      if (refused instanceof RateLimiterRes) throw errors.tooManyUnauthenticated();
      throw refused;
    }
  }
}
