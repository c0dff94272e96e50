import { setTimeout as pause } from 'node:timers/promises';

const DAY_MS = 86_400_000;
/** The window in which all limits count. */
const WINDOW_MS = 1_000;
const TRIES = 60;

/** Gives the UTC day, of which there is time enough left: what is done now is not done partly on the next. */
export async function dayWithTimeLeft(leftMs = 60_000): Promise<string> {
  const untilMidnight = DAY_MS - (Date.now() % DAY_MS);
  if (untilMidnight < leftMs) await pause(untilMidnight + 10);
  return new Date().toISOString().slice(0, 10);
}

/**
 * Does something that must be done within one second, since limits count by the second, and gives what came of it. Where
 * it took longer, because the machine has other things to do, it is done again.
 */
export async function withinASecond<T>(work: () => Promise<T>): Promise<T> {
  for (let left = TRIES; left > 0; left--) {
    const began = performance.now();
    const done = await work();
    if (performance.now() - began < WINDOW_MS) return done;
  }
  throw new Error(`the machine is too slow: ${TRIES} times it took longer than a second`);
}

/**
 * Asks until the answer is as wanted, or until one is given to a question that was put a second from now or later: what
 * is promised to hold after a second must hold for that one, however long the answer itself takes.
 */
export async function afterASecond<T>(ask: () => Promise<T>, wanted: (answer: T) => boolean): Promise<T> {
  const second = Date.now() + 1_000;
  for (;;) {
    const began = Date.now();
    const answer = await ask();
    if (wanted(answer) || began > second) return answer;
    await pause(20);
  }
}
