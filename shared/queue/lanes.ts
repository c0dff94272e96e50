import type { Redis } from 'ioredis';
import { isPoolName, type PoolName, poolNames } from '../contract/pools.js';
import type { Config } from '../process/config.js';
import { connectRedis, type Use } from '../process/redis.js';
import { redisAddress, redisUrls } from '../process/redis-address.js';
import { StartError } from '../process/run-process.js';

/**
 * A lane: one queue of each pool that has so many, with the replies to its jobs, on one Redis server and there, where that is a
 * Cluster, in one slot. A call goes by one lane, whichever, there and back; each worker serves all lanes of its pool. What is no
 * queue (limits, flagged keys, kept replies, caches) is beside the first lane.
 */
export interface Lane {
  /** 0 is the first. */
  readonly index: number;
  /** The Redis server that it is on. */
  readonly url: string;
  /** The pools that have it. */
  readonly pools: readonly PoolName[];
}

/** A lane with a connection to where its keys are. */
export interface ConnectedLane extends Lane {
  readonly redis: Redis;
}

/** More would cost each process more connections than it gains servers. */
export const MOST_LANES = 64;

/**
 * The lanes that there are. They are dealt out to the servers in turn, the first to the first.
 *
 * @throws StartError for settings that make no sense
 */
export function lanesOf(config: Config): readonly Lane[] {
  const urls = redisUrls(config);
  // What is no address is said at the start.
  for (const url of urls) redisAddress(url);
  const counts = readCounts(config.LANES ?? '', urls.length);
  const most = Math.max(...Object.values(counts));
  return Array.from({ length: most }, (_, index) => ({
    index,
    url: urls[index % urls.length] ?? '',
    pools: poolNames.filter((pool) => counts[pool] > index),
  }));
}

/** @throws StartError for what is neither a number nor numbers by pool */
function readCounts(text: string, servers: number): Record<PoolName, number> {
  const same = (count: number) =>
    Object.fromEntries(poolNames.map((pool) => [pool, count])) as Record<PoolName, number>;
  if (text === '') return same(servers);
  if (!text.includes('=')) return same(countIn(text));
  const counts = same(1);
  for (const part of text.split(',')) {
    const [pool = '', count = ''] = part.split('=').map((side) => side.trim());
    if (!isPoolName(pool)) throw new StartError(`LANES: ${pool} is none of ${poolNames.join(', ')}`);
    counts[pool] = countIn(count);
  }
  return counts;
}

function countIn(text: string): number {
  const count = Number(text);
  if (Number.isInteger(count) && count >= 1 && count <= MOST_LANES) return count;
  throw new StartError(`LANES must be numbers from 1 to ${MOST_LANES}, as in 3 or compute=4,qr=2`);
}

/**
 * Connects to the lanes.
 *
 * @param main the connection beside the first lane, which is used for that one as well
 */
export const connectLanes = (
  lanes: readonly Lane[],
  main: Redis,
  use: Use,
  onError: (error: unknown) => void,
): ConnectedLane[] =>
  lanes.map((lane) => ({
    ...lane,
    redis: lane.index === 0 ? main : connectRedis(lane.url, use, onError, lane.index),
  }));

/** Ends the connections of all lanes but the first, whose connection is not theirs alone. */
export function disconnectLanes(lanes: readonly ConnectedLane[]): void {
  for (const { index, redis } of lanes) if (index > 0) redis.disconnect();
}

/** The name of a pool's queue in a lane: what dashboards show. That of the first lane is the pool's. */
export const queueIn = (lane: number, pool: PoolName): string => (lane === 0 ? pool : `${pool}-${lane}`);

/** The pool that a queue is of, and its lane; undefined for the queues of no pool. */
export function placeOf(queue: string): { pool: PoolName; lane: number } | undefined {
  const [, pool = '', lane = '0'] = /^([a-z]+)(?:-(\d+))?$/.exec(queue) ?? [];
  return isPoolName(pool) ? { pool, lane: Number(lane) } : undefined;
}
