import { nanoid } from 'nanoid';
import { type Budget, budgetsOf, dayOf } from '../../../shared/keys/budget.js';
import { balance } from '../../../shared/ledger/amounts.js';
import { LEASE_LIFE_MS, returnLease } from '../../../shared/ledger/credit-leases.js';
import type { CreditLease, Hold, Wallet } from '../../../shared/ledger/documents.js';
import type { Clock } from '../../../shared/process/clock.js';
import { count } from '../../../shared/process/metrics/measure.js';
import type { Collections } from '../../../shared/store/collections.js';
import type { BudgetWatch } from '../budget-watch.js';
import { leftOf } from '../budgets.js';
import { type Charge, holdFor } from '../charge.js';
import type { OneByOne } from '../one-by-one.js';
import type { OwnHolds } from '../own-holds.js';
import type { Purses } from '../purses.js';
import { type Draws, Lease } from './lease.js';
import { openLease, record, takeAnew } from './lease-store.js';
import { Pace } from './pace.js';

/** The largest part of a balance, and of what is left of a budget, that is leased at once. */
const LARGEST_SHARE = 0.05;
/** A lease that does for fewer calls saves nothing. */
const FEWEST_CALLS = 20;
/** Until what is left of a lease goes back though its front lives: before it is the whole life old. In ms. */
const OPEN_MS = LEASE_LIFE_MS - 2_000;
/** A lease that nobody draws from is not kept longer, in ms: others may be refused for want of it. */
const IDLE_MS = 500;
/** How long calls are gathered before they are recorded together, in ms. */
const RECORD_AFTER_MS = 100;
/** After something could not be done at the store, in ms. */
const RETRY_AFTER_MS = 100;
/** Until another lease is asked for after one could not be had, in ms. */
const REST_MS = 1_000;
/** A lease that is not half used up needs no other. */
const REFILL_BELOW = 0.5;

/** What is done with leases is done with these. */
export interface LeaseTools {
  readonly store: Pick<Collections, 'wallets'>;
  readonly clock: Clock;
  readonly own: OwnHolds;
  readonly purses: Purses;
  /** Whatever is done with wallets is done in turn, each account's: what was seen of a wallet last is the latest then. */
  readonly turns: OneByOne;
  /** Are told of what keys with a budget have spent. */
  readonly budgets?: BudgetWatch | undefined;
  onError(error: unknown): void;
  /** Is told of an account that may have a lease that nobody knows: the answer to the update that takes it got lost. */
  doubted(account: string): void;
  /** Is told of a call that was answered, and that nothing is left to pay for. */
  unpaid(account: string, hold: Hold): void;
}

/**
 * The leases that this front has of one account for one key that has a budget, or for all those that have none. Two at most: one that
 * calls are paid from, and the next.
 */
export class AccountLeases {
  readonly #pace = new Pace();
  #leases: Lease[] = [];
  /** Whether there was a call since the last work for which there was too little: who rests gets no other. */
  #isAsked = false;
  /** The one that is being asked for. */
  #opening: string | undefined;
  #lastCost = 0;
  /** The budget of the key, as it was when that called last. */
  #budget: Budget | undefined;
  #restsUntil = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly account: string,
    private readonly tools: LeaseTools,
  ) {}

  /** Pays for a call, if a lease does for it. */
  pay(charge: Charge): { hold: Hold; draws: Draws } | undefined {
    const now = this.tools.clock.now();
    const lease = this.#leases.find((one) => one.canPay(charge.cost, now));
    if (!lease) return undefined;
    const paid = lease.pay(holdFor(charge, now, [], this.tools.own.front));
    this.#workSoon(RECORD_AFTER_MS);
    return paid;
  }

  /** Notes that a call was paid, from a lease or not: an account that goes on like this gets a lease. */
  spent({ cost, budget }: Pick<Charge, 'cost' | 'budget'>): void {
    this.#lastCost = cost;
    this.#budget = budget;
    this.#pace.spent(cost, performance.now());
    if (!this.#wantsMore()) return;
    this.#isAsked = true;
    this.#workSoon(RECORD_AFTER_MS);
  }

  /** What was paid from leases and is not in the wallet yet, in micro-credits. */
  get drawn(): number {
    return this.#leases.reduce((total, { drawn }) => total + drawn, 0);
  }

  /** The oldest calls that are not recorded yet. */
  get oldest(): Draws | undefined {
    return this.#leases.flatMap(({ waiting }) => waiting[0] ?? []).sort((a, b) => a.began - b.began)[0];
  }

  has(id: string): boolean {
    return this.#opening === id || this.#leases.some(({ document }) => document.id === id);
  }

  /** Looks whether something is to go back. Returns whether there is anything to remember of this account. */
  look(): boolean {
    this.#endThoseOver();
    if (this.#leases.some(({ isOver }) => isOver)) this.#workSoon(0);
    const isBusy = this.#leases.length > 0 || this.#opening !== undefined || this.#timer !== undefined;
    return isBusy || this.#pace.lately(performance.now()) > 0;
  }

  /** Records what was paid, and gives everything back. For whoever has the account's turn. */
  async giveBack(): Promise<void> {
    for (const lease of this.#leases) lease.isOver = true;
    this.#restsUntil = performance.now() + REST_MS;
    await this.#work();
  }

  #workSoon(afterMs: number): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      const { tools, account } = this;
      tools.turns
        .run(account, () => this.#work())
        .catch((error: unknown) => {
          tools.own.doubted();
          tools.onError(error);
          this.#workSoon(RETRY_AFTER_MS);
        });
    }, afterMs);
  }

  async #work(): Promise<void> {
    try {
      await this.#recordAndReturn();
    } catch (error) {
      for (const draws of this.#leases.flatMap(({ waiting }) => waiting)) draws.failed();
      throw error;
    }
    const isAsked = this.#isAsked;
    this.#isAsked = false;
    if (isAsked && this.#wantsMore()) await this.#open();
  }

  async #recordAndReturn(): Promise<void> {
    // What comes meanwhile is gathered for the next time.
    const due = this.#leases.flatMap((lease) => lease.waiting.map((draws) => ({ lease, draws })));
    for (const { lease, draws } of due) await this.#record(lease, draws);
    this.#endThoseOver();
    for (const lease of this.#leases.filter(({ isOver }) => isOver)) await this.#return(lease);
  }

  /** Ends what is too old, idle or used up; and all while the balance is not ample, so that no front is refused what another has. */
  #endThoseOver(): void {
    const { purses, clock } = this.tools;
    const nowMs = performance.now();
    const isScarce = !this.#isAmple();
    const owing = new Set((purses.of(this.account)?.reversals ?? []).flatMap(({ lot, owed }) => (owed > 0 ? lot : [])));
    for (const lease of this.#leases) {
      const isSpent = !lease.canPay(this.#lastCost, clock.now());
      const isPast = lease.ageMs(nowMs) > OPEN_MS || lease.idleMs(nowMs) > IDLE_MS;
      lease.isOver ||= isSpent || isPast || isScarce || owing.has(lease.document.lot);
    }
  }

  async #record(lease: Lease, draws: Draws): Promise<void> {
    const { store, onError } = this.tools;
    draws.isSealed = true;
    const done = await record(store.wallets, this.account, lease, draws);
    if (done?.outcome === 'later') throw new Error('the wallet has no room for more undecided calls');
    if (done?.outcome === 'recorded') {
      lease.kept -= draws.sum;
      count('leasedCalls', { outcome: 'recorded' }, draws.holds.length);
    } else {
      lease.isOver = true;
      onError(new Error(`a credit lease of ${this.account} was given back by somebody else`));
      for (const hold of draws.holds) if (!draws.instead.has(hold.nonce)) await this.#takeAnew(draws, hold);
    }
    lease.waiting.shift();
    if (done) this.#see(done.wallet);
    draws.end();
  }

  async #takeAnew(draws: Draws, hold: Hold): Promise<void> {
    const { store, own, unpaid } = this.tools;
    const { hold: anew } = await takeAnew(store.wallets, this.account, hold, this.#budget);
    draws.instead.set(hold.nonce, anew);
    if (anew) own.taken(anew);
    if (anew?.nonce !== hold.nonce) own.decided(hold);
    count('leasedCalls', { outcome: anew ? 'taken_anew' : 'unpaid' });
    if (!anew) unpaid(this.account, hold);
  }

  async #return(lease: Lease): Promise<void> {
    const { store, clock } = this.tools;
    for (const draws of [...lease.waiting]) await this.#record(lease, draws);
    const wallet = await returnLease(store, this.account, { ...lease.document, left: lease.kept }, clock.now());
    this.#leases = this.#leases.filter((one) => one !== lease);
    if (wallet) this.#see(wallet);
  }

  #see(wallet: Wallet): void {
    const { purses, budgets, clock } = this.tools;
    purses.see(wallet);
    if (this.#budget) budgets?.seen(this.account, this.#budget, budgetsOf(wallet), clock.now());
  }

  #wantsMore(): boolean {
    const nowMs = performance.now();
    const open = this.#leases.filter(({ isOver }) => !isOver);
    if (this.#opening !== undefined || open.length > 1 || nowMs < this.#restsUntil) return false;
    const lately = this.#pace.lately(nowMs);
    const left = open.reduce((total, lease) => total + lease.left, 0);
    return lately >= FEWEST_CALLS * this.#lastCost && left < lately * REFILL_BELOW && this.#isAmple();
  }

  #isAmple(): boolean {
    const charge = { account: this.account, cost: this.#lastCost, ...(this.#budget && { budget: this.#budget }) };
    return this.tools.purses.isAmple(charge);
  }

  async #open(): Promise<void> {
    const { store, clock, purses, own } = this.tools;
    const budget = this.#budget;
    const [purse, at, since] = [purses.of(this.account), clock.now(), performance.now()];
    const index = purse?.lots.findIndex(({ left }) => left > 0) ?? -1;
    const lot = purse?.lots[index];
    this.#restsUntil = since + REST_MS;
    if (!purse || !lot || lot.expires.getTime() <= at.getTime() + LEASE_LIFE_MS) return;
    // A share of what nobody has leased: however many do, they leave some.
    const free = Math.min(
      balance(purse.lots, at),
      budget ? leftOf(budget, purse.budgets, at) : Number.POSITIVE_INFINITY,
    );
    const left = Math.floor(Math.min(this.#pace.lately(since), free * LARGEST_SHARE, lot.left));
    if (left < FEWEST_CALLS * this.#lastCost) return;
    const budgeted = budget && { budgeted: { key: budget.key.id, day: dayOf(at) } };
    const lease: CreditLease = { id: nanoid(12), front: own.front, at, lot: lot.id, left, ...budgeted };
    this.#opening = lease.id;
    try {
      const wallet = await openLease(store.wallets, this.account, purse, index, lease, budget);
      count('leases', { outcome: wallet ? 'opened' : 'not_had' });
      if (!wallet) return;
      this.#see(wallet);
      this.#leases.push(new Lease(lease, lot.expires, since));
      this.#restsUntil = 0;
    } catch (error) {
      this.tools.doubted(this.account);
      throw error;
    } finally {
      this.#opening = undefined;
    }
  }
}
