import { type PoolName, poolNames } from '../../../shared/contract/pools.js';
import type { Costs } from '../costs.js';
import type { Mix, Plan } from '../plan.js';
import type { Outcome } from './outcome.js';
import type { Failure, Scenario } from './scenario.js';

const SECOND_MS = 1_000;

/** What of a simulation is asked for on the command line. */
export interface Asked {
  seconds: number;
  partitions?: number;
  failures: readonly Failure[];
  seed: string;
}

/**
 * Reads `redis@3+2`: a Redis server dies after 3 s and is back 2 s later.
 *
 * @throws RangeError for what cannot die, or has no time
 */
export function readFailure(text: string): Failure {
  const [, kind = '', at = '', length = ''] = /^(\w+)@(\d+(?:\.\d+)?)\+(\d+(?:\.\d+)?)$/.exec(text) ?? [];
  const isKind = (word: string): word is Failure['kind'] =>
    word === 'redis' || word === 'front' || poolNames.some((pool) => pool === word);
  if (!isKind(kind)) throw new RangeError(`${text} is none of redis, front, ${poolNames.join(', ')}, as in redis@3+2`);
  return { kind, atMs: Number(at) * SECOND_MS, forMs: Number(length) * SECOND_MS };
}

/** The load of a plan on what the plan says it needs; no more Redis servers than partitions. */
export function scenarioOf(
  plan: Plan,
  mix: Mix,
  { pools }: Costs,
  { seconds, partitions, failures, seed }: Asked,
): Scenario {
  const spread = partitions ?? plan.redisServers;
  return {
    seed,
    load: { callsPerSecond: plan.callsPerSecond },
    ...{ mix, costs: pools, fronts: plan.fronts, workers: plan.workers, storeCores: plan.storeCores },
    ...{ partitions: spread, redisServers: Math.min(spread, plan.redisServers) },
    ...{ forMs: seconds * SECOND_MS, stretchMs: SECOND_MS, failures },
  };
}

const percent = (share: number): string => `${Math.round(share * 100)} %`;

/** What a simulation came to, second by second and as a whole. */
export function asText({ redisServers, partitions, forMs }: Scenario, outcome: Outcome): string[] {
  const columns = ['second', 'answered', 'refused', 'lost', 'late', 'p50 ms', 'p99 ms'];
  const rows = outcome.stretches
    .filter(({ fromMs }) => fromMs < forMs)
    .map(({ fromMs, ends, p50Ms, p99Ms }) => [
      fromMs / SECOND_MS,
      ...[ends.answered, ends.refused, ends.lost, ends.late],
      ...[p50Ms.toFixed(1), p99Ms.toFixed(1)],
    ]);
  const kinds: [string, number][] = [
    ['fronts', outcome.busy.fronts],
    ['Redis', outcome.busy.Redis],
    ['store', outcome.busy.store],
    ...poolNames.map((pool: PoolName): [string, number] => [`${pool} workers`, outcome.busy[pool]]),
  ];
  return [
    `${partitions} partitions on ${redisServers} Redis servers; calls by the second in which they came:`,
    ...[columns, ...rows].map((row) => row.map((cell) => String(cell).padStart(10)).join('')),
    `${outcome.ends.answered} of ${outcome.calls} answered, ${outcome.ends.refused} refused, ${outcome.ends.lost} lost, ${outcome.ends.late} late; p50 ${outcome.p50Ms.toFixed(1)} ms, p99 ${outcome.p99Ms.toFixed(1)} ms`,
    `busy: ${kinds.map(([kind, share]) => `${kind} ${percent(share)}`).join(', ')}`,
  ];
}
