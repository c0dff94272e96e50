import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { REDIS_SHARES, SHARE_OF_ONE } from '../../../shared/contract/bounds.js';
import type { Clock } from '../../../shared/process/clock.js';
import type { Config } from '../../../shared/process/config.js';
import type { Redis } from '../../../shared/process/redis.js';
import { redisKey } from '../../../shared/process/redis-keys.js';
import { Script } from '../../../shared/process/redis-script.js';

/** An answer and when the upstream gave it. */
export interface Dated<T> {
  readonly at: Date;
  readonly value: T;
}

/** What the cache needs: where it is, and the time. */
export interface CacheContext {
  readonly redis: Redis;
  readonly clock: Clock;
}

interface Entry<T> {
  readonly at: number;
  readonly until: number;
  readonly value: T;
}

/** Lists of results shrink to a seventh, and Redis has to hold them for a while. */
const pack = (entry: Entry<unknown>): Buffer => deflateRawSync(JSON.stringify(entry), { level: 1 });
const unpack = (packed: Buffer): unknown => JSON.parse(inflateRawSync(packed).toString());

/** Whether there is no cache at the moment: what is asked of Redis now would wait until it is back, and its caller with it. */
export const isCacheAway = ({ redis }: CacheContext): boolean => redis.status !== 'ready';

/**
 * What is cached under a key, if it is younger than its lifetime; nothing while the cache is away.
 * Values are ours: they were checked before they were written.
 */
export async function readCache<T>({ redis, clock }: CacheContext, key: string): Promise<Dated<T> | undefined> {
  if (isCacheAway({ redis, clock })) return undefined;
  const packed = await redis.getBuffer(key);
  if (packed === null) return undefined;
  const { at, until, value } = unpack(packed) as Entry<T>;
  return clock.now().getTime() < until ? { at: new Date(at), value } : undefined;
}

/** Entries that callers can add without end, and the memory that all of them may take: the oldest make room for new ones. */
export interface CacheBound {
  readonly name: string;
  readonly bytes: number;
}

/** Returns the bound of an upstream's cached responses. */
export const cacheBound = (name: string, { REDIS_MEMORY_MIB }: Pick<Config, 'REDIS_MEMORY_MIB'>): CacheBound => ({
  name,
  bytes: Math.floor(REDIS_MEMORY_MIB * 1024 * 1024 * REDIS_SHARES.cache * SHARE_OF_ONE),
});

/** Memory that Redis needs for an entry beside its key and its value, with its places in the index, in bytes. */
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
 * Caches a value for as long as `lifetimeMs`, if the cache is there.
 *
 * @param bound of the entries that it is one of, where there may be any number of them
 */
export async function writeCache<T>(
  { redis, clock }: CacheContext,
  key: string,
  lifetimeMs: number,
  value: T,
  bound?: CacheBound,
): Promise<Dated<T>> {
  const at = clock.now();
  if (isCacheAway({ redis, clock })) return { at, value };
  const packed = pack({ at: at.getTime(), until: at.getTime() + lifetimeMs, value });
  if (bound) {
    const size = packed.length + 3 * key.length + ENTRY_OVERHEAD;
    const names = ['index', 'sizes'].map((part) => redisKey('cache', bound.name, part));
    await WRITE.run(redis, [key, ...names], [packed, Math.ceil(lifetimeMs), at.getTime(), size, bound.bytes]);
  } else await redis.set(key, packed, 'PX', lifetimeMs);
  return { at, value };
}
