import { LRUCache } from 'lru-cache';
import type { Collection } from 'mongodb';
import { nanoid } from 'nanoid';
import { ApiError, errors } from '../../shared/contract/errors.js';
import { balance } from '../../shared/ledger/amounts.js';
import type { Clock } from '../../shared/process/clock.js';
import { count } from '../../shared/process/metrics/measure.js';
import type { Hold, Lot, Wallet } from '../../shared/store/collections.js';
import { hasCrossed } from '../../shared/webhooks/low-balance.js';
import type { OwnHolds } from './own-holds.js';

/** Credits taken for one call, and what the account has left after it. Amounts are micro-credits. */
export interface Debit {
  account: string;
  hold: Hold;
  remaining: number;
  /** Events that the account wants to hear of. */
  tells: readonly string[];
}

/** What is to be paid for. */
export interface Charge {
  account: string;
  /** Id of the key that called. */
  key: string;
  endpoint: string;
  requestId: string;
  /** In micro-credits. */
  cost: number;
  /** Set for a call whose caller comes back for the reply. */
  later?: Hold['later'];
}

interface Request {
  charge: Charge;
  resolve(debit: Debit): void;
  reject(error: unknown): void;
}

/** How many undecided calls one account may have: keeps its wallet document small. */
export const MAX_OPEN_HOLDS = 2_000;
/** A balance that does for so many calls is not used up by what other fronts take before this one sees it again. */
const AMPLE_CALLS = 1_000;
const MAX_BATCH = 100;
/** What is looked at of a wallet after a debit. */
const SEEN = { lots: 1, tells: 1, low: 1 } as const;
const ACCOUNTS_REMEMBERED = 10_000;

/**
 * Takes the credits of calls from wallets.
 *
 * While one update of an account is under way its next debits wait for each other and then share one update, so an
 * account that calls a lot costs fewer updates per call, not more conflicts.
 */
export class Debits {
  readonly #waiting = new Map<string, Request[]>();
  readonly #lots = new LRUCache<string, Lot[]>({ max: ACCOUNTS_REMEMBERED });

  /**
   * @param own who remembers the holds; those of nobody are decided by the reconciler alone
   * @param crossed is told of an account whose balance is on another side of its threshold than is noted
   */
  constructor(
    private readonly wallets: Collection<Wallet>,
    private readonly clock: Clock,
    private readonly own?: OwnHolds,
    private readonly crossed?: (account: string) => void,
  ) {}

  /** @throws ApiError 402 when the unexpired balance is too small, 503 when too many calls are undecided */
  take(charge: Charge): Promise<Debit> {
    const { account } = charge;
    return new Promise((resolve, reject) => {
      const request: Request = {
        charge,
        resolve: (debit) => {
          this.own?.taken(debit.hold);
          count('debits', { outcome: 'taken' });
          resolve(debit);
        },
        reject: (error) => {
          count('debits', { outcome: 'refused' });
          reject(error);
        },
      };
      const waiting = this.#waiting.get(account);
      if (waiting) {
        waiting.push(request);
        return;
      }
      this.#waiting.set(account, [request]);
      setImmediate(() => void this.#work(account));
    });
  }

  /** Whether the balance, as last seen by this process, would do for many calls of such a cost. */
  isAmple(account: string, cost: number): boolean {
    return (this.lastKnown(account) ?? 0) >= cost * AMPLE_CALLS;
  }

  /** The balance as last seen by this process, in micro-credits. */
  lastKnown(account: string): number | undefined {
    const lots = this.#lots.get(account);
    return lots && balance(lots, this.clock.now());
  }

  async #work(account: string): Promise<void> {
    for (;;) {
      const batch = this.#waiting.get(account)?.splice(0, MAX_BATCH) ?? [];
      if (batch.length === 0) {
        this.#waiting.delete(account);
        return;
      }
      try {
        if (!(await this.#takeTogether(account, batch))) await this.#takeSingly(batch);
      } catch (error) {
        this.own?.doubted();
        for (const request of batch) request.reject(error);
      }
    }
  }

  /** The fast path: plain operators on the first lot that has credits. False when that cannot serve the batch. */
  async #takeTogether(account: string, batch: Request[]): Promise<boolean> {
    const now = this.clock.now();
    const lots = this.#lots.get(account) ?? [];
    const first = lots.findIndex((lot) => lot.left > 0);
    const lot = lots[first];
    const sum = batch.reduce((total, { charge }) => total + charge.cost, 0);
    if (!lot || lot.left < sum || lot.expires <= now) return false;

    const holds = batch.map(({ charge }) =>
      this.#newHold(charge, now, charge.cost > 0 ? [{ lot: lot.id, amount: charge.cost }] : []),
    );
    const emptyBefore = Object.fromEntries(lots.slice(0, first).map((_, index) => [`lots.${index}.left`, 0]));
    const wallet = await this.wallets.findOneAndUpdate(
      {
        _id: account,
        ...emptyBefore,
        [`lots.${first}.id`]: lot.id,
        [`lots.${first}.left`]: { $gte: sum },
        [`lots.${first}.expires`]: { $gt: now },
        'open.id': { $nin: holds.map((hold) => hold.id) },
        [`open.${MAX_OPEN_HOLDS - batch.length}`]: { $exists: false },
      },
      { $inc: { [`lots.${first}.left`]: -sum }, $push: { open: { $each: holds } } },
      { returnDocument: 'after', projection: SEEN },
    );
    if (!wallet) return false;
    const seen = this.#remember(account, wallet);
    batch.forEach((request, index) => {
      const hold = holds[index];
      if (hold) request.resolve({ account, hold, ...seen });
    });
    return true;
  }

  async #takeSingly(batch: Request[]): Promise<void> {
    let refusedAt = Number.POSITIVE_INFINITY;
    for (const request of batch) {
      // What did not suffice for a cheaper call of the same instant does not suffice for this one.
      if (request.charge.cost >= refusedAt) {
        request.reject(errors.insufficientCredits());
        continue;
      }
      try {
        request.resolve(await this.#takeOne(request.charge));
      } catch (error) {
        if (!(error instanceof ApiError) || error.type === errors.serviceUnavailable.type) this.own?.doubted();
        request.reject(error);
        if (isInsufficient(error)) refusedAt = request.charge.cost;
      }
    }
  }

  async #takeOne(charge: Charge): Promise<Debit> {
    const { account } = charge;
    const wanted = this.#newHold(charge, this.clock.now(), []);
    const wallet = await this.wallets.findOneAndUpdate({ _id: account }, drawFromLots(wanted), {
      returnDocument: 'after',
      projection: { ...SEEN, open: 1 },
    });
    if (!wallet) throw errors.insufficientCredits();
    const seen = this.#remember(account, wallet);
    const hold = wallet.open.find(({ nonce }) => nonce === wanted.nonce);
    if (hold) return { account, hold, ...seen };
    if (wallet.open.length >= MAX_OPEN_HOLDS) throw errors.serviceBusy();
    throw errors.insufficientCredits();
  }

  #newHold({ requestId, key, endpoint, cost, later }: Charge, at: Date, parts: Hold['parts']): Hold {
    const front = this.own && { front: this.own.front };
    return { id: requestId, nonce: nanoid(12), key, endpoint, ...front, ...(later && { later }), at, cost, parts };
  }

  #remember(account: string, { lots, tells = [], low }: Wallet): Pick<Debit, 'remaining' | 'tells'> {
    this.#lots.set(account, lots);
    const remaining = balance(lots, this.clock.now());
    if (hasCrossed(remaining, low)) this.crossed?.(account);
    return { remaining, tells };
  }
}

const isInsufficient = (error: unknown): boolean =>
  error instanceof ApiError && error.type === errors.insufficientCredits.type;

/**
 * The update that takes a cost from as many lots as it needs, oldest first, skipping expired ones; it changes nothing
 * when they do not suffice, the request already has a hold, or the account has too many.
 */
function drawFromLots(hold: Hold): object[] {
  const take = {
    $cond: [{ $gt: ['$$this.expires', hold.at] }, { $min: ['$$this.left', '$$value.need'] }, 0],
  };
  const draw = {
    $reduce: {
      input: '$lots',
      initialValue: { need: hold.cost, lots: [], parts: [] },
      in: {
        need: { $subtract: ['$$value.need', take] },
        lots: {
          $concatArrays: [
            '$$value.lots',
            [
              {
                id: '$$this.id',
                bought: '$$this.bought',
                expires: '$$this.expires',
                left: { $subtract: ['$$this.left', take] },
              },
            ],
          ],
        },
        parts: {
          $concatArrays: ['$$value.parts', { $cond: [{ $gt: [take, 0] }, [{ lot: '$$this.id', amount: take }], []] }],
        },
      },
    },
  };
  const allowed = {
    $and: [
      { $eq: ['$draw.need', 0] },
      { $not: [{ $in: [{ $literal: hold.id }, '$open.id'] }] },
      { $lt: [{ $size: '$open' }, MAX_OPEN_HOLDS] },
    ],
  };
  const drawn = { $mergeObjects: [{ $literal: hold }, { parts: '$draw.parts' }] };
  return [
    { $set: { draw } },
    {
      $set: {
        lots: { $cond: [allowed, '$draw.lots', '$lots'] },
        open: { $cond: [allowed, { $concatArrays: ['$open', [drawn]] }, '$open'] },
      },
    },
    { $unset: 'draw' },
  ];
}
