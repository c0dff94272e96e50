import type { Histogram, Usage, UsageHour } from '../../shared/ledger/documents.js';
import { LATENCY_CLASSES } from '../../shared/process/metrics/latency.js';

/** Sums of charged and released requests. Amounts are micro-credits. */
export interface Counts {
  calls: number;
  /** Responses with 4xx or 5xx. */
  errors: number;
  /** Server faults, which were not charged. */
  failed: number;
  /** Errors by type; `unknown` for those of a front that died. */
  types: Record<string, number>;
  latency: Histogram;
  /** Time in the queue and on the way to and from a worker. */
  waits: Histogram;
  spent: number;
  givenBack: number;
}

export const createEmptyCounts = (): Counts => ({
  calls: 0,
  errors: 0,
  failed: 0,
  types: {},
  latency: {},
  waits: {},
  spent: 0,
  givenBack: 0,
});

/** Usage entries that agree in status, state, error type and latency classes. */
export interface EntryGroup extends Pick<Usage, 'status' | 'state'> {
  type?: string | undefined;
  calls: number;
  /** Sum of their costs, in micro-credits. */
  cost: number;
  /** Latency class; null where the latency is not known. */
  latency: number | null;
  wait: number | null;
}

/** Adds entries to counts. */
export function addEntries(counts: Counts, { status, state, type, calls, cost, latency, wait }: EntryGroup): void {
  addErrors(counts, status, type, calls);
  counts.calls += calls;
  if (state === 'spent') counts.spent += cost;
  else {
    counts.failed += calls;
    counts.givenBack += cost;
  }
  if (latency !== null) increment(counts.latency, String(latency), calls);
  if (wait !== null) increment(counts.waits, String(wait), calls);
}

/** Adds the sums of an hour to counts. */
export function addHour(counts: Counts, hour: Omit<UsageHour, '_id' | 'parts'>): void {
  addErrors(counts, hour.status, hour.type, hour.requests);
  counts.calls += hour.requests;
  counts.failed += hour.released;
  counts.spent += hour.spent;
  counts.givenBack += hour.givenBack;
  addHistogram(counts.latency, hour.latency);
  addHistogram(counts.waits, hour.waits);
}

function addErrors(counts: Counts, status: number, type: string | undefined, calls: number): void {
  if (status < 400) return;
  counts.errors += calls;
  increment(counts.types, type ?? 'unknown', calls);
}

/** Adds counts to others. */
export function addCounts(counts: Counts, more: Counts): void {
  for (const field of ['calls', 'errors', 'failed', 'spent', 'givenBack'] as const) counts[field] += more[field];
  for (const field of ['types', 'latency', 'waits'] as const) addHistogram(counts[field], more[field]);
}

function addHistogram(sums: Record<string, number>, more: Readonly<Record<string, number>>): void {
  for (const [name, count] of Object.entries(more)) increment(sums, name, count);
}

/** Returns a histogram as a list of all latency classes, for `latencyQuantile`. */
export const toLatencyClasses = (histogram: Histogram): number[] =>
  Array.from({ length: LATENCY_CLASSES }, (_, index) => histogram[index] ?? 0);

export function increment(sums: Record<string, number>, name: string, count: number): void {
  sums[name] = (sums[name] ?? 0) + count;
}
