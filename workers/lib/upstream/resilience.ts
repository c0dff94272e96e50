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

/** How a process bears with one upstream that is slow or down. */
export interface ResiliencePolicy {
  /** Whether an error says that the upstream itself is down: only these open its circuit, and only these are retried. */
  isOutage(error: Error): boolean;
  /** How often a failed attempt is retried, with jitter between the attempts. */
  readonly retries: number;
  /** Failures in a row after which the circuit opens. */
  readonly failuresToOpen: number;
  /** How long an open circuit stays open before one call tries whether the upstream is back, in ms. */
  readonly halfOpenAfter: ICircuitBreakerOptions['halfOpenAfter'];
  readonly bulkhead: BulkheadLimits;
}

/**
 * The calls of this process that may be with an upstream at once. A pool runs a fixed number of jobs, so this is what
 * keeps an upstream that hangs from taking them all.
 */
export interface BulkheadLimits {
  readonly places: number;
  /** How many calls may wait for a place; any number by default. */
  readonly queue?: number;
  /** How long a call waits for a place, in ms; as long as it takes by default. */
  readonly waitMs?: number;
  /** A place taken for longer than this will not be free in a moment: then nobody waits for one, in ms. */
  readonly stuckMs?: number;
}

/** How long an attempt, and all attempts together, may take, in ms; and when the caller stops waiting. */
export interface AttemptLimits {
  readonly attemptMs: number;
  readonly totalMs: number;
  readonly signal: AbortSignal;
}

/** The caller stopped waiting: that says nothing about the upstream. */
export class CallerGone extends Error {
  override readonly name = 'CallerGone';
}

/** The states of a circuit as operators read them; one that was opened by hand is open. */
const STATES: Record<CircuitState, BreakerState> = {
  [CircuitState.Closed]: 'closed',
  [CircuitState.HalfOpen]: 'half open',
  [CircuitState.Open]: 'open',
  [CircuitState.Isolated]: 'open',
};

const FIRST_RETRY_MS = 50;
const LONGEST_RETRY_MS = 400;

/**
 * The one way in which calls go to an upstream: a bulkhead bounds their number, time limits their length, a retry mends
 * what passes, a circuit breaker leaves the upstream alone while it is down.
 */
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
   * Runs in a place of the bulkhead.
   *
   * @throws BulkheadRejectedError when none will be free in a moment
   */
  inBulkhead<T>(run: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    return this.#bulkhead.execute(run, signal);
  }

  /**
   * Runs within its time limits, again when the upstream was out, and not at all while the circuit is open.
   *
   * @throws BrokenCircuitError while the circuit is open, CallerGone when the caller did not wait for the end
   */
  attempt<T>(
    run: (signal: AbortSignal) => Promise<T>,
    { attemptMs, totalMs, signal: caller }: AttemptLimits,
  ): Promise<T> {
    const inTime = timeLimit(totalMs, caller);
    return this.#retry.execute(() => {
      // While one call tries whether the upstream is back, the others need not wait to see.
      if (this.#breaker.state === CircuitState.HalfOpen) throw new BrokenCircuitError();
      const oneAttempt = timeLimit(attemptMs, inTime);
      return this.#breaker.execute(() =>
        run(oneAttempt).catch((error: unknown) => {
          throw caller.aborted ? new CallerGone('the caller is gone', { cause: error }) : error;
        }),
      );
    }, inTime);
  }
}

/** A bulkhead that does not let anyone wait long, nor behind calls that hang. */
class Bulkhead {
  readonly #limits: BulkheadLimits;
  readonly #places;
  /** When the calls in the places began, oldest first. */
  readonly #running = new Set<{ at: number }>();

  constructor(limits: BulkheadLimits) {
    this.#limits = limits;
    this.#places = bulkhead(limits.places, limits.queue ?? Number.POSITIVE_INFINITY);
  }

  async execute<T>(run: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    const { places, queue = Number.POSITIVE_INFINITY, waitMs } = this.#limits;
    if (this.#isStuck()) throw new BulkheadRejectedError(places, queue);
    if (waitMs === undefined) return this.#places.execute(() => this.#hold(run), signal);
    const waiting = new AbortController();
    let timer: NodeJS.Timeout | undefined;
    const refused = new Promise<never>((_, refuse) => {
      timer = setTimeout(() => {
        waiting.abort();
        refuse(new BulkheadRejectedError(places, queue));
      }, waitMs);
    });
    const turn = this.#places.execute(() => {
      clearTimeout(timer);
      return this.#hold(run);
    }, waiting.signal);
    return Promise.race([turn, refused]);
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
    const isFull = this.#places.executionSlots === 0;
    return isFull && oldest !== undefined && performance.now() - oldest.at > stuckMs;
  }
}

/**
 * A signal that aborts after so many milliseconds, or with another signal if that comes first.
 *
 * `AbortSignal.any([outer, AbortSignal.timeout(ms)])` would say the same, but under Node 20 and 22 such a timeout may be
 * garbage before it fires (github.com/nodejs/node/issues/57736), and who waits on it waits for ever. A signal that
 * somebody listens to is kept.
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
