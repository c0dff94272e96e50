import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { createInterface } from 'node:readline';
import type { Db } from 'mongodb';
import type { Child } from '../embedded/child.js';
import type { Platform } from '../embedded/platform.js';
import { connectRedis, type Redis, whenReady } from '../shared/process/redis.js';
import type { Load } from './load.js';

/** Processes whose CPU time is measured separately. */
export const ROLES = ['front', 'worker', 'redis', 'store'] as const;
type Role = (typeof ROLES)[number];

/** A contender, measured against the others. */
export interface Contender {
  name: string;
  /** Its processes. */
  front: Child[];
  worker: Child[];
  /** Starts additional processes for this contender only. @returns the workers among them */
  reinforce?(): Promise<{ workers: Child[]; dismiss(): Promise<void> }>;
  load(connections: number, forMs: number): Promise<Load>;
}

/** Resources that all contenders share. */
export interface Ground {
  redis: Redis;
  redisUrl: string;
  db: Db | undefined;
  /** Process ids, if they run on this machine. */
  redisPid: number | undefined;
  storePid: number | undefined;
}

/** Resources that contenders of a platform share. */
export async function prepareGround(platform: Platform, db: Db): Promise<Ground> {
  const redis = connectRedis(platform.redisUrl, 'worker', () => {});
  await whenReady(redis, 5_000);
  return {
    redis,
    redisUrl: platform.redisUrl,
    db,
    redisPid: Number(platform.children.get('redis')?.facts.serverPid) || undefined,
    storePid: platform.children.get('store')?.pid,
  };
}

export interface Watched extends Load {
  /** CPU time per request, in ms. */
  cpuMs: Record<Role, number>;
  /** Redis commands per request, without those in scripts. */
  redisCommands: number;
  /** Redis commands per request, including those in scripts. */
  redisSteps: number;
  storeCommands: number;
}

/** Clock ticks of /proc per second: 100 on every Linux that Node runs on. */
const TICKS_PER_SECOND = 100;
/** Warm-up of additional processes before the measurement, in ms. */
const WARM_UP_MS = 1_000;
/** Time in which Redis commands are counted, in ms. Counting slows Redis down, so it is not part of the measurement. */
const COUNT_MS = 400;

/** Loads a contender, and measures its resources per request. */
export async function watch(
  contender: Contender,
  connections: number,
  forMs: number,
  ground: Ground,
): Promise<Watched> {
  const more = await contender.reinforce?.();
  // A process that has just started is slower for a while.
  if (more) await contender.load(connections, WARM_UP_MS);
  const pids = {
    front: contender.front.map(({ pid }) => pid),
    worker: [...contender.worker, ...(more?.workers ?? [])].map(({ pid }) => pid),
    redis: [ground.redisPid],
    store: [ground.storePid],
  };
  try {
    const before = await readCounters(pids, ground);
    const load = await contender.load(connections, forMs);
    const after = await readCounters(pids, ground);
    const per = (from: number, to: number) => (to - from) / Math.max(1, load.requests);
    const cpu = ROLES.map((role) => [role, per(before.cpuMs[role], after.cpuMs[role])]);
    return {
      ...load,
      cpuMs: Object.fromEntries(cpu) as Record<Role, number>,
      redisCommands: await countCommands(contender, connections, ground.redisUrl),
      redisSteps: per(before.redis, after.redis),
      storeCommands: per(before.store, after.store),
    };
  } finally {
    await more?.dismiss();
  }
}

async function readCounters(pids: Record<Role, (number | undefined)[]>, { redis, db }: Ground) {
  const info = await redis.info('stats');
  const cpu = ROLES.map((role) => [
    role,
    pids[role].reduce<number>((total, pid) => total + (pid ? readCpuMs(pid) : 0), 0),
  ]);
  return {
    cpuMs: Object.fromEntries(cpu) as Record<Role, number>,
    redis: Number(/total_commands_processed:(\d+)/.exec(info)?.[1]),
    store: await readStoreCommands(db),
  };
}

/** Counts the commands per request that are not in scripts. */
async function countCommands(contender: Contender, connections: number, redisUrl: string): Promise<number> {
  const { protocol, hostname, port, pathname } = new URL(redisUrl);
  const monitor = protocol === 'unix:' ? connect(pathname) : connect(Number(port || 6379), hostname);
  await once(monitor, 'connect');
  let commands = 0;
  createInterface(monitor).on('line', (line) => {
    if (!/^\S+ \[\d+ lua\]/.test(line)) commands++;
  });
  monitor.write('MONITOR\r\n');
  const { requests } = await contender.load(connections, COUNT_MS);
  monitor.destroy();
  return commands / Math.max(1, requests);
}

/** Reads the user and system time of a process, in ms. */
export function readCpuMs(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return ((Number(fields[11]) + Number(fields[12])) * 1_000) / TICKS_PER_SECOND;
}

/** Reads the number of commands of the store: inserts, queries, updates, deletes and others. */
async function readStoreCommands(db: Db | undefined): Promise<number> {
  const status = await db?.command({ serverStatus: 1 });
  const counts: Record<string, unknown> = status?.opcounters ?? {};
  return Object.values(counts).reduce<number>((total, count) => total + Number(count), 0);
}
