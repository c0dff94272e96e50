import { setTimeout as pause } from 'node:timers/promises';
import { AbstractCursor, Collection, type Db } from 'mongodb';
import { errors } from '../contract/errors.js';
import { isOutage, isUnreachable, StoreTimeoutError, StoreUnavailableError } from './outage.js';

/** Timeout of a client's single operation, and of a probe, in ms. */
const OPERATION_TIMEOUT_MS = 2_000;
/** Time between two probes while the circuit is open, in ms. */
const PROBE_EVERY_MS = 100;

/**
 * Circuit breaker of the store, for processes whose clients wait for it. The first operation that finds the store unavailable opens the
 * circuit: all operations are refused at once, until a probe finds that the store is back.
 */
export class StoreCircuitBreaker {
  #isOpen = false;

  /**
   * @param probe succeeds if the store is available
   * @param onError receives the error that opens the circuit
   */
  constructor(
    private readonly probe: () => Promise<unknown>,
    private readonly onError: (error: unknown) => void,
  ) {}

  /**
   * Runs an operation.
   *
   * @param isLimited true for the timeout of a single operation; others have the driver's own limits
   * @throws ApiError 503 if the store is unavailable, else whatever the operation throws
   */
  async run<T>(operation: () => Promise<T>, isLimited: boolean): Promise<T> {
    if (this.#isOpen) throw errors.serviceUnavailable({}, new StoreUnavailableError('the store is unavailable'));
    try {
      return await (isLimited ? limitTime(operation()) : operation());
    } catch (error) {
      if (!isOutage(error)) throw error;
      if (!isUnreachable(error)) throw errors.serviceUnavailable({}, error);
      this.#open(error);
      throw errors.serviceUnavailable({}, new StoreUnavailableError('the store is unavailable', { cause: error }));
    }
  }

  #open(cause: unknown): void {
    if (this.#isOpen) return;
    this.#isOpen = true;
    void this.#closeWhenAvailable();
    this.onError(cause);
  }

  async #closeWhenAvailable(): Promise<void> {
    while (this.#isOpen) {
      await pause(PROBE_EVERY_MS, undefined, { ref: false });
      this.#isOpen = await limitTime(this.probe()).then(() => false, isUnreachable);
    }
  }
}

/** @throws StoreTimeoutError if the operation takes too long; it may still have an effect */
async function limitTime<T>(operation: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    const error = new StoreTimeoutError(`not done in ${OPERATION_TIMEOUT_MS} ms`);
    // A response that has arrived while this process was busy is read before it counts as late.
    timer = setTimeout(() => setImmediate(reject, error), OPERATION_TIMEOUT_MS);
  });
  try {
    return await Promise.race([operation, timeout]);
  } finally {
    clearTimeout(timer);
    operation.catch(() => {});
  }
}

/** Methods of a collection that concern one document, so they are quick. */
const SINGLE: ReadonlySet<PropertyKey> = new Set([
  'deleteOne',
  'findOne',
  'findOneAndDelete',
  'findOneAndUpdate',
  'insertOne',
  'replaceOne',
  'updateOne',
]);

/** Methods of a collection that return a cursor; all others query the store. */
const CURSORS: ReadonlySet<PropertyKey> = new Set(['aggregate', 'find', 'listIndexes']);

/** Methods of a cursor that query the store. */
const READS: ReadonlySet<PropertyKey> = new Set(['forEach', 'hasNext', 'next', 'toArray', 'tryNext']);

/** Effect of a method: it queries the store, it returns an object that does, or neither. */
type Effect = 'queries' | 'returns' | undefined;

/** Returns the database with operations that go through a circuit breaker. */
export const withCircuitBreaker = (db: Db, breaker: StoreCircuitBreaker): Db =>
  wrap(breaker, db, (name) => (name === 'collection' ? 'returns' : undefined));

function wrap<T extends object>(breaker: StoreCircuitBreaker, target: T, findEffect: (name: PropertyKey) => Effect): T {
  return new Proxy(target, {
    get(_, name) {
      const member: unknown = Reflect.get(target, name, target);
      if (typeof member !== 'function') return member;
      const apply = (...given: unknown[]): unknown => Reflect.apply(member, target, given);
      const effect = findEffect(name);
      if (effect === 'queries')
        return (...given: unknown[]) => breaker.run(async () => apply(...given), SINGLE.has(name));
      return effect === 'returns' ? (...given: unknown[]) => wrapResult(breaker, apply(...given)) : apply;
    },
  });
}

function wrapResult(breaker: StoreCircuitBreaker, result: unknown): unknown {
  if (result instanceof Collection) return wrap(breaker, result, (name) => (CURSORS.has(name) ? 'returns' : 'queries'));
  if (result instanceof AbstractCursor)
    return wrap(breaker, result, (name) => (READS.has(name) ? 'queries' : 'returns'));
  return result;
}
