/** The most that are taken, however quickly they are served: what one account may have undecided. */
const MOST = 2_000;
/** A wait that is borne, in ms; where the work on a call takes longer, a wait as long as the work. */
const BORNE_MS = 150;
/** What may come at once while nothing is known to be wrong is worked off in about so many ms. */
const BURST_MS = 800;
/** The shortest time over which calls are counted before the limit is changed, in ms. */
const WINDOW_MS = 50;
/** With so few calls in flight in the whole front, what is waited for is no queue. */
const UNLOADED = 16;
/** How quickly an average follows what is averaged, and the limit the one at rest. */
const FOLLOW = 0.2;

/** How long a call took that was served, in ms: the work on it, and all the time in which it was not worked on. */
export interface Served {
  readonly waitMs: number;
  readonly ranMs: number;
}

/**
 * How many calls may be in flight, so that those that are taken are served in time.
 *
 * While calls wait longer than is borne, the limit is what Little's law gives (in flight = rate × latency) for the rate at
 * which calls were served just now and the latency that is borne: the product of bandwidth and delay, as in BBR (Cardwell et al.,
 * ACM Queue 14/5, 2016). While they do not, and the limit is felt, it grows by its square root, as that of Netflix'
 * concurrency-limits; while it is not felt it goes back to what may come at once. Unlike there a wait is measured as what it
 * is, since workers say how long they worked: calls that take long are no overload. Waiting that no queue causes, such as
 * that for a distant store, is learnt while few calls are in flight.
 */
export class AdaptiveLimit {
  #limit: number;
  /** Averages, in ms: of the wait while few calls were in flight, and of the work on a call. */
  #unloadedMs: number | undefined;
  #ranMs = 0;
  /** What was seen since the limit was last changed. */
  #since = 0;
  #peak = 0;
  #peakOfAll = 0;
  #served = 0;
  #fresh = 0;
  #waitedMs = 0;

  /**
   * @param concurrency how many calls one worker works on at the same time
   * @param fewest how many calls are always taken: a queue so short is nobody's trouble
   */
  constructor(
    private readonly concurrency: number,
    private readonly fewest: number,
  ) {
    this.#limit = this.#resting;
  }

  get value(): number {
    return Math.floor(this.#limit);
  }

  /** Takes note of how many calls are in flight: of those that are limited, and in the whole front. */
  inFlight(calls: number, all = calls): void {
    this.#peak = Math.max(this.#peak, calls);
    this.#peakOfAll = Math.max(this.#peakOfAll, all);
  }

  /**
   * Learns from a call that was served.
   *
   * @param began when it came, and `now`, when it was answered: ms of a clock that never goes back
   */
  served({ waitMs, ranMs }: Served, began: number, now: number): void {
    this.#ranMs += (ranMs - this.#ranMs) * FOLLOW;
    this.#served += 1;
    // What came before the limit was last changed says nothing of the change.
    if (began < this.#since) return;
    this.#fresh += 1;
    this.#waitedMs += waitMs;
    const pastMs = now - this.#since;
    if (pastMs < WINDOW_MS) return;
    this.#change(this.#waitedMs / this.#fresh, this.#served / pastMs);
    this.#since = now;
    this.#peak = this.#peakOfAll = this.#served = this.#fresh = this.#waitedMs = 0;
  }

  /** @param rate at which calls were served, per ms */
  #change(waitMs: number, rate: number): void {
    if (this.#peakOfAll <= UNLOADED) this.#unloadedMs = follow(this.#unloadedMs ?? waitMs, waitMs);
    const borneMs = Math.max(BORNE_MS, this.#ranMs) + (this.#unloadedMs ?? 0);
    const isFelt = this.#peak >= this.#limit / 2;
    if (waitMs > borneMs) this.#limit = Math.min(this.#limit, rate * (borneMs + this.#ranMs));
    else if (isFelt) this.#limit += Math.sqrt(this.#limit);
    else this.#limit = follow(this.#limit, this.#resting);
    this.#limit = Math.min(MOST, Math.max(this.fewest, this.#limit));
  }

  /** The limit while it is not felt. */
  get #resting(): number {
    return Math.min(MOST, Math.max(this.fewest, this.concurrency * Math.max(2, BURST_MS / this.#ranMs)));
  }
}

const follow = (average: number, value: number): number => average + (value - average) * FOLLOW;
