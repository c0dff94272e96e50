import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { REDIS_SHARES, SHARE_OF_ONE } from '../../../shared/contract/bounds.js';
import type { Clock } from '../../../shared/process/clock.js';
import type { Config } from '../../../shared/process/config.js';
import type { Redis } from '../../../shared/process/redis.js';
import { redisKey } from '../../../shared/process/redis-keys.js';
import { Script } from '../../../shared/process/redis-script.js';

/** A value and the time of the response that it comes from. */
export interface Dated<T> {
  readonly at: Date;
  readonly value: T;
}

export interface CacheContext {
  readonly redis: Redis;
  readonly clock: Clock;
}

interface Entry<T> {
  readonly at: number;
  readonly until: number;
  readonly value: T;
}

/** Compression shrinks lists of results to a seventh. */
const pack = (entry: Entry<unknown>): Buffer => deflateRawSync(JSON.stringify(entry), { level: 1 });
const unpack = (packed: Buffer): unknown => JSON.parse(inflateRawSync(packed).toString());

/** True if Redis is disconnected: a command would wait until it is back. */
export const isCacheUnavailable = ({ redis }: CacheContext): boolean => redis.status !== 'ready';

/**
 * Returns the cached value of a key if it has not expired; undefined while the cache is unavailable. Values were validated before
 * they were written.
 */
export async function readCache<T>({ redis, clock }: CacheContext, key: string): Promise<Dated<T> | undefined> {
  if (isCacheUnavailable({ redis, clock })) return undefined;
  const packed = await redis.getBuffer(key);
  if (packed === null) return undefined;
  const { at, until, value } = unpack(packed) as Entry<T>;
  return clock.now().getTime() < until ? { at: new Date(at), value } : undefined;
}

/** Memory limit of a group of entries, of which clients can create any number: the oldest are evicted. */
export interface CacheBound {
  readonly name: string;
  readonly bytes: number;
}

/** Returns the bound of an upstream's cached responses. */
export const cacheBound = (name: string, { REDIS_MEMORY_MIB }: Pick<Config, 'REDIS_MEMORY_MIB'>): CacheBound => ({
  name,
  bytes: Math.floor(REDIS_MEMORY_MIB * 1024 * 1024 * REDIS_SHARES.cache * SHARE_OF_ONE),
});

/** Memory of an entry beside its key and value, with those of the index, in bytes. */
const ENTRY_OVERHEAD = 300;

/**
 * KEYS: entry, entries by time, their sizes. ARGV: value, lifetime in ms, time in ms, size, limit of all. The total is the size of the entry
 * with the empty name.
 */
const WRITE = new Script(`
local index, sizes = KEYS[2], KEYS[3]
local function add(bytes) redis.call('HINCRBY', sizes, '', bytes) end
local known = redis.call('HGET', sizes, KEYS[1])
if known then add(-known) end
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
redis.call('ZADD', index, ARGV[3], KEYS[1])
redis.call('HSET', sizes, KEYS[1], ARGV[4])
add(ARGV[4])
while tonumber(redis.call('HGET', sizes, '')) > tonumber(ARGV[5]) do
  local oldest = redis.call('ZPOPMIN', index)[1]
  if not oldest then break end
  redis.call('UNLINK', oldest)
  add(-redis.call('HGET', sizes, oldest))
  redis.call('HDEL', sizes, oldest)
end
return {}
`);

/**
 * Caches a value for `lifetimeMs`, unless the cache is unavailable.
 *
 * @param bound memory limit of the group of entries
 */
export async function writeCache<T>(
  { redis, clock }: CacheContext,
  key: string,
  lifetimeMs: number,
  value: T,
  bound?: CacheBound,
): Promise<Dated<T>> {
  const at = clock.now();
  if (isCacheUnavailable({ redis, clock })) return { at, value };
  const packed = pack({ at: at.getTime(), until: at.getTime() + lifetimeMs, value });
  if (bound) {
    const size = packed.length + 3 * key.length + ENTRY_OVERHEAD;
    const names = ['index', 'sizes'].map((part) => redisKey('cache', bound.name, part));
    await WRITE.run(redis, [key, ...names], [packed, Math.ceil(lifetimeMs), at.getTime(), size, bound.bytes]);
  } else await redis.set(key, packed, 'PX', lifetimeMs);
  return { at, value };
}
