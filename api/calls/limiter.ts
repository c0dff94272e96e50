import type { Redis } from 'ioredis';
import { LRUCache } from 'lru-cache';
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import { redisKey } from '../../shared/process/redis-keys.js';
import { Batches } from '../../shared/queue/lane/batches.js';

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
const CALLERS_REMEMBERED = 10_000;

/**
 * Counts calls per second over all fronts, in Redis. Calls of one caller that come together are counted in one command,
 * each in its turn; a caller over its limit is refused without asking Redis again.
 */
export class Limiter {
  readonly #byLimit: LRUCache<number, RateLimiterRedis>;
  readonly #counting = new LRUCache<string, Batches<number, RateLimitStatus>>({ max: CALLERS_REMEMBERED });

  /** @param alone whether each front is to count by itself while Redis is away, as calls are served all the same */
  constructor(redis: Redis, alone = false) {
    this.#byLimit = new LRUCache<number, RateLimiterRedis>({
      max: LIMITS_REMEMBERED,
      memoMethod: (points) =>
        new RateLimiterRedis({
          storeClient: redis,
          keyPrefix: redisKey('rate'),
          points,
          duration: WINDOW_SECONDS,
          inMemoryBlockOnConsumed: points,
          ...(alone && { insuranceLimiter: new RateLimiterMemory({ points, duration: WINDOW_SECONDS }) }),
        }),
    });
  }

  /**
   * Counts one call.
   *
   * @param limit calls per second
   * @param calls that it counts as
   * @throws Error when Redis is away, and that is not borne alone
   */
  count(who: string, limit: number, calls = 1): Promise<RateLimitStatus> {
    const key = `${limit} ${who}`;
    const counting =
      this.#counting.get(key) ?? new Batches<number, RateLimitStatus>((each) => this.#countAll(who, limit, each));
    this.#counting.set(key, counting);
    return counting.ask(calls, 0);
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
