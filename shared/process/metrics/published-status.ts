import { hostname } from 'node:os';
import type { Clock } from '../clock.js';
import { type DiskSpace, readDiskSpace } from '../disk-space.js';
import { every } from '../every.js';
import type { Redis } from '../redis.js';
import { redisKey } from '../redis-keys.js';
import { NOTABLE_SKEW_MS, type ServerClock, type TimeServer } from '../server-clock.js';
import { version } from '../version.js';
import { gauge } from './measure.js';
import { ProcessStatuses, parseKind } from './process-status.js';

export type BreakerState = 'closed' | 'half open' | 'open';

/** Circuit breakers of one process, by upstream. */
export type BreakerStates = Readonly<Record<string, BreakerState>>;

const breakers = new ProcessStatuses<BreakerStates>(redisKey('board', 'breakers'));

/** A circuit breaker of one process. */
export interface ShownBreaker {
  upstream: string;
  /** Pool of the process. */
  process: string;
  state: BreakerState;
}

const GAUGE_VALUES: Record<BreakerState, number> = { closed: 0, 'half open': 1, open: 2 };

/** Sets the gauges of circuit breakers in the metrics of this process. */
export function gaugeBreakers(states: BreakerStates): void {
  for (const [upstream, state] of Object.entries(states)) gauge('breakers', { upstream }, GAUGE_VALUES[state]);
}

/**
 * Publishes the circuit breakers of a process for as long as it is alive, if it has any.
 *
 * @param name of the process: its kind, a space, its instance
 * @returns a function that withdraws them
 */
export const publishBreakers = (
  redis: Redis,
  clock: Clock,
  name: string,
  readStates: () => BreakerStates,
  onError: (error: unknown) => void,
): (() => Promise<void>) =>
  breakers.publish(
    redis,
    clock,
    name,
    () => {
      const states = readStates();
      return Object.keys(states).length === 0 ? undefined : states;
    },
    onError,
  );

/** Reads the circuit breakers of all live processes, by upstream and process. */
export async function readBreakers(redis: Redis, clock: Clock): Promise<ShownBreaker[]> {
  const statuses = await breakers.read(redis, clock);
  return statuses
    .flatMap(({ name, status }) =>
      Object.entries(status).map(([upstream, state]) => ({ upstream, process: parseKind(name), state })),
    )
    .sort((a, b) => a.upstream.localeCompare(b.upstream) || a.process.localeCompare(b.process));
}

/** Version and place of a process, and the time by which its clock is ahead of those of servers, in ms. */
type Presence = Readonly<Partial<Record<TimeServer, number>>> & {
  readonly version?: string;
  readonly host?: string;
  readonly pid?: number;
  /** Time of its start, in ms since the epoch, by the clock of Redis. */
  readonly since?: number;
  readonly disk?: DiskSpace;
};

const MEASURE_DISK_EVERY_MS = 30_000;

const clocks = new ProcessStatuses<Presence>(redisKey('board', 'clocks'));

/** A process with clock skew. */
export interface WrongClock {
  process: string;
  server: TimeServer;
  /** Negative if it is behind. */
  aheadMs: number;
}

/**
 * Publishes the presence of a process for as long as it is alive.
 *
 * @param name of the process: its kind, a space, its instance
 * @param servers clocks of the servers that it uses, that of Redis first
 * @param folder whose free disk space is published too
 * @returns a function that withdraws it
 */
export function publishPresence(
  redis: Redis,
  name: string,
  servers: readonly [ServerClock, ...ServerClock[]],
  onError: (error: unknown) => void,
  folder?: string,
): () => Promise<void> {
  let disk: DiskSpace | undefined;
  const measureDisk = async () => {
    disk = folder === undefined ? undefined : await readDiskSpace(folder).catch(() => undefined);
  };
  void measureDisk();
  const stopMeasuring = every(MEASURE_DISK_EVERY_MS, () => void measureDisk());
  const since = servers[0].now().getTime() - Math.round(process.uptime() * 1_000);
  const { pid } = process;
  const readPresence = () => ({
    ...Object.fromEntries(servers.map(({ server, aheadMs }) => [server, Math.round(aheadMs)])),
    ...{ version, host: hostname(), pid, since },
    ...(disk && { disk }),
  });
  const withdraw = clocks.publish(redis, servers[0], name, readPresence, onError);
  return async () => {
    stopMeasuring();
    await withdraw();
  };
}

/** A live process. */
export interface LiveProcess {
  /** Kind of the process: `api`, `scheduler`, or its pool. */
  process: string;
  instance: string;
  /** Null, like what follows, for a process of a release that does not publish it. */
  version: string | null;
  host: string | null;
  pid: number | null;
  /** Time of its start. */
  since: Date | null;
  /** Last sign of life. */
  seen: Date;
  /** Disk of its data folder; null if it has none. */
  disk: DiskSpace | null;
}

/** Reads all live processes, by kind. */
export async function readProcesses(redis: Redis, clock: Clock): Promise<LiveProcess[]> {
  const statuses = await clocks.read(redis, clock);
  return statuses
    .map(({ name, at, status: { version = null, host = null, pid = null, since, disk = null } }) => ({
      process: parseKind(name),
      instance: name.slice(parseKind(name).length + 1),
      ...{ version, host, pid, disk, seen: new Date(at), since: since === undefined ? null : new Date(since) },
    }))
    .sort((a, b) => a.process.localeCompare(b.process) || a.instance.localeCompare(b.instance));
}

/** Reads the live processes with notable clock skew. */
export async function readWrongClocks(redis: Redis, clock: Clock): Promise<WrongClock[]> {
  const statuses = await clocks.read(redis, clock);
  const skews = statuses.flatMap(({ name, status }) =>
    (['redis', 'store'] as const).map((server) => ({ process: parseKind(name), server, aheadMs: status[server] ?? 0 })),
  );
  return skews
    .filter(({ aheadMs }) => Math.abs(aheadMs) > NOTABLE_SKEW_MS)
    .sort((a, b) => a.process.localeCompare(b.process) || a.server.localeCompare(b.server));
}

const RUNS = redisKey('scheduler', 'runs');

/** Last run of a scheduled task, by any scheduler. */
export interface Run {
  /** Time at which it ended. */
  at: Date;
  ms: number;
  outcome: 'done' | 'failed';
}

/** Stores the run of a task for the operator console. */
export async function publishRun(redis: Redis, task: string, run: Run): Promise<void> {
  await redis.hset(RUNS, task, JSON.stringify(run));
}

/** Reads the last run of every task, by name. */
export async function readLastRuns(redis: Redis): Promise<(Run & { task: string })[]> {
  const runs = Object.entries(await redis.hgetall(RUNS)).map(([task, text]) => {
    const { at, ms, outcome }: Omit<Run, 'at'> & { at: string } = JSON.parse(text);
    return { task, at: new Date(at), ms, outcome };
  });
  return runs.sort((a, b) => a.task.localeCompare(b.task));
}
