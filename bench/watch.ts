import { readFileSync } from 'node:fs';
import type { Redis } from 'ioredis';
import type { Db } from 'mongodb';
import type { Child } from '../embedded/child.js';
import type { Load } from './load.js';

/** Something that is measured against the others. */
export interface Contender {
  name: string;
  /** The processes whose CPU time counts. */
  processes: Child[];
  load(connections: number, forMs: number): Promise<Load>;
}

export interface Watched extends Load {
  /** CPU time of the contender's processes per request, in ms. */
  cpuMs: number;
  redisCommands: number;
  storeCommands: number;
}

/** Clock ticks of /proc per second: 100 on every Linux that Node runs on. */
const TICKS_PER_SECOND = 100;

/** Loads a contender and adds what it used, per request. */
export async function watch(
  contender: Contender,
  connections: number,
  forMs: number,
  redis: Redis,
  db: Db | undefined,
): Promise<Watched> {
  const before = await counters(contender, redis, db);
  const load = await contender.load(connections, forMs);
  const after = await counters(contender, redis, db);
  const per = (name: keyof typeof before) => (after[name] - before[name]) / Math.max(1, load.requests);
  return { ...load, cpuMs: per('cpuMs'), redisCommands: per('redis'), storeCommands: per('store') };
}

async function counters({ processes }: Contender, redis: Redis, db: Db | undefined) {
  const info = await redis.info('stats');
  return {
    cpuMs: processes.reduce((total, { pid }) => total + (pid === undefined ? 0 : cpuMsOf(pid)), 0),
    redis: Number(/total_commands_processed:(\d+)/.exec(info)?.[1]),
    store: await storeCommands(db),
  };
}

/** User and system time of a process so far, in ms. */
function cpuMsOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return ((Number(fields[11]) + Number(fields[12])) * 1_000) / TICKS_PER_SECOND;
}

/** Commands that the store has served so far: it counts inserts, queries, updates, deletes and others. */
async function storeCommands(db: Db | undefined): Promise<number> {
  const status = await db?.command({ serverStatus: 1 });
  const counts: Record<string, unknown> = status?.opcounters ?? {};
  return Object.values(counts).reduce<number>((total, count) => total + Number(count), 0);
}
