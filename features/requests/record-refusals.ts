import type { Context } from 'koa';
import type { ApiError } from '../../shared/contract/api-error.js';
import { REFUSALS } from '../../shared/contract/bounds.js';
import type { Clock } from '../../shared/process/clock.js';
import { networkOf } from '../../shared/process/network.js';
import { findRoute } from '../../shared/process/redact.js';
import type { Redis } from '../../shared/process/redis.js';
import { readCredentials } from '../keys/index.js';
import { type CountedBy, LATEST_REFUSALS, type Refusal, refusalCountsKey, visibleOf } from './refusals.js';

const WRITE_EVERY_MS = 1_000;
const KEPT_MS = REFUSALS.days * 24 * 3_600_000;

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
    // An operator who may not do something is known, and no caller.
    if (!refused || ctx.state.key || type === 'role_too_low') return;
    const network = networkOf(ctx.ip);
    this.#count('network', network);
    // A stranger who does not stop is counted, and no more: the latest ones are there for everybody's sake.
    if (status !== 429) {
      const prefix = visibleOf(readCredentials(ctx).key || ctx.state.body?.api_key);
      if (prefix !== null) this.#count('prefix', prefix);
      const at = this.clock.now().toISOString();
      const path = findRoute(ctx).slice(0, REFUSALS.path);
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
      writing.lpush(LATEST_REFUSALS, ...this.#pending.map((refusal) => JSON.stringify(refusal)));
      writing.ltrim(LATEST_REFUSALS, 0, REFUSALS.latest - 1).pexpire(LATEST_REFUSALS, KEPT_MS);
    }
    for (const by of ['network', 'prefix'] as const) {
      const key = refusalCountsKey(by, now);
      for (const [name, refused] of this.#counts[by]) writing.zincrby(key, refused, name);
      writing.zremrangebyrank(key, 0, -REFUSALS.names - 1).pexpire(key, KEPT_MS);
      this.#counts[by].clear();
    }
    this.#pending = [];
    await writing.exec().catch(this.onError);
  }
}

/** What becomes known of a request on its way. */
interface Noted {
  requestId?: string;
  key?: unknown;
  body?: Record<string, unknown>;
}
