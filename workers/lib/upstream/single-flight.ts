import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type CacheBound, type CacheContext, type Dated, isCacheUnavailable, readCache, writeCache } from './cache.js';
import { parseFailure, serializeFailure, UpstreamFailure } from './failure.js';

/** Time for which a failure is stored for the processes that wait, in ms. */
const FAILURE_KNOWN_MS = 3_000;
const FIRST_POLL_MS = 10;
const LONGEST_POLL_MS = 50;

const RELEASE = `if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('del', KEYS[1]) end return 0`;

/**
 * Deduplicates concurrent requests for the same value over all processes: one fetches it, the others wait for its result or failure.
 * While the cache is unavailable every process fetches.
 *
 * @param context its signal ends the wait
 * @param longestMs maximum duration of a fetch, after which the lock of a process that died expires
 * @param bound memory limit of the group of cache entries
 */
export async function singleFlight<T>(
  context: CacheContext & { readonly signal: AbortSignal },
  key: string,
  { lifetimeMs, longestMs, bound }: { lifetimeMs: (value: T) => number; longestMs: number; bound?: CacheBound },
  fetch: () => Promise<T>,
): Promise<Dated<T>> {
  if (isCacheUnavailable(context)) return { at: context.clock.now(), value: await fetch() };
  const { redis, signal } = context;
  const claim = `${key}:claim`;
  const mine = randomUUID();
  let waitedFor = '';
  const throwItsFailure = async () => {
    const failed = waitedFor && (await redis.get(`${key}:failed:${waitedFor}`));
    if (failed) throw parseFailure(failed);
  };
  for (let pollMs = FIRST_POLL_MS; ; pollMs = Math.min(pollMs * 2, LONGEST_POLL_MS)) {
    if (await redis.set(claim, mine, 'PX', longestMs, 'NX')) break;
    const holder = await redis.get(claim);
    if (holder !== null) await sleep(pollMs, undefined, { signal });
    const cached = await readCache<T>(context, key);
    if (cached) return cached;
    waitedFor = holder ?? waitedFor;
    await throwItsFailure();
  }
  try {
    // Another process may have finished between the check and the lock.
    const cached = await readCache<T>(context, key);
    if (cached) return cached;
    await throwItsFailure();
    const value = await fetch();
    return await writeCache(context, key, lifetimeMs(value), value, bound);
  } catch (error) {
    if (error instanceof UpstreamFailure) {
      await redis.set(`${key}:failed:${mine}`, serializeFailure(error), 'PX', FAILURE_KNOWN_MS);
    }
    throw error;
  } finally {
    await redis.eval(RELEASE, 1, claim, mine);
  }
}
