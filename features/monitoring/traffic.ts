import type { Collection } from 'mongodb';
import { LATENCY_CLASSES } from '../../shared/process/metrics/latency.js';
import type { CountedCalls, TrafficSpan } from './collections.js';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 3_600_000;
const AVAILABILITY_DAYS = 30;

/** The share of calls that must not fail on our side. */
export const AVAILABILITY_TARGET = 0.999;

/** What all fronts together answered in a stretch of time. */
export type TrafficTotals = Pick<TrafficSpan, 'at' | 'calls' | 'failed' | 'givenBack' | 'latency'>;

/** The last minutes, oldest first, the one that is running last; minutes without calls are there too. */
export async function recentMinutes(
  traffic: Collection<TrafficSpan>,
  minutes: number,
  now: Date,
): Promise<readonly TrafficTotals[]> {
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
export const addUp = (at: Date, stretches: readonly TrafficTotals[]): TrafficTotals => ({
  at,
  ...addUpCalls(stretches),
  givenBack: sum(stretches.map(({ givenBack }) => givenBack)),
});

/** Calls that were counted apart as counted together. */
export const addUpCalls = (counted: readonly CountedCalls[]): CountedCalls => ({
  calls: sum(counted.map(({ calls }) => calls)),
  failed: sum(counted.map(({ failed }) => failed)),
  latency: Array.from({ length: LATENCY_CLASSES }, (_, index) =>
    sum(counted.map(({ latency }) => latency[index] ?? 0)),
  ),
});

export interface Availability {
  calls: number;
  /** Answered with 5xx. */
  failed: number;
  /** The share that did not fail on our side; undefined while there was no call. */
  ratio: number | undefined;
}

/** The share of calls that did not fail on our side over the last 30 days, today included. */
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

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);
