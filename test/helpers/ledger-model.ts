import { validity } from '../../shared/ledger/purchase.js';
import type { Part } from '../../shared/store/collections.js';

const DAY_MS = 86_400_000;

interface ModelLot {
  id: string;
  bought: Date;
  expires: Date;
  left: number;
}

interface ModelHold {
  id: string;
  cost: number;
  parts: Part[];
}

/** What a wallet should hold, worked out in the plainest way. Amounts are micro-credits. */
export class LedgerModel {
  lots: ModelLot[] = [];
  open: ModelHold[] = [];
  bought = 0;
  spent = 0;
  refunded = 0;
  expired = 0;
  readonly #decided = new Map<string, ModelHold & { state: 'spent' | 'void' | 'refunded' }>();

  purchase(id: string, amount: number, at: Date, statedExpiry?: Date): void {
    this.lots.push({ id, ...validity(at, statedExpiry), left: amount });
    this.lots.sort((one, other) => one.bought.getTime() - other.bought.getTime());
    this.bought += amount;
  }

  /** @returns whether the balance sufficed and the request had no hold yet */
  debit(id: string, cost: number, now: Date): boolean {
    const live = this.lots.filter((lot) => lot.expires > now);
    if (this.open.some((hold) => hold.id === id) || live.reduce((sum, { left }) => sum + left, 0) < cost) return false;
    const parts: Part[] = [];
    let need = cost;
    for (const lot of live) {
      const amount = Math.min(lot.left, need);
      if (amount === 0) continue;
      lot.left -= amount;
      need -= amount;
      parts.push({ lot: lot.id, amount });
    }
    this.open.push({ id, cost, parts });
    return true;
  }

  settle(id: string, wanted: 'spent' | 'void', now: Date): void {
    const hold = this.open.find((open) => open.id === id);
    if (!hold) return;
    this.open = this.open.filter((open) => open !== hold);
    // A request that was decided before cannot be charged again under a second hold.
    const state = this.#decided.has(id) ? 'void' : wanted;
    if (!this.#decided.has(id)) this.#decided.set(id, { ...hold, state });
    if (state === 'spent') this.spent += hold.cost;
    else this.#giveBack(hold.parts, now);
  }

  refund(id: string, now: Date): void {
    const decided = this.#decided.get(id);
    if (decided?.state !== 'spent') return;
    decided.state = 'refunded';
    this.spent -= decided.cost;
    this.refunded += decided.cost;
    this.#giveBack(decided.parts, now);
  }

  expire(now: Date): void {
    for (const lot of this.lots.filter(({ expires }) => expires <= now)) {
      this.expired += lot.left;
      lot.left = 0;
    }
    this.lots = this.lots.filter(({ expires }) => expires.getTime() > now.getTime() - DAY_MS);
  }

  #giveBack(parts: readonly Part[], now: Date): void {
    for (const { lot: id, amount } of parts) {
      const lot = this.lots.find((candidate) => candidate.id === id && candidate.expires > now);
      if (lot) lot.left += amount;
      else this.expired += amount;
    }
  }
}
