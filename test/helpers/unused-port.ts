import { randomInt } from 'node:crypto';
import { findFreePort } from '../../embedded/ports.js';

/** Below the ports that Linux gives to whoever asks for any, and to connections that go out. */
const [FIRST, BEHIND] = [20_000, 32_000];
const TRIES = 100;

/**
 * A port for a process that is started later. A port that the system chose now could be taken by another process before that
 * process listens on it.
 */
export async function unusedPort(): Promise<number> {
  for (let left = TRIES; left > 0; left--) {
    const port = randomInt(FIRST, BEHIND);
    const isFree = await findFreePort('127.0.0.1', port).then(
      () => true,
      () => false,
    );
    if (isFree) return port;
  }
  throw new Error(`none of ${TRIES} ports is free`);
}
