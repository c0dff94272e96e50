import { ABANDONED_AFTER_MS, findAbandonedHolds, settleAbandonedHolds } from '../../shared/ledger/abandoned-holds.js';
import type { LedgerCollections } from '../../shared/ledger/collections.js';
import type { Hold } from '../../shared/ledger/documents.js';
import { endLease, FRONT_LEASE_MS, renewLease } from '../../shared/ledger/leases.js';
import type { Clock } from '../../shared/process/clock.js';
import { every } from '../../shared/process/every.js';

const RENEW_EVERY_MS = 5_000;
const CHECK_EVERY_MS = 1_000;
/** Age of a hold by which its update has certainly ended, in ms. */
const UPDATE_ENDED_MS = 3_000;
/** Time after an unresolved update during which every check looks for its holds, in ms. */
const UNRESOLVED_FOR_MS = 30_000;
/** Check interval without unresolved updates, in ms. */
const IDLE_CHECK_MS = 15_000;

/**
 * Open holds of this front. Nobody else settles them while the front is alive, which it shows by a lease in the store. An update whose
 * response was lost may have left unknown holds: the front finds and releases them.
 */
export class OpenHolds {
  /** Nonces of the holds whose calls are under way, or whose settlement is not written yet. */
  readonly #known = new Set<string>();
  #stops: (() => void)[] = [];
  /** By `performance.now()`. */
  #unresolvedUntil = 0;
  #checkedAt = 0;

  constructor(
    readonly front: string,
    private readonly store: Pick<LedgerCollections, 'leases' | 'usage' | 'wallets'>,
    private readonly clock: Clock,
    private readonly onError: (error: unknown) => void,
  ) {}

  start(): void {
    const renew = () => void renewLease(this.store, this.front, FRONT_LEASE_MS).catch(this.onError);
    const check = () => void this.#check().catch(this.onError);
    renew();
    this.#stops = [every(RENEW_EVERY_MS, renew), every(CHECK_EVERY_MS, check)];
  }

  /** Leaves the holds that are not settled to the reconciler. */
  async stop(): Promise<void> {
    for (const stop of this.#stops) stop();
    await endLease(this.store, this.front).catch(this.onError);
  }

  add({ nonce }: Hold): void {
    this.#known.add(nonce);
  }

  delete({ nonce }: Hold): void {
    this.#known.delete(nonce);
  }

  /** Reports an update that failed, but may have left holds. */
  reportUnresolved(): void {
    this.#unresolvedUntil = performance.now() + UNRESOLVED_FOR_MS;
  }

  async #check(): Promise<void> {
    const began = performance.now();
    const isUnresolved = began < this.#unresolvedUntil;
    if (!isUnresolved && began < this.#checkedAt + IDLE_CHECK_MS) return;
    this.#checkedAt = began;
    await this.#releaseUnknown(isUnresolved ? UPDATE_ENDED_MS : ABANDONED_AFTER_MS);
  }

  /** Releases the holds of this front that it does not know. */
  async #releaseUnknown(ageMs: number): Promise<void> {
    const now = this.clock.now();
    for await (const { account, holds } of findAbandonedHolds(this.store, now, ageMs, this.front)) {
      const unknown = holds.filter(({ nonce }) => !this.#known.has(nonce));
      if (unknown.length > 0) await settleAbandonedHolds(this.store, { account, holds: unknown }, () => undefined, now);
    }
  }
}
