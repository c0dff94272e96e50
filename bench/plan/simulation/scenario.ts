import type { PoolName } from '../../../shared/contract/pools.js';
import type { Costs } from '../costs.js';
import type { Mix } from '../plan.js';

/** What dies, when, and for how long; ms since the beginning. */
export interface Failure {
  kind: 'redis' | 'front' | PoolName;
  atMs: number;
  forMs: number;
}

/** How calls come: so many a second by chance, or from so many callers who each wait for their answer. */
export type Load = { callsPerSecond: number } | { callers: number; callerMs: number };

/** A platform under load. */
export interface Scenario {
  seed: string;
  load: Load;
  mix: Mix;
  costs: Costs['pools'];
  fronts: number;
  workers: Readonly<Record<PoolName, number>>;
  /** Partitions are spread over the servers evenly. */
  partitions: number;
  redisServers: number;
  storeCores: number;
  /** What all processes share, where it is less than one processor for each. */
  processors?: { count: number; speed: number };
  forMs: number;
  /** How long the stretches are by which it is told what happened. */
  stretchMs: number;
  failures: readonly Failure[];
}
