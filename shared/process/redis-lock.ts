import { nanoid } from 'nanoid';
import type { Redis } from './redis.js';

/** Time after which the lock of a process that died expires, in ms. */
const LOCK_MS = 60_000;

/** Sets when a lock expires, if it is still held by the caller. */
const EXPIRE_LOCK = `
  if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('pexpire', KEYS[1], ARGV[2]) end
  return 0`;

/**
 * Acquires a lock and extends it until it is released.
 *
 * @returns a function that releases it after a time, in ms; undefined while another process holds it
 */
export async function acquireLock(
  redis: Redis,
  key: string,
): Promise<((afterMs: number) => Promise<void>) | undefined> {
  const owner = nanoid();
  if ((await redis.set(key, owner, 'PX', LOCK_MS, 'NX')) !== 'OK') return undefined;
  const expireIn = (ms: number) => redis.eval(EXPIRE_LOCK, 1, key, owner, ms);
  const extending = setInterval(() => void expireIn(LOCK_MS).catch(() => {}), LOCK_MS / 3);
  return async (afterMs) => {
    clearInterval(extending);
    await expireIn(afterMs);
  };
}
