import type { Collection } from 'mongodb';
import { LATENCY_CLASSES } from '../../shared/process/metrics/latency.js';
import type { CountedCalls, TrafficSpan } from './collections.js';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 3_600_000;
const AVAILABILITY_DAYS = 30;

/** Target share of requests without a server fault. */
export const AVAILABILITY_TARGET = 0.999;

/** Requests of all fronts in a span of time. */
export type TrafficTotals = Pick<TrafficSpan, 'at' | 'calls' | 'failed' | 'givenBack' | 'latency'>;

/** Reads the last minutes, including the current one and those without requests, the oldest first. */
export async function readRecentMinutes(
  traffic: Collection<TrafficSpan>,
  minutes: number,
  now: Date,
): Promise<readonly TrafficTotals[]> {
  const running = now.getTime() - (now.getTime() % MINUTE_MS);
  const first = running - (minutes - 1) * MINUTE_MS;
  const found = await traffic.find({ span: 'minute', at: { $gte: new Date(first) } }).toArray();
  return Array.from({ length: minutes }, (_, index) => {
    const at = new Date(first + index * MINUTE_MS);
    return sumTraffic(
      at,
      found.filter((document) => document.at.getTime() === at.getTime()),
    );
  });
}

/** Sums several spans. */
export const sumTraffic = (at: Date, spans: readonly TrafficTotals[]): TrafficTotals => ({
  at,
  ...sumCalls(spans),
  givenBack: sum(spans.map(({ givenBack }) => givenBack)),
});

/** Sums several counts. */
export const sumCalls = (counted: readonly CountedCalls[]): CountedCalls => ({
  calls: sum(counted.map(({ calls }) => calls)),
  failed: sum(counted.map(({ failed }) => failed)),
  latency: Array.from({ length: LATENCY_CLASSES }, (_, index) =>
    sum(counted.map(({ latency }) => latency[index] ?? 0)),
  ),
});

export interface Availability {
  calls: number;
  /** Server faults (5xx). */
  failed: number;
  /** Share of requests without a server fault; undefined if there were none. */
  ratio: number | undefined;
}

/** Reads the share of requests without a server fault in the last 30 days, including today. */
export async function readAvailability(traffic: Collection<TrafficSpan>, now: Date): Promise<Availability> {
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
