import type { Clock } from '../clock.js';
import type { Redis } from '../redis.js';
import { redisKey } from '../redis-keys.js';
import { NOTABLE_SKEW_MS, type ServerClock, type TimeServer } from '../server-clock.js';
import { gauge } from './measure.js';
import { Board, kindOf } from './process-status.js';

export type BreakerState = 'closed' | 'half open' | 'open';

/** The circuit breakers of one process, by upstream. */
export type BreakerStates = Readonly<Record<string, BreakerState>>;

/** Breakers live in the processes that ask upstreams. */
const breakers = new Board<BreakerStates>(redisKey('board', 'breakers'));

/** A breaker in one process. */
export interface ShownBreaker {
  upstream: string;
  /** The pool of the process. */
  process: string;
  state: BreakerState;
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
export const publishBreakers = (
  redis: Redis,
  clock: Clock,
  name: string,
  breakerStates: () => BreakerStates,
  onError: (error: unknown) => void,
): (() => Promise<void>) =>
  breakers.publish(
    redis,
    clock,
    name,
    () => {
      const states = breakerStates();
      return Object.keys(states).length === 0 ? undefined : states;
    },
    onError,
  );

/** The breakers of all living processes, by upstream and process. */
export async function readBreakers(redis: Redis, clock: Clock): Promise<ShownBreaker[]> {
  const posted = await breakers.read(redis, clock);
  return posted
    .flatMap(({ name, fact }) =>
      Object.entries(fact).map(([upstream, state]) => ({ upstream, process: kindOf(name), state })),
    )
    .sort((a, b) => a.upstream.localeCompare(b.upstream) || a.process.localeCompare(b.process));
}

/** How far the clock of a process is ahead of those that tell the time, in ms. */
type ClocksAhead = Readonly<Partial<Record<TimeServer, number>>>;

const clocks = new Board<ClocksAhead>(redisKey('board', 'clocks'));

/** A process whose clock is off. */
export interface WrongClock {
  process: string;
  server: TimeServer;
  /** Below zero when it is behind. */
  aheadMs: number;
}

/**
 * Writes how right a process's clock is, for as long as it lives.
 *
 * @param name of the process: its kind, a space, its instance
 * @param own the clocks that it goes by instead, that of Redis first
 * @returns takes it off
 */
export function publishClocks(
  redis: Redis,
  name: string,
  own: readonly [ServerClock, ...ServerClock[]],
  onError: (error: unknown) => void,
): () => Promise<void> {
  const ahead = () => Object.fromEntries(own.map(({ server, aheadMs }) => [server, Math.round(aheadMs)]));
  return clocks.publish(redis, own[0], name, ahead, onError);
}

/** The living processes whose clocks are notably off. */
export async function readWrongClocks(redis: Redis, clock: Clock): Promise<WrongClock[]> {
  const posted = await clocks.read(redis, clock);
  const wrong = posted.flatMap(({ name, fact }) =>
    (['redis', 'store'] as const).map((server) => ({ process: kindOf(name), server, aheadMs: fact[server] ?? 0 })),
  );
  return wrong
    .filter(({ aheadMs }) => Math.abs(aheadMs) > NOTABLE_SKEW_MS)
    .sort((a, b) => a.process.localeCompare(b.process) || a.server.localeCompare(b.server));
}

const RUNS = redisKey('scheduler', 'runs');

/** The last run of a scheduled task, whichever scheduler did it. */
export interface Run {
  /** When it ended. */
  at: Date;
  ms: number;
  outcome: 'done' | 'failed';
}

/** Notes the run of a task for the operator console. */
export async function publishRun(redis: Redis, task: string, run: Run): Promise<void> {
  await redis.hset(RUNS, task, JSON.stringify(run));
}

/** The last run of every task, by name. */
export async function readLastRuns(redis: Redis): Promise<(Run & { task: string })[]> {
  const runs = Object.entries(await redis.hgetall(RUNS)).map(([task, text]) => {
    const { at, ms, outcome }: Omit<Run, 'at'> & { at: string } = JSON.parse(text);
    return { task, at: new Date(at), ms, outcome };
  });
  return runs.sort((a, b) => a.task.localeCompare(b.task));
}
