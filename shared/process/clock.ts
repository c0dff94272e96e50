/** Source of the time, which tests can replace. */
export interface Clock {
  /** The current instant. */
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };

/** Returns the day (UTC) of an instant, `2026-01-05`. */
export const utcDay = (instant: Date): string => instant.toISOString().slice(0, 10);

/**
 * Waits for a promise with a timeout in ms, which keeps no process alive.
 *
 * @returns undefined on a timeout; the work goes on
 * @throws whatever the promise is rejected with in time
 */
export async function withTimeout<T>(ms: number, promise: Promise<T>): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, ms, undefined).unref();
  });
  try {
    return await Promise.race([promise, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
