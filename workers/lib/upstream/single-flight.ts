import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type CacheBound, type CacheContext, type Dated, isCacheAway, readCache, writeCache } from './cache.js';
import { readFailure, UpstreamFailure, writeFailure } from './failure.js';

/** How long those who wait for another process's flight can learn of its failure, in ms. */
const FAILURE_KNOWN_MS = 3_000;
const FIRST_LOOK_MS = 10;
const LONGEST_LOOK_MS = 50;

const RELEASE = `if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('del', KEYS[1]) end return 0`;

/**
 * Lets one of all processes that want the same answer at the same time ask for it; the others wait until it is cached,
 * or for its failure. While the cache is away everybody asks.
 *
 * @param context its signal ends the waiting
 * @param longestMs the asking takes no longer; the claim of a process that died ends then
 * @param bound of the entries that the answer is one of, where there may be any number of them
 */
export async function singleFlight<T>(
  context: CacheContext & { readonly signal: AbortSignal },
  key: string,
  { lifetimeMs, longestMs, bound }: { lifetimeMs: (value: T) => number; longestMs: number; bound?: CacheBound },
  ask: () => Promise<T>,
): Promise<Dated<T>> {
  if (isCacheAway(context)) return { at: context.clock.now(), value: await ask() };
  const { redis, signal } = context;
  const claim = `${key}:claim`;
  const mine = randomUUID();
  let waitedFor = '';
  const throwItsFailure = async () => {
    const failed = waitedFor && (await redis.get(`${key}:failed:${waitedFor}`));
    if (failed) throw readFailure(failed);
  };
  for (let lookMs = FIRST_LOOK_MS; ; lookMs = Math.min(lookMs * 2, LONGEST_LOOK_MS)) {
    if (await redis.set(claim, mine, 'PX', longestMs, 'NX')) break;
    const holder = await redis.get(claim);
    if (holder !== null) await sleep(lookMs, undefined, { signal });
    const answered = await readCache<T>(context, key);
    if (answered) return answered;
    waitedFor = holder ?? waitedFor;
    await throwItsFailure();
  }
  try {
    // Between looking and claiming, another may have asked, cached the answer or failed, and let go.
    const answered = await readCache<T>(context, key);
    if (answered) return answered;
    await throwItsFailure();
    const value = await ask();
    return await writeCache(context, key, lifetimeMs(value), value, bound);
  } catch (error) {
    if (error instanceof UpstreamFailure) {
      await redis.set(`${key}:failed:${mine}`, writeFailure(error), 'PX', FAILURE_KNOWN_MS);
    }
    throw error;
  } finally {
    await redis.eval(RELEASE, 1, claim, mine);
  }
}
