/** Most jobs in flight in a pool of one front while its throughput is unknown, or high. */
const MOST_IN_FLIGHT = 2_000;
/** Share of the deadline within which a job that is admitted should be finished. */
const SHARE_OF_DEADLINE = 1 / 2;
/** Share of the deadline that a job must have waited for the pool to count as saturated. */
const SATURATED_SHARE = 1 / 20;
/**
 * Share of the deadline, beside the run time of two jobs, after which throughput falls if no job is finished. A worker that is restarted
 * is back before.
 */
const STALLED_SHARE = 1 / 5;
/** Shortest time over which completions are averaged, in ms; at least twice the average run time of a job. */
const AVERAGED_OVER_MS = 500;
/** Time for which a measured throughput is used after jobs last waited, in ms. */
const KNOWN_FOR_MS = 60_000;

/** An admitted request. */
export interface Slot {
  /** Reports that the job is sent, so that it now waits for a worker alone. */
  start(): void;
  /** Frees the slot. `ranMs` is the run time of the job in ms, if it was finished. */
  release(ranMs?: number): void;
}

/**
 * Concurrency limiter of a pool: admits a request unless it could not be served within half of the pool's deadline, which is when
 * jobs in flight ÷ throughput exceeds that. An account below its equal share of the limit is still admitted beyond it, up to the
 * whole deadline, so that an account that floods the pool does not lock others out.
 *
 * Throughput is completions per second (an exponential moving average) while jobs wait or requests are refused: measured at other times it
 * would be the load and not the capacity. Until it is known nothing is refused.
 */
export class ConcurrencyLimiter {
  readonly #byAccount = new Map<string, number>();
  #inFlight = 0;
  #started = 0;
  /** Completions while the pool was saturated, and that time in ms; both decay. */
  #completed = 0;
  #saturatedMs = 0;
  #averageRunMs = 0;
  /** Times of the latest completion (or of the first start since the pool was idle), of the latest one that was measured, and of the latest refusal. */
  #progressAt = 0;
  #saturatedAt = Number.NEGATIVE_INFINITY;
  #refusedAt = Number.NEGATIVE_INFINITY;
  #idleSince = Number.NEGATIVE_INFINITY;

  /**
   * @param concurrency jobs that one worker process runs at the same time: as many are always admitted
   * @param now monotonic clock, in ms
   */
  constructor(
    private readonly pool: { readonly deadlineMs: number; readonly concurrency: number },
    private readonly now: () => number = () => performance.now(),
  ) {}

  get inFlight(): number {
    return this.#inFlight;
  }

  /** Jobs in flight that can be served within half of the deadline. */
  get limit(): number {
    const inTime = this.#throughput() * this.pool.deadlineMs * SHARE_OF_DEADLINE;
    return Math.floor(Math.min(MOST_IN_FLIGHT, Math.max(this.pool.concurrency, inTime)));
  }

  /** Admits a request of an account, or returns undefined if it is to be refused. */
  acquire(account: string): Slot | undefined {
    // A throughput may have been that of a failure which is over.
    const hasBeenIdle = this.#inFlight === 0 && this.now() - this.#idleSince > this.pool.deadlineMs;
    if (hasBeenIdle) this.#saturatedAt = Number.NEGATIVE_INFINITY;
    const held = this.#byAccount.get(account) ?? 0;
    const { limit } = this;
    const accounts = this.#byAccount.size + (held === 0 ? 1 : 0);
    const isWithinShare = held + 1 <= limit / accounts && this.#inFlight < limit / SHARE_OF_DEADLINE;
    if (this.#inFlight >= limit && !isWithinShare) {
      this.#refusedAt = this.now();
      return undefined;
    }
    this.#inFlight += 1;
    this.#byAccount.set(account, held + 1);
    let startedAt: number | undefined;
    return {
      start: () => {
        startedAt = this.now();
        if (this.#started === 0) this.#progressAt = startedAt;
        this.#started += 1;
      },
      release: (ranMs) => {
        if (startedAt !== undefined) this.#started -= 1;
        this.#inFlight -= 1;
        const left = (this.#byAccount.get(account) ?? 1) - 1;
        if (left === 0) this.#byAccount.delete(account);
        else this.#byAccount.set(account, left);
        if (startedAt !== undefined && ranMs !== undefined) this.#learn(this.now() - startedAt, ranMs);
        if (this.#inFlight === 0) this.#idleSince = this.now();
      },
    };
  }

  #learn(latencyMs: number, ranMs: number): void {
    const now = this.now();
    this.#averageRunMs += (ranMs - this.#averageRunMs) / 10;
    const hasWaited = latencyMs - ranMs >= this.pool.deadlineMs * SATURATED_SHARE;
    // After a failure the limit may be too low for any job to wait: then the pool serves what is admitted faster than expected.
    const isLimited = this.#refusedAt >= now - latencyMs;
    if (hasWaited || isLimited) {
      const forget = now - this.#saturatedAt > KNOWN_FOR_MS;
      // The job waited or ran all the time since the completion before, but for a pause in which there was none.
      const elapsedMs = Math.min(now - this.#progressAt, latencyMs);
      const { completed, saturatedMs } = forget ? { completed: 0, saturatedMs: 0 } : this.#after(elapsedMs);
      this.#completed = completed + 1;
      this.#saturatedMs = saturatedMs;
      this.#saturatedAt = now;
    }
    this.#progressAt = now;
  }

  /** The averages after some more ms in which jobs waited and none was completed. */
  #after(elapsedMs: number): { completed: number; saturatedMs: number } {
    const averagedOverMs = this.#averagedOverMs;
    const decay = Math.exp(-elapsedMs / averagedOverMs);
    return {
      completed: this.#completed * decay,
      saturatedMs: this.#saturatedMs * decay + averagedOverMs * (1 - decay),
    };
  }

  get #averagedOverMs(): number {
    return Math.max(AVERAGED_OVER_MS, 2 * this.#averageRunMs);
  }

  /** Completions per ms; infinite while unknown. */
  #throughput(): number {
    const { deadlineMs } = this.pool;
    const stalledMs = this.#started > 0 ? this.now() - this.#progressAt : 0;
    const isKnown = this.now() - this.#saturatedAt <= KNOWN_FOR_MS && this.#saturatedMs >= this.#averagedOverMs / 3;
    if (!isKnown) return stalledMs > deadlineMs * SHARE_OF_DEADLINE ? 0 : Number.POSITIVE_INFINITY;
    const isStalled = stalledMs > deadlineMs * STALLED_SHARE + 2 * this.#averageRunMs;
    const { completed, saturatedMs } = this.#after(isStalled ? stalledMs : 0);
    return completed / saturatedMs;
  }
}
