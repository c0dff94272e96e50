import { setTimeout as pause } from 'node:timers/promises';
import { returnLease } from '../../../shared/ledger/credit-leases.js';
import type { Hold } from '../../../shared/ledger/documents.js';
import { within } from '../../../shared/process/clock.js';
import { every } from '../../../shared/process/every.js';
import type { Charge } from '../charge.js';
import { AccountLeases, type LeaseTools } from './account-leases.js';
import type { Draws } from './lease.js';

/** How often it is looked for leases that are to go back, in ms. */
const LOOK_EVERY_MS = 250;
/** How often, and from what age on, leases are looked for that bear this front's name and that it does not know, in ms. */
const UNKNOWN_EVERY_MS = 5_000;
/** For how long after the answer to an update got lost that may have taken one, in ms: it is done, or will not be, long before. */
const DOUBT_MS = 30_000;
/**
 * For how long calls are paid from leases before the first of them is in the wallet, in ms: those of one such stretch are what a
 * front that dies may leave unpaid. An answer to one that is older than this waits for the wallet.
 */
export const ANSWERED_UNRECORDED_MS = 250;
/** After something could not be given back as the front stops, in ms. */
const RETRY_AFTER_MS = 100;

/**
 * Pays calls from credits that this front has leased, in memory, and records them a moment later: an account that calls a lot does
 * not wait for the store, and costs it few updates. What is paid singly: whatever an account that is close to empty, or a key that is near
 * its budget, calls, and calls whose answer is promised, which must outlast this front.
 */
export class Leases {
  /** By account, and by key where the key has a budget. */
  readonly #accounts = new Map<string, Map<string | undefined, AccountLeases>>();
  /** Until when such leases of accounts may come to light, by `performance.now()`. */
  readonly #doubts = new Map<string, number>();
  readonly #tools: LeaseTools;
  #stops: (() => void)[] = [];

  constructor(tools: Omit<LeaseTools, 'doubted'>) {
    const doubted = (account: string) => void this.#doubts.set(account, performance.now() + DOUBT_MS);
    this.#tools = { ...tools, doubted };
  }

  start(): void {
    const look = () => {
      for (const [account, byKey] of this.#accounts) {
        for (const [key, leases] of byKey) if (!leases.look()) byKey.delete(key);
        if (byKey.size === 0) this.#accounts.delete(account);
      }
    };
    const unknown = () => void this.#returnUnknown().catch(this.#tools.onError);
    this.#stops = [every(LOOK_EVERY_MS, look), every(UNKNOWN_EVERY_MS, unknown)];
  }

  /** Pays for a call, if it may be paid so, and a lease does for it. */
  pay(charge: Charge): { hold: Hold; draws: Draws } | undefined {
    const leases = this.#accounts.get(charge.account)?.get(charge.budget?.key.id);
    if (!leases || !mayBeLeased(charge) || !this.#tools.purses.isAmple(charge)) return undefined;
    // While the store does not record what was paid, nothing more is paid from memory.
    if (leases.oldest && !isYoung(leases.oldest)) return undefined;
    return leases.pay(charge);
  }

  /** Notes that a call was paid. */
  spent(charge: Charge): void {
    if (!mayBeLeased(charge)) return;
    const { account, budget } = charge;
    const byKey = this.#accounts.get(account) ?? new Map<string | undefined, AccountLeases>();
    const leases = byKey.get(budget?.key.id) ?? new AccountLeases(account, this.#tools);
    this.#accounts.set(account, byKey.set(budget?.key.id, leases));
    leases.spent(charge);
  }

  /** What was paid from leases and is not in the wallet yet, in micro-credits. */
  drawn(account: string): number {
    return this.#of(account).reduce((total, { drawn }) => total + drawn, 0);
  }

  /** Gives back what is leased of an account. For whoever has the account's turn. */
  async giveBack(account: string): Promise<void> {
    for (const leases of this.#of(account)) await leases.giveBack();
  }

  #of(account: string): AccountLeases[] {
    return [...(this.#accounts.get(account)?.values() ?? [])];
  }

  /** Records what was paid and gives everything back, at most for the given time in ms; the reconciler does what is left. */
  async stop(withinMs: number): Promise<void> {
    for (const stop of this.#stops) stop();
    const until = performance.now() + withinMs;
    const stopOne = async (account: string): Promise<void> => {
      while (performance.now() < until) {
        try {
          return await this.#tools.turns.run(account, () => this.giveBack(account));
        } catch (error) {
          this.#tools.onError(error);
          await pause(RETRY_AFTER_MS);
        }
      }
    };
    await within(withinMs, Promise.all([...this.#accounts.keys()].map(stopOne)));
  }

  /** Gives back what was leased by an update whose answer got lost. */
  async #returnUnknown(): Promise<void> {
    const { store, clock, own } = this.#tools;
    for (const [account, until] of this.#doubts) {
      const isLast = performance.now() > until;
      const wallet = await store.wallets.findOne({ _id: account }, { projection: { leased: 1 } });
      const limit = new Date(clock.now().getTime() - UNKNOWN_EVERY_MS);
      const isKnown = (id: string) => this.#of(account).some((one) => one.has(id));
      const unknown = wallet?.leased?.filter(({ front, id, at }) => front === own.front && at < limit && !isKnown(id));
      for (const lease of unknown ?? []) await returnLease(store, account, lease, clock.now());
      if (isLast && this.#doubts.get(account) === until) this.#doubts.delete(account);
    }
  }
}

const mayBeLeased = ({ cost, later }: Charge): boolean => cost > 0 && !later;

const isYoung = ({ began }: Draws): boolean => performance.now() - began < ANSWERED_UNRECORDED_MS;

/**
 * Waits until a call that was paid from a lease may be answered, as long as the store takes to record it: one that is away fails at once, or
 * after 2 s. Returns false when it has failed.
 */
export async function mayAnswer(draws: Draws): Promise<boolean> {
  if (!isYoung(draws)) await draws.tried();
  return draws.isRecorded || isYoung(draws);
}
