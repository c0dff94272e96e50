import { setTimeout as pause } from 'node:timers/promises';
import { ApiError } from '../../shared/contract/api-error.js';
import { BATCHES } from '../../shared/contract/bounds.js';
import { findEndpoint } from '../../shared/contract/catalogue/index.js';
import { computePrice, type Endpoint } from '../../shared/contract/endpoint.js';
import { asApiError, errors } from '../../shared/contract/errors.js';
import { readInput } from '../../shared/contract/input.js';
import { type PoolName, poolNames, pools } from '../../shared/contract/pools.js';
import { baseUrl } from '../../shared/process/config.js';
import { KeyedBatcher } from '../../shared/process/keyed-batcher.js';
import type { Logger } from '../../shared/process/log.js';
import { count, startAtZero } from '../../shared/process/metrics/measure.js';
import { errorReply, type Reply, type Task } from '../../shared/queue/job.js';
import type { Quota } from '../../shared/storage/quota.js';
import { insertNew } from '../../shared/store/insert-new.js';
import type { KeyCollections } from '../keys/index.js';
import type { MemberCollections } from '../members/index.js';
import type { RateLimiter } from '../web/index.js';
import type { Batch, BatchResult, CancelReason } from './collections.js';
import {
  computeExpiry,
  deleteResults,
  type EndContext,
  type EndStore,
  endBatch,
  findStopReason,
  readDoneIndexes,
  sumResults,
} from './end.js';
import { type Item, readDefaults, readItemsInOrder, withDefaults } from './items.js';
import { storedSize, toResult } from './results.js';

/** Items of one batch that run at a time. */
const WINDOW = 16;
/** Time after which a batch gives way to others that wait for a process, in ms. */
const TIME_SLICE_MS = 30_000;
/** Interval of progress and of checks whether the batch is to be stopped, in ms. */
const CHECK_EVERY_MS = 1_000;
/** Attempts at an item whose response is a temporary failure. */
const ATTEMPTS = 4;
/** First and longest wait before an item is repeated, in ms. */
const [RETRY_AFTER_MS, LONGEST_RETRY_MS] = [500, 15_000];
/** Statuses of temporary failures. */
const TEMPORARY: ReadonlySet<number> = new Set([429, 502, 503, 504]);
/** Bytes of a stored result beside its body. */
const RESULT_OVERHEAD = 200;

export interface RunContext extends EndContext {
  readonly store: EndStore & KeyCollections & Pick<MemberCollections, 'accounts'>;
  readonly log: Logger;
  /** Sends items to the worker pools. */
  readonly jobs: {
    sendInBackground(pool: PoolName, task: Task): Promise<Reply>;
    settled(requestId: string): void;
  };
  readonly quota: Pick<Quota, 'reserveExpiring'>;
  readonly rateLimiter: Pick<RateLimiter, 'count'>;
  readonly slots: PoolSlots;
  /** Returns the response to the items of test keys. */
  findExample(endpoint: Endpoint): Promise<Reply>;
}

/** Creates the counters of batches at zero. */
export function startBatchCounters(): void {
  startAtZero('batchesEnded', [{ state: 'finished' }, { state: 'canceled' }]);
  startAtZero('batchItems', [{ outcome: 'succeeded' }, { outcome: 'failed' }, { outcome: 'repeated' }]);
}

/**
 * Slots of this process in the worker pools: half of what one worker process runs at a time, so that items leave room for requests.
 */
export class PoolSlots {
  readonly #free = new Map<PoolName, number>(poolNames.map((pool) => [pool, Math.ceil(pools[pool].concurrency / 2)]));
  readonly #waiting = new Map<PoolName, (() => void)[]>(poolNames.map((pool) => [pool, []]));

  /** Runs work in a slot of a pool, after those that have waited longer. */
  async use<T>(pool: PoolName, work: () => Promise<T>): Promise<T> {
    const free = this.#free.get(pool) ?? 0;
    if (free > 0) this.#free.set(pool, free - 1);
    else await new Promise<void>((resolve) => this.#waiting.get(pool)?.push(resolve));
    try {
      return await work();
    } finally {
      const next = this.#waiting.get(pool)?.shift();
      if (next) next();
      else this.#free.set(pool, (this.#free.get(pool) ?? 0) + 1);
    }
  }
}

/**
 * Runs the items of a batch that have no result yet, and ends it when all have one. Several processes may run a batch at the same time, as
 * after a lost connection: the first result of an item counts.
 *
 * @param isStopping true once this process is to end
 * @returns `paused` if the batch is to be run again
 */
export async function runBatch(
  context: RunContext,
  id: string,
  isStopping: () => boolean,
): Promise<'ended' | 'paused'> {
  const { store, clock } = context;
  const batch = await store.batches.findOneAndUpdate(
    { _id: id, state: { $in: ['queued', 'running'] } },
    [{ $set: { state: 'running', started: { $ifNull: ['$started', clock.now()] } } }],
    { returnDocument: 'after' },
  );
  const endpoint = batch && findEndpoint(batch.endpoint);
  if (!batch || !endpoint) return 'ended';
  const run = new BatchRun(context, batch, endpoint, isStopping);
  const outcome = await run.perform();
  if (!(await store.batches.findOne({ _id: id }, { projection: { _id: 1 } }))) {
    await deleteResults(store, batch);
    return 'ended';
  }
  if (outcome === 'complete') await endBatch(context, batch);
  else if (outcome !== 'paused') await endBatch(context, batch, outcome);
  return outcome === 'paused' ? 'paused' : 'ended';
}

/** One run of a batch, until it is complete, stopped or paused. */
class BatchRun {
  readonly #writer = new KeyedBatcher<BatchResult, true>((_, results) => this.#store(results));
  readonly #running = new Set<Promise<void>>();
  readonly #sliceEnd = performance.now() + TIME_SLICE_MS;
  #checkedAt = performance.now();
  #succeeded = 0;
  #failed = 0;
  #charged = 0;
  #bytes: number;
  #error: unknown;

  constructor(
    private readonly context: RunContext,
    private readonly batch: Batch,
    private readonly endpoint: Endpoint,
    private readonly isStopping: () => boolean,
  ) {
    this.#bytes = batch.bytes;
  }

  async perform(): Promise<'complete' | 'paused' | CancelReason> {
    const { store } = this.context;
    const done = await readDoneIndexes(store, this.batch);
    const sums = await sumResults(store, this.batch);
    [this.#succeeded, this.#failed, this.#charged] = [sums.succeeded, sums.failed, sums.charged];
    const defaults = await readDefaults(store, this.batch);
    const stop = await findStopReason(this.context, this.batch);
    if (stop) return stop;
    try {
      for await (const { index, ...item } of readItemsInOrder(store, this.batch)) {
        if (done.has(index)) continue;
        if (this.#error !== undefined) throw this.#error;
        if (this.isStopping() || performance.now() > this.#sliceEnd) return 'paused';
        const reason = await this.#check();
        if (reason) return reason === 'ended' ? 'paused' : reason;
        await this.#start(index, item, defaults);
      }
    } finally {
      await Promise.all(this.#running);
      await this.#writeProgress().catch(() => {});
    }
    if (this.#error !== undefined) throw this.#error;
    const { results } = await sumResults(store, this.batch);
    return results === this.batch.items ? 'complete' : 'paused';
  }

  /** Starts an item when there is room for it. */
  async #start(index: number, item: Item, defaults: Readonly<Record<string, unknown>>): Promise<void> {
    while (this.#running.size >= WINDOW) await Promise.race(this.#running);
    const running = this.#runItem(index, withDefaults(defaults, item.item))
      .catch((error: unknown) => {
        this.#error ??= error;
      })
      .finally(() => this.#running.delete(running));
    this.#running.add(running);
  }

  /** Writes the progress from time to time. @returns why the batch is to be stopped, or that it has ended */
  async #check() {
    if (performance.now() - this.#checkedAt < CHECK_EVERY_MS) return undefined;
    this.#checkedAt = performance.now();
    if (!(await this.#writeProgress())) return 'ended';
    return findStopReason(this.context, this.batch);
  }

  /** @returns false if the batch has ended, or is being cancelled */
  async #writeProgress(): Promise<boolean> {
    const { matchedCount } = await this.context.store.batches.updateOne(
      { _id: this.batch._id, state: 'running', canceled_because: { $exists: false } },
      { $max: { succeeded: this.#succeeded, failed: this.#failed, charged: this.#charged, bytes: this.#bytes } },
    );
    return matchedCount > 0;
  }

  async #runItem(index: number, fields: Record<string, unknown>): Promise<void> {
    const reply = await this.#readReply(index, fields);
    if (!reply) return;
    const price = this.batch.test ? 0 : computePrice(this.endpoint, fields);
    await this.#writer.add('', await this.#replaceTooLarge(index, await toResult(this.batch, index, price, reply)));
  }

  /** Returns the result if there is room for it; otherwise an error in its place, which is not charged. */
  async #replaceTooLarge(index: number, result: BatchResult): Promise<BatchResult> {
    const { batch, context } = this;
    const { account, created } = batch;
    const bytes = storedSize(result) + RESULT_OVERHEAD;
    const retentionMs = computeExpiry(created).getTime() - context.clock.now().getTime();
    const isFull = this.#bytes + bytes > BATCHES.resultBytes;
    if (!isFull && (await context.quota.reserveExpiring(account, bytes, retentionMs))) {
      this.#bytes += bytes;
      return result;
    }
    const error = isFull
      ? errors.batchResultsFull({ limit: BATCHES.resultBytes / 1024 ** 2 })
      : errors.batchItemStorageFull();
    return toResult(batch, index, 0, this.#toReply(index, error));
  }

  /** Stores results that are new. The store may be unavailable for a while. */
  async #store(results: readonly BatchResult[]): Promise<true[]> {
    const existing = new Set((await insertNew(this.context.store.batchResults, results)).map(({ index }) => index));
    for (const { index, status, charged } of results) {
      if (existing.has(index)) continue;
      const isSuccess = status < 400;
      if (isSuccess) this.#succeeded += 1;
      else this.#failed += 1;
      this.#charged += charged;
      count('batchItems', { outcome: isSuccess ? 'succeeded' : 'failed' });
    }
    return results.map(() => true as const);
  }

  #toReply(index: number, error: ApiError): Reply {
    return errorReply(error, this.#requestId(index), baseUrl(this.context.config));
  }

  #requestId(index: number, attempt = 0): string {
    return `${this.batch._id}-${index}${attempt > 0 ? `-${attempt}` : ''}`;
  }

  /** Returns the response to an item; undefined if it could not be sent before the batch is to pause. */
  async #readReply(index: number, fields: Record<string, unknown>): Promise<Reply | undefined> {
    const { endpoint, batch, context } = this;
    let input: Readonly<Record<string, unknown>>;
    try {
      // A file would be no JSON.
      input = readInput(endpoint, endpoint.answersFiles ? { ...fields, download: false } : fields);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      return this.#toReply(index, error);
    }
    if (batch.test) return context.findExample(endpoint);
    const perSecond = endpoint.batch?.perSecond?.(input);
    for (let attempt = 1, failures = 0; ; attempt++) {
      if (this.#mustPause()) return undefined;
      try {
        if (perSecond !== undefined && !(await this.#pace(perSecond))) return undefined;
        const reply = await context.slots.use(endpoint.pool, () => this.#send(index, input));
        // The processes that ran it may have been killed. It is repeated only once, as it may be what has ended them.
        const hasCrashed = reply.type === errors.jobCrashed.type;
        if (!TEMPORARY.has(reply.status) && !hasCrashed) return reply;
        failures += hasCrashed ? ATTEMPTS / 2 : 1;
        if (failures >= ATTEMPTS) return reply;
      } catch (thrown) {
        // The item ran for too long, or was not run at all: then it waits until the pool can be reached and has room.
        const error = asApiError(thrown);
        if (error.status !== 503) failures += 1;
        if (failures >= ATTEMPTS) return this.#toReply(index, error);
      }
      count('batchItems', { outcome: 'repeated' });
      await pause(Math.min(RETRY_AFTER_MS * 2 ** (attempt - 1), LONGEST_RETRY_MS));
    }
  }

  async #send(index: number, input: unknown): Promise<Reply> {
    const { account, key } = this.batch;
    // Two jobs with the same id would be one.
    const requestId = this.#requestId(index, Math.floor(Math.random() * 1_000_000) + 1);
    const task = { endpoint: this.endpoint.id, input, account, key, requestId };
    const reply = await this.context.jobs.sendInBackground(this.endpoint.pool, task);
    this.context.jobs.settled(requestId);
    return reply;
  }

  #mustPause(): boolean {
    return this.isStopping() || performance.now() > this.#sliceEnd + LONGEST_RETRY_MS;
  }

  /** Waits until an item may start of which only some may in a second. @returns false if the batch is to pause before */
  async #pace(perSecond: number): Promise<boolean> {
    while (!this.#mustPause()) {
      const { allowed, resetMs } = await this.context.rateLimiter.count(`batch:${this.endpoint.id}`, perSecond);
      if (allowed) return true;
      await pause(Math.max(resetMs, 50));
    }
    return false;
  }
}
