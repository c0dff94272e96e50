import { equal, ok } from 'node:assert/strict';
import { AdaptiveLimit } from './adaptive-limit.js';

/** Workers as a limit sees them: so many calls at a time, each for so long, and some waiting that no queue causes. */
interface Workers {
  slots: number;
  ranMs: number;
  unloadedMs: number;
}

/** What came of calls: how long they took, and how many were refused. */
interface Outcome {
  taken: number[];
  refused: number;
}

/** A pool in a time of its own, in which calls are let in as the limit says. */
class ModelledPool {
  readonly limit: AdaptiveLimit;
  #now = 0;
  /** When each slot is free again. */
  readonly #free: number[];
  readonly #inFlight: { began: number; ranMs: number; end: number }[] = [];

  constructor(
    private readonly workers: Workers,
    concurrency: number,
  ) {
    this.limit = new AdaptiveLimit(concurrency, 48);
    this.#free = Array.from({ length: workers.slots }, () => 0);
  }

  /** Has calls come for a while, so many per second. */
  arrive(rate: number, forMs: number): Outcome {
    const outcome: Outcome = { taken: [], refused: 0 };
    const [from, end] = [this.#now, this.#now + forMs];
    for (let call = 1; this.#now < end; call++) {
      this.#pass(Math.min(end, from + (call * 1_000) / rate), outcome);
      if (this.#inFlight.length >= this.limit.value) outcome.refused += 1;
      else this.#take();
    }
    return outcome;
  }

  /** Has so many calls come at once, and waits for all. */
  burst(calls: number): Outcome {
    const outcome: Outcome = { taken: [], refused: 0 };
    for (let call = 0; call < calls; call++) {
      if (this.#inFlight.length >= this.limit.value) outcome.refused += 1;
      else this.#take();
    }
    this.#pass(this.#now + 60_000, outcome);
    return outcome;
  }

  #take(): void {
    const { ranMs, unloadedMs } = this.workers;
    const slot = this.#free.indexOf(Math.min(...this.#free));
    const end = Math.max(this.#free[slot] ?? 0, this.#now) + ranMs;
    this.#free[slot] = end;
    this.#inFlight.push({ began: this.#now, ranMs, end: end + unloadedMs });
    this.limit.inFlight(this.#inFlight.length);
  }

  /** Lets time pass. All calls take equally long, so they end in the order in which they came. */
  #pass(until: number, outcome: Outcome): void {
    const ended = this.#inFlight.findIndex(({ end }) => end > until);
    for (const { began, ranMs, end } of this.#inFlight.splice(0, ended === -1 ? Number.POSITIVE_INFINITY : ended)) {
      outcome.taken.push(end - began);
      this.limit.served({ ranMs, waitMs: end - began - ranMs }, began, end);
    }
    this.#now = until;
  }
}

const mean = (numbers: readonly number[]) => numbers.reduce((sum, number) => sum + number, 0) / numbers.length;

const FAST = { slots: 1, ranMs: 2, unloadedMs: 5 };
const SLOW = { slots: 16, ranMs: 200, unloadedMs: 5 };

describe('the limit of calls in flight', () => {
  for (const [name, workers, capacity] of [
    ['short calls', FAST, 500],
    ['long calls', SLOW, 80],
    ['long calls of three workers', { ...SLOW, slots: 48 }, 240],
  ] as const)
    it(`of ${name}: serves what can be served when more come, and makes nobody wait long`, () => {
      const pool = new ModelledPool(workers, 16);
      pool.arrive(capacity / 2, 5_000);
      for (const factor of [2, 5, 20]) {
        // The queue of the first moment.
        pool.arrive(factor * capacity, 5_000);
        const { taken, refused } = pool.arrive(factor * capacity, 5_000);
        ok(taken.length >= 0.95 * 5 * capacity, `${taken.length} served at ${factor} times the capacity`);
        ok(refused >= 0.9 * (factor - 1) * 5 * capacity, `${refused} refused`);
        const waitMs = mean(taken) - workers.ranMs;
        ok(waitMs <= 1.5 * Math.max(200, 2 * workers.ranMs), `waited ${waitMs} ms`);
        pool.arrive(capacity / 2, 1_000);
        equal(pool.arrive(capacity / 2, 5_000).refused, 0);
      }
    });

  it('takes what comes at once while calls are served quickly', () => {
    const pool = new ModelledPool(FAST, 16);
    pool.arrive(10, 2_000);
    equal(pool.burst(1_000).refused, 0);
  });

  it('does not take a distant store for a queue', () => {
    const pool = new ModelledPool({ slots: 16, ranMs: 1, unloadedMs: 600 }, 16);
    pool.arrive(20, 10_000);
    const { taken, refused } = pool.arrive(1_000, 10_000);
    equal(refused, 0);
    ok(taken.length >= 9_000);
  });

  it('lets few calls in whatever they take', () => {
    const pool = new ModelledPool({ slots: 1, ranMs: 10_000, unloadedMs: 0 }, 1);
    equal(pool.burst(48).refused, 0);
    equal(pool.burst(48).refused, 0);
  });
});
