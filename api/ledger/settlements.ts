import { setTimeout as pause } from 'node:timers/promises';
import type { LedgerCollections } from '../../shared/ledger/collections.js';
import { type Decision, type Notifier, settle } from '../../shared/ledger/settle.js';
import { type Clock, withTimeout } from '../../shared/process/clock.js';

const FLUSH_AFTER_MS = 100;
const RETRY_AFTER_MS = 500;
const MAX_BATCH = 500;

/**
 * Settles holds in batches, off the clients' path. While the store is unavailable the decisions wait, however long that takes: there are
 * no more of them than open holds, and without the store no call gets one. Decisions that a crash loses are made by the reconciler.
 */
export class Settlements {
  #waiting: Decision[] = [];
  #working: Promise<void> | undefined;

  /**
   * @param notify notifies accounts of the outcome of asynchronous calls
   * @param settled receives each decision once it is written
   */
  constructor(
    private readonly store: Pick<LedgerCollections, 'usage' | 'wallets'>,
    private readonly clock: Clock,
    private readonly notify: Notifier,
    private readonly settled: (decision: Decision) => void,
    private readonly onError: (error: unknown) => void,
  ) {}

  add(decision: Decision): void {
    this.#waiting.push(decision);
    this.#working ??= this.#work();
  }

  /** Waits until all decisions are written, or for a timeout in ms. */
  async drain(timeoutMs: number): Promise<void> {
    if (this.#working) await withTimeout(timeoutMs, this.#working);
  }

  async #work(): Promise<void> {
    while (this.#waiting.length > 0) {
      if (this.#waiting.length < MAX_BATCH) await pause(FLUSH_AFTER_MS);
      const batch = this.#waiting.splice(0, MAX_BATCH);
      try {
        await settle(this.store, batch, this.clock.now(), this.notify);
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
