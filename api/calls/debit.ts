import { setTimeout as pause } from 'node:timers/promises';
import type { Collection } from 'mongodb';
import { ApiError } from '../../shared/contract/api-error.js';
import { errors } from '../../shared/contract/errors.js';
import { budgetsOf } from '../../shared/keys/budget.js';
import type { Hold, Wallet } from '../../shared/ledger/documents.js';
import type { Clock } from '../../shared/process/clock.js';
import { count } from '../../shared/process/metrics/measure.js';
import type { BudgetWatch } from './budget-watch.js';
import { budgetUsedUp, costsOf, countTogether, roomIn, shortOf } from './budgets.js';
import { type Charge, holdFor } from './charge.js';
import { drawFromLots, MAX_OPEN_HOLDS } from './draw.js';
import { appliesTo, isInsufficient, isOverBudget, isShort } from './insufficient.js';
import type { LeaseTools } from './leases/account-leases.js';
import type { Draws } from './leases/lease.js';
import { Leases } from './leases/leases.js';
import { OneByOne } from './one-by-one.js';
import type { OwnHolds } from './own-holds.js';
import { Purses, SEEN } from './purses.js';

/** Credits taken for one call, and what the account has left after it. Amounts are micro-credits. */
export interface Debit {
  account: string;
  hold: Hold;
  /** Set for a call that was paid from a lease: with these its hold comes into the wallet. */
  draws?: Draws;
  remaining: number;
  /** Events that the account wants to hear of. */
  tells: readonly string[];
}

interface Request {
  charge: Charge;
  resolve(debit: Debit): void;
  reject(error: unknown): void;
}

const MAX_BATCH = 100;
/** How long a call that the balance does not do for waits for what fronts have leased of it, in ms: a living front gives it back sooner. */
const LEASES_BACK_MS = 3_000;
const ASK_AGAIN_MS = 50;

/** What it takes to pay calls from leases. */
type Leasing = Pick<LeaseTools, 'store' | 'onError' | 'unpaid'>;

/**
 * Takes the credits of calls from wallets.
 *
 * While one update of an account is under way its next debits wait for each other and then share one update, so an
 * account that calls a lot costs fewer updates per call, not more conflicts.
 */
export class Debits {
  readonly #waiting = new Map<string, Request[]>();
  readonly #turns = new OneByOne();
  readonly #purses: Purses;
  readonly leases: Leases | undefined;

  /**
   * @param own who remembers the holds; those of nobody are decided by the reconciler alone
   * @param crossed is told of an account whose balance is on another side of its threshold than is noted
   * @param budgets are told of what keys with a budget have spent
   * @param leasing set where calls may be paid from leases
   */
  constructor(
    private readonly wallets: Collection<Wallet>,
    private readonly clock: Clock,
    private readonly own?: OwnHolds,
    crossed?: (account: string) => void,
    private readonly budgets?: BudgetWatch,
    leasing?: Leasing,
  ) {
    const purses = new Purses(clock, (account) => this.leases?.drawn(account) ?? 0, crossed);
    this.#purses = purses;
    this.leases = own && leasing && new Leases({ ...leasing, budgets, clock, own, purses, turns: this.#turns });
  }

  /** @throws ApiError 402 when the unexpired balance or the key's budget is too small, 503 when too many calls are undecided */
  take(charge: Charge): Promise<Debit> {
    const { account } = charge;
    const leased = this.leases?.pay(charge);
    if (leased) {
      this.#taken(charge, leased.hold);
      return Promise.resolve({ account, ...leased, remaining: this.lastKnown(account) ?? 0, tells: [] });
    }
    return new Promise((resolve, reject) => {
      const request: Request = {
        charge,
        resolve: (debit) => {
          this.#taken(charge, debit.hold);
          resolve(debit);
        },
        reject: (error) => {
          count('debits', { outcome: 'refused' });
          reject(error);
        },
      };
      const waiting = this.#waiting.get(account);
      if (waiting) return void waiting.push(request);
      this.#waiting.set(account, [request]);
      setImmediate(() => void this.#work(account));
    });
  }

  #taken(charge: Charge, hold: Hold): void {
    this.own?.taken(hold);
    this.leases?.spent(charge);
    count('debits', { outcome: 'taken' });
  }

  /** Whether the balance and the budget, as last seen by this process, would do for many calls of such a cost. */
  isAmple(charge: Pick<Charge, 'account' | 'cost' | 'budget'>): boolean {
    return this.#purses.isAmple(charge);
  }

  /** The balance as last seen by this process, in micro-credits. */
  lastKnown(account: string): number | undefined {
    return this.#purses.lastKnown(account);
  }

  async #work(account: string): Promise<void> {
    for (;;) {
      const batch = this.#waiting.get(account)?.splice(0, MAX_BATCH) ?? [];
      if (batch.length === 0) {
        this.#waiting.delete(account);
        return;
      }
      try {
        await this.#turns.run(account, () => this.#takeAll(account, batch));
      } catch (error) {
        this.own?.doubted();
        for (const request of batch) request.reject(error);
      }
    }
  }

  async #takeAll(account: string, batch: Request[]): Promise<void> {
    const [together, singly] = this.#parted(account, batch);
    if (together.length > 0 && !(await this.#takeTogether(account, together))) singly.unshift(...together);
    await this.#takeSingly(singly);
  }

  /** Those that may share an update, and those whose keys' budgets need a closer look. */
  #parted(account: string, batch: Request[]): [together: Request[], singly: Request[]] {
    if (batch.every(({ charge }) => !charge.budget)) return [batch, []];
    const hasRoom = roomIn(this.#purses.of(account)?.budgets, this.clock.now());
    const together: Request[] = [];
    const singly: Request[] = [];
    for (const request of batch) (hasRoom(request.charge) ? together : singly).push(request);
    return [together, singly];
  }

  /** The fast path: plain operators on the first lot that has credits. False when that cannot serve the batch. */
  async #takeTogether(account: string, batch: Request[]): Promise<boolean> {
    const now = this.clock.now();
    const lots = this.#purses.of(account)?.lots ?? [];
    const first = lots.findIndex((lot) => lot.left > 0);
    const lot = lots[first];
    const sum = batch.reduce((total, { charge }) => total + charge.cost, 0);
    if (!lot || lot.left < sum || lot.expires <= now) return false;

    const holds = batch.map(({ charge }) =>
      holdFor(charge, now, charge.cost > 0 ? [{ lot: lot.id, amount: charge.cost }] : [], this.own?.front),
    );
    const costs = costsOf(batch.map(({ charge }) => charge));
    const spending = countTogether(costs, now);
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
        ...spending.filter,
      },
      { $inc: { [`lots.${first}.left`]: -sum, ...spending.increments }, $push: { open: { $each: holds } } },
      { returnDocument: 'after', projection: SEEN, ...spending.options },
    );
    if (!wallet) return false;
    const seen = this.#see(wallet);
    for (const { budget } of costs) this.budgets?.seen(account, budget, budgetsOf(wallet), now);
    batch.forEach((request, index) => {
      const hold = holds[index];
      if (hold) request.resolve({ account, hold, ...seen });
    });
    return true;
  }

  async #takeSingly(batch: Request[]): Promise<void> {
    const refusals: { by: ApiError; charge: Charge }[] = [];
    for (const request of batch) {
      const { charge } = request;
      // What did not suffice for a cheaper call of the same instant does not suffice for this one.
      const refusal = refusals.find((earlier) => appliesTo(charge, earlier));
      if (refusal) {
        request.reject(refusal.by);
        continue;
      }
      try {
        request.resolve(await this.#takePatiently(charge));
      } catch (error) {
        if (!(error instanceof ApiError) || error.type === errors.serviceUnavailable.type) this.own?.doubted();
        request.reject(error);
        if (isInsufficient(error)) refusals.push({ by: error, charge });
      }
    }
  }

  /** Nobody is refused for what fronts have leased: it is spent, or comes back, soon. */
  async #takePatiently(charge: Charge): Promise<Debit> {
    const { account } = charge;
    const until = performance.now() + LEASES_BACK_MS;
    for (;;) {
      try {
        return await this.#takeOne(charge);
      } catch (error) {
        if (!this.#comesBack(charge, error) || performance.now() > until) {
          this.#tellOfRefusal(charge, error);
          throw error;
        }
      }
      await this.leases?.giveBack(account);
      if (this.#purses.hasLeased(account)) await pause(ASK_AGAIN_MS);
    }
  }

  /** Whether what a charge was refused for would do if fronts gave back what they have leased of it. */
  #comesBack({ account, cost, budget }: Charge, refusal: unknown): boolean {
    if (isShort(refusal)) return this.#purses.hasLeased(account) && (this.#purses.lastKnown(account) ?? 0) >= cost;
    if (!budget || !isOverBudget(refusal)) return false;
    return this.#purses.hasLeased(account, budget.key.id) && this.#purses.doesBudget(account, budget, cost);
  }

  #tellOfRefusal({ account, cost, budget }: Charge, refusal: unknown): void {
    const noted = this.#purses.of(account)?.budgets;
    const now = this.clock.now();
    if (!budget || !isOverBudget(refusal)) return;
    const period = shortOf(budget, noted, cost, now);
    this.budgets?.seen(account, budget, budgetsOf(this.#purses.of(account)), now, period);
  }

  async #takeOne(charge: Charge): Promise<Debit> {
    const { account, budget } = charge;
    const now = this.clock.now();
    const wanted = holdFor(charge, now, [], this.own?.front);
    const wallet = await this.wallets.findOneAndUpdate({ _id: account }, drawFromLots(wanted, budget), {
      returnDocument: 'after',
      projection: { ...SEEN, open: 1 },
    });
    if (!wallet) throw errors.insufficientCredits();
    const seen = this.#see(wallet);
    const hold = wallet.open.find(({ nonce }) => nonce === wanted.nonce);
    const period = budget && !hold ? shortOf(budget, wallet.budgets, charge.cost, now) : undefined;
    if (budget) this.budgets?.seen(account, budget, budgetsOf(wallet), now);
    if (hold) return { account, hold, ...seen };
    if (wallet.open.length >= MAX_OPEN_HOLDS) throw errors.serviceBusy();
    if (budget && period) throw budgetUsedUp(period, wallet.budgets, budget, now);
    throw errors.insufficientCredits();
  }

  #see(wallet: Wallet): Pick<Debit, 'remaining' | 'tells'> {
    this.#purses.see(wallet);
    return { remaining: this.lastKnown(wallet._id) ?? 0, tells: wallet.tells ?? [] };
  }
}
