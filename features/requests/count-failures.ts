import type { Collection } from 'mongodb';
import { nanoid } from 'nanoid';
import { FAILURES } from '../../shared/contract/bounds.js';
import type { Clock } from '../../shared/process/clock.js';
import { every } from '../../shared/process/every.js';
import type { FailedRequests } from './collections.js';

const WRITE_EVERY_MS = 5_000;
const RETENTION_MS = FAILURES.days * 24 * 3_600_000;
/** Endpoint of the groups that count what has no room in a group of its own. */
const OTHER = 'other';

/** A request that failed or was refused. */
export type Failure = Omit<FailedRequests, '_id' | 'requests' | 'first' | 'last' | 'expires'>;

/** A group, with the number of its requests that are stored, and the names of the quotas that it counts towards. */
type Group = FailedRequests & { stored: number; quotas: readonly string[] };

/**
 * Counts failed requests by account, key prefix, status, type and endpoint, and writes the counts every few seconds. While the store is
 * unavailable the counts stay in memory, in at most some 4,000 groups (two megabytes) however long that takes, and are written when it is
 * back. Accounts have one half of the groups, and requests without a known account the other, each network a bounded part of it: neither
 * takes room from the other. A group without room is counted with others of its account, or of its status.
 */
export class FailureCounts {
  readonly #groups = new Map<string, Group>();
  /** Numbers of groups by quota. */
  readonly #sizes = new Map<string, number>();
  #writing: Promise<void> | undefined;
  #stop = (): void => {};

  constructor(
    private readonly failures: Collection<FailedRequests>,
    private readonly clock: Clock,
    private readonly onError: (error: unknown) => void,
  ) {}

  start(): void {
    this.#stop = every(WRITE_EVERY_MS, () => void this.write());
  }

  async stop(): Promise<void> {
    this.#stop();
    await this.#writing;
    await this.write();
  }

  count(failure: Failure): void {
    const now = this.clock.now();
    const unnamed = { ...failure, prefix: null, endpoint: OTHER };
    const anonymous = { ...unnamed, account: null, type: OTHER };
    const group = this.#findGroup(failure, now) ?? this.#findGroup(unnamed, now) ?? this.#addGroup(anonymous, now);
    group.requests += 1;
    group.network = failure.network;
    group.last = now;
    group.expires = new Date(now.getTime() + RETENTION_MS);
  }

  /** Finds the group of a request, or adds one if there is room. */
  #findGroup(failure: Failure, now: Date): Group | undefined {
    const known = this.#groups.get(formatName(failure));
    if (known) return known;
    const { all, quotaKey, limit } = findQuota(failure);
    const hasRoom = this.#size(all) < FAILURES[all] && (failure.endpoint === OTHER || this.#size(quotaKey) < limit);
    return hasRoom ? this.#addGroup(failure, now) : undefined;
  }

  #addGroup(failure: Failure, now: Date): Group {
    const name = formatName(failure);
    const known = this.#groups.get(name);
    if (known) return known;
    const { all, quotaKey } = findQuota(failure);
    const counts = { requests: 0, first: now, last: now, expires: now, stored: 0 };
    const group = { ...failure, ...counts, _id: nanoid(), quotas: [all, quotaKey] };
    this.#groups.set(name, group);
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

  /** Writes the groups that have changed, whole, so that a repetition counts nothing twice. */
  write(): Promise<void> {
    this.#writing ??= this.#write()
      .catch(this.onError)
      .finally(() => {
        this.#writing = undefined;
      });
    return this.#writing;
  }

  async #write(): Promise<void> {
    const changed = [...this.#groups.values()]
      .filter(({ requests, stored }) => requests > stored)
      .map((group) => ({ group, requests: group.requests }));
    if (changed.length > 0) {
      const writes = changed.map(({ group: { stored, quotas, ...document } }) => ({
        replaceOne: { filter: { _id: document._id }, replacement: document, upsert: true },
      }));
      await this.failures.bulkWrite(writes, { ordered: false });
    }
    for (const { group, requests } of changed) group.stored = requests;
    this.#forgetOld();
  }

  /** Removes stored groups that are older than a span: what follows is counted in new ones. */
  #forgetOld(): void {
    const since = this.clock.now().getTime() - FAILURES.spanMs;
    for (const [name, group] of this.#groups) {
      if (group.requests > group.stored || group.first.getTime() >= since) continue;
      this.#groups.delete(name);
      this.#resize(group, -1);
    }
  }
}

/** Returns the quotas of a request: that of all requests like it, and that of its account or network with its limit. */
const findQuota = ({ account, network }: Failure) =>
  account === null
    ? ({ all: 'unauthenticated', quotaKey: `network:${network}`, limit: FAILURES.perNetwork } as const)
    : ({ all: 'accounts', quotaKey: `account:${account}`, limit: FAILURES.perAccount } as const);

const formatName = ({ account, prefix, status, type, endpoint }: Failure): string =>
  JSON.stringify([account, prefix, status, type, endpoint]);
