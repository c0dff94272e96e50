import type { Collection } from 'mongodb';
import type { PoolName } from '../../shared/contract/pools.js';
import type { Clock } from '../../shared/process/clock.js';
import { every } from '../../shared/process/every.js';
import { findLatencyClass, LATENCY_CLASSES } from '../../shared/process/metrics/latency.js';
import type { CountedCalls, TrafficSpan } from './collections.js';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 3_600_000;
const SPANS = {
  minute: { lengthMs: MINUTE_MS, retentionMs: 25 * 3_600_000 },
  day: { lengthMs: DAY_MS, retentionMs: 400 * DAY_MS },
};
const WRITE_EVERY_MS = 5_000;

interface FinishedRequest {
  pool: PoolName;
  isServerFault: boolean;
  ms: number;
  charged: boolean;
  /** True if its pool was overloaded. */
  busy?: boolean;
}

/** Counts the requests of a front, and writes the counts every few seconds, or once the store is available again. */
export class TrafficRecorder {
  readonly #unwritten = new Map<string, TrafficSpan>();
  readonly #current = new Map<TrafficSpan['span'], TrafficSpan>();
  #stopWriting = () => {};

  constructor(
    private readonly store: Collection<TrafficSpan>,
    private readonly front: string,
    private readonly clock: Clock,
    private readonly onError: (error: unknown) => void,
  ) {}

  start(): void {
    this.#stopWriting = every(WRITE_EVERY_MS, () => void this.write().catch(this.onError));
  }

  /** Writes the remaining counts. */
  async stop(): Promise<void> {
    this.#stopWriting();
    await this.write().catch(this.onError);
  }

  count({ pool, isServerFault, ms, charged, busy = false }: FinishedRequest): void {
    for (const span of ['minute', 'day'] as const) {
      const document = this.#currentDocument(span);
      countIn(document, isServerFault, ms);
      if (isServerFault && charged) document.givenBack += 1;
      if (busy && span === 'minute') document.busy = { ...document.busy, [pool]: (document.busy?.[pool] ?? 0) + 1 };
      if (document.pools) {
        document.pools[pool] ??= createEmptyCounts();
        countIn(document.pools[pool], isServerFault, ms);
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
      // Documents that were counted into meanwhile are newer.
      for (const document of documents) {
        if (!this.#unwritten.has(document._id)) this.#unwritten.set(document._id, document);
      }
      throw error;
    }
  }

  #currentDocument(span: TrafficSpan['span']): TrafficSpan {
    const { lengthMs, retentionMs } = SPANS[span];
    const now = this.clock.now().getTime();
    const at = now - (now % lengthMs);
    const current = this.#current.get(span);
    if (current?.at.getTime() === at) return current;
    const begun: TrafficSpan = {
      _id: `${span} ${new Date(at).toISOString()} ${this.front}`,
      span,
      at: new Date(at),
      expires: new Date(at + retentionMs),
      ...createEmptyCounts(),
      givenBack: 0,
      ...(span === 'day' ? { pools: {} } : {}),
    };
    this.#current.set(span, begun);
    return begun;
  }
}

const createEmptyCounts = (): CountedCalls => ({
  calls: 0,
  failed: 0,
  latency: Array.from({ length: LATENCY_CLASSES }, () => 0),
});

function countIn(counted: CountedCalls, isServerFault: boolean, ms: number): void {
  const bucket = findLatencyClass(ms);
  counted.calls += 1;
  counted.latency[bucket] = (counted.latency[bucket] ?? 0) + 1;
  if (isServerFault) counted.failed += 1;
}
