import { setTimeout as pause } from 'node:timers/promises';

const DAY_MS = 86_400_000;
/** The window in which all limits count. */
const WINDOW_MS = 1_000;
const TRIES = 60;

/** Returns the UTC day, after midnight if less than `leftMs` of it are left, so that a test does not span two days. */
export async function waitForRestOfDay(leftMs = 60_000): Promise<string> {
  const untilMidnight = DAY_MS - (Date.now() % DAY_MS);
  if (untilMidnight < leftMs) await pause(untilMidnight + 10);
  return new Date().toISOString().slice(0, 10);
}

/** Repeats work until it takes less than a second, since limits count by the second, and returns its result. */
export async function repeatUntilWithinSecond<T>(work: () => Promise<T>): Promise<T> {
  for (let left = TRIES; left > 0; left--) {
    const began = performance.now();
    const done = await work();
    if (performance.now() - began < WINDOW_MS) return done;
  }
  throw new Error(`the machine is too slow: ${TRIES} times it took longer than a second`);
}

/**
 * Polls until a result is as wanted, for at least a second: the result of the first poll that begins after that second is
 * returned in any case.
 */
export async function pollForSecond<T>(ask: () => Promise<T>, wanted: (answer: T) => boolean): Promise<T> {
  const second = Date.now() + 1_000;
  for (;;) {
    const began = Date.now();
    const answer = await ask();
    if (wanted(answer) || began > second) return answer;
    await pause(20);
  }
}
