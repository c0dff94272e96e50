import { createHash, timingSafeEqual } from 'node:crypto';
import type { Context } from 'koa';
import { LRUCache } from 'lru-cache';
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import { ApiError } from '../../shared/contract/api-error.js';
import { OPERATOR_NETWORKS, WRONG_ADMIN_TOKENS, WRONG_PASSWORDS } from '../../shared/contract/bounds.js';
import { errors, throwUnavailable } from '../../shared/contract/errors.js';
import type { Clock } from '../../shared/process/clock.js';
import { networkOf } from '../../shared/process/network.js';
import { RecentValues } from '../../shared/process/recent-values.js';
import type { Redis } from '../../shared/process/redis.js';
import { redisKey } from '../../shared/process/redis-keys.js';
import { readBearer } from '../keys/index.js';
import {
  type Actor,
  bearerOfToken,
  hasAdmin,
  isPassword,
  OPERATOR_TOKEN_PREFIX,
  type Operator,
  type OperatorCollections,
  type PasswordCheck,
  ROOT,
} from '../operators/index.js';

/** How many tokens that were right are remembered, and for how long, in ms, for when the store is away. */
const TOKENS_REMEMBERED = 100;
const REMEMBERED_MS = 10 * 60_000;

/** What of a request tells who sends it. */
type Asker = Pick<Context, 'get' | 'ip'> & { state: { requestId: string } };

/** The bearer of a token. */
type Bearer = Pick<Actor, 'name' | 'role' | 'token' | 'unlocksOnly'>;

/** Knows operators by their tokens and passwords, or the admin token, and keeps others from guessing them. */
export class AdminGate implements PasswordCheck {
  readonly #tries: RateLimiterRedis;
  readonly #triesOfName: RateLimiterRedis;
  readonly #networks: RecentValues;
  /** The tokens, hashed, that were right when the store could be asked last. */
  readonly #admitted = new LRUCache<string, true>({ max: TOKENS_REMEMBERED, ttl: REMEMBERED_MS });
  /** By network, the tries that are under way: the last of each line, which the next one waits for. */
  readonly #lines = new Map<string, Promise<unknown>>();

  /**
   * @param token undefined when what is for operators is switched off
   * @param redis counts over all fronts; while it is away each front counts by itself
   */
  constructor(
    private readonly token: string | undefined,
    redis: Redis,
    private readonly store: OperatorCollections,
    private readonly clock: Clock,
  ) {
    this.#tries = limiter(redis, 'admin-token', { points: WRONG_ADMIN_TOKENS.tokens, ...WRONG_ADMIN_TOKENS });
    this.#networks = new RecentValues(redis, 'operator-networks', OPERATOR_NETWORKS, clock);
    this.#triesOfName = limiter(redis, 'operator-password', { points: WRONG_PASSWORDS.tries, ...WRONG_PASSWORDS });
  }

  /**
   * Whether this is the admin token.
   *
   * @param address that it comes from
   * @throws ApiError 429 when too many wrong ones came from there lately
   */
  async isAdmin(address: string, given: string): Promise<boolean> {
    return (await this.#inLine(address, () => this.#isAdminToken(given) || undefined)) === true;
  }

  /**
   * Returns the active operator with this name and password; undefined when there is none. Wrong passwords are counted by network and by
   * name, but only by network where the operator has logged in lately, so that nobody else can lock the operator out there.
   *
   * @throws ApiError 429 when too many wrong ones came from there, or for that name, lately
   */
  async checkPassword(address: string, name: string, password: string): Promise<Operator | undefined> {
    const network = networkOf(address);
    return this.#inLine(address, async () => {
      const operator = await this.store.operators.findOne({ _id: name });
      // Each password has a counter of its own: a new one, as unlocking sets, starts at zero in every front.
      const counter = operator ? `${name} ${operator.password_set.getTime()}` : name;
      // While Redis is away no network is known.
      const isKnown = await this.#networks.has(name, network).catch(() => false);
      if (!isKnown) await take(this.#triesOfName, counter, errors.tooManyPasswords);
      if (!(await isPassword(password, operator?.active ? operator.password : undefined))) return undefined;
      if (!isKnown) await this.#triesOfName.reward(counter);
      await this.#networks.add(name, network).catch(() => undefined);
      return operator ?? undefined;
    });
  }

  /**
   * Returns the operator who logs in with a name and a password.
   *
   * @throws ApiError 401 for a wrong one; 429 when too many came from there, or for that name, lately
   */
  async signIn(address: string, name: string, password: string): Promise<Operator> {
    const found = await this.checkPassword(address, name, password);
    if (found === undefined) throw errors.signInWrong();
    return found;
  }

  /**
   * Who sends a request, by `Authorization: Bearer …` with the token of an operator or the admin token.
   *
   * @throws ApiError 404 when operators are switched off, 401 for another token, 429 for too many of these
   */
  async actorOf(ctx: Asker): Promise<Actor> {
    if (!this.token) throw errors.pathUnknown();
    const given = readBearer(ctx);
    if (given === undefined) throw errors.adminTokenInvalid();
    const known: Bearer | undefined = await this.#inLine(ctx.ip, () =>
      given.startsWith(OPERATOR_TOKEN_PREFIX)
        ? bearerOfToken(this.store, given, this.clock.now())
        : this.#isAdminToken(given)
          ? this.#root()
          : undefined,
    );
    if (!known) throw errors.adminTokenInvalid();
    return { ...known, via: known.token ? 'token' : 'admin_token', from: ctx.ip, requestId: ctx.state.requestId };
  }

  /**
   * Lets only operators through, whatever their role.
   *
   * @throws ApiError as `actorOf` does; 403 for the admin token once there is an admin
   */
  async check(ctx: Asker): Promise<void> {
    const token = digest(readBearer(ctx) ?? '').toString('hex');
    try {
      const { unlocksOnly } = await this.actorOf(ctx);
      if (unlocksOnly) throw errors.adminTokenUnlocksOnly();
      this.#admitted.set(token, true);
    } catch (error) {
      // While the store is away, its measurements are wanted most.
      if (error instanceof ApiError || !this.#admitted.has(token)) throwUnavailable(error);
    }
  }

  #isAdminToken(given: string): boolean {
    return this.token !== undefined && timingSafeEqual(digest(given), digest(this.token));
  }

  async #root(): Promise<Bearer> {
    return { name: ROOT, role: 'admin', ...((await hasAdmin(this.store)) && { unlocksOnly: true }) };
  }

  /**
   * Decides one try. A try is taken before anything is compared and given back when it is right, so that guesses sent at
   * once count as much as those sent one after another. Tries of one network wait for each other: operators' own requests
   * would use up the tries otherwise while none of them is decided.
   */
  async #inLine<T>(address: string, decide: () => T | undefined | Promise<T | undefined>): Promise<T | undefined> {
    const network = networkOf(address);
    const before = this.#lines.get(network) ?? Promise.resolve();
    const mine = before.then(async () => {
      await take(this.#tries, network);
      const decided = await decide();
      if (decided !== undefined) await this.#tries.reward(network);
      return decided;
    });
    const settled = mine.catch(() => undefined);
    this.#lines.set(network, settled);
    try {
      return await mine;
    } finally {
      if (this.#lines.get(network) === settled) this.#lines.delete(network);
    }
  }
}

const limiter = (redis: Redis, name: string, { points, seconds }: { points: number; seconds: number }) =>
  new RateLimiterRedis({
    storeClient: redis,
    keyPrefix: redisKey(name),
    points,
    duration: seconds,
    inMemoryBlockOnConsumed: points + 1,
    insuranceLimiter: new RateLimiterMemory({ points, duration: seconds }),
  });

/** @throws ApiError 429 when none is left */
async function take(
  tries: RateLimiterRedis,
  of: string,
  tooMany: () => ApiError = errors.tooManyAdminTokens,
): Promise<void> {
  try {
    await tries.consume(of);
  } catch (refused) {
    if (refused instanceof RateLimiterRes) throw tooMany();
    throw refused;
  }
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
