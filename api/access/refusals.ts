import type { Redis } from 'ioredis';
import type { Context } from 'koa';
import type { ApiError } from '../../shared/contract/api-error.js';
import { REFUSALS } from '../../shared/contract/bounds.js';
import type { Clock } from '../../shared/process/clock.js';
import { redisKey } from '../../shared/process/redis-keys.js';
import { credentialsOf } from './credentials.js';
import { networkOf } from './network.js';

const LATEST = redisKey('refusals', 'latest');
const WRITE_EVERY_MS = 1_000;
const KEPT_MS = REFUSALS.days * 24 * 3_600_000;

/** How much of a key is visible wherever keys are listed. */
const VISIBLE = 12;
/** What begins like a key of ours; of anything else nothing is kept: it may be a password. */
const KEY_LIKE = /^ua_(live|test)_/;

/** A request that was refused for who sent it. */
export interface Refusal {
  requestId: string;
  /** ISO 8601. */
  at: string;
  status: number;
  type: string;
  /** What was asked for. */
  path: string;
  /** The address, or the network of an IPv6 one. */
  network: string;
  /** What is visible of the key that was sent; null when none was, or what was sent does not look like one. */
  prefix: string | null;
}

/** How many requests were refused in the days that are kept. */
interface Counted {
  name: string;
  refused: number;
}

type CountedBy = 'network' | 'prefix';

/**
 * Remembers for a few days who was refused, so that an operator finds a caller's 401 by the address or by what is visible of the
 * key: the latest of all fronts one by one, all of them as counts by network and by key. Each front writes once a second at
 * most, and a bounded number at a time.
 */
export class Refusals {
  #pending: Refusal[] = [];
  readonly #counts = { network: new Map<string, number>(), prefix: new Map<string, number>() };
  #timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly redis: Redis,
    private readonly clock: Clock,
    private readonly onError: (error: unknown) => void,
  ) {}

  /** Notes a request that was refused with 401 or 403 before it was known who sends it, or with 429 as a stranger's. */
  note(ctx: Pick<Context, 'get' | 'ip' | 'path'> & { state: Noted }, { status, type }: ApiError): void {
    const refused = status === 401 || status === 403 || type === 'too_many_strangers';
    if (!refused || ctx.state.key) return;
    const network = networkOf(ctx.ip);
    this.#count('network', network);
    // A stranger who does not stop is counted, and no more: the latest ones are there for everybody's sake.
    if (status !== 429) {
      const prefix = visible(credentialsOf(ctx).key || ctx.state.body?.api_key);
      if (prefix !== null) this.#count('prefix', prefix);
      const at = this.clock.now().toISOString();
      const path = ctx.path.slice(0, REFUSALS.path);
      const { requestId = '' } = ctx.state;
      this.#pending.push({ requestId, at, status, type, path, network, prefix });
      if (this.#pending.length > REFUSALS.latest) this.#pending.shift();
    }
    this.#timer ??= setTimeout(() => void this.#write(), WRITE_EVERY_MS).unref();
  }

  #count(by: CountedBy, name: string): void {
    const counts = this.#counts[by];
    if (counts.has(name) || counts.size < REFUSALS.names) counts.set(name, (counts.get(name) ?? 0) + 1);
  }

  /** What could not be written is forgotten: no call waits for it, and nothing piles up while Redis is away. */
  async #write(): Promise<void> {
    this.#timer = undefined;
    const now = this.clock.now();
    const writing = this.redis.multi();
    if (this.#pending.length > 0) {
      writing.lpush(LATEST, ...this.#pending.map((refusal) => JSON.stringify(refusal)));
      writing.ltrim(LATEST, 0, REFUSALS.latest - 1).pexpire(LATEST, KEPT_MS);
    }
    for (const by of ['network', 'prefix'] as const) {
      const key = countsKey(by, now);
      for (const [name, refused] of this.#counts[by]) writing.zincrby(key, refused, name);
      writing.zremrangebyrank(key, 0, -REFUSALS.names - 1).pexpire(key, KEPT_MS);
      this.#counts[by].clear();
    }
    this.#pending = [];
    await writing.exec().catch(this.onError);
  }

  /**
   * The latest refusals, the newest first.
   *
   * @param asked a request id, an address, or a key or what is visible of it; empty for all
   */
  async latest(asked: string): Promise<Refusal[]> {
    const kept = await this.redis.lrange(LATEST, 0, REFUSALS.latest - 1);
    const all = kept.map((text): Refusal => JSON.parse(text));
    if (asked === '') return all;
    const prefix = visible(asked);
    const network = networkOf(asked);
    return all.filter(
      (refusal) =>
        refusal.requestId === asked ||
        refusal.network === network ||
        (prefix !== null && refusal.prefix?.startsWith(prefix)),
    );
  }

  /**
   * Whom most refusals go back to, in the days that are kept.
   *
   * @param asked an address, or what is visible of a key, to count that alone; empty for those with the most
   */
  async counts(by: CountedBy, asked: string): Promise<Counted[]> {
    const name = asked && (by === 'network' ? networkOf(asked) : (visible(asked) ?? asked));
    const now = this.clock.now().getTime();
    const days = Array.from({ length: REFUSALS.days }, (_, ago) => countsKey(by, new Date(now - ago * 24 * 3_600_000)));
    const found = await Promise.all(
      days.map(async (key): Promise<Counted[]> => {
        if (name !== '') return [{ name, refused: Number((await this.redis.zscore(key, name)) ?? 0) }];
        return pairs(await this.redis.zrevrange(key, 0, REFUSALS.shown - 1, 'WITHSCORES'));
      }),
    );
    const sums = new Map<string, number>();
    for (const { name: one, refused } of found.flat()) sums.set(one, (sums.get(one) ?? 0) + refused);
    return [...sums]
      .map(([one, refused]) => ({ name: one, refused }))
      .filter(({ refused }) => refused > 0)
      .sort((a, b) => b.refused - a.refused)
      .slice(0, REFUSALS.shown);
  }
}

/** What becomes known of a request on its way. */
interface Noted {
  requestId?: string;
  key?: unknown;
  body?: Record<string, unknown>;
}

/** What may be shown of something that was sent as a key. */
function visible(sent: unknown): string | null {
  return typeof sent === 'string' && KEY_LIKE.test(sent) ? sent.slice(0, VISIBLE) : null;
}

const countsKey = (by: CountedBy, day: Date): string => redisKey('refusals', by, day.toISOString().slice(0, 10));

/** `[name, score, name, score …]` as Redis gives it. */
const pairs = (flat: readonly string[]): Counted[] =>
  flat.flatMap((name, index) => (index % 2 === 0 ? [{ name, refused: Number(flat[index + 1]) }] : []));
