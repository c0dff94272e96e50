import type { Context } from 'koa';
import { LRUCache } from 'lru-cache';
import type { Collection } from 'mongodb';
import { REQUEST_LOG } from '../../shared/contract/bounds.js';
import type { CallFacts } from '../../shared/ledger/documents.js';
import type { Clock } from '../../shared/process/clock.js';
import { every } from '../../shared/process/every.js';
import { toNetwork } from '../../shared/process/network.js';
import { findRoute } from '../../shared/process/redact.js';
import { type Key, type KeyCollections, modeOf, readCredentials } from '../keys/index.js';
import type { LoggedRequest, RequestCollections } from './collections.js';

const WRITE_EVERY_MS = 1_000;
/** Writes between those of counts: a count changes with every request of a flood. */
const COUNTS_EVERY = 10;
const BUCKETS_REMEMBERED = 20_000;
const MINUTE_MS = 60_000;
/** Endpoint, and type, of the groups that count what has no room in a group of its own. */
const OTHER = 'other';

/** Length of the visible prefix of keys. */
const PREFIX_LENGTH = 12;
/** Matches visible prefixes of our keys. Nothing is stored of anything else, which may be a password, or control a terminal. */
const PREFIX = /^ua_(live|test)_[0-9A-Za-z]*$/;

/** Returns the visible prefix of a key; null for anything else. */
export function readVisiblePrefix(sent: unknown): string | null {
  const prefix = typeof sent === 'string' ? sent.slice(0, PREFIX_LENGTH) : '';
  return PREFIX.test(prefix) ? prefix : null;
}

/** Statuses that are recorded of requests without a valid key. Operators may have to explain them. */
const REFUSED: ReadonlySet<number> = new Set([401, 402, 403, 429]);

/** Statuses that are recorded of requests with a valid key to routes that are no endpoints. */
const REFUSED_BY_ROUTES: ReadonlySet<number> = new Set([402, 403]);

/** Error of an operator without the role, who is authenticated. */
const ROLE_TOO_LOW = 'role_too_low';

/** Response to a request. */
interface Response {
  status: number;
  /** Error type; empty without an error. */
  type: string;
  /** Time to the response. */
  ms: number;
}

/** Context of a request with its response. */
export type RecordedContext = Pick<Context, 'get' | 'ip' | 'path'> & {
  response: Pick<Context['response'], 'get' | 'type'>;
  state: {
    requestId?: string;
    key?: { id: string; account: string; prefix: string; mode?: 'test' };
    endpoint?: { id: string };
    body?: Record<string, unknown>;
    /** Set if the request has a usage entry. */
    held?: object | undefined;
  };
};

/** Returns the details of a request for its entry in the log or the ledger: personal data, which is deleted after 30 days. */
export const describeClient = (ctx: Pick<Context, 'get' | 'ip'>): Pick<CallFacts, 'address' | 'agent'> => ({
  address: ctx.ip,
  agent: ctx.get('User-Agent').slice(0, REQUEST_LOG.agent),
});

/**
 * Returns the visible prefix of the key and the network of a request that failed or was refused. The prefix is known even while the store
 * cannot authenticate the key. Undefined for any other response.
 */
export function describeFailure(ctx: RecordedContext, status: number) {
  if (status < 500 && !REFUSED.has(status)) return undefined;
  const { key, body } = ctx.state;
  const prefix = key?.prefix ?? readVisiblePrefix(readCredentials(ctx).key || body?.api_key);
  return { prefix, network: toNetwork(ctx.ip) };
}

/** Describes a request for the log; undefined for one that is not logged. */
function describeRequest(ctx: RecordedContext, { status, type, ms }: Response, at: Date): LoggedRequest | undefined {
  const { key, endpoint, held, requestId = '' } = ctx.state;
  if (held) return undefined;
  const isReplayed = Boolean(ctx.response.get('Idempotent-Replayed'));
  const isTest = endpoint !== undefined && key !== undefined && modeOf(key) === 'test';
  const failure = key ? undefined : describeFailure(ctx, status);
  // Requests to the account API are free, and no part of what a program of a customer does: only their refusals are logged.
  const isRefused = endpoint ? status >= 400 : REFUSED_BY_ROUTES.has(status) || status >= 500;
  const isLogged = key ? isTest || isReplayed || isRefused : failure && type !== ROLE_TOO_LOW;
  if (!isLogged) return undefined;
  return {
    _id: requestId,
    account: key?.account ?? null,
    key: key?.id ?? null,
    ...(failure && { unauthenticated: failure }),
    endpoint: endpoint?.id ?? findRoute(ctx).slice(0, REQUEST_LOG.path),
    state: isTest ? 'test' : isReplayed ? 'replayed' : 'refused',
    status,
    call: { ...(type !== '' && { type }), ms: Math.round(ms), ...describeClient(ctx) },
    at,
    requests: 1,
    last: at,
  };
}

/** Requests that are stored one by one. */
interface Rate {
  readonly burst: number;
  readonly perMinute: number;
}

/** Requests that are alike, counted by the first of them. */
interface Group {
  readonly entry: LoggedRequest;
  /** Number of requests of the entry that is stored. */
  stored: number;
  readonly quotas: readonly string[];
}

/**
 * The log of requests without a usage entry, which it writes every second. A flood cannot fill the store: each account, and each network
 * without a valid key, has a number of requests that are stored one by one; those beyond it are counted in groups that agree in account,
 * key, status, type and endpoint, by the first of them. While the store is unavailable the log stays in memory, within the same bounds
 * however long that takes, and is written when it is back. Accounts and networks do not take room from each other.
 */
export class RequestLog {
  /** Entries that are not stored yet. */
  #waiting: LoggedRequest[] = [];
  readonly #groups = new Map<string, Group>();
  /** Numbers of groups by quota. */
  readonly #sizes = new Map<string, number>();
  readonly #buckets = new LRUCache<string, { left: number; at: number }>({ max: BUCKETS_REMEMBERED });
  #writing: Promise<void> | undefined;
  #writes = 0;
  #stop = (): void => {};

  constructor(
    private readonly store: Pick<RequestCollections, 'requestLog'> & KeyCollections,
    private readonly clock: Clock,
    private readonly onError: (error: unknown) => void,
  ) {}

  start(): void {
    this.#stop = every(WRITE_EVERY_MS, () => void this.write());
  }

  async stop(): Promise<void> {
    this.#stop();
    await this.#writing;
    this.#writes = 0;
    await this.write();
  }

  /** Logs a request with its response, unless it has a usage entry, or succeeded without being charged. */
  record(ctx: RecordedContext, response: Response): void {
    const request = describeRequest(ctx, response, this.clock.now());
    if (request) this.add(request);
  }

  add(request: LoggedRequest): void {
    if (this.#mayStore(request)) {
      this.#waiting.push(request);
      return;
    }
    const { entry } = this.#findGroup(request);
    entry.requests += 1;
    entry.last = request.last;
  }

  /** Takes a request from the buckets of its account or network, and of all. Returns false if one of them is empty. */
  #mayStore(request: LoggedRequest): boolean {
    if (this.#waiting.length >= REQUEST_LOG.waiting) return false;
    const { owner, all, ofOwner, ofAll } = findQuotas(request);
    return this.#take(owner, ofOwner) && this.#take(all, ofAll);
  }

  #take(name: string, { burst, perMinute }: Rate): boolean {
    const now = this.clock.now().getTime();
    const bucket = this.#buckets.get(name) ?? { left: burst, at: now };
    const left = Math.min(burst, bucket.left + ((now - bucket.at) * perMinute) / MINUTE_MS);
    this.#buckets.set(name, { left: left < 1 ? left : left - 1, at: now });
    return left >= 1;
  }

  /** Finds the group of a request, or begins one. Where there is no room for it, a coarser one counts the request. */
  #findGroup(request: LoggedRequest): Group {
    const known = this.#groups.get(formatName(request));
    if (known) return known;
    const { owner, all } = findQuotas(request);
    const isFull = this.#size(all) >= REQUEST_LOG.groups;
    if (!isFull && this.#size(owner) < REQUEST_LOG.perOwner) return this.#addGroup(request);
    const isPossible = (one: LoggedRequest) => this.#groups.has(formatName(one)) || one.account === null || !isFull;
    const coarser = coarsen(request).find(isPossible) ?? request;
    return this.#groups.get(formatName(coarser)) ?? this.#addGroup(coarser);
  }

  #addGroup(request: LoggedRequest): Group {
    const { owner, all } = findQuotas(request);
    const group = { entry: { ...request, requests: 0 }, stored: 0, quotas: [owner, all] };
    this.#groups.set(formatName(request), group);
    this.#resize(group, 1);
    return group;
  }

  #size(quota: string): number {
    return this.#sizes.get(quota) ?? 0;
  }

  #resize({ quotas }: Group, by: number): void {
    for (const quota of quotas) {
      const size = this.#size(quota) + by;
      if (size === 0) this.#sizes.delete(quota);
      else this.#sizes.set(quota, size);
    }
  }

  /** Writes the entries that are new, and those whose counts have changed, whole, so that a repetition counts nothing twice. */
  write(): Promise<void> {
    this.#writing ??= this.#write()
      .catch(this.onError)
      .finally(() => {
        this.#writing = undefined;
      });
    return this.#writing;
  }

  async #write(): Promise<void> {
    const withCounts = this.#writes++ % COUNTS_EVERY === 0;
    const changed = [...this.#groups.values()]
      .filter(({ entry, stored }) => stored === 0 || (withCounts && entry.requests > stored))
      .map((group) => ({ group, requests: group.entry.requests }));
    const entries = [...this.#waiting, ...changed.map(({ group }) => group.entry)];
    if (entries.length > 0) {
      await this.#assign(entries.filter(({ account, unauthenticated }) => account === null && unauthenticated?.prefix));
      const writes = entries.map((replacement) => {
        const { _id, account } = replacement;
        return { replaceOne: { filter: { _id, account }, replacement, upsert: true } };
      });
      await this.store.requestLog.bulkWrite(writes, { ordered: false });
    }
    this.#waiting = this.#waiting.slice(entries.length - changed.length);
    for (const { group, requests } of changed) group.stored = requests;
    this.#forgetOld();
  }

  /** Assigns requests without a valid key to the account of the keys that have their prefix, if it is one account. */
  async #assign(entries: readonly LoggedRequest[]): Promise<void> {
    if (entries.length === 0) return;
    const prefixes = new Set(entries.flatMap(({ unauthenticated }) => unauthenticated?.prefix ?? []));
    const owners = await findOwners(this.store.keys, [...prefixes]);
    for (const entry of entries) {
      const owner = owners.get(entry.unauthenticated?.prefix ?? '');
      if (owner) Object.assign(entry, owner);
    }
  }

  /** Removes stored groups that are older than a span: what follows is counted in new ones. */
  #forgetOld(): void {
    const since = this.clock.now().getTime() - REQUEST_LOG.spanMs;
    for (const [name, group] of this.#groups) {
      if (group.entry.requests > group.stored || group.entry.at.getTime() >= since) continue;
      this.#groups.delete(name);
      this.#resize(group, -1);
    }
  }
}

/** Finds the account and the newest key of each prefix that only keys of one account have. */
async function findOwners(
  keys: Collection<Key>,
  prefixes: readonly string[],
): Promise<ReadonlyMap<string, { account: string; key: string } | undefined>> {
  const options = { projection: { prefix: 1, account: 1, id: 1 }, sort: { created: 1 } } as const;
  const owners = new Map<string, { account: string; key: string } | undefined>();
  for await (const { prefix, account, id } of keys.find({ prefix: { $in: [...prefixes] } }, options)) {
    const isShared = owners.has(prefix) && owners.get(prefix)?.account !== account;
    owners.set(prefix, isShared ? undefined : { account, key: id });
  }
  return owners;
}

/** Returns requests that count others as well: those of the account with the same status, and all with that status. */
function coarsen(request: LoggedRequest): LoggedRequest[] {
  const { account, call } = request;
  const other = { ...request, endpoint: OTHER, call: { ...call, type: OTHER } };
  const ofNobody = { ...other, account: null, key: null, unauthenticated: { network: OTHER, prefix: null } };
  return account === null ? [ofNobody] : [other, ofNobody];
}

/** Returns the quotas that a request counts towards: that of its account or network, and that of all of them. */
const findQuotas = ({ account, unauthenticated }: LoggedRequest) =>
  unauthenticated
    ? {
        ...{ owner: `network:${unauthenticated.network}`, ofOwner: REQUEST_LOG.network },
        ...{ all: 'networks', ofAll: REQUEST_LOG.networks },
      }
    : {
        ...{ owner: `account:${account}`, ofOwner: REQUEST_LOG.account },
        ...{ all: 'accounts', ofAll: REQUEST_LOG.accounts },
      };

const formatName = ({ account, key, unauthenticated, state, status, endpoint, call }: LoggedRequest): string =>
  JSON.stringify(
    unauthenticated
      ? [unauthenticated.prefix, state, status, endpoint, call.type]
      : [account, key, state, status, endpoint, call.type],
  );
