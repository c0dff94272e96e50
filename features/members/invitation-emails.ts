import { RateLimiterRedis } from 'rate-limiter-flexible';
import { INVITATION_EMAILS } from '../../shared/contract/bounds.js';
import { errors } from '../../shared/contract/errors.js';
import { consumePoint } from '../../shared/process/consume-point.js';
import type { Redis } from '../../shared/process/redis.js';
import { redisKey } from '../../shared/process/redis-keys.js';
import { canonicalizeAddress } from './address.js';
import { digestText } from './sessions.js';

/** Limits the emails of invitations that members send: by account, and to one inbox from all accounts. */
export class InvitationEmails {
  readonly #account: RateLimiterRedis;
  readonly #inbox: RateLimiterRedis;

  constructor(redis: Redis) {
    const limiter = (name: keyof typeof INVITATION_EMAILS) => {
      const { emails: points, seconds: duration } = INVITATION_EMAILS[name];
      return new RateLimiterRedis({ storeClient: redis, keyPrefix: redisKey(`invited-by-${name}`), points, duration });
    };
    this.#account = limiter('account');
    this.#inbox = limiter('inbox');
  }

  /** Counts an email that is about to be sent. @throws ApiError 429 */
  async count(account: string, address: string): Promise<void> {
    const isAllowed =
      (await consumePoint(this.#account, account)) &&
      (await consumePoint(this.#inbox, digestText(canonicalizeAddress(address))));
    if (!isAllowed) throw errors.tooManyInvitationEmails();
  }
}
