const TOGETHER = 5_000;
const AT_ONCE = 2;

/** Amounts of test data. */
export interface FillAmounts {
  readonly accounts: number;
  readonly calls: number;
  /** Number of days, 30 by default. */
  readonly days?: number;
}

/** Runs work for each batch of a number of items, some batches at a time. */
export async function inBatches(all: number, write: (from: number, to: number) => Promise<unknown>): Promise<void> {
  let next = 0;
  const take = async () => {
    while (next < all) {
      const from = next;
      next += TOGETHER;
      await write(from, Math.min(from + TOGETHER, all));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, take));
}

export const numbers = (from: number, to: number): number[] =>
  Array.from({ length: to - from }, (_, index) => from + index);
