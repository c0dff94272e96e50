/** Where the time comes from, so that tests can set it. */
export interface Clock {
  /** The current instant. */
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };

/** The UTC day of an instant, YYYY-MM-DD. */
export const utcDay = (instant: Date): string => instant.toISOString().slice(0, 10);

/**
 * Waits for a promise, but no longer than the given time in ms. Alone, this keeps no process alive.
 *
 * @returns undefined when it is not settled by then; what it was for goes on
 * @throws whatever the promise is rejected with in time
 */
export async function withTimeout<T>(ms: number, promise: Promise<T>): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, ms, undefined).unref();
  });
  try {
    return await Promise.race([promise, tooLate]);
  } finally {
    clearTimeout(timer);
  }
}
