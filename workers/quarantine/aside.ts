import { ASIDE, FAIR_SHARE } from '../../shared/contract/bounds.js';
import type { PoolName } from '../../shared/contract/pools.js';
import type { Clock } from '../../shared/process/clock.js';
import type { JobData, Reply } from '../../shared/queue/job.js';
import { FairShares } from './fair-shares.js';
import { Quarantine } from './quarantine.js';

/** Where a call is computed: by the worker itself, aside, or nowhere, as too many wait there. */
export type Turn = 'here' | 'aside' | 'full';

type Asker = Pick<JobData, 'account'>;

/**
 * Keeps an account that asks for much work from delaying others. A worker has only a few of its calls under way at a time; and once they
 * have taken more than a fair share of the processor, they are computed aside: one after the other, in a process that gives way to all
 * others on the machine. There is none while nobody asks for so much.
 */
export class Aside {
  readonly #shares = new FairShares();
  readonly #quarantine: Quarantine;
  /** By account, how many of its calls the worker has under way, and those that wait for one of them to end. */
  readonly #inHand = new Map<string, { calls: number; readonly waiting: (() => void)[] }>();

  /** @param clock by which calls have their deadlines */
  constructor(pool: PoolName, clock: Clock) {
    this.#quarantine = new Quarantine(pool, clock, { ...ASIDE, spent: this.spent });
  }

  /** Is told what processor time a call has taken, in ms. */
  readonly spent = ({ account }: Asker, ms: number): void => this.#shares.spend(account, ms);

  /** Where a call is to be computed; a promise of it while the worker has enough of its account's calls. */
  enter({ account }: Asker): Turn | Promise<Turn> {
    if (this.#shares.isUsedUp(account)) {
      this.#beginNext(account, Number.POSITIVE_INFINITY);
      return this.#quarantine.size < ASIDE.waiting ? 'aside' : 'full';
    }
    const own = this.#inHand.get(account) ?? { calls: 0, waiting: [] };
    this.#inHand.set(account, own);
    if (own.calls >= FAIR_SHARE.inHand) {
      return new Promise<void>((resolve) => own.waiting.push(resolve)).then(() => this.enter({ account }));
    }
    own.calls += 1;
    return 'here';
  }

  /** Says that a call has been computed that was computed here. */
  leave({ account }: Asker): void {
    const own = this.#inHand.get(account);
    if (!own) return;
    own.calls -= 1;
    if (own.calls === 0 && own.waiting.length === 0) this.#inHand.delete(account);
    this.#beginNext(account, 1);
  }

  /**
   * Computes a call aside.
   *
   * @throws Poisoned, ApiError: see Quarantine
   */
  answer(call: JobData): Promise<Reply> {
    return this.#quarantine.answer(call);
  }

  /** Has so many enter that wait. */
  #beginNext(account: string, most: number): void {
    for (const enter of this.#inHand.get(account)?.waiting.splice(0, most) ?? []) enter();
  }

  /** Ends its processes. */
  stop(): void {
    this.#quarantine.stop();
  }
}
