import { createHash, timingSafeEqual } from 'node:crypto';
import type { Context } from 'koa';
import { LRUCache } from 'lru-cache';
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import { ApiError } from '../../shared/contract/api-error.js';
import { OPERATOR_NETWORKS, WRONG_ADMIN_TOKENS, WRONG_CODES, WRONG_PASSWORDS } from '../../shared/contract/bounds.js';
import { errors, throwUnavailable } from '../../shared/contract/errors.js';
import type { Clock } from '../../shared/process/clock.js';
import { toNetwork } from '../../shared/process/network.js';
import { RecentValues } from '../../shared/process/recent-values.js';
import type { Redis } from '../../shared/process/redis.js';
import { redisKey } from '../../shared/process/redis-keys.js';
import { readBearer } from '../keys/index.js';
import {
  type Actor,
  findTokenBearer,
  hasAdmin,
  isRecoveryCode,
  OPERATOR_TOKEN_PREFIX,
  type Operator,
  type OperatorCollections,
  type PasswordCheck,
  ROOT,
  verifyPassword,
} from '../operators/index.js';

/** Valid tokens that are cached, and for how long, while the store is unavailable. */
const MAX_CACHED = 100;
const CACHED_MS = 10 * 60_000;

type RequestContext = Pick<Context, 'get' | 'ip'> & { state: { requestId: string } };

type Bearer = Pick<Actor, 'name' | 'role' | 'token' | 'unlocksOnly'>;

/** Authenticates operators by token, by password, or by the admin token, and limits wrong attempts. */
export class OperatorAuthenticator implements PasswordCheck {
  readonly #triesOfNetwork: RateLimiterRedis;
  readonly #triesOfName: RateLimiterRedis;
  readonly #codesOfName: RateLimiterRedis;
  readonly #networks: RecentValues;
  /** Hashes of the tokens that were valid when the store was last available. */
  readonly #validTokens = new LRUCache<string, true>({ max: MAX_CACHED, ttl: CACHED_MS });
  /** The last running attempt of each network, which the next one waits for. */
  readonly #lastAttempts = new Map<string, Promise<unknown>>();

  /**
   * @param token undefined if the operator API and console are switched off
   * @param redis counts over all fronts; while it is unavailable each front counts by itself
   */
  constructor(
    private readonly token: string | undefined,
    redis: Redis,
    private readonly store: OperatorCollections,
    private readonly clock: Clock,
  ) {
    this.#triesOfNetwork = createLimiter(redis, 'admin-token', {
      points: WRONG_ADMIN_TOKENS.tokens,
      ...WRONG_ADMIN_TOKENS,
    });
    this.#networks = new RecentValues(redis, 'operator-networks', OPERATOR_NETWORKS, clock);
    this.#triesOfName = createLimiter(redis, 'operator-password', {
      points: WRONG_PASSWORDS.tries,
      ...WRONG_PASSWORDS,
    });
    this.#codesOfName = createLimiter(redis, 'operator-code', { points: WRONG_CODES.tries, ...WRONG_CODES });
  }

  /**
   * True if this is the admin token.
   *
   * @param address IP address of the client
   * @throws ApiError 429 after too many wrong tokens from its network
   */
  async isAdmin(address: string, given: string): Promise<boolean> {
    return (await this.#attempt(address, () => this.#isAdminToken(given) || undefined)) === true;
  }

  /**
   * Returns the active operator with this name and password, undefined if there is none. Wrong passwords are counted by network and
   * by name, but only by network if the operator has recently logged in from there, so that nobody else can lock the operator out.
   *
   * @throws ApiError 429 after too many wrong passwords from the network, or for the name
   */
  async checkPassword(address: string, name: string, password: string): Promise<Operator | undefined> {
    const network = toNetwork(address);
    return this.#attempt(address, async () => {
      const operator = await this.store.operators.findOne({ _id: name });
      // Each password has a counter of its own: a new one, as unlocking sets, starts at zero in every front.
      const counter = operator ? `${name} ${operator.password_set?.getTime()}` : name;
      // While Redis is unavailable no network is known.
      const isKnown = await this.#networks.has(name, network).catch(() => false);
      if (!isKnown) await consume(this.#triesOfName, counter, errors.tooManyPasswords);
      if (!(await verifyPassword(password, operator?.active ? operator.password : undefined))) return undefined;
      if (!isKnown) await this.#triesOfName.reward(counter);
      // A network is known once the whole login has succeeded there.
      if (!operator?.second_factor) await this.#addNetwork(name, network);
      return operator ?? undefined;
    });
  }

  /**
   * Checks the second factor of an operator whose password was right. Wrong codes of the app are counted by network and by operator, wrong
   * recovery codes by network alone: they cannot be guessed, and let the operator in when another person has used up the codes.
   *
   * @param use uses up the code; false if it is wrong
   * @throws ApiError 401 for a wrong code, 429 after too many
   */
  async checkCode(
    address: string,
    { _id: name, password_set, second_factor }: Operator,
    code: string,
    use: (code: string) => Promise<boolean>,
  ): Promise<void> {
    const found = await this.#attempt(address, async () => {
      const isCounted = !isRecoveryCode(code);
      const counter = `${name} ${password_set?.getTime()} ${second_factor?.since.getTime()}`;
      if (isCounted) await consume(this.#codesOfName, counter, errors.tooManyCodes);
      if (!(await use(code))) return undefined;
      if (isCounted) await this.#codesOfName.reward(counter);
      await this.#addNetwork(name, toNetwork(address));
      return true;
    });
    if (!found) throw errors.secondFactorWrong();
  }

  /** Stores a network from which an operator has logged in, unless Redis is unavailable. */
  async #addNetwork(name: string, network: string): Promise<void> {
    await this.#networks.add(name, network).catch(() => undefined);
  }

  /**
   * Returns the operator who logs in with a name and a password.
   *
   * @throws ApiError 401 for a wrong password; 429, see `checkPassword`
   */
  async signIn(address: string, name: string, password: string): Promise<Operator> {
    const found = await this.checkPassword(address, name, password);
    if (found === undefined) throw errors.signInWrong();
    return found;
  }

  /**
   * Authenticates a request by `Authorization: Bearer …` with an operator's token or the admin token.
   *
   * @throws ApiError 404 if the operator API is switched off, 401 for a wrong token, 429 for too many of these
   */
  async authenticate(ctx: RequestContext): Promise<Actor> {
    if (!this.token) throw errors.pathUnknown();
    const given = readBearer(ctx);
    if (given === undefined) throw errors.adminTokenInvalid();
    const bearer: Bearer | undefined = await this.#attempt(ctx.ip, () =>
      given.startsWith(OPERATOR_TOKEN_PREFIX)
        ? findTokenBearer(this.store, given, this.clock.now())
        : this.#isAdminToken(given)
          ? this.#createRoot()
          : undefined,
    );
    if (!bearer) throw errors.adminTokenInvalid();
    return { ...bearer, via: bearer.token ? 'token' : 'admin_token', from: ctx.ip, requestId: ctx.state.requestId };
  }

  /**
   * Requires any operator.
   *
   * @throws ApiError as `authenticate` does; 403 for the admin token once there is an admin
   */
  async check(ctx: RequestContext): Promise<void> {
    const token = digest(readBearer(ctx) ?? '').toString('hex');
    try {
      const { unlocksOnly } = await this.authenticate(ctx);
      if (unlocksOnly) throw errors.adminTokenUnlocksOnly();
      this.#validTokens.set(token, true);
    } catch (error) {
      // Metrics are needed most while the store is unavailable.
      if (error instanceof ApiError || !this.#validTokens.has(token)) throwUnavailable(error);
    }
  }

  #isAdminToken(given: string): boolean {
    return this.token !== undefined && timingSafeEqual(digest(given), digest(this.token));
  }

  async #createRoot(): Promise<Bearer> {
    return { name: ROOT, role: 'admin', ...((await hasAdmin(this.store)) && { unlocksOnly: true }) };
  }

  /**
   * Runs one attempt. It is counted before the comparison and uncounted if it succeeds, so that concurrent guesses count like
   * successive ones. Attempts of one network run one after another: otherwise concurrent requests of an operator would reach the
   * limit.
   */
  async #attempt<T>(address: string, compare: () => T | undefined | Promise<T | undefined>): Promise<T | undefined> {
    const network = toNetwork(address);
    const previous = this.#lastAttempts.get(network) ?? Promise.resolve();
    const current = previous.then(async () => {
      await consume(this.#triesOfNetwork, network);
      const found = await compare();
      if (found !== undefined) await this.#triesOfNetwork.reward(network);
      return found;
    });
    const settled = current.catch(() => undefined);
    this.#lastAttempts.set(network, settled);
    try {
      return await current;
    } finally {
      if (this.#lastAttempts.get(network) === settled) this.#lastAttempts.delete(network);
    }
  }
}

const createLimiter = (redis: Redis, name: string, { points, seconds }: { points: number; seconds: number }) =>
  new RateLimiterRedis({
    storeClient: redis,
    keyPrefix: redisKey(name),
    points,
    duration: seconds,
    inMemoryBlockOnConsumed: points + 1,
    insuranceLimiter: new RateLimiterMemory({ points, duration: seconds }),
  });

/** @throws ApiError 429 if none is left */
async function consume(
  tries: RateLimiterRedis,
  key: string,
  tooMany: () => ApiError = errors.tooManyAdminTokens,
): Promise<void> {
  try {
    await tries.consume(key);
  } catch (refused) {
    if (refused instanceof RateLimiterRes) throw tooMany();
    throw refused;
  }
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
