import type { Redis } from 'ioredis';
import { gauge } from './measure.js';

export type BreakerState = 'closed' | 'half open' | 'open';

/** The circuit breakers of one process, by upstream. */
export type BreakerStates = Readonly<Record<string, BreakerState>>;

/**
 * Breakers live in the processes that ask upstreams. Each writes its own on a board in Redis, so that the operator
 * console, which is served by a front, can show them all.
 */
const BOARD = 'breakers';
const WRITE_EVERY_MS = 2_000;
/** What a process wrote longer ago than this is not true any more; it goes after a while. */
const TRUE_FOR_MS = 7_000;
const BOARD_LIFE_MS = 60_000;

/** A breaker in one process. */
export interface ShownBreaker {
  upstream: string;
  /** The pool of the process. */
  process: string;
  state: BreakerState;
}

interface Entry {
  at: number;
  states: BreakerStates;
}

const GAUGE_VALUES: Record<BreakerState, number> = { closed: 0, 'half open': 1, open: 2 };

/** Shows breakers in this process's metrics. */
export function gaugeBreakers(states: BreakerStates): void {
  for (const [upstream, state] of Object.entries(states)) gauge('breakers', { upstream }, GAUGE_VALUES[state]);
}

/**
 * Writes a process's breakers on the board for as long as it lives. A process without upstreams writes nothing.
 *
 * @param name of the process: its kind, a space, its instance
 * @param breakerStates how its breakers are now
 * @returns takes them off
 */
export function publishBreakers(
  redis: Redis,
  name: string,
  breakerStates: () => BreakerStates,
  onError: (error: unknown) => void,
): () => Promise<void> {
  const write = () => {
    const states = breakerStates();
    if (Object.keys(states).length === 0) return;
    const entry: Entry = { at: Date.now(), states };
    redis.multi().hset(BOARD, name, JSON.stringify(entry)).pexpire(BOARD, BOARD_LIFE_MS).exec().catch(onError);
  };
  write();
  const timer = setInterval(write, WRITE_EVERY_MS);
  return async () => {
    clearInterval(timer);
    await redis.hdel(BOARD, name).catch(onError);
  };
}

/** The breakers of all living processes, by upstream and process; those of processes that died are cleared away. */
export async function readBreakers(redis: Redis): Promise<ShownBreaker[]> {
  const board = Object.entries(await redis.hgetall(BOARD)).map(([name, text]) => {
    const { at, states }: Entry = JSON.parse(text);
    return { name, at, states };
  });
  const isTrue = ({ at }: { at: number }) => Date.now() - at < TRUE_FOR_MS;
  const dead = board.filter((entry) => !isTrue(entry)).map(({ name }) => name);
  if (dead.length > 0) await redis.hdel(BOARD, ...dead);
  return board
    .filter(isTrue)
    .flatMap(({ name, states }) =>
      Object.entries(states).map(([upstream, state]) => ({ upstream, process: name.split(' ')[0] ?? name, state })),
    )
    .sort((a, b) => a.upstream.localeCompare(b.upstream) || a.process.localeCompare(b.process));
}

const RUNS = 'scheduler:runs';

/** The last run of a scheduled task, whichever scheduler did it. */
export interface Run {
  /** When it ended. */
  at: Date;
  ms: number;
  outcome: 'done' | 'failed';
}

/** Notes the run of a task for the operator console. */
export async function keepRun(redis: Redis, task: string, run: Run): Promise<void> {
  await redis.hset(RUNS, task, JSON.stringify(run));
}

/** The last run of every task, by name. */
export async function lastRuns(redis: Redis): Promise<(Run & { task: string })[]> {
  const runs = Object.entries(await redis.hgetall(RUNS)).map(([task, text]) => {
    const { at, ms, outcome }: Omit<Run, 'at'> & { at: string } = JSON.parse(text);
    return { task, at: new Date(at), ms, outcome };
  });
  return runs.sort((a, b) => a.task.localeCompare(b.task));
}
