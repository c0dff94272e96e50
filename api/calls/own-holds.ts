import { ABANDONED_AFTER_MS, decideOld, oldHolds } from '../../shared/ledger/abandoned.js';
import type { Hold } from '../../shared/ledger/documents.js';
import { endLease, FRONT_LEASE_MS, renewLease } from '../../shared/ledger/leases.js';
import type { Clock } from '../../shared/process/clock.js';
import { every } from '../../shared/process/every.js';
import type { Collections } from '../../shared/store/collections.js';

const RENEW_EVERY_MS = 5_000;
const LOOK_EVERY_MS = 1_000;
/** A debit is answered, or will not be, long before its hold has this age, in ms. */
const UNKNOWN_AFTER_MS = 3_000;
/** For how long after a debit whose outcome is not known its hold is looked for so soon, in ms. */
const DOUBT_MS = 30_000;
/** Between two looks for what came later than that, in ms. */
const REST_MS = 15_000;

/**
 * The holds that this front took and has not decided yet. While the front lives nobody else decides them, which it says by
 * a lease in the store. A debit whose answer got lost may have left a hold that the front does not know: it looks for
 * such holds, and gives them back.
 */
export class OwnHolds {
  /** Nonces of the holds whose calls are under way, or whose decisions are not written yet. */
  readonly #inHand = new Set<string>();
  #stops: (() => void)[] = [];
  /** By `performance.now()`: until when a hold may come to light, and when there was a look last. */
  #doubtUntil = 0;
  #lookedAt = 0;

  constructor(
    readonly front: string,
    private readonly store: Collections,
    private readonly clock: Clock,
    private readonly onError: (error: unknown) => void,
  ) {}

  start(): void {
    const renew = () => void renewLease(this.store, this.front, FRONT_LEASE_MS).catch(this.onError);
    const look = () => void this.#look().catch(this.onError);
    renew();
    this.#stops = [every(RENEW_EVERY_MS, renew), every(LOOK_EVERY_MS, look)];
  }

  /** Leaves what is still in hand to the reconciler. */
  async stop(): Promise<void> {
    for (const stop of this.#stops) stop();
    await endLease(this.store, this.front).catch(this.onError);
  }

  taken({ nonce }: Hold): void {
    this.#inHand.add(nonce);
  }

  decided({ nonce }: Hold): void {
    this.#inHand.delete(nonce);
  }

  /** Says that a debit failed in a way that leaves open whether there is a hold. */
  doubted(): void {
    this.#doubtUntil = performance.now() + DOUBT_MS;
  }

  async #look(): Promise<void> {
    const began = performance.now();
    const isDoubtful = began < this.#doubtUntil;
    if (!isDoubtful && began < this.#lookedAt + REST_MS) return;
    this.#lookedAt = began;
    await this.#giveBackUnknown(isDoubtful ? UNKNOWN_AFTER_MS : ABANDONED_AFTER_MS);
  }

  /** Gives the credits of holds back that bear this front's name and that it does not know. */
  async #giveBackUnknown(ageMs: number): Promise<void> {
    const now = this.clock.now();
    for await (const { account, holds } of oldHolds(this.store, now, ageMs)) {
      const unknown = holds.filter(({ front, nonce }) => front === this.front && !this.#inHand.has(nonce));
      if (unknown.length > 0) await decideOld(this.store, { account, holds: unknown }, () => undefined, now);
    }
  }
}
