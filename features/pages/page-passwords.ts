import { LONGEST_PAGE_PASSWORD, PAGE_PASSWORD_CHECKS, WRONG_PAGE_PASSWORDS } from '../../shared/contract/bounds.js';
import { throwUnavailable } from '../../shared/contract/errors.js';
import { toNetwork } from '../../shared/process/network.js';
import { hashPassword, type PasswordHash, verifyPassword } from '../operators/index.js';
import type { RateLimiter } from '../web/index.js';
import type { HostedPage } from './collections.js';

/**
 * Parameters of scrypt: 16 MiB and about 50 ms, the defaults of Node.js. That is less than for operators, as anybody can make a front compare
 * passwords, and whoever has printed one beside a code does not depend on its hash.
 */
const COST = { cost: 2 ** 14, block: 8, parallel: 1 } as const;

export const hashPagePassword = (plain: string): Promise<PasswordHash> => hashPassword(plain, COST);

/** Outcome of a password that a visitor has sent. */
export type PasswordOutcome =
  | { readonly is: 'right' | 'wrong' }
  /** Not compared. */
  | { readonly is: 'tooMany' | 'busy'; readonly retryAfterSeconds: number };

/**
 * Compares passwords of visitors. Wrong ones are limited by network and by page over all fronts. Comparisons run one at a time, in another
 * thread, and a few wait, so that a flood of passwords takes one core at most.
 */
export class PagePasswords {
  /** Passwords that are being checked, with those that wait. */
  #open = 0;
  #running = 0;
  readonly #waiting: (() => void)[] = [];

  constructor(private readonly rateLimiter: RateLimiter) {}

  async check(page: Pick<HostedPage, '_id' | 'password'>, ip: string, plain: string): Promise<PasswordOutcome> {
    const { running, waiting } = PAGE_PASSWORD_CHECKS;
    if (this.#open >= running + waiting) return { is: 'busy', retryAfterSeconds: 2 };
    this.#open += 1;
    try {
      return await this.#checkWithinLimits(page, ip, plain);
    } finally {
      this.#open -= 1;
    }
  }

  async #checkWithinLimits(
    page: Pick<HostedPage, '_id' | 'password'>,
    ip: string,
    plain: string,
  ): Promise<PasswordOutcome> {
    const limits = [
      { who: `page-password:${toNetwork(ip)}`, ...WRONG_PAGE_PASSWORDS.network },
      { who: `page-password:${page._id}`, ...WRONG_PAGE_PASSWORDS.page },
    ];
    // Counted before they are compared, so that concurrent ones do not pass the limit, and no longer once they were right.
    for (const { who, tries, seconds } of limits) {
      const { allowed, resetMs } = await this.rateLimiter.countWithin(who, tries, seconds).catch(throwUnavailable);
      if (!allowed) return { is: 'tooMany', retryAfterSeconds: Math.ceil(resetMs / 1_000) };
    }
    const isRight =
      plain.length <= LONGEST_PAGE_PASSWORD && (await this.#inTurn(() => verifyPassword(plain, page.password)));
    if (!isRight) return { is: 'wrong' };
    for (const { who, seconds } of limits) await this.rateLimiter.uncount(who, seconds).catch(throwUnavailable);
    return { is: 'right' };
  }

  async #inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (this.#running >= PAGE_PASSWORD_CHECKS.running) {
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    } else this.#running += 1;
    try {
      return await work();
    } finally {
      // The next one takes over the slot.
      const next = this.#waiting.shift();
      if (next) next();
      else this.#running -= 1;
    }
  }
}
