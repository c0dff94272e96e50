import { LRUCache } from 'lru-cache';
import type { Collection } from 'mongodb';
import { errors } from '../contract/errors.js';
import type { Clock } from '../process/clock.js';
import type { Config } from '../process/config.js';

/** What is kept for one account, in bytes. */
export interface KeptBytes {
  /** The account. */
  _id: string;
  /** What stays until it is deleted: saved images, pages and their photos. */
  lasting: number;
  /** What ends by itself, such as kept answers, by the end of the hour in which it does. */
  passing: { until: Date; bytes: number }[];
  /** Whether what was last to be kept was too much. */
  refused: boolean;
}

const MiB = 1024 * 1024;
const HOUR_MS = 3_600_000;

/** Small things that end by themselves are counted together, so many bytes at a time and by each process. */
const SHARE = 64 * 1024;
const SHARES_REMEMBERED = 10_000;

/**
 * Counts what is kept for accounts, and refuses what would be more than the quota. What ends by itself leaves the count
 * at the end of the hour in which it ends, without anyone having to take it back.
 */
export class Quota {
  readonly limit: number;
  /** What is left of the shares that this process has taken, by account and hour. */
  readonly #shares = new LRUCache<string, number>({ max: SHARES_REMEMBERED });

  constructor(
    private readonly kept: Collection<KeptBytes>,
    private readonly clock: Clock,
    config: Pick<Config, 'STORAGE_QUOTA_MIB'>,
  ) {
    this.limit = config.STORAGE_QUOTA_MIB * MiB;
  }

  /** How many bytes are counted for an account now. */
  async used(account: string): Promise<number> {
    const found = await this.kept.findOne({ _id: account });
    if (!found) return 0;
    const now = this.clock.now();
    return found.passing.reduce((sum, { until, bytes }) => (until > now ? sum + bytes : sum), found.lasting);
  }

  /**
   * Counts what stays until it is deleted, then keeps it; takes the count back when that fails.
   *
   * @throws ApiError 422 when the account has no room for it
   */
  async keep<T>(account: string, bytes: number, work: () => Promise<T>): Promise<T> {
    if (!(await this.#count(account, bytes))) throw errors.storageFull();
    try {
      return await work();
    } catch (error) {
      await this.release(account, bytes);
      throw error;
    }
  }

  /** Takes back what was counted and is no longer kept. */
  async release(account: string, bytes: number): Promise<void> {
    await this.kept.updateOne({ _id: account }, { $inc: { lasting: -bytes } });
  }

  /**
   * Counts what ends by itself.
   *
   * @param keptMs for how long it is kept
   * @returns whether the account has room for it
   */
  async reserveExpiring(account: string, bytes: number, keptMs: number): Promise<boolean> {
    const until = this.endOf(keptMs);
    const of = `${account} ${until.getTime()}`;
    const left = this.#shares.get(of) ?? 0;
    if (left >= bytes) {
      this.#shares.set(of, left - bytes);
      return true;
    }
    if (bytes < SHARE && (await this.#count(account, SHARE, until))) {
      this.#shares.set(of, (this.#shares.get(of) ?? 0) + SHARE - bytes);
      return true;
    }
    // What has no room for a share may have room for this.
    return this.#count(account, bytes, until);
  }

  /** The end of the hour in which what is kept for so long from now ends. */
  endOf(keptMs: number): Date {
    return new Date(Math.ceil((this.clock.now().getTime() + keptMs) / HOUR_MS) * HOUR_MS);
  }

  /** @returns whether there was room */
  async #count(account: string, bytes: number, until?: Date): Promise<boolean> {
    const after = await this.kept.findOneAndUpdate(
      { _id: account },
      addition(bytes, until, this.limit, this.clock.now()),
      {
        upsert: true,
        returnDocument: 'after',
      },
    );
    return after?.refused === false;
  }
}

/** The update that counts bytes unless that makes more than the limit, and drops what has ended. */
function addition(bytes: number, until: Date | undefined, limit: number, now: Date): object[] {
  const of = (cond: object) => ({ $filter: { input: '$passing', as: 'part', cond } });
  const sum = (parts: object | string) => ({ $sum: { $map: { input: parts, as: 'part', in: '$$part.bytes' } } });
  const sameHour = { $eq: ['$$part.until', until] };
  const added = until
    ? {
        passing: {
          $concatArrays: [of({ $not: [sameHour] }), [{ until, bytes: { $add: [sum(of(sameHour)), bytes] } }]],
        },
      }
    : { lasting: { $add: ['$lasting', bytes] } };
  const unlessRefused = Object.entries(added).map(([field, value]) => [
    field,
    { $cond: ['$refused', `$${field}`, value] },
  ]);
  return [
    { $set: { lasting: { $ifNull: ['$lasting', 0] }, passing: { $ifNull: ['$passing', []] } } },
    { $set: { passing: of({ $gt: ['$$part.until', now] }) } },
    { $set: { refused: { $gt: [{ $add: ['$lasting', sum('$passing'), bytes] }, limit] } } },
    { $set: Object.fromEntries(unlessRefused) },
  ];
}
