import { type Decision, settle, type Teller } from '../../shared/ledger/settle.js';
import { type Clock, within } from '../../shared/process/clock.js';
import type { Collections } from '../../shared/store/collections.js';

const FLUSH_AFTER_MS = 100;
const RETRY_AFTER_MS = 500;
const MAX_BATCH = 500;

/**
 * Settles calls in batches, off their callers' path. While the store is away the decisions wait, however long that takes:
 * they are no more than the calls that had been debited, and without the store no call is. What a crash loses here the
 * reconciler finds as an open hold.
 */
export class SettleQueue {
  #waiting: Decision[] = [];
  #working: Promise<void> | undefined;

  /**
   * @param teller tells accounts of what they are to be told
   * @param settled is told what has been written
   */
  constructor(
    private readonly store: Collections,
    private readonly clock: Clock,
    private readonly teller: Teller,
    private readonly settled: (decision: Decision) => void,
    private readonly onError: (error: unknown) => void,
  ) {}

  add(decision: Decision): void {
    this.#waiting.push(decision);
    this.#working ??= this.#work();
  }

  /** Waits until everything is settled, at most for the given time in ms. */
  async drain(withinMs: number): Promise<void> {
    if (this.#working) await within(withinMs, this.#working);
  }

  async #work(): Promise<void> {
    while (this.#waiting.length > 0) {
      if (this.#waiting.length < MAX_BATCH) await pause(FLUSH_AFTER_MS);
      const batch = this.#waiting.splice(0, MAX_BATCH);
      try {
        await settle(this.store, batch, this.clock.now(), this.teller);
        for (const decision of batch) this.settled(decision);
      } catch (error) {
        this.onError(error);
        this.#waiting.unshift(...batch);
        await pause(RETRY_AFTER_MS);
      }
    }
    this.#working = undefined;
  }
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
