/** So many failures one after the other are no matter of the single ones: what all of them need is away. */
const MOST_IN_A_ROW = 20;

/**
 * Does something for each of many. What becomes of one for which it fails is what tells the ways of doing so apart.
 *
 * @param of what one is called, for whoever is told that it failed
 * @param later what puts one that failed behind the others, where those that wait longest come first
 * @returns for how many it was done
 */
export type ItemRunner = <T>(
  items: Iterable<T> | AsyncIterable<T>,
  of: (item: T) => string,
  work: (item: T) => Promise<unknown>,
  later?: (item: T) => Promise<unknown>,
) => Promise<number>;

/** The first failure ends it: for whoever waits for the outcome. */
export const failFast: ItemRunner = async (items, _, work) => {
  let done = 0;
  for await (const item of items) {
    await work(item);
    done += 1;
  }
  return done;
};

/**
 * One that fails does not hold up the others: it is told of, and left for another time.
 *
 * @param failed is told of each failure
 * @param signal ends the walk
 */
export const skipFailures =
  (failed: (which: string, error: unknown) => void, signal?: AbortSignal): ItemRunner =>
  async (items, of, work, later) => {
    let [done, inARow] = [0, 0];
    for await (const item of items) {
      signal?.throwIfAborted();
      try {
        await work(item);
        [done, inARow] = [done + 1, 0];
      } catch (error) {
        signal?.throwIfAborted();
        failed(of(item), error);
        await later?.(item);
        inARow += 1;
        if (inARow === MOST_IN_A_ROW) throw error;
      }
    }
    return done;
  };
