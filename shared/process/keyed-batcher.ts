interface Pending<Item, Result> {
  readonly item: Item;
  resolve(result: Result): void;
  reject(error: unknown): void;
}

const MAX_ITEMS = 100;

/**
 * Sends concurrent items of the same key together. While a batch of a key is in flight its next items wait and share the next batch, so a
 * busy key needs fewer round trips, and its batches never overlap.
 */
export class KeyedBatcher<Item, Result> {
  readonly #pending = new Map<string, Pending<Item, Result>[]>();

  /** @param send sends a batch, and returns for each item, in their order, its result or an error */
  constructor(private readonly send: (key: string, items: readonly Item[]) => Promise<readonly (Result | Error)[]>) {}

  /** Sends an item with the next batch of its key, and returns its result. */
  add(key: string, item: Item): Promise<Result> {
    return new Promise((resolve, reject) => {
      const pending = this.#pending.get(key);
      if (pending) return void pending.push({ item, resolve, reject });
      this.#pending.set(key, [{ item, resolve, reject }]);
      setImmediate(() => void this.#sendAll(key));
    });
  }

  async #sendAll(key: string): Promise<void> {
    for (;;) {
      const batch = this.#pending.get(key)?.splice(0, MAX_ITEMS) ?? [];
      if (batch.length === 0) return void this.#pending.delete(key);
      try {
        const results = await this.send(
          key,
          batch.map(({ item }) => item),
        );
        for (const [index, { resolve, reject }] of batch.entries()) {
          const result = results[index];
          if (result === undefined || result instanceof Error) reject(result);
          else resolve(result);
        }
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
  }
}
