/** Consecutive failures that end a run: then something that all items need is unavailable. */
const MAX_CONSECUTIVE_FAILURES = 20;

/**
 * Processes items one after the other. Implementations differ in what a failure does.
 *
 * @param nameOf returns the name of an item, for the report of its failure
 * @param postpone moves an item that failed behind the others, if those that have waited longest come first
 * @returns the number of items that were processed
 */
export type ItemRunner = <T>(
  items: Iterable<T> | AsyncIterable<T>,
  nameOf: (item: T) => string,
  work: (item: T) => Promise<unknown>,
  postpone?: (item: T) => Promise<unknown>,
) => Promise<number>;

/** Ends at the first failure, for callers that wait for the outcome. */
export const failFast: ItemRunner = async (items, _, work) => {
  let done = 0;
  for await (const item of items) {
    await work(item);
    done += 1;
  }
  return done;
};

/**
 * Skips items that fail, so that they do not delay the others.
 *
 * @param onFailure called for each failure
 * @param signal ends the run
 */
export const skipFailures =
  (onFailure: (name: string, error: unknown) => void, signal?: AbortSignal): ItemRunner =>
  async (items, nameOf, work, postpone) => {
    let [done, failures] = [0, 0];
    for await (const item of items) {
      signal?.throwIfAborted();
      try {
        await work(item);
        [done, failures] = [done + 1, 0];
      } catch (error) {
        signal?.throwIfAborted();
        onFailure(nameOf(item), error);
        await postpone?.(item);
        failures += 1;
        if (failures === MAX_CONSECUTIVE_FAILURES) throw error;
      }
    }
    return done;
  };
