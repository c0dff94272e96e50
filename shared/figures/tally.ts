import type { Usage } from '../ledger/documents.js';
import { LATENCY_CLASSES, latencyClass } from './latency.js';

/** How many calls were in each class of times that any were in, by the class's number. */
export type Classes = Record<string, number>;

/** Calls whose credits were taken, counted. Amounts are micro-credits. */
export interface Counts {
  calls: number;
  /** Answered with 4xx or 5xx. */
  errors: number;
  /** Given back: failed by us. */
  failed: number;
  /** The errors by their type; those of calls that a front left behind have none. */
  types: Record<string, number>;
  /** From the arrival of a call to its answer. */
  latency: Classes;
  /** How much of that it was on its way to and from a worker. */
  waits: Classes;
  spent: number;
  givenBack: number;
}

/** What of a call is counted. */
export type Counted = Pick<Usage, 'status' | 'state' | 'cost' | 'call'>;

/** The fields of a usage document that counting needs, and those by which it is told apart. */
export const COUNTED_FIELDS = { account: 1, endpoint: 1, at: 1, status: 1, state: 1, cost: 1, call: 1 } as const;

export const nothing = (): Counts => ({
  calls: 0,
  errors: 0,
  failed: 0,
  types: {},
  latency: {},
  waits: {},
  spent: 0,
  givenBack: 0,
});

/** Counts a call. */
export function countIn(counts: Counts, { status, state, cost, call }: Counted): void {
  const type = call?.type;
  const times = { ms: call ? [call.ms] : [], queuedMs: call?.queuedMs === undefined ? [] : [call.queuedMs] };
  countAlike(counts, { status, state, calls: 1, cost, ...(type !== undefined && { type }), ...times });
}

/** Calls with the same answer, to be counted at once. */
export interface AlikeCalls extends Pick<Usage, 'status' | 'state'> {
  type?: string;
  calls: number;
  /** Of all of them together. */
  cost: number;
  /** How long each took that is known of, in whichever order, in ms. */
  ms: readonly number[];
  queuedMs: readonly number[];
}

export function countAlike(counts: Counts, { status, state, type, calls, cost, ms, queuedMs }: AlikeCalls): void {
  counts.calls += calls;
  if (state === 'spent') counts.spent += cost;
  else {
    counts.failed += calls;
    counts.givenBack += cost;
  }
  if (status >= 400) {
    counts.errors += calls;
    add(counts.types, type ?? 'unknown', calls);
  }
  for (const time of ms) add(counts.latency, String(latencyClass(time)), 1);
  for (const time of queuedMs) add(counts.waits, String(latencyClass(time)), 1);
}

/** What was counted apart, as counted together. */
export function addUp(apart: readonly Counts[]): Counts {
  const together = nothing();
  for (const counts of apart) {
    together.calls += counts.calls;
    together.errors += counts.errors;
    together.failed += counts.failed;
    together.spent += counts.spent;
    together.givenBack += counts.givenBack;
    for (const field of ['types', 'latency', 'waits'] as const) {
      for (const [name, count] of Object.entries(counts[field])) add(together[field], name, count);
    }
  }
  return together;
}

/** The classes as a list with all of them in it, for latencyQuantile. */
export const inAllClasses = (classes: Classes): number[] =>
  Array.from({ length: LATENCY_CLASSES }, (_, index) => classes[index] ?? 0);

function add(sums: Record<string, number>, name: string, count: number): void {
  sums[name] = (sums[name] ?? 0) + count;
}
