import { equal, ok } from 'node:assert/strict';
import { ConcurrencyLimiter, type Slot } from './concurrency-limiter.js';

/** Longest time that a request may wait according to the pool, in ms, and jobs that one worker runs at the same time. */
const POOL = { deadlineMs: 10_000, concurrency: 16 };
const STEP_MS = 1;

interface Job {
  readonly slot: Slot;
  readonly account: string;
  readonly sentAt: number;
  doneAt: number;
}

/** Requests of a test, by how they ended. */
interface Outcome {
  served: number[];
  refused: number;
}

/** Workers that run jobs in the order in which they came, in simulated time. */
class SimulatedPool {
  #now = 0;
  readonly limiter = new ConcurrencyLimiter(POOL, () => this.#now);
  readonly #waiting: Job[] = [];
  #running: Job[] = [];

  /**
   * @param workers jobs that all workers run at the same time
   * @param ranMs run time of a job
   */
  constructor(
    public workers: number,
    private readonly ranMs: number,
  ) {}

  /** Jobs per second. */
  get capacity(): number {
    return (this.workers * 1_000) / this.ranMs;
  }

  /** Sends requests at once. */
  burst(count: number, account = 'one', outcome: Outcome = { served: [], refused: 0 }): Outcome {
    for (let request = 0; request < count; request++) {
      const slot = this.limiter.acquire(account);
      slot?.start();
      if (slot) this.#waiting.push({ slot, account, sentAt: this.#now, doneAt: 0 });
      else outcome.refused += 1;
    }
    return outcome;
  }

  /** Advances the time, while accounts send requests at these rates per second. */
  run(forMs: number, rates: Readonly<Record<string, number>> = {}): Record<string, Outcome> {
    const outcomes = Object.fromEntries(Object.keys(rates).map((account) => [account, { served: [], refused: 0 }]));
    const end = this.#now + forMs;
    for (let step = 1; this.#now < end; step++) {
      this.#now += STEP_MS;
      for (const [account, rate] of Object.entries(rates)) {
        const due = Math.floor((step * STEP_MS * rate) / 1_000) - Math.floor(((step - 1) * STEP_MS * rate) / 1_000);
        this.burst(due, account, outcomes[account]);
      }
      this.#work(outcomes);
    }
    return outcomes;
  }

  #work(outcomes: Record<string, Outcome>): void {
    const done = this.#running.filter(({ doneAt }) => doneAt <= this.#now);
    this.#running = this.#running.filter(({ doneAt }) => doneAt > this.#now);
    for (const { slot, account, sentAt } of done) {
      outcomes[account]?.served.push(this.#now - sentAt);
      slot.release(this.ranMs);
    }
    for (const job of this.#waiting.splice(0, Math.max(0, this.workers - this.#running.length))) {
      job.doneAt = this.#now + this.ranMs;
      this.#running.push(job);
    }
  }
}

const total = (outcomes: Record<string, Outcome>) =>
  Object.values(outcomes).reduce((sum, { served }) => sum + served.length, 0);

describe('ConcurrencyLimiter', () => {
  for (const [name, workers, ranMs] of [
    ['fast', 1, 2],
    ['slow', 16, 400],
    ['many slow', 48, 400],
    ['very slow', 16, 3_000],
  ] as const)
    it(`admits what ${name} workers can serve within half of the deadline, and refuses the rest`, () => {
      const pool = new SimulatedPool(workers, ranMs);
      for (const factor of [2, 5, 20]) {
        const rates = { one: factor * pool.capacity };
        // The queue of the beginning, for which nothing was known.
        pool.run(30_000, rates);
        const outcomes = pool.run(20_000, rates);
        const good = total(outcomes) / (20 * pool.capacity);
        ok(good >= 0.95, `served ${Math.round(good * 100)} % of the capacity at ${factor} times of it`);
        const slowest = Math.max(...(outcomes.one?.served ?? []));
        ok(slowest <= 0.7 * POOL.deadlineMs + ranMs, `served after ${slowest} ms`);
      }
    });

  it('refuses nothing while all requests can be served in time', () => {
    const pool = new SimulatedPool(16, 8);
    equal(pool.burst(1_000).refused, 0);
    pool.run(5_000);
    for (let burst = 0; burst < 20; burst++) {
      equal(pool.burst(100).refused, 0);
      pool.run(100);
    }
    equal(pool.run(10_000, { one: 0.9 * pool.capacity }).one?.refused, 0);
    equal(pool.burst(1_000).refused, 0);
  });

  it('does not take a low load for a low capacity', () => {
    const pool = new SimulatedPool(16, 8);
    pool.run(10_000, { one: 1 });
    equal(pool.burst(1_000).refused, 0);
  });

  it('adapts within a second when some workers stop, and when they come back', () => {
    const pool = new SimulatedPool(16, 100);
    pool.run(20_000, { one: 2 * pool.capacity });
    for (const workers of [4, 16]) {
      pool.workers = workers;
      pool.run(1_000 + 2 * 100, { one: 320 });
      const fits = (pool.capacity * POOL.deadlineMs) / 2 / 1_000;
      ok(Math.abs(pool.limiter.limit - fits) <= 0.5 * fits, `${pool.limiter.limit} of ${fits}`);
      pool.run(5_000, { one: 320 });
    }
  });

  it('admits few when all workers stop, but not while they are restarted', () => {
    const pool = new SimulatedPool(16, 100);
    pool.run(20_000, { one: 0.9 * pool.capacity });
    pool.run(5_000, { one: 1.2 * pool.capacity });
    const { limit } = pool.limiter;
    pool.workers = 0;
    pool.run(1_500, { one: 10 });
    ok(pool.limiter.limit >= 0.9 * limit);
    pool.run(2_500, { one: 10 });
    equal(pool.limiter.limit, POOL.concurrency);
    pool.workers = 16;
    pool.run(2_000, { one: 10 });
    ok(pool.limiter.limit >= 0.5 * limit, `${pool.limiter.limit} two seconds after the workers are back`);
  });

  it('refuses requests once no worker has finished any for half of the deadline', () => {
    const pool = new SimulatedPool(0, 20);
    equal(pool.run(5_000, { one: 20 }).one?.refused, 0);
    const { refused } = pool.run(1_000, { one: 20 }).one ?? {};
    ok(Number(refused) >= 19);
  });

  it('refuses nothing of a burst on a pool that was slow and has been idle since', () => {
    const pool = new SimulatedPool(1, 500);
    pool.run(10_000, { one: 20 });
    ok(pool.limiter.limit < 50);
    pool.workers = 64;
    pool.run(20_000);
    equal(pool.burst(200).refused, 0);
  });

  it('learns that a pool which was slow serves more again', () => {
    const pool = new SimulatedPool(1, 500);
    pool.run(10_000, { one: 20 });
    const { limit } = pool.limiter;
    // No job waits any more when the workers are back: they serve faster all that is admitted.
    while (pool.limiter.inFlight > 0) pool.run(100);
    pool.workers = 64;
    pool.run(5_000, { one: 120 });
    ok(pool.limiter.limit >= 4 * limit, `${limit} before, ${pool.limiter.limit} after`);
  });

  it('always admits as many requests as one worker runs at the same time', () => {
    const pool = new SimulatedPool(0, 20);
    pool.burst(1);
    pool.run(POOL.deadlineMs);
    equal(pool.burst(POOL.concurrency).refused, 1);
  });

  it('admits an account beside one that floods the pool, and gives accounts that flood it equal shares', () => {
    const pool = new SimulatedPool(16, 100);
    pool.run(20_000, { flood: 20 * pool.capacity });
    const { modest } = pool.run(10_000, { flood: 20 * pool.capacity, modest: 10 });
    equal(modest?.refused, 0);
    pool.run(20_000, { flood: 20 * pool.capacity, other: 5 * pool.capacity });
    const { flood, other } = pool.run(20_000, { flood: 20 * pool.capacity, other: 5 * pool.capacity });
    const share = Number(other?.served.length) / Number(flood?.served.length);
    ok(share > 0.4 && share < 2.5, `the other account was served ${share} times as often`);
  });

  it('does not count a request whose body is still being received as a job that is not finished', () => {
    const pool = new SimulatedPool(16, 20);
    ok(pool.limiter.acquire('slow sender'));
    pool.run(POOL.deadlineMs);
    equal(pool.burst(1_000).refused, 0);
  });
});
