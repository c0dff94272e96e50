import { setTimeout as pause } from 'node:timers/promises';
import type { LedgerCollections } from '../../shared/ledger/collections.js';
import { type Decision, type Notifier, settle } from '../../shared/ledger/settle.js';
import { type Clock, withTimeout } from '../../shared/process/clock.js';

const FLUSH_AFTER_MS = 100;
const RETRY_AFTER_MS = 500;
const MAX_BATCH = 500;

/**
 * Settles holds in batches, off the clients' path. While the store is unavailable the decisions wait, however long that takes:
 * they are no more than the calls with a hold, and without the store no call gets one. What a crash loses here the reconciler
 * finds as an open hold.
 */
export class Settlements {
  #waiting: Decision[] = [];
  #working: Promise<void> | undefined;

  /**
   * @param teller notifies accounts of how asynchronous calls ended
   * @param settled receives each decision once it is written
   */
  constructor(
    private readonly store: Pick<LedgerCollections, 'usage' | 'wallets'>,
    private readonly clock: Clock,
    private readonly teller: Notifier,
    private readonly settled: (decision: Decision) => void,
    private readonly onError: (error: unknown) => void,
  ) {}

  add(decision: Decision): void {
    this.#waiting.push(decision);
    this.#working ??= this.#work();
  }

  /** Waits until all decisions are written, at most for the given time in ms. */
  async drain(withinMs: number): Promise<void> {
    if (this.#working) await withTimeout(withinMs, this.#working);
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
