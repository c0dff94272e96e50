import { createHash, timingSafeEqual } from 'node:crypto';
import type { Redis } from 'ioredis';
import type { Context } from 'koa';
import { RateLimiterMemory, RateLimiterRedis } from 'rate-limiter-flexible';
import { errors } from '../../shared/contract/errors.js';

/** So many wrong tokens from one address, and it is not listened to for a while; whether a token is right counts for nothing then. */
const WRONG_TOKENS = { points: 10, duration: 300 };

/** Knows the operator by the admin token, and keeps others from guessing it. */
export class AdminGate {
  readonly #wrong: RateLimiterRedis;

  /**
   * @param token undefined when what is for the operator is switched off
   * @param redis counts over all fronts; while it is away each front counts by itself
   */
  constructor(
    private readonly token: string | undefined,
    redis: Redis,
  ) {
    this.#wrong = new RateLimiterRedis({
      storeClient: redis,
      keyPrefix: 'admin-token',
      ...WRONG_TOKENS,
      insuranceLimiter: new RateLimiterMemory(WRONG_TOKENS),
    });
  }

  /**
   * Whether this is the admin token.
   *
   * @param address that it comes from
   * @throws ApiError 429 when too many wrong ones came from there lately
   */
  async isAdmin(address: string, given: string): Promise<boolean> {
    const before = await this.#wrong.get(address);
    if (before && before.remainingPoints <= 0) throw errors.tooManyAdminTokens();
    if (this.token && timingSafeEqual(digest(given), digest(this.token))) return true;
    // Refused when others came from there at the same time: the next one will see it.
    await this.#wrong.consume(address).catch(() => {});
    return false;
  }

  /**
   * Lets only the operator through, who sends the admin token as `Authorization: Bearer …`.
   *
   * @throws ApiError 404 when it is switched off, 401 for another token, 429 for too many of these
   */
  async check(ctx: Pick<Context, 'get' | 'ip'>): Promise<void> {
    if (!this.token) throw errors.pathUnknown();
    const given = /^Bearer\s+(\S+)$/i.exec(ctx.get('Authorization'))?.[1];
    if (given === undefined || !(await this.isAdmin(ctx.ip, given))) throw errors.adminTokenInvalid();
  }
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
