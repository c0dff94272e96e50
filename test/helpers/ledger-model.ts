import type { Part } from '../../shared/ledger/documents.js';
import { computeValidity } from '../../shared/ledger/purchase.js';

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

/** Expected state of a wallet, calculated by the simplest algorithm. Amounts are in micro-credits. */
export class LedgerModel {
  lots: ModelLot[] = [];
  open: ModelHold[] = [];
  bought = 0;
  spent = 0;
  refunded = 0;
  expired = 0;
  reversed = 0;
  /** Debts of lots that were partly reversed. */
  readonly owed = new Map<string, number>();
  /** Payments of later lots towards a debt, latest first. */
  readonly settled = new Map<string, Part[]>();
  readonly #takenBack = new Map<string, number>();
  readonly #amounts = new Map<string, number>();
  readonly #decided = new Map<string, ModelHold & { state: 'spent' | 'void' | 'refunded' }>();

  purchase(id: string, amount: number, at: Date, statedExpiry?: Date): void {
    this.lots.push({ id, ...computeValidity(at, statedExpiry), left: amount - this.#settle(id, amount) });
    this.lots.sort((one, other) => one.bought.getTime() - other.bought.getTime());
    this.bought += amount;
    this.#amounts.set(id, amount);
  }

  /** The ids of all purchases. */
  get payments(): string[] {
    return [...this.#amounts.keys()];
  }

  /** Amounts of a lot that can be reversed, and that were. */
  reversible(id: string): { more: number; again: number } {
    const again = this.#takenBack.get(id) ?? 0;
    return { more: (this.#amounts.get(id) ?? 0) - again, again };
  }

  /** Takes back so much of a lot; gives it back again when it is less than nothing. */
  reverse(id: string, amount: number, now: Date): void {
    this.#takenBack.set(id, (this.#takenBack.get(id) ?? 0) + amount);
    const owed = this.owed.get(id) ?? 0;
    const lot = this.lots.find((candidate) => candidate.id === id);
    if (amount > 0) {
      const taken = Math.min(amount, lot?.left ?? 0);
      if (lot) lot.left -= taken;
      this.reversed += taken;
      this.owed.set(id, owed + amount - taken);
      return;
    }
    const struck = Math.min(-amount, owed);
    this.owed.set(id, owed - struck);
    let back = -amount - struck;
    this.reversed -= back;
    const settled = this.settled.get(id) ?? [];
    while (back > 0 && settled[0]) {
      const undone = Math.min(settled[0].amount, back);
      back -= undone;
      settled[0].amount -= undone;
      this.#giveBack([{ lot: settled[0].lot, amount: undone }], now);
      if (settled[0].amount === 0) settled.shift();
    }
    this.#giveBack([{ lot: id, amount: back }], now);
  }

  /** Pays the debts of other lots from a new lot. */
  #settle(id: string, amount: number): number {
    let left = amount;
    for (const [lot, owed] of this.owed) {
      const paid = Math.min(owed, left);
      if (paid === 0) continue;
      this.owed.set(lot, owed - paid);
      this.settled.set(lot, [{ lot: id, amount: paid }, ...(this.settled.get(lot) ?? [])]);
      left -= paid;
    }
    this.reversed += amount - left;
    return amount - left;
  }

  /** Returns true if the balance covers the cost and the request had no hold yet. */
  hold(id: string, cost: number, now: Date): boolean {
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
      const owed = this.owed.get(id) ?? 0;
      const paid = Math.min(owed, amount);
      if (paid > 0) this.owed.set(id, owed - paid);
      this.reversed += paid;
      const lot = this.lots.find((candidate) => candidate.id === id && candidate.expires > now);
      if (lot) lot.left += amount - paid;
      else this.expired += amount - paid;
    }
  }
}
