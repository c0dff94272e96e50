import type { Redis } from 'ioredis';
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import { SIGN_IN } from '../../shared/contract/bounds.js';
import { errors } from '../../shared/contract/errors.js';
import { canonicalAddress } from '../../shared/members/address.js';
import { digestOf } from '../../shared/members/sessions.js';
import { networkOf } from '../../shared/process/network.js';
import { redisKey } from '../../shared/process/redis-keys.js';

/**
 * Limits the links that are sent to one inbox, and requested by one network. The smallest limit counts an inbox and a network together, so
 * that an unauthenticated client uses up only its own. Beyond the limit of an inbox over all networks, links are still sent, slowly, so that
 * members are not locked out by others.
 */
export class SignInLimits {
  readonly #perAddress: RateLimiterRedis;
  readonly #perInbox: RateLimiterRedis;
  readonly #slowly: RateLimiterRedis;
  readonly #perNetwork: RateLimiterRedis;

  /** @param redis counts over all fronts; while it is away each front counts by itself */
  constructor(redis: Redis) {
    const limiter = (name: string, points: number, duration: number = SIGN_IN.seconds) => {
      const limit = { points, duration };
      return new RateLimiterRedis({
        storeClient: redis,
        keyPrefix: redisKey(name),
        ...limit,
        insuranceLimiter: new RateLimiterMemory(limit),
      });
    };
    this.#perAddress = limiter('sign-in-address', SIGN_IN.perAddress);
    this.#perInbox = limiter('sign-in-inbox', SIGN_IN.perInbox);
    this.#slowly = limiter('sign-in-slowly', 1, SIGN_IN.slowSeconds);
    this.#perNetwork = limiter('sign-in-network', SIGN_IN.perNetwork);
  }

  /**
   * Counts a link that is requested, whether or not the address is a member's.
   *
   * @throws ApiError 429
   */
  async count(address: string, from: string): Promise<void> {
    await this.countNetwork(from);
    const inbox = canonicalAddress(address);
    await this.#consume(this.#perAddress, digestOf(`${inbox} ${networkOf(from)}`));
    await this.#consume(this.#perInbox, digestOf(inbox), this.#slowly);
  }

  /**
   * Counts a link that is opened or requested, by network.
   *
   * @throws ApiError 429
   */
  countNetwork(from: string): Promise<void> {
    return this.#consume(this.#perNetwork, networkOf(from));
  }

  /** @param beyond limiter of what the first one refuses */
  async #consume(limiter: RateLimiterRedis, name: string, beyond?: RateLimiterRedis): Promise<void> {
    try {
      await limiter.consume(name);
    } catch (refused) {
      if (refused instanceof RateLimiterRes && beyond) return this.#consume(beyond, name);
      if (refused instanceof RateLimiterRes) throw errors.tooManySignIns({ minutes: SIGN_IN.seconds / 60 });
      throw refused;
    }
  }
}
