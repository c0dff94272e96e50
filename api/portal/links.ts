import type { Redis } from 'ioredis';
import { SIGN_IN } from '../../shared/contract/bounds.js';
import { errors } from '../../shared/contract/errors.js';
import { digestOf, isSessionId, newSecret } from '../../shared/members/sessions.js';
import { redisKey } from '../../shared/process/redis-keys.js';

/** What a link is for. */
export interface SignIn {
  /** Whose mailbox it was sent to. */
  address: string;
  /** The page that was asked for before. */
  next: string;
}

/**
 * Links that sign somebody in: each works once, for 15 minutes, in the browser that asked for it. Redis holds digests of what
 * the mail and the browser hold, so that whoever reads it can use none.
 */
export class SignInLinks {
  constructor(private readonly redis: Redis) {}

  /** @param browser what the cookie of the browser holds @returns the token of the link */
  async make(signIn: SignIn, browser: string): Promise<string> {
    const token = newSecret();
    const kept = JSON.stringify({ ...signIn, browser: digestOf(browser) });
    await this.redis.set(nameOf(token), kept, 'EX', SIGN_IN.minutes * 60);
    return token;
  }

  /** Whether a link would work. @throws ApiError 403 in another browser, 410 when it has expired, was used, or never was */
  async check(token: string, browser: string | undefined): Promise<void> {
    await this.#read(token, browser, (name) => this.redis.get(name));
  }

  /** Uses a link up. It stays for its own browser when another one tries. @throws as `check` */
  async take(token: string, browser: string | undefined): Promise<SignIn> {
    await this.check(token, browser);
    return this.#read(token, browser, (name) => this.redis.getdel(name));
  }

  async #read(
    token: string,
    browser: string | undefined,
    read: (name: string) => Promise<string | null>,
  ): Promise<SignIn> {
    const kept = isSessionId(token) ? await read(nameOf(token)) : null;
    if (kept === null) throw errors.signInLinkInvalid();
    const { address, next, browser: asked } = JSON.parse(kept);
    if (browser === undefined || digestOf(browser) !== asked) throw errors.signInOtherBrowser();
    return { address: String(address), next: String(next) };
  }
}

const nameOf = (token: string): string => redisKey('sign-in', digestOf(token));
