import { LRUCache } from 'lru-cache';
import type { Collection } from 'mongodb';
import { errors } from '../contract/errors.js';
import type { Clock } from '../process/clock.js';
import type { Config } from '../process/config.js';

/** Storage of one account, in bytes. */
export interface KeptBytes {
  /** The account. */
  _id: string;
  /** Stored until it is deleted: saved images, pages and their photos. */
  lasting: number;
  /** Stored until it expires, such as replies, by the end of the hour of expiry. */
  passing: { until: Date; bytes: number }[];
  /** True if the last reservation exceeded the quota. */
  refused: boolean;
}

const MiB = 1024 * 1024;
const HOUR_MS = 3_600_000;

/** Bytes that a process reserves at a time for small expiring data, which then takes no write for each. */
const SHARE = 64 * 1024;
const MAX_CACHED_SHARES = 10_000;

/**
 * Storage quota of accounts. Bytes are reserved before they are stored. What expires leaves the count at the end of the hour of expiry by
 * itself.
 */
export class Quota {
  readonly limit: number;
  /** Unused bytes of the shares that this process has reserved, by account and hour. */
  readonly #shares = new LRUCache<string, number>({ max: MAX_CACHED_SHARES });

  constructor(
    private readonly kept: Collection<KeptBytes>,
    private readonly clock: Clock,
    config: Pick<Config, 'STORAGE_QUOTA_MIB'>,
  ) {
    this.limit = config.STORAGE_QUOTA_MIB * MiB;
  }

  /** Reads the storage that an account uses, in bytes. */
  async used(account: string): Promise<number> {
    const found = await this.kept.findOne({ _id: account });
    if (!found) return 0;
    const now = this.clock.now();
    return found.passing.reduce((sum, { until, bytes }) => (until > now ? sum + bytes : sum), found.lasting);
  }

  /**
   * Reserves bytes that are stored until they are deleted, then stores them. Releases them if that fails.
   *
   * @throws ApiError 422 if the account has no room for them
   */
  async keep<T>(account: string, bytes: number, store: () => Promise<T>): Promise<T> {
    if (!(await this.#reserve(account, bytes))) throw errors.storageFull();
    try {
      return await store();
    } catch (error) {
      await this.release(account, bytes);
      throw error;
    }
  }

  /** Releases bytes that are no longer stored. */
  async release(account: string, bytes: number): Promise<void> {
    await this.kept.updateOne({ _id: account }, { $inc: { lasting: -bytes } });
  }

  /**
   * Reserves bytes that are stored until they expire.
   *
   * @returns false if the account has no room for them
   */
  async reserveExpiring(account: string, bytes: number, retentionMs: number): Promise<boolean> {
    const until = this.expiryHour(retentionMs);
    const key = `${account} ${until.getTime()}`;
    const left = this.#shares.get(key) ?? 0;
    if (left >= bytes) {
      this.#shares.set(key, left - bytes);
      return true;
    }
    if (bytes < SHARE && (await this.#reserve(account, SHARE, until))) {
      this.#shares.set(key, (this.#shares.get(key) ?? 0) + SHARE - bytes);
      return true;
    }
    // An account without room for a share may have room for these.
    return this.#reserve(account, bytes, until);
  }

  /** Returns the end of the hour in which data expires that is stored now. */
  expiryHour(retentionMs: number): Date {
    return new Date(Math.ceil((this.clock.now().getTime() + retentionMs) / HOUR_MS) * HOUR_MS);
  }

  /** @returns false if there is no room */
  async #reserve(account: string, bytes: number, until?: Date): Promise<boolean> {
    const after = await this.kept.findOneAndUpdate(
      { _id: account },
      createReservation(bytes, until, this.limit, this.clock.now()),
      {
        upsert: true,
        returnDocument: 'after',
      },
    );
    return after?.refused === false;
  }
}

/** Creates the update that reserves bytes unless that exceeds the limit, and drops what has expired. */
function createReservation(bytes: number, until: Date | undefined, limit: number, now: Date): object[] {
  const passing = (cond: object) => ({ $filter: { input: '$passing', as: 'part', cond } });
  const sum = (parts: object | string) => ({ $sum: { $map: { input: parts, as: 'part', in: '$$part.bytes' } } });
  const sameHour = { $eq: ['$$part.until', until] };
  const added = until
    ? {
        passing: {
          $concatArrays: [passing({ $not: [sameHour] }), [{ until, bytes: { $add: [sum(passing(sameHour)), bytes] } }]],
        },
      }
    : { lasting: { $add: ['$lasting', bytes] } };
  const unlessRefused = Object.entries(added).map(([field, value]) => [
    field,
    { $cond: ['$refused', `$${field}`, value] },
  ]);
  return [
    { $set: { lasting: { $ifNull: ['$lasting', 0] }, passing: { $ifNull: ['$passing', []] } } },
    { $set: { passing: passing({ $gt: ['$$part.until', now] }) } },
    { $set: { refused: { $gt: [{ $add: ['$lasting', sum('$passing'), bytes] }, limit] } } },
    { $set: Object.fromEntries(unlessRefused) },
  ];
}
