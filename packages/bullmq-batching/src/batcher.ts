import type { Value } from './batch-script.js';

const MAX_ITEMS = 128;
/** Maximum size of a batch, in bytes. A larger item is sent alone. */
const MAX_BYTES = 256 * 1024;

interface Pending<Item> {
  readonly item: Item;
  readonly keys: readonly Value[];
  resolve(result: unknown): void;
  reject(error: unknown): void;
}

/**
 * Collects items, and sends those of one turn of the event loop, or those that arrive while earlier batches are in flight, together. At low
 * load an item is sent at once and alone; batches grow with the load.
 */
export class Batcher<Item extends readonly Value[]> {
  readonly #pending: Pending<Item>[] = [];
  #inFlight = 0;
  #isScheduled = false;

  /**
   * @param send sends a batch with the keys of its first item, and returns a result or an error for each item
   * @param concurrency maximum number of batches in flight
   */
  constructor(
    private readonly send: (items: readonly Item[], keys: readonly Value[]) => Promise<unknown>,
    private readonly concurrency: number,
  ) {}

  /** Sends an item with the next batch, and returns its result. */
  add(item: Item, keys: readonly Value[]): Promise<unknown> {
    return new Promise((resolve, reject) => {
      this.#pending.push({ item, keys, resolve, reject });
      this.#schedule();
    });
  }

  #schedule(): void {
    if (this.#isScheduled || this.#inFlight >= this.concurrency || this.#pending.length === 0) return;
    this.#isScheduled = true;
    setImmediate(() => {
      this.#isScheduled = false;
      while (this.#inFlight < this.concurrency && this.#pending.length > 0) void this.#flush();
    });
  }

  async #flush(): Promise<void> {
    const batch = this.#pending.splice(0, this.#countFitting());
    this.#inFlight += 1;
    try {
      const results: unknown = await this.send(
        batch.map(({ item }) => item),
        batch[0]?.keys ?? [],
      );
      if (!Array.isArray(results) || results.length !== batch.length) throw new Error('Unexpected reply to a batch');
      batch.forEach(({ resolve, reject }, at) => {
        if (results[at] instanceof Error) reject(results[at]);
        else resolve(results[at]);
      });
    } catch (error) {
      for (const { reject } of batch) reject(error);
    } finally {
      this.#inFlight -= 1;
      this.#schedule();
    }
  }

  /** Number of pending items that fit into one batch, at least one. */
  #countFitting(): number {
    let bytes = 0;
    const end = this.#pending.findIndex(({ item }, at) => {
      bytes += measureBytes(item);
      return at > 0 && (at >= MAX_ITEMS || bytes > MAX_BYTES);
    });
    return end === -1 ? this.#pending.length : end;
  }
}

const measureBytes = (item: readonly Value[]): number =>
  item.reduce<number>((sum, value) => sum + (typeof value === 'number' ? 8 : value.length), 0);
