const TOGETHER = 5_000;
const AT_ONCE = 2;

/** How much there is to be. */
export interface Amounts {
  readonly accounts: number;
  readonly calls: number;
  /** Of so many days, 30 if nothing is said. */
  readonly days?: number;
}

/** Runs a piece of work for each batch of so many things, some at a time. */
export async function inParts(all: number, write: (from: number, to: number) => Promise<unknown>): Promise<void> {
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
