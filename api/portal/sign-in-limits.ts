import type { Redis } from 'ioredis';
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import { SIGN_IN } from '../../shared/contract/bounds.js';
import { errors } from '../../shared/contract/errors.js';
import { digestOf } from '../../shared/members/sessions.js';
import { networkOf } from '../../shared/process/network.js';
import { redisKey } from '../../shared/process/redis-keys.js';

/** Bounds how many links are sent to one address, and asked for by one network. */
export class SignInLimits {
  readonly #perAddress: RateLimiterRedis;
  readonly #perNetwork: RateLimiterRedis;

  /** @param redis counts over all fronts; while it is away each front counts by itself */
  constructor(redis: Redis) {
    const limiter = (name: string, points: number) => {
      const limit = { points, duration: SIGN_IN.seconds };
      return new RateLimiterRedis({
        storeClient: redis,
        keyPrefix: redisKey(name),
        ...limit,
        insuranceLimiter: new RateLimiterMemory(limit),
      });
    };
    this.#perAddress = limiter('sign-in-address', SIGN_IN.perAddress);
    this.#perNetwork = limiter('sign-in-network', SIGN_IN.perNetwork);
  }

  /**
   * Counts a link that is asked for, whoever has the address.
   *
   * @throws ApiError 429
   */
  async count(address: string, from: string): Promise<void> {
    await this.countNetwork(from);
    await this.#consume(this.#perAddress, digestOf(address));
  }

  /**
   * Counts a link that is opened, or asked for, by where that comes from.
   *
   * @throws ApiError 429
   */
  countNetwork(from: string): Promise<void> {
    return this.#consume(this.#perNetwork, networkOf(from));
  }

  async #consume(limiter: RateLimiterRedis, name: string): Promise<void> {
    try {
      await limiter.consume(name);
    } catch (refused) {
      if (refused instanceof RateLimiterRes) throw errors.tooManySignIns({ minutes: SIGN_IN.seconds / 60 });
      throw refused;
    }
  }
}
