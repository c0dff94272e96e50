import type { Context } from 'koa';
import { RateLimiterRedis } from 'rate-limiter-flexible';
import Type, { type Static } from 'typebox';
import { SIGN_IN } from '../../shared/contract/bounds.js';
import { errors } from '../../shared/contract/errors.js';
import { conforms } from '../../shared/contract/input.js';
import { consumePoint } from '../../shared/process/consume-point.js';
import { toNetwork } from '../../shared/process/network.js';
import type { Redis } from '../../shared/process/redis.js';
import { redisKey } from '../../shared/process/redis-keys.js';
import { digestText, generateSecret, isSessionId } from '../members/index.js';
import type { Identity, Provider } from './provider.js';

/** Time that a user has to sign in at the provider, in seconds. */
const ATTEMPT_SECONDS = 600;

const storedAttempt = Type.Object({
  redirectUri: Type.String(),
  verifier: Type.String(),
  state: Type.String(),
  nonce: Type.String(),
  next: Type.String(),
});

type Browser = Pick<Context, 'cookies' | 'ip' | 'secure' | 'redirect' | 'query' | 'querystring'>;

/**
 * Sign-in at a provider and back. An attempt is completed once, within ten minutes, and only in the browser that began it: its record in
 * Redis is named by the state in the URL and the secret in the browser's cookie.
 */
export class SingleSignOn<Role extends string> {
  readonly #attempts: RateLimiterRedis;

  /**
   * @param kind name of the cookie, and of the records
   * @param path of the routes that begin and complete a sign-in
   */
  constructor(
    readonly provider: Provider<Role>,
    private readonly redis: Redis,
    private readonly kind: string,
    private readonly path: string,
  ) {
    const { perNetwork: points, seconds: duration } = SIGN_IN;
    this.#attempts = new RateLimiterRedis({
      storeClient: redis,
      keyPrefix: redisKey(kind, 'network'),
      points,
      duration,
    });
  }

  /**
   * Redirects the browser to the provider.
   *
   * @param origin public URL of the platform, which the provider sends the browser back to
   * @param next page to open afterwards
   * @throws ApiError 429 for too many from a network, 503 if the provider cannot be reached
   */
  async begin(ctx: Browser, origin: string, next: string): Promise<void> {
    if (!(await consumePoint(this.#attempts, toNetwork(ctx.ip))))
      throw errors.tooManySignIns({ minutes: SIGN_IN.seconds / 60 });
    const { url, attempt } = await this.provider.begin(`${origin}${this.path}/callback`);
    const browser = this.#readBrowser(ctx) ?? generateSecret();
    const stored: Static<typeof storedAttempt> = { ...attempt, next };
    await this.redis.set(this.#key(browser, attempt.state), JSON.stringify(stored), 'EX', ATTEMPT_SECONDS);
    // The provider's redirect back carries `lax` cookies, and no `strict` ones.
    const cookie = { httpOnly: true, sameSite: 'lax', secure: ctx.secure, path: this.path } as const;
    ctx.cookies.set(this.kind, browser, { ...cookie, maxAge: ATTEMPT_SECONDS * 1_000 });
    ctx.redirect(url.href);
  }

  /**
   * Completes the sign-in of a browser that the provider has sent back.
   *
   * @throws ApiError 410 for an attempt that is unknown here, expired or completed; see `Provider.finish`
   */
  async finish(ctx: Browser): Promise<{ identity: Identity<Role>; next: string }> {
    const browser = this.#readBrowser(ctx);
    const { state } = ctx.query;
    if (browser === undefined || typeof state !== 'string') throw errors.ssoExpired();
    const stored = await this.redis.getdel(this.#key(browser, state));
    const attempt: unknown = stored === null ? undefined : JSON.parse(stored);
    if (!conforms(storedAttempt, attempt)) throw errors.ssoExpired();
    return { identity: await this.provider.finish(attempt, ctx.querystring), next: attempt.next };
  }

  #readBrowser({ cookies }: Browser): string | undefined {
    const browser = cookies.get(this.kind);
    return isSessionId(browser) ? browser : undefined;
  }

  readonly #key = (browser: string, state: string): string => redisKey(this.kind, digestText(`${browser} ${state}`));
}
