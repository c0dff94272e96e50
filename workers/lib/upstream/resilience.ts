import {
  BrokenCircuitError,
  BulkheadRejectedError,
  bulkhead,
  CircuitState,
  ConsecutiveBreaker,
  circuitBreaker,
  ExponentialBackoff,
  handleWhen,
  type ICircuitBreakerOptions,
  retry,
} from 'cockatiel';
import type { BreakerState } from '../../../shared/process/metrics/published-status.js';

/** Retry, circuit breaker and bulkhead policy of one upstream. */
interface ResiliencePolicy {
  /** True if an error is an outage of the upstream: only outages are retried and open the circuit. */
  isOutage(error: Error): boolean;
  /** Maximum number of retries. */
  readonly retries: number;
  /** Consecutive failures after which the circuit opens. */
  readonly failuresToOpen: number;
  /** Cool-down of an open circuit before one call tests the upstream, in ms. */
  readonly halfOpenAfter: ICircuitBreakerOptions['halfOpenAfter'];
  readonly bulkhead: BulkheadLimits;
}

/**
 * Limits of the concurrent calls of this process to an upstream, so that one that hangs does not occupy all jobs of the pool.
 */
interface BulkheadLimits {
  readonly slots: number;
  /** Maximum number of calls that wait for a slot; unlimited by default. */
  readonly queue?: number;
  /** Maximum wait for a slot, in ms; unlimited by default. */
  readonly waitMs?: number;
  /** Age in ms of the oldest call from which on others are refused at once if all slots are taken. */
  readonly stuckMs?: number;
}

/** Timeouts of one attempt and of all attempts, in ms, and the signal of the caller. */
interface AttemptLimits {
  readonly attemptMs: number;
  readonly totalMs: number;
  readonly signal: AbortSignal;
}

/** The caller aborted, which is no failure of the upstream. */
export class CallerAborted extends Error {
  override readonly name = 'CallerAborted';
}

/** Names of the states of a circuit breaker in metrics. */
const STATES: Record<CircuitState, BreakerState> = {
  [CircuitState.Closed]: 'closed',
  [CircuitState.HalfOpen]: 'half open',
  [CircuitState.Open]: 'open',
  [CircuitState.Isolated]: 'open',
};

const FIRST_RETRY_MS = 50;
const LONGEST_RETRY_MS = 400;

/** Runs calls to an upstream with a bulkhead, timeouts, retries and a circuit breaker. */
export class Resilience {
  readonly #bulkhead: Bulkhead;
  readonly #retry;
  readonly #breaker;

  constructor({ isOutage, retries, failuresToOpen, halfOpenAfter, bulkhead: limits }: ResiliencePolicy) {
    this.#bulkhead = new Bulkhead(limits);
    this.#retry = retry(handleWhen(isOutage), {
      maxAttempts: retries,
      backoff: new ExponentialBackoff({ initialDelay: FIRST_RETRY_MS, maxDelay: LONGEST_RETRY_MS }),
    });
    this.#breaker = circuitBreaker(handleWhen(isOutage), {
      halfOpenAfter,
      breaker: new ConsecutiveBreaker(failuresToOpen),
    });
  }

  get state(): BreakerState {
    return STATES[this.#breaker.state];
  }

  /**
   * Runs in a slot of the bulkhead.
   *
   * @throws BulkheadRejectedError if none becomes free in time
   */
  inBulkhead<T>(run: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    return this.#bulkhead.execute(run, signal);
  }

  /**
   * Runs within the timeouts, and retries after an outage.
   *
   * @throws BrokenCircuitError while the circuit is open, CallerAborted if the caller aborts
   */
  attempt<T>(
    run: (signal: AbortSignal) => Promise<T>,
    { attemptMs, totalMs, signal: caller }: AttemptLimits,
  ): Promise<T> {
    const inTime = timeLimit(totalMs, caller);
    return this.#retry.execute(() => {
      // While one call tests the upstream, others fail at once.
      if (this.#breaker.state === CircuitState.HalfOpen) throw new BrokenCircuitError();
      const oneAttempt = timeLimit(attemptMs, inTime);
      return this.#breaker.execute(() =>
        run(oneAttempt).catch((error: unknown) => {
          throw caller.aborted ? new CallerAborted('the caller is gone', { cause: error }) : error;
        }),
      );
    }, inTime);
  }
}

/** A bulkhead in which no call waits long, nor behind calls that hang. */
class Bulkhead {
  readonly #limits: BulkheadLimits;
  readonly #slots;
  /** Start times of the running calls, oldest first. */
  readonly #running = new Set<{ at: number }>();

  constructor(limits: BulkheadLimits) {
    this.#limits = limits;
    this.#slots = bulkhead(limits.slots, limits.queue ?? Number.POSITIVE_INFINITY);
  }

  async execute<T>(run: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    const { slots, queue = Number.POSITIVE_INFINITY, waitMs } = this.#limits;
    if (this.#isStuck()) throw new BulkheadRejectedError(slots, queue);
    if (waitMs === undefined) return this.#slots.execute(() => this.#hold(run), signal);
    const waiting = new AbortController();
    let timer: NodeJS.Timeout | undefined;
    const refused = new Promise<never>((_, refuse) => {
      timer = setTimeout(() => {
        waiting.abort();
        refuse(new BulkheadRejectedError(slots, queue));
      }, waitMs);
    });
    const running = this.#slots.execute(() => {
      clearTimeout(timer);
      return this.#hold(run);
    }, waiting.signal);
    return Promise.race([running, refused]);
  }

  async #hold<T>(run: () => Promise<T>): Promise<T> {
    const began = { at: performance.now() };
    this.#running.add(began);
    try {
      return await run();
    } finally {
      this.#running.delete(began);
    }
  }

  #isStuck(): boolean {
    const [oldest] = this.#running;
    const { stuckMs = Number.POSITIVE_INFINITY } = this.#limits;
    const isFull = this.#slots.executionSlots === 0;
    return isFull && oldest !== undefined && performance.now() - oldest.at > stuckMs;
  }
}

/**
 * Returns a signal that aborts after a timeout, or with another signal if that comes first.
 *
 * In `AbortSignal.any([outer, AbortSignal.timeout(ms)])` under Node 20 and 22, the timeout may be collected as garbage before it
 * fires (github.com/nodejs/node/issues/57736), unless it has a listener.
 */
export function timeLimit(ms: number, outer: AbortSignal): AbortSignal {
  const either = new AbortController();
  for (const signal of [outer, AbortSignal.timeout(ms)]) {
    const abort = () => either.abort(signal.reason);
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort, { once: true, signal: either.signal });
  }
  return either.signal;
}
