import type { Collection } from 'mongodb';
import type { TrafficSpan } from '../../shared/store/collections.js';
import { LATENCY_EDGES_MS } from './traffic.js';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 3_600_000;
const AVAILABILITY_DAYS = 30;

/** The share of calls that must not fail by us. */
export const AVAILABILITY_TARGET = 0.999;

/** What all fronts together answered in a stretch of time. */
export type Answers = Pick<TrafficSpan, 'at' | 'calls' | 'failed' | 'givenBack' | 'latency'>;

/** The last minutes, oldest first, the one that is running last; minutes without calls are there too. */
export async function recentMinutes(
  traffic: Collection<TrafficSpan>,
  minutes: number,
  now: Date,
): Promise<readonly Answers[]> {
  const running = now.getTime() - (now.getTime() % MINUTE_MS);
  const first = running - (minutes - 1) * MINUTE_MS;
  const found = await traffic.find({ span: 'minute', at: { $gte: new Date(first) } }).toArray();
  return Array.from({ length: minutes }, (_, index) => {
    const at = new Date(first + index * MINUTE_MS);
    return addUp(
      at,
      found.filter((document) => document.at.getTime() === at.getTime()),
    );
  });
}

/** Several stretches as one. */
export const addUp = (at: Date, stretches: readonly Answers[]): Answers => ({
  at,
  calls: sum(stretches.map(({ calls }) => calls)),
  failed: sum(stretches.map(({ failed }) => failed)),
  givenBack: sum(stretches.map(({ givenBack }) => givenBack)),
  latency: LATENCY_EDGES_MS.concat(Number.POSITIVE_INFINITY).map((_, index) =>
    sum(stretches.map(({ latency }) => latency[index] ?? 0)),
  ),
});

export interface Availability {
  calls: number;
  /** Answered with 5xx. */
  failed: number;
  /** The share that did not fail by us; undefined while there was no call. */
  ratio: number | undefined;
}

/** The share of calls not failed by us over the last 30 days, today included. */
export async function availability(traffic: Collection<TrafficSpan>, now: Date): Promise<Availability> {
  const today = now.getTime() - (now.getTime() % DAY_MS);
  const since = new Date(today - (AVAILABILITY_DAYS - 1) * DAY_MS);
  const [found] = await traffic
    .aggregate<{ calls: number; failed: number }>([
      { $match: { span: 'day', at: { $gte: since } } },
      { $group: { _id: null, calls: { $sum: '$calls' }, failed: { $sum: '$failed' } } },
    ])
    .toArray();
  const { calls = 0, failed = 0 } = found ?? {};
  return { calls, failed, ratio: calls === 0 ? undefined : 1 - failed / calls };
}

/**
 * The time within which a share of the calls was answered, in ms, interpolated between the edges that it lies
 * between. Undefined without calls; the last edge when it lies beyond that.
 *
 * @param share 0 to 1, e.g. 0.95
 */
export function latencyQuantile({ latency }: Answers, share: number): number | undefined {
  const total = sum(latency);
  if (total === 0) return undefined;
  const rank = share * total;
  let below = 0;
  for (const [index, calls] of latency.entries()) {
    const to = LATENCY_EDGES_MS[index];
    if (to === undefined) break;
    if (calls > 0 && below + calls >= rank) {
      const from = LATENCY_EDGES_MS[index - 1] ?? 0;
      return from + ((to - from) * (rank - below)) / calls;
    }
    below += calls;
  }
  return LATENCY_EDGES_MS.at(-1);
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);
