import { RateLimiterMemory, RateLimiterRedis } from 'rate-limiter-flexible';
import { SIGN_IN } from '../../shared/contract/bounds.js';
import { errors } from '../../shared/contract/errors.js';
import { consumePoint } from '../../shared/process/consume-point.js';
import { toNetwork } from '../../shared/process/network.js';
import type { Redis } from '../../shared/process/redis.js';
import { redisKey } from '../../shared/process/redis-keys.js';
import { digestText } from '../members/index.js';

/**
 * Limits requests for sign-in links, and the links that are opened, by network. A browser in which a member has signed in before has its
 * own limit, which others cannot use up. The emails to one inbox are limited where they are sent.
 */
export class SignInLimits {
  readonly #perBrowser: RateLimiterRedis;
  readonly #perNetwork: RateLimiterRedis;

  /** @param redis counts over all fronts; while it is unavailable each front counts alone */
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
    this.#perBrowser = limiter('sign-in-browser', SIGN_IN.perBrowser);
    this.#perNetwork = limiter('sign-in-network', SIGN_IN.perNetwork);
  }

  /** Counts a link that a known browser of a member requests. @returns false when the limit of that browser is reached */
  async countKnownBrowser(address: string, browser: string): Promise<boolean> {
    return consumePoint(this.#perBrowser, digestText(`${address} ${browser}`));
  }

  /**
   * Counts a link that is opened or requested, by network.
   *
   * @throws ApiError 429
   */
  async countNetwork(from: string): Promise<void> {
    if (await consumePoint(this.#perNetwork, toNetwork(from))) return;
    throw errors.tooManySignIns({ minutes: SIGN_IN.seconds / 60 });
  }
}
