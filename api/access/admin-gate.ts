import { createHash, timingSafeEqual } from 'node:crypto';
import type { Redis } from 'ioredis';
import type { Context } from 'koa';
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import { WRONG_ADMIN_TOKENS } from '../../shared/contract/bounds.js';
import { errors } from '../../shared/contract/errors.js';
import { bearerOf } from './credentials.js';
import { networkOf } from './network.js';

/** Knows the operator by the admin token, and keeps others from guessing it. */
export class AdminGate {
  readonly #tries: RateLimiterRedis;
  /** By network, the tries that are under way: the last of each line, which the next one waits for. */
  readonly #lines = new Map<string, Promise<unknown>>();

  /**
   * @param token undefined when what is for the operator is switched off
   * @param redis counts over all fronts; while it is away each front counts by itself
   */
  constructor(
    private readonly token: string | undefined,
    redis: Redis,
  ) {
    const limit = { points: WRONG_ADMIN_TOKENS.tokens, duration: WRONG_ADMIN_TOKENS.seconds };
    this.#tries = new RateLimiterRedis({
      storeClient: redis,
      keyPrefix: 'admin-token',
      ...limit,
      inMemoryBlockOnConsumed: limit.points + 1,
      insuranceLimiter: new RateLimiterMemory(limit),
    });
  }

  /**
   * Whether this is the admin token. A try is taken before anything is compared and given back when the token is right, so
   * that guesses sent at once count as much as those sent one after another. Tries of one network wait for each other: the
   * operator's own requests would use up the tries otherwise while none of them is decided.
   *
   * @param address that it comes from
   * @throws ApiError 429 when too many wrong ones came from there lately
   */
  async isAdmin(address: string, given: string): Promise<boolean> {
    const network = networkOf(address);
    const before = this.#lines.get(network) ?? Promise.resolve();
    const mine = before.then(() => this.#try(network, given));
    const settled = mine.catch(() => undefined);
    this.#lines.set(network, settled);
    try {
      return await mine;
    } finally {
      if (this.#lines.get(network) === settled) this.#lines.delete(network);
    }
  }

  async #try(network: string, given: string): Promise<boolean> {
    try {
      await this.#tries.consume(network);
    } catch (refused) {
      if (refused instanceof RateLimiterRes) throw errors.tooManyAdminTokens();
      throw refused;
    }
    if (!this.token || !timingSafeEqual(digest(given), digest(this.token))) return false;
    await this.#tries.reward(network);
    return true;
  }

  /**
   * Lets only the operator through, who sends the admin token as `Authorization: Bearer …`.
   *
   * @throws ApiError 404 when it is switched off, 401 for another token, 429 for too many of these
   */
  async check(ctx: Pick<Context, 'get' | 'ip'>): Promise<void> {
    if (!this.token) throw errors.pathUnknown();
    const given = bearerOf(ctx);
    if (given === undefined || !(await this.isAdmin(ctx.ip, given))) throw errors.adminTokenInvalid();
  }
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
