import { randomInt, timingSafeEqual } from 'node:crypto';
import Type, { type Static } from 'typebox';
import { SIGN_IN } from '../../shared/contract/bounds.js';
import { errors } from '../../shared/contract/errors.js';
import { conforms } from '../../shared/contract/input.js';
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

const pendingSignIn = Type.Object({
  address: Type.String(),
  next: Type.String(),
  /** Hash of the link that the code was sent with. */
  link: Type.String(),
  /** Hash of the code. */
  code: Type.String(),
});

/** Latest sign-in that a browser has requested, and not completed by its code. */
export type PendingSignIn = Static<typeof pendingSignIn>;

const CODE_DIGITS = 6;

/**
 * Sign-in links and codes, which are sent together. A link works once, for 15 minutes, in every browser that has requested a link for the
 * same address in that time: a member can use a link that another person has requested, and nobody is signed in to an address that they
 * have not typed. A code works only in the browser that requested it, until that browser requests another one; code and link use up each
 * other. Only hashes are stored, and that of a code includes the secret of the browser. The email with link and code is in its queue until it
 * is sent.
 */
export class SignInLinks {
  constructor(private readonly redis: Redis) {}

  /** Creates a link and a code. @param browser value of the browser's cookie */
  async create({ address, next }: SignIn, browser: string): Promise<{ token: string; code: string }> {
    const token = generateSecret();
    const code = String(randomInt(10 ** CODE_DIGITS)).padStart(CODE_DIGITS, '0');
    const link = digestText(token);
    const pending: PendingSignIn = { address, next, link, code: hashCode(code, link, browser) };
    const seconds = SIGN_IN.minutes * 60;
    await Promise.all([
      this.redis.set(linkKey(link), address, 'EX', seconds),
      this.redis.set(requestKey(browser, address), next, 'EX', seconds),
      this.redis.set(pendingKey(browser), JSON.stringify(pending), 'EX', seconds),
    ]);
    return { token, code };
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

  /** Finds the latest sign-in that a browser has requested, for 15 minutes. */
  async findPending(browser: string | undefined): Promise<PendingSignIn | undefined> {
    const stored = browser === undefined ? null : await this.redis.get(pendingKey(browser));
    const pending: unknown = stored === null ? undefined : JSON.parse(stored);
    return conforms(pendingSignIn, pending) ? pending : undefined;
  }

  /**
   * Uses up a code, and the link that was sent with it. The caller limits the attempts.
   *
   * @throws ApiError 422 for a wrong code, 410 for one that was used
   */
  async redeemCode({ address, next, link, code }: PendingSignIn, typed: string, browser: string): Promise<SignIn> {
    const given = hashCode(typed.replace(/[\s-]/g, ''), link, browser);
    if (!timingSafeEqual(Buffer.from(given), Buffer.from(code))) throw errors.signInCodeWrong();
    // The link is read and deleted at once: a concurrent attempt with the link or the code finds nothing.
    if ((await this.redis.getdel(linkKey(link))) === null) throw errors.signInCodeExpired();
    await this.redis.del(pendingKey(browser));
    return { address, next };
  }

  async #read(
    token: string,
    browser: string | undefined,
    read: (name: string) => Promise<string | null>,
  ): Promise<SignIn> {
    const address = isSessionId(token) ? await read(linkKey(digestText(token))) : null;
    if (address === null) throw errors.signInLinkInvalid();
    const next = browser === undefined ? null : await this.redis.get(requestKey(browser, address));
    if (next === null) throw errors.signInOtherBrowser();
    return { address, next };
  }
}

/** The hash has a fixed length. A code alone could be guessed from its hash; the secret of the browser cannot. */
const hashCode = (code: string, link: string, browser: string): string => digestText(`${browser} ${link} ${code}`);

const linkKey = (link: string): string => redisKey('sign-in', link);
const requestKey = (browser: string, address: string): string =>
  redisKey('sign-in-request', digestText(`${browser} ${address}`));
const pendingKey = (browser: string): string => redisKey('sign-in-pending', digestText(browser));
