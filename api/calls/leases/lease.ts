import { endOf } from '../../../shared/keys/budget.js';
import type { CreditLease, Hold } from '../../../shared/ledger/documents.js';

/** So many calls are recorded at once at most. */
const MAX_TOGETHER = 200;

/** Calls that were paid from a lease, and are recorded together. */
export class Draws {
  readonly holds: Hold[] = [];
  /** In micro-credits. */
  sum = 0;
  /** When the first of them was paid, by `performance.now()`. */
  readonly began = performance.now();
  /** Fulfilled once they are in the wallet, or it is known that they cannot be. */
  readonly recorded: Promise<void>;
  isRecorded = false;
  /** Whether they are on their way into the wallet: then none comes to them. */
  isSealed = false;
  /** What stands in the wallet in the place of holds, by their nonces, after the lease was lost; undefined is nothing. */
  readonly instead = new Map<string, Hold | undefined>();
  #done = () => {};
  readonly #waiting = new Set<() => void>();

  constructor() {
    this.recorded = new Promise((resolve) => {
      this.#done = resolve;
    });
  }

  /** The hold of a call as it is in the wallet, once it is recorded; undefined for a call that nothing is left to pay for. */
  async inWallet(hold: Hold): Promise<Hold | undefined> {
    await this.recorded;
    return this.instead.has(hold.nonce) ? this.instead.get(hold.nonce) : hold;
  }

  /** Fulfilled when it has been tried again to record them, whatever came of it; or when they are recorded already. */
  async tried(): Promise<void> {
    if (!this.isRecorded) await new Promise<void>((resolve) => this.#waiting.add(resolve));
  }

  end(): void {
    this.isRecorded = true;
    this.#done();
    this.failed();
  }

  /** Says that they could not be recorded this time. */
  failed(): void {
    for (const go of this.#waiting) go();
    this.#waiting.clear();
  }
}

/** A lease as the front that has it knows it. */
export class Lease {
  /** What no call has been paid from, in micro-credits. */
  left: number;
  /** What the wallet says is left in it. */
  kept: number;
  /** Those that are not in the wallet yet, the oldest first. */
  readonly waiting: Draws[] = [];
  /** Nothing is paid from it any more. */
  isOver = false;
  /** By `performance.now()`. */
  readonly #since: number;
  #usedAt: number;
  /** When nothing may be paid from it any more: its lot expires, or the day ends to whose budget it counts. */
  readonly #until: Date;

  /**
   * @param since when it was asked for, by `performance.now()`
   * @param expires when its lot does
   */
  constructor(
    readonly document: CreditLease,
    expires: Date,
    since: number,
  ) {
    const dayEnds = document.budgeted && endOf('day', document.budgeted.day);
    this.#until = dayEnds && dayEnds < expires ? dayEnds : expires;
    this.left = document.left;
    this.kept = document.left;
    this.#since = since;
    this.#usedAt = performance.now();
  }

  canPay(cost: number, at: Date): boolean {
    return !this.isOver && this.left >= cost && this.#until > at;
  }

  /** Pays for a hold, from the lease's lot and in the day of its budget. */
  pay(wanted: Hold): { hold: Hold; draws: Draws } {
    const { lot, budgeted } = this.document;
    const hold = { ...wanted, parts: [{ lot, amount: wanted.cost }], ...(budgeted && { budgeted: budgeted.day }) };
    this.left -= hold.cost;
    this.#usedAt = performance.now();
    let draws = this.waiting.at(-1);
    if (!draws || draws.isSealed || draws.holds.length >= MAX_TOGETHER) {
      draws = new Draws();
      this.waiting.push(draws);
    }
    draws.holds.push(hold);
    draws.sum += hold.cost;
    return { hold, draws };
  }

  /** What was paid from it and is not in the wallet yet, in micro-credits. */
  get drawn(): number {
    return this.waiting.reduce((total, { sum }) => total + sum, 0);
  }

  ageMs(nowMs: number): number {
    return nowMs - this.#since;
  }

  idleMs(nowMs: number): number {
    return nowMs - this.#usedAt;
  }
}
