import { RateLimiterRedis } from 'rate-limiter-flexible';
import { SIGN_IN_EMAILS } from '../../shared/contract/bounds.js';
import { consumePoint } from '../../shared/process/consume-point.js';
import type { Redis } from '../../shared/process/redis.js';
import { redisKey } from '../../shared/process/redis-keys.js';
import { canonicalizeAddress } from './address.js';
import { digestText } from './sessions.js';

/**
 * Limits the sign-in emails to one address and to one inbox, whoever requests them. It counts emails that are sent, and not requests, so
 * that a refused email does not use up a member's limit.
 */
export class SignInEmails {
  readonly #address: RateLimiterRedis;
  readonly #members: readonly RateLimiterRedis[];
  readonly #newcomers: readonly RateLimiterRedis[];

  constructor(redis: Redis) {
    const limiter = (name: string, points: number, duration: number) =>
      new RateLimiterRedis({ storeClient: redis, keyPrefix: redisKey(name), points, duration });
    const perInbox = (name: 'members' | 'newcomers') => {
      const { emails, seconds, slowSeconds } = SIGN_IN_EMAILS[name];
      return [limiter(`sign-in-${name}`, emails, seconds), limiter(`sign-in-${name}-slowly`, 1, slowSeconds)];
    };
    this.#address = limiter('sign-in-emails', SIGN_IN_EMAILS.address.emails, SIGN_IN_EMAILS.address.seconds);
    this.#members = perInbox('members');
    this.#newcomers = perInbox('newcomers');
  }

  /** Counts an email that is about to be sent. @returns false if it exceeds a limit: then a link sent before is still valid */
  async count(address: string, isNew: boolean): Promise<boolean> {
    const name = digestText(address);
    if (!(await consumePoint(this.#address, name))) return false;
    const canonical = canonicalizeAddress(address);
    // Spellings of an inbox share a limit, and leave the address itself another one.
    const inbox = digestText(isNew && address !== canonical ? `${canonical} spelled otherwise` : canonical);
    for (const limiter of isNew ? this.#newcomers : this.#members) if (await consumePoint(limiter, inbox)) return true;
    // Only an email that is sent counts, since the refusal of another one relies on it.
    await this.#address.reward(name);
    return false;
  }

  /** Allows new emails to an address whose owner has just used a link. */
  async reset(address: string): Promise<void> {
    await this.#address.delete(digestText(address));
  }
}
