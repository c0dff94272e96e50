import { SIGN_IN } from '../../shared/contract/bounds.js';
import { errors } from '../../shared/contract/errors.js';
import type { Redis } from '../../shared/process/redis.js';
import { redisKey } from '../../shared/process/redis-keys.js';
import { digestText, generateSecret, isSessionId } from '../members/index.js';

/** What a link is for. */
export interface SignIn {
  /** Whose mailbox it was sent to. */
  address: string;
  /** The page that was asked for before. */
  next: string;
}

/**
 * Links that sign somebody in. Each works once, for 15 minutes, in every browser that has requested a link for the same address in that
 * time: a member can use one that somebody else has requested, and nobody is signed in to an address that they have not typed. Redis
 * holds digests of what the email and the browser hold, so that whoever reads it can use none.
 */
export class SignInLinks {
  constructor(private readonly redis: Redis) {}

  /** @param browser what the cookie of the browser holds @returns the token of the link */
  async make({ address, next }: SignIn, browser: string): Promise<string> {
    const token = generateSecret();
    const seconds = SIGN_IN.minutes * 60;
    await Promise.all([
      this.redis.set(nameOf(token), address, 'EX', seconds),
      this.redis.set(requestOf(browser, address), next, 'EX', seconds),
    ]);
    return token;
  }

  /** Checks that a link would work. @throws ApiError 403 in a browser that has not requested one for its address, 410 when it has expired, was used, or never was */
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
    const address = isSessionId(token) ? await read(nameOf(token)) : null;
    if (address === null) throw errors.signInLinkInvalid();
    const next = browser === undefined ? null : await this.redis.get(requestOf(browser, address));
    if (next === null) throw errors.signInOtherBrowser();
    return { address, next };
  }
}

const nameOf = (token: string): string => redisKey('sign-in', digestText(token));
const requestOf = (browser: string, address: string): string =>
  redisKey('sign-in-request', digestText(`${browser} ${address}`));
