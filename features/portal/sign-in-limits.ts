import { RateLimiterMemory, RateLimiterRedis } from 'rate-limiter-flexible';
import { SIGN_IN, SIGN_IN_CODES } from '../../shared/contract/bounds.js';
import { errors } from '../../shared/contract/errors.js';
import { consumePoint } from '../../shared/process/consume-point.js';
import { toNetwork } from '../../shared/process/network.js';
import type { Redis } from '../../shared/process/redis.js';
import { redisKey } from '../../shared/process/redis-keys.js';
import { digestText } from '../members/index.js';

/** An attempt to sign in by a code. */
interface CodeAttempt {
  address: string;
  /** Hash of the link that the code was sent with, which identifies the request. */
  link: string;
  /** Secret of the browser, if the member has signed in there before. */
  knownBrowser: string | undefined;
  /** IP address of the client. */
  from: string;
}

/**
 * Limits requests for sign-in links, the links that are opened, and the codes that are tried. A browser in which a member has signed in
 * before has its own limits, which others cannot use up. The emails to one inbox are limited where they are sent.
 */
export class SignInLimits {
  readonly #perBrowser: RateLimiterRedis;
  readonly #perNetwork: RateLimiterRedis;
  readonly #invitations: RateLimiterRedis;
  readonly #resends: RateLimiterRedis;
  readonly #codesPerRequest: RateLimiterRedis;
  readonly #codesPerAddress: RateLimiterRedis;

  /** @param redis counts over all fronts; while it is unavailable each front counts alone */
  constructor(redis: Redis) {
    const limiter = (name: string, points: number, duration: number = SIGN_IN.seconds) => {
      const limit = { points, duration };
      return new RateLimiterRedis({
        storeClient: redis,
        keyPrefix: redisKey(name),
        ...limit,
        insuranceLimiter: new RateLimiterMemory(limit),
      });
    };
    const { perRequest, perAddress, addressSeconds, resends } = SIGN_IN_CODES;
    this.#perBrowser = limiter('sign-in-browser', SIGN_IN.perBrowser);
    this.#perNetwork = limiter('sign-in-network', SIGN_IN.perNetwork);
    this.#invitations = limiter('invitation-network', SIGN_IN.perNetwork);
    this.#resends = limiter('sign-in-resends', resends);
    this.#codesPerRequest = limiter('sign-in-codes-request', perRequest);
    this.#codesPerAddress = limiter('sign-in-codes-address', perAddress, addressSeconds);
  }

  /** Counts a link that a known browser of a member requests. @returns false when the limit of that browser is reached */
  async countKnownBrowser(address: string, browser: string): Promise<boolean> {
    return consumePoint(this.#perBrowser, digestText(`${address} ${browser}`));
  }

  /**
   * Counts a link that is opened or requested, by network.
   *
   * @throws ApiError 429
   */
  async countNetwork(from: string): Promise<void> {
    if (await consumePoint(this.#perNetwork, toNetwork(from))) return;
    throw errors.tooManySignIns({ minutes: SIGN_IN.seconds / 60 });
  }

  /**
   * Counts the link of an invitation that is opened, by network. It has a limit of its own, since any site can have a browser open such links.
   *
   * @throws ApiError 429
   */
  async countInvitation(from: string): Promise<void> {
    if (await consumePoint(this.#invitations, toNetwork(from))) return;
    throw errors.tooManySignIns({ minutes: SIGN_IN.seconds / 60 });
  }

  /**
   * Counts a further email that a browser requests for the same address. They are as many as are sent to an address, so that the code of
   * an email is not replaced by one that is not sent.
   *
   * @throws ApiError 429
   */
  async countResend(address: string, browser: string): Promise<void> {
    if (await consumePoint(this.#resends, digestText(`${address} ${browser}`))) return;
    throw errors.tooManySignIns({ minutes: SIGN_IN.seconds / 60 });
  }

  /**
   * Counts an attempt with a code, before the code is compared: by network, by request and by address, until one refuses. So a network
   * beyond its limit uses up nobody else's. A known browser of the member counts by itself.
   *
   * @throws ApiError 429
   */
  async countCode(attempt: CodeAttempt): Promise<void> {
    if (attempt.knownBrowser === undefined) await this.countNetwork(attempt.from);
    if (!(await consumePoint(this.#codesPerRequest, attempt.link))) throw errors.tooManySignInCodes();
    if (!(await consumePoint(this.#codesPerAddress, nameSigner(attempt)))) throw errors.signInCodesUsedUp();
  }

  /** Takes back the count of an attempt whose code was right, by address and network. */
  async acceptCode(attempt: CodeAttempt): Promise<void> {
    await this.#codesPerAddress.reward(nameSigner(attempt));
    if (attempt.knownBrowser === undefined) await this.#perNetwork.reward(toNetwork(attempt.from));
  }
}

const nameSigner = ({ address, knownBrowser }: CodeAttempt): string =>
  digestText(knownBrowser === undefined ? address : `${address} ${knownBrowser}`);
