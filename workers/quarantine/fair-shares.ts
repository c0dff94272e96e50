import { LRUCache } from 'lru-cache';
import { FAIR_SHARE } from '../../shared/contract/bounds.js';

/** What an account has left of its share, in ms of a processor, and when that was looked at. */
interface Left {
  readonly ms: number;
  readonly at: number;
}

const { burstMs, perSecondMs, lowestMs, freeMs, accounts } = FAIR_SHARE;

/** When the share of an account that asks for nothing is whole again at the latest, in ms: it need not be remembered then. */
const WHOLE_AFTER_MS = ((burstMs - lowestMs) / perSecondMs) * 1_000;

/** What each account has had lately of the processor time of a process: a share fills again as time passes. */
export class FairShares {
  readonly #left = new LRUCache<string, Left>({ max: accounts, ttl: WHOLE_AFTER_MS, ttlResolution: 1_000 });

  /** @param now in ms, of a clock that never goes back */
  constructor(private readonly now: () => number = () => performance.now()) {}

  /** Counts what a call has taken, in ms; the beginning of it is free. */
  spend(account: string, ms: number): void {
    if (ms <= freeMs) return;
    this.#left.set(account, { ms: Math.max(lowestMs, this.#leftOf(account) - (ms - freeMs)), at: this.now() });
  }

  /** Whether an account has had its share. */
  isUsedUp(account: string): boolean {
    return this.#leftOf(account) <= 0;
  }

  #leftOf(account: string): number {
    const left = this.#left.get(account);
    if (!left) return burstMs;
    return Math.min(burstMs, left.ms + ((this.now() - left.at) * perSecondMs) / 1_000);
  }
}
