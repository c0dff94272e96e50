import type { Collection } from 'mongodb';
import type { PoolName } from '../../shared/contract/pools.js';
import { LATENCY_CLASSES, latencyClass } from '../../shared/figures/latency.js';
import type { Clock } from '../../shared/process/clock.js';
import type { CountedCalls, TrafficSpan } from '../../shared/store/collections.js';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 3_600_000;
const SPANS = {
  minute: { lengthMs: MINUTE_MS, keptMs: 25 * 3_600_000 },
  day: { lengthMs: DAY_MS, keptMs: 400 * DAY_MS },
};
const WRITE_EVERY_MS = 5_000;

/** An answered call. */
export interface Answered {
  pool: PoolName;
  /** Whether the service failed it. */
  isOurs: boolean;
  ms: number;
  /** Whether its credits had been taken. */
  charged: boolean;
  /** Whether it was refused because there was no room for it. */
  busy?: boolean;
}

/** Counts what a front answers, and writes it down every few seconds. While the store is away the counts wait. */
export class Traffic {
  readonly #unwritten = new Map<string, TrafficSpan>();
  readonly #current = new Map<TrafficSpan['span'], TrafficSpan>();
  #timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly store: Collection<TrafficSpan>,
    private readonly front: string,
    private readonly clock: Clock,
    private readonly onError: (error: unknown) => void,
  ) {}

  start(): void {
    this.#timer = setInterval(() => void this.write().catch(this.onError), WRITE_EVERY_MS);
  }

  /** Writes down what is left. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.write().catch(this.onError);
  }

  count({ pool, isOurs, ms, charged, busy = false }: Answered): void {
    for (const span of ['minute', 'day'] as const) {
      const document = this.#documentOf(span);
      countIn(document, isOurs, ms);
      if (isOurs && charged) document.givenBack += 1;
      if (busy && span === 'minute') document.busy = { ...document.busy, [pool]: (document.busy?.[pool] ?? 0) + 1 };
      if (document.pools) {
        document.pools[pool] ??= noCalls();
        countIn(document.pools[pool], isOurs, ms);
      }
      this.#unwritten.set(document._id, document);
    }
  }

  async write(): Promise<void> {
    const documents = [...this.#unwritten.values()].map((document) => structuredClone(document));
    if (documents.length === 0) return;
    this.#unwritten.clear();
    try {
      await this.store.bulkWrite(
        documents.map((replacement) => ({
          replaceOne: { filter: { _id: replacement._id }, replacement, upsert: true },
        })),
        { ordered: false },
      );
    } catch (error) {
      // What was counted meanwhile is newer than what was to be written.
      for (const document of documents) {
        if (!this.#unwritten.has(document._id)) this.#unwritten.set(document._id, document);
      }
      throw error;
    }
  }

  #documentOf(span: TrafficSpan['span']): TrafficSpan {
    const { lengthMs, keptMs } = SPANS[span];
    const now = this.clock.now().getTime();
    const at = now - (now % lengthMs);
    const current = this.#current.get(span);
    if (current?.at.getTime() === at) return current;
    const begun: TrafficSpan = {
      _id: `${span} ${new Date(at).toISOString()} ${this.front}`,
      span,
      at: new Date(at),
      expires: new Date(at + keptMs),
      ...noCalls(),
      givenBack: 0,
      ...(span === 'day' ? { pools: {} } : {}),
    };
    this.#current.set(span, begun);
    return begun;
  }
}

const noCalls = (): CountedCalls => ({
  calls: 0,
  failed: 0,
  latency: Array.from({ length: LATENCY_CLASSES }, () => 0),
});

function countIn(counted: CountedCalls, isOurs: boolean, ms: number): void {
  const bucket = latencyClass(ms);
  counted.calls += 1;
  counted.latency[bucket] = (counted.latency[bucket] ?? 0) + 1;
  if (isOurs) counted.failed += 1;
}

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
