import type { Redis } from 'ioredis';
import { LRUCache } from 'lru-cache';
import { RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import { OVERRUNS } from '../../shared/contract/bounds.js';
import { redisKey } from '../../shared/process/redis-keys.js';

const CALLERS_REMEMBERED = 10_000;

/**
 * Counts, over all fronts, the calls of each key that were cut off because of what they asked for. A key that has too many has
 * to pause. A front learns that with the key's next such call, and until then asks nobody: calls that were not cut off cost nothing.
 */
export class Overruns {
  readonly #limiter: RateLimiterRedis;
  /** By caller, the end of its pause by `performance.now()`. */
  readonly #paused = new LRUCache<string, number>({ max: CALLERS_REMEMBERED });

  constructor(redis: Redis) {
    const { count: points, seconds } = OVERRUNS;
    this.#limiter = new RateLimiterRedis({
      ...{ storeClient: redis, keyPrefix: redisKey('overruns') },
      ...{ points: points - 1, duration: seconds, blockDuration: seconds },
    });
  }

  /** Milliseconds that a caller has yet to pause. */
  pauseOf(who: string): number {
    return Math.max(0, (this.#paused.get(who) ?? 0) - performance.now());
  }

  /**
   * Counts a call that was cut off.
   *
   * @throws Error when Redis is away
   */
  async add(who: string): Promise<void> {
    try {
      await this.#limiter.consume(who);
    } catch (refused) {
      if (!(refused instanceof RateLimiterRes)) throw refused;
      this.#paused.set(who, performance.now() + refused.msBeforeNext);
    }
  }
}
