const MAX_ITEMS = 128;
/** What is longer than this by itself travels alone. */
const MAX_BYTES = 256 * 1024;

interface Asked<Item, Result> {
  item: Item;
  bytes: number;
  resolve(result: Result): void;
  reject(error: unknown): void;
}

/**
 * Sends what is asked for in the same turn of the event loop, or while the batches before it are under way, together.
 * At low load each item goes at once and alone; under load the batches grow by themselves.
 */
export class Batches<Item, Result> {
  readonly #waiting: Asked<Item, Result>[] = [];
  #underWay = 0;
  #due = false;

  /**
   * @param send sends a batch and gives a result, or an error, for each item in their order
   * @param atOnce how many batches may be under way: with one, they are as large as can be; with two, neither side waits
   * for the other where what comes of a batch makes for the next
   */
  constructor(
    private readonly send: (items: Item[]) => Promise<readonly (Result | Error)[]>,
    private readonly atOnce: 1 | 2 = 1,
  ) {}

  /**
   * Has an item sent.
   *
   * @param bytes how long it is, about
   * @throws the item's own error, or that of the whole command
   */
  ask(item: Item, bytes: number): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ item, bytes, resolve, reject });
      this.#go();
    });
  }

  #go(): void {
    if (this.#due || this.#underWay >= this.atOnce || this.#waiting.length === 0) return;
    this.#due = true;
    setImmediate(() => {
      this.#due = false;
      while (this.#underWay < this.atOnce && this.#waiting.length > 0) void this.#sendNext();
    });
  }

  async #sendNext(): Promise<void> {
    const batch = this.#waiting.splice(0, this.#fitting());
    this.#underWay += 1;
    try {
      const results = await this.send(batch.map(({ item }) => item));
      batch.forEach(({ resolve, reject }, index) => {
        const result = results[index];
        if (result instanceof Error || result === undefined) reject(result ?? new Error('a batch has lost a result'));
        else resolve(result);
      });
    } catch (error) {
      for (const { reject } of batch) reject(error);
    } finally {
      this.#underWay -= 1;
      this.#go();
    }
  }

  /** How many of those that wait make up the next batch: at least one. */
  #fitting(): number {
    let bytes = 0;
    const end = this.#waiting.findIndex((asked, index) => {
      bytes += asked.bytes;
      return index > 0 && (index >= MAX_ITEMS || bytes > MAX_BYTES);
    });
    return end === -1 ? this.#waiting.length : end;
  }
}
