import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Collects garbage five times a second until a promise settles. */
export async function collectGarbageDuring<T>(goesOn: Promise<T>): Promise<T> {
  setFlagsFromString('--expose-gc');
  const collect: () => void = runInNewContext('gc');
  const timer = setInterval(collect, 200);
  try {
    return await goesOn;
  } finally {
    clearInterval(timer);
  }
}
