import { LRUCache } from 'lru-cache';
import { RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import type { Redis } from '../../shared/process/redis.js';
import { redisKey } from '../../shared/process/redis-keys.js';

/** What is left of a caller's rate limit. */
export interface RateLimitStatus {
  allowed: boolean;
  limit: number;
  remaining: number;
  /** Until the limit is full again, in ms. */
  resetMs: number;
}

const WINDOW_SECONDS = 1;
/** Limits are set by operators, so there are few; this only keeps a mistake from filling the memory. */
const LIMITS_REMEMBERED = 1_000;

interface Pending {
  readonly calls: number;
  resolve(status: RateLimitStatus): void;
  reject(error: unknown): void;
}

/**
 * Counts calls per second over all fronts, in Redis. Calls of one caller that come together are counted in one command,
 * each in its turn; a caller over its limit is refused without asking Redis again.
 */
export class Limiter {
  readonly #byLimit: LRUCache<number, RateLimiterRedis>;
  /** Requests that are counted together at the end of this turn of the event loop, by caller. */
  readonly #pending = new Map<string, Pending[]>();

  constructor(redis: Redis) {
    this.#byLimit = new LRUCache<number, RateLimiterRedis>({
      max: LIMITS_REMEMBERED,
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
   * Counts one request.
   *
   * @param limit requests per second
   * @param calls number of requests that it counts as
   * @throws Error if Redis is unavailable
   */
  count(who: string, limit: number, calls = 1): Promise<RateLimitStatus> {
    const key = `${limit} ${who}`;
    return new Promise((resolve, reject) => {
      const pending = this.#pending.get(key) ?? [];
      if (pending.push({ calls, resolve, reject }) > 1) return;
      this.#pending.set(key, pending);
      setImmediate(() => {
        this.#pending.delete(key);
        const each = pending.map((one) => one.calls);
        this.#countAll(who, limit, each).then(
          (statuses) => {
            for (const [at, status] of statuses.entries()) pending[at]?.resolve(status);
          },
          (error: unknown) => {
            for (const one of pending) one.reject(error);
          },
        );
      });
    });
  }

  /**
   * How calls stand, in the order in which they came.
   *
   * @param each what each of them counts as
   */
  async #countAll(who: string, limit: number, each: readonly number[]): Promise<RateLimitStatus[]> {
    const calls = each.reduce((sum, one) => sum + one, 0);
    const counted = await this.#byLimit
      .memo(limit)
      .consume(who, calls)
      .catch((refused: unknown) => {
        if (refused instanceof RateLimiterRes) return refused;
        throw refused;
      });
    // A caller that is refused without asking counts as one that has made all its calls before.
    let counts = counted.consumedPoints === 0 ? limit : counted.consumedPoints - calls;
    const resetMs = Math.max(0, counted.msBeforeNext);
    return each.map((one) => {
      counts += one;
      const remaining = limit - counts;
      return { allowed: remaining >= 0, limit, remaining: Math.max(0, remaining), resetMs };
    });
  }
}
