import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { Redis } from 'ioredis';
import { readFailure, UpstreamFailure, writeFailure } from './failure.js';

/** An answer and when the upstream gave it. */
export interface Dated<T> {
  readonly at: Date;
  readonly value: T;
}

/** What remembering needs: where, the time, and when the one who asks stops waiting. */
export interface Memory {
  readonly redis: Redis;
  readonly clock: { now(): Date };
  readonly signal: AbortSignal;
}

/** How long those who wait for another process's question can learn of its failure, in ms. */
const FAILURE_KNOWN_MS = 3_000;
const FIRST_LOOK_MS = 10;
const LONGEST_LOOK_MS = 50;

const RELEASE = `if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('del', KEYS[1]) end return 0`;

interface Entry<T> {
  readonly at: number;
  readonly until: number;
  readonly value: T;
}

/** Lists of results shrink to a seventh, and Redis has to hold them for a while. */
const pack = (entry: Entry<unknown>): Buffer => deflateRawSync(JSON.stringify(entry), { level: 1 });
const unpack = (packed: Buffer): unknown => JSON.parse(inflateRawSync(packed).toString());

/**
 * What is remembered under a key, if it is younger than its lifetime.
 * Values are ours: they were checked before they were written.
 */
export async function recall<T>(memory: Pick<Memory, 'redis' | 'clock'>, key: string): Promise<Dated<T> | undefined> {
  const packed = await memory.redis.getBuffer(key);
  if (packed === null) return undefined;
  const { at, until, value } = unpack(packed) as Entry<T>;
  const now = memory.clock.now().getTime();
  return now >= at && now < until ? { at: new Date(at), value } : undefined;
}

/** Remembers a value for as long as `lifetimeMs`. */
export async function remember<T>(
  memory: Pick<Memory, 'redis' | 'clock'>,
  key: string,
  lifetimeMs: number,
  value: T,
): Promise<Dated<T>> {
  const at = memory.clock.now();
  const entry: Entry<T> = { at: at.getTime(), until: at.getTime() + lifetimeMs, value };
  await memory.redis.set(key, pack(entry), 'PX', lifetimeMs);
  return { at, value };
}

/**
 * Lets one of all processes that want the same answer at the same time ask for it; the others wait for that answer,
 * or for its failure.
 *
 * @param longestMs the asking takes no longer; the claim of a process that died ends then
 */
export async function askTogether<T>(
  memory: Memory,
  key: string,
  { lifetimeMs, longestMs }: { lifetimeMs: (value: T) => number; longestMs: number },
  ask: () => Promise<T>,
): Promise<Dated<T>> {
  const { redis, signal } = memory;
  const claim = `${key}:claim`;
  const mine = randomUUID();
  for (let lookMs = FIRST_LOOK_MS; ; lookMs = Math.min(lookMs * 2, LONGEST_LOOK_MS)) {
    if (await redis.set(claim, mine, 'PX', longestMs, 'NX')) break;
    const holder = await redis.get(claim);
    if (holder !== null) await sleep(lookMs, undefined, { signal });
    const answered = await recall<T>(memory, key);
    if (answered) return answered;
    const failed = holder === null ? null : await redis.get(`${key}:failed:${holder}`);
    if (failed !== null) throw readFailure(failed);
  }
  try {
    // Between looking and claiming, another may have asked, remembered and let go.
    const answered = await recall<T>(memory, key);
    if (answered) return answered;
    const value = await ask();
    return await remember(memory, key, lifetimeMs(value), value);
  } catch (error) {
    if (error instanceof UpstreamFailure) {
      await redis.set(`${key}:failed:${mine}`, writeFailure(error), 'PX', FAILURE_KNOWN_MS);
    }
    throw error;
  } finally {
    await redis.eval(RELEASE, 1, claim, mine);
  }
}
