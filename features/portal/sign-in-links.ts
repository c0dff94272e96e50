import { SIGN_IN } from '../../shared/contract/bounds.js';
import { errors } from '../../shared/contract/errors.js';
import type { Redis } from '../../shared/process/redis.js';
import { redisKey } from '../../shared/process/redis-keys.js';
import { digestText, generateSecret, isSessionId } from '../members/index.js';

/** Content of a sign-in link. */
interface SignIn {
  /** Address that it was sent to. */
  address: string;
  /** Page that was requested before. */
  next: string;
}

/**
 * Sign-in links. Each works once, for 15 minutes, in every browser that has requested a link for the same address in that time: a member
 * can use a link that another person has requested, and nobody is signed in to an address that they have not typed. Redis holds only
 * hashes, so that a copy of it gives no access.
 */
export class SignInLinks {
  constructor(private readonly redis: Redis) {}

  /** Creates a link. @param browser value of the browser's cookie @returns the token of the link */
  async create({ address, next }: SignIn, browser: string): Promise<string> {
    const token = generateSecret();
    const seconds = SIGN_IN.minutes * 60;
    await Promise.all([
      this.redis.set(linkKey(token), address, 'EX', seconds),
      this.redis.set(requestKey(browser, address), next, 'EX', seconds),
    ]);
    return token;
  }

  /**
   * Checks that a link would work.
   *
   * @throws ApiError 403 in a browser that has not requested one for its address, 410 for an unknown, used or expired link
   */
  async check(token: string, browser: string | undefined): Promise<void> {
    await this.#read(token, browser, (name) => this.redis.get(name));
  }

  /** Uses up a link. An attempt in a wrong browser leaves it valid. @throws as `check` */
  async redeem(token: string, browser: string | undefined): Promise<SignIn> {
    await this.check(token, browser);
    return this.#read(token, browser, (name) => this.redis.getdel(name));
  }

  async #read(
    token: string,
    browser: string | undefined,
    read: (name: string) => Promise<string | null>,
  ): Promise<SignIn> {
    const address = isSessionId(token) ? await read(linkKey(token)) : null;
    if (address === null) throw errors.signInLinkInvalid();
    const next = browser === undefined ? null : await this.redis.get(requestKey(browser, address));
    if (next === null) throw errors.signInOtherBrowser();
    return { address, next };
  }
}

const linkKey = (token: string): string => redisKey('sign-in', digestText(token));
const requestKey = (browser: string, address: string): string =>
  redisKey('sign-in-request', digestText(`${browser} ${address}`));
