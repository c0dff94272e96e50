import { readNumber, readSeconds } from './header-number.js';

/** Limits count requests per second; the margin covers requests that take different times to arrive. */
const WINDOW_MS = 1_100;
/** Requests that may start in a window before a response has named the limit. */
const FIRST_REQUESTS = 10;
/** Spreads clients that were held back at the same time. */
const JITTER_MS = 250;

/**
 * Holds requests of one group back once the service's rate limit is reached, in the order in which they came.
 *
 * The limit is read from the responses. Others may use the same key, so a 429 is still possible: it holds the whole group.
 */
export class RateLimiter {
  /** Requests per window, as the latest response with a limit names it. */
  #limit: number | undefined;
  #hasResponse = false;
  /** Times at which requests of the current window started. */
  #starts: number[] = [];
  #heldUntil = 0;
  /** Functions that start the requests that wait. */
  #waiting: (() => void)[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;

  /**
   * Waits until a request may start.
   *
   * @param isRetry true puts it before those that have not been sent yet
   * @throws the reason of `signal` when that ends the wait
   */
  enter(signal: AbortSignal | undefined, isRetry: boolean): Promise<void> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) {
        reject(signal.reason);
        return;
      }
      const leave = () => {
        this.#waiting = this.#waiting.filter((one) => one !== start);
        this.#startNext();
        reject(signal?.reason);
      };
      const start = () => {
        signal?.removeEventListener('abort', leave);
        resolve();
      };
      signal?.addEventListener('abort', leave, { once: true });
      if (isRetry) this.#waiting.unshift(start);
      else this.#waiting.push(start);
      this.#startNext();
    });
  }

  /** Reads the limit of a response; while none has named a limit, there is none. */
  read(headers: Headers): void {
    const limit = readNumber(headers, 'RateLimit-Limit');
    if (limit !== undefined && limit >= 1) this.#limit = Math.trunc(limit);
    this.#hasResponse = true;
    const isReached = readNumber(headers, 'RateLimit-Remaining') === 0;
    // Reached by others with the same key: what this client sent is counted already.
    if (isReached && this.#countStarts() < this.#maxStarts)
      this.hold(Math.min(1_000 * (readSeconds(headers, 'RateLimit-Reset') ?? 1), WINDOW_MS));
    this.#startNext();
  }

  /** Starts no request of the group for a time. */
  hold(ms: number): void {
    this.#heldUntil = Math.max(this.#heldUntil, performance.now() + ms + Math.random() * JITTER_MS);
  }

  get #maxStarts(): number {
    return this.#limit ?? (this.#hasResponse ? Number.POSITIVE_INFINITY : FIRST_REQUESTS);
  }

  /** Number of requests that started in the current window. */
  #countStarts(): number {
    const from = performance.now() - WINDOW_MS;
    this.#starts = this.#starts.filter((at) => at > from);
    return this.#starts.length;
  }

  #startNext(): void {
    clearTimeout(this.#timer);
    const now = performance.now();
    let started = this.#countStarts();
    while (this.#waiting.length > 0 && now >= this.#heldUntil && started < this.#maxStarts) {
      started = this.#starts.push(now);
      this.#waiting.shift()?.();
    }
    if (this.#waiting.length === 0) return;
    const max = this.#maxStarts;
    const next = started < max ? 0 : (this.#starts[started - max] ?? 0) + WINDOW_MS;
    this.#timer = setTimeout(() => this.#startNext(), Math.ceil(Math.max(this.#heldUntil, next) - now));
  }
}
