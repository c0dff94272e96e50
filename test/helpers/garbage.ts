import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Collects garbage while something goes on, five times a second, so that what nobody holds is gone. */
export async function amidCollections<T>(goesOn: Promise<T>): Promise<T> {
  setFlagsFromString('--expose-gc');
  const collect: () => void = runInNewContext('gc');
  const timer = setInterval(collect, 200);
  try {
    return await goesOn;
  } finally {
    clearInterval(timer);
  }
}
