import { bulkhead } from 'cockatiel';
import { errors } from '../../../shared/contract/errors.js';

/** How long a call waits for a slot before the service says that it is busy, in ms. */
const WAIT_MS = 250;
/** A slot taken for longer than this will not be free in a moment: then nobody waits for one, in ms. */
const STUCK_MS = 500;

/**
 * The calls that one upstream may hold at once in this process. A pool runs a fixed number of jobs, so this is what
 * keeps an upstream that hangs from taking them all.
 */
export class Slots {
  readonly #bulkhead;
  /** When the calls in the slots began, oldest first. */
  readonly #running = new Set<{ at: number }>();

  constructor(count: number) {
    this.#bulkhead = bulkhead(count, Number.POSITIVE_INFINITY);
  }

  /**
   * Runs when a slot is free.
   *
   * @throws ApiError 503 when none will be free in a moment
   */
  async inTurn<T>(run: () => Promise<T>): Promise<T> {
    if (this.#isStuck()) throw errors.serviceBusy();
    const waiting = new AbortController();
    let timer: NodeJS.Timeout | undefined;
    const refused = new Promise<never>((_, refuse) => {
      timer = setTimeout(() => {
        waiting.abort();
        refuse(errors.serviceBusy());
      }, WAIT_MS);
    });
    const turn = this.#bulkhead.execute(() => {
      clearTimeout(timer);
      return this.#hold(run);
    }, waiting.signal);
    return Promise.race([turn, refused]);
  }

  async #hold<T>(run: () => Promise<T>): Promise<T> {
    const began = { at: performance.now() };
    this.#running.add(began);
    try {
      return await run();
    } finally {
      this.#running.delete(began);
    }
  }

  #isStuck(): boolean {
    const [oldest] = this.#running;
    const isFull = this.#bulkhead.executionSlots === 0;
    return isFull && oldest !== undefined && performance.now() - oldest.at > STUCK_MS;
  }
}
