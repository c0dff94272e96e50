import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { Redis } from 'ioredis';
import type { Clock } from '../../../shared/process/clock.js';

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

/** Caches a value for as long as `lifetimeMs`, if the cache is there. */
export async function writeCache<T>(
  { redis, clock }: CacheContext,
  key: string,
  lifetimeMs: number,
  value: T,
): Promise<Dated<T>> {
  const at = clock.now();
  const entry: Entry<T> = { at: at.getTime(), until: at.getTime() + lifetimeMs, value };
  if (!isCacheAway({ redis, clock })) await redis.set(key, pack(entry), 'PX', lifetimeMs);
  return { at, value };
}
