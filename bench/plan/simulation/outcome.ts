import type { PoolName } from '../../../shared/contract/pools.js';

/** How a call ended: answered; refused by a front that was full; given back as something it needed died; later than its deadline. */
export type End = 'answered' | 'refused' | 'lost' | 'late';

/** The calls that came in one stretch of time. */
export interface Stretch {
  /** Since the beginning, in ms. */
  fromMs: number;
  ends: Record<End, number>;
  /** Of those that were answered, in ms. */
  p50Ms: number;
  p99Ms: number;
}

/** What a simulation came to. */
export interface Outcome {
  calls: number;
  ends: Record<End, number>;
  perSecond: number;
  p50Ms: number;
  p99Ms: number;
  meanMs: number;
  /** How much of the time the processes of a kind were busy, from 0 to 1. */
  busy: Record<'fronts' | 'Redis' | 'store' | PoolName, number>;
  stretches: Stretch[];
}

const none = (): Record<End, number> => ({ answered: 0, refused: 0, lost: 0, late: 0 });

/** Notes how calls end. */
export class Ends {
  readonly #stretches: { ends: Record<End, number>; tookMs: number[] }[] = [];

  /** @param lengthMs of a stretch */
  constructor(private readonly lengthMs: number) {}

  note(end: End, cameAtMs: number, tookMs: number): void {
    const index = Math.floor(cameAtMs / this.lengthMs);
    const stretch = this.#stretches[index] ?? { ends: none(), tookMs: [] };
    this.#stretches[index] = stretch;
    stretch.ends[end] += 1;
    if (end === 'answered') stretch.tookMs.push(tookMs);
  }

  /** @param forMs for how long calls came */
  outcome(forMs: number, busy: Outcome['busy']): Outcome {
    const stretches = Array.from(this.#stretches, (stretch) => stretch ?? { ends: none(), tookMs: [] });
    const ends = none();
    for (const stretch of stretches) for (const [end, count] of Object.entries(stretch.ends)) ends[end as End] += count;
    const all = sorted(stretches.flatMap(({ tookMs }) => tookMs));
    return {
      calls: Object.values(ends).reduce((sum, count) => sum + count, 0),
      ends,
      perSecond: (ends.answered / forMs) * 1_000,
      p50Ms: quantile(all, 0.5),
      p99Ms: quantile(all, 0.99),
      meanMs: all.reduce((sum, ms) => sum + ms, 0) / Math.max(1, all.length),
      busy,
      stretches: stretches.map((stretch, index) => {
        const took = sorted(stretch.tookMs);
        const [p50Ms, p99Ms] = [quantile(took, 0.5), quantile(took, 0.99)];
        return { fromMs: index * this.lengthMs, ends: stretch.ends, p50Ms, p99Ms };
      }),
    };
  }
}

const sorted = (numbers: readonly number[]): Float64Array => Float64Array.from(numbers).sort();

const quantile = (numbers: Float64Array, share: number): number =>
  numbers[Math.min(numbers.length - 1, Math.floor(numbers.length * share))] ?? 0;
