/** Over how long it is looked at what an account spends, in ms. */
const WINDOW_MS = 2_000;
const PARTS = 8;
const PART_MS = WINDOW_MS / PARTS;

/** What an account has spent here in the last two seconds. */
export class Pace {
  readonly #sums = new Array<number>(PARTS).fill(0);
  /** The part of time that was looked at last. */
  #part = 0;

  /**
   * @param cost in micro-credits
   * @param nowMs by `performance.now()`
   */
  spent(cost: number, nowMs: number): void {
    const part = this.#moveTo(nowMs);
    this.#sums[part % PARTS] = (this.#sums[part % PARTS] ?? 0) + cost;
  }

  /** What was spent, in micro-credits. */
  lately(nowMs: number): number {
    this.#moveTo(nowMs);
    return this.#sums.reduce((total, sum) => total + sum, 0);
  }

  /** Forgets the parts that are over. */
  #moveTo(nowMs: number): number {
    const part = Math.floor(nowMs / PART_MS);
    for (let over = Math.max(this.#part + 1, part - PARTS + 1); over <= part; over++) this.#sums[over % PARTS] = 0;
    this.#part = Math.max(part, this.#part);
    return part;
  }
}
