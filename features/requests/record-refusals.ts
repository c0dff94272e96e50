import type { Context } from 'koa';
import { REFUSALS } from '../../shared/contract/bounds.js';
import type { Clock } from '../../shared/process/clock.js';
import { toNetwork } from '../../shared/process/network.js';
import { findRoute } from '../../shared/process/redact.js';
import type { Redis } from '../../shared/process/redis.js';
import { readCredentials } from '../keys/index.js';
import type { Failure, FailureCounts } from './count-failures.js';
import {
  accountRefusalsKey,
  type CountedBy,
  LATEST_REFUSALS,
  type Refusal,
  type RefusedRequest,
  refusalCountsKey,
  visiblePrefix,
} from './refusals.js';

const WRITE_EVERY_MS = 1_000;
const RETENTION_MS = REFUSALS.days * 24 * 3_600_000;

/** Statuses of requests that are refused before they are charged, although their key is valid. */
const REFUSED_WITH_KEY: ReadonlySet<number> = new Set([402, 403, 429]);

/** Refusals that operators may have to explain. Other client errors are the request's own. */
const REFUSED: ReadonlySet<number> = new Set([401, 402, 403, 429]);

/** Response to a request, as far as it matters here. */
type Failed = Pick<Failure, 'status' | 'type'>;

/**
 * Describes a request that failed or was refused, for logs and counts: with the prefix of its key, which is known even while the store cannot
 * authenticate it. Undefined for any other response.
 */
export function describeFailure(ctx: FailedContext, { status, type }: Failed): Failure | undefined {
  if (status < 500 && !REFUSED.has(status)) return undefined;
  const { key, endpoint } = ctx.state;
  return {
    account: key?.account ?? null,
    prefix: key?.prefix ?? visiblePrefix(readCredentials(ctx).key || ctx.state.body?.api_key),
    status,
    type,
    endpoint: endpoint?.id ?? findRoute(ctx).slice(0, REFUSALS.path),
    network: toNetwork(ctx.ip),
  };
}

/**
 * Records failed and refused requests. All are counted in the store, so that an operator finds the accounts that an outage has hit. Refused
 * authentications are stored in Redis for a few days too, to find a client's 401 by IP address or key prefix: the latest one by one, and
 * counts of all by network and by prefix; so are the latest refused requests of each account. Each front writes a bounded amount.
 */
export class RefusalRecorder {
  #pending: Refusal[] = [];
  readonly #counts = { network: new Map<string, number>(), prefix: new Map<string, number>() };
  readonly #ofAccounts = new Map<string, RefusedRequest[]>();
  #timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly redis: Redis,
    private readonly failures: Pick<FailureCounts, 'count'>,
    private readonly clock: Clock,
    private readonly onError: (error: unknown) => void,
  ) {}

  /** Records the response to a request, if it failed or was refused. */
  record(ctx: FailedContext, { status, type }: Failed): void {
    const failure = describeFailure(ctx, { status, type });
    if (!failure) return;
    this.failures.count(failure);
    const { key } = ctx.state;
    if (key) {
      this.#recordWithKey(ctx, key, status, type);
      return;
    }
    const refused = status === 401 || status === 403 || type === 'too_many_strangers';
    // An operator without the role is authenticated. A blocked flood must not push others out of the list.
    if (!refused || type === 'role_too_low' || type === 'address_blocked') return;
    const { network, prefix } = failure;
    this.#count('network', network);
    // Rate limited clients are only counted: they would push all others out of the latest refusals.
    if (status !== 429) {
      if (prefix !== null) this.#count('prefix', prefix);
      const at = this.clock.now().toISOString();
      const path = findRoute(ctx).slice(0, REFUSALS.path);
      const { requestId = '' } = ctx.state;
      this.#pending.push({ requestId, at, status, type, path, network, prefix });
      if (this.#pending.length > REFUSALS.latest) this.#pending.shift();
    }
    this.#writeSoon();
  }

  #recordWithKey(ctx: FailedContext, { id, account }: RequestKey, status: number, type: string): void {
    if (!REFUSED_WITH_KEY.has(status)) return;
    const known = this.#ofAccounts.get(account);
    if (!known && this.#ofAccounts.size >= REFUSALS.names) return;
    const refused = known ?? [];
    const path = findRoute(ctx).slice(0, REFUSALS.path);
    const at = this.clock.now().toISOString();
    refused.push({ request_id: ctx.state.requestId ?? '', at, status, type, path, key: id });
    if (refused.length > REFUSALS.ofAccount) refused.shift();
    this.#ofAccounts.set(account, refused);
    this.#writeSoon();
  }

  #writeSoon(): void {
    this.#timer ??= setTimeout(() => void this.#write(), WRITE_EVERY_MS).unref();
  }

  #count(by: CountedBy, name: string): void {
    const counts = this.#counts[by];
    if (counts.has(name) || counts.size < REFUSALS.names) counts.set(name, (counts.get(name) ?? 0) + 1);
  }

  /** Writes what is pending. Drops it on failure, so that nothing accumulates while Redis is unavailable. */
  async #write(): Promise<void> {
    this.#timer = undefined;
    const now = this.clock.now();
    const writing = this.redis.multi();
    if (this.#pending.length > 0) {
      writing.lpush(LATEST_REFUSALS, ...this.#pending.map((refusal) => JSON.stringify(refusal)));
      writing.ltrim(LATEST_REFUSALS, 0, REFUSALS.latest - 1).pexpire(LATEST_REFUSALS, RETENTION_MS);
    }
    for (const [account, refused] of this.#ofAccounts) {
      const key = accountRefusalsKey(account);
      writing.lpush(key, ...refused.map((one) => JSON.stringify(one)));
      writing.ltrim(key, 0, REFUSALS.ofAccount - 1).pexpire(key, RETENTION_MS);
    }
    this.#ofAccounts.clear();
    for (const by of ['network', 'prefix'] as const) {
      const key = refusalCountsKey(by, now);
      for (const [name, refused] of this.#counts[by]) writing.zincrby(key, refused, name);
      writing.zremrangebyrank(key, 0, -REFUSALS.names - 1).pexpire(key, RETENTION_MS);
      this.#counts[by].clear();
    }
    this.#pending = [];
    await writing.exec().catch(this.onError);
  }
}

/** Context of a request with its response. */
export type FailedContext = Pick<Context, 'get' | 'ip' | 'path'> & { state: RequestState };

/** Key that a request was authenticated with. */
interface RequestKey {
  id: string;
  account: string;
  prefix: string;
}

interface RequestState {
  requestId?: string;
  key?: RequestKey;
  endpoint?: { id: string };
  body?: Record<string, unknown>;
}
