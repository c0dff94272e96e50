import { setTimeout as pause } from 'node:timers/promises';
import { errors } from '../contract/errors.js';
import { isOutage, StoreTooSlow } from './outage.js';

/** How long a caller's single operation may take, and how long a question whether the store is back, in ms. */
const OPERATION_MS = 2_000;
/** Between two questions whether the store is back, in ms. */
const PROBE_EVERY_MS = 100;

/**
 * Stands before the store where callers wait. The first operation that finds the store away closes the gate for all:
 * they are refused at once, while the gate asks by itself, and nobody waits to find out, whether the store is back.
 */
export class StoreGate {
  #isClosed = false;

  /**
   * @param ask a question that the store answers when it is there
   * @param onError is told why the gate closes
   */
  constructor(
    private readonly ask: () => Promise<unknown>,
    private readonly onError: (error: unknown) => void,
  ) {}

  /**
   * Runs an operation of a caller.
   *
   * @param limited whether it is to be done within a caller's time; what reads or writes much has the driver's own limits
   * @throws ApiError 503 when the store is away, whatever the operation throws otherwise
   */
  async run<T>(operation: () => Promise<T>, limited: boolean): Promise<T> {
    if (this.#isClosed) throw errors.serviceUnavailable({}, 'the store is away');
    try {
      return await (limited ? inTime(operation()) : operation());
    } catch (error) {
      if (!isOutage(error)) throw error;
      this.#close(error);
      throw errors.serviceUnavailable({}, error);
    }
  }

  #close(cause: unknown): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    void this.#openWhenBack();
    this.onError(cause);
  }

  async #openWhenBack(): Promise<void> {
    while (this.#isClosed) {
      await pause(PROBE_EVERY_MS, undefined, { ref: false });
      this.#isClosed = await inTime(this.ask()).then(() => false, isOutage);
    }
  }
}

/** @throws StoreTooSlow when the operation is not done in a caller's time; it may be done yet */
async function inTime<T>(operation: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    // An answer that has come while this process did something else is read before it counts as late.
    timer = setTimeout(() => setImmediate(reject, new StoreTooSlow(`not done in ${OPERATION_MS} ms`)), OPERATION_MS);
  });
  try {
    return await Promise.race([operation, late]);
  } finally {
    clearTimeout(timer);
    operation.catch(() => {});
  }
}
