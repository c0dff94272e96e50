import { type PoolName, poolNames } from '../../shared/contract/pools.js';
import type { CallCosts, Costs } from './costs.js';

/** Shares of the calls by pool, in any unit. */
export type Mix = Readonly<Partial<Record<PoolName, number>>>;

/** Resources that a load needs. */
export interface Plan {
  callsPerSecond: number;
  fronts: number;
  workers: Record<PoolName, number>;
  /** Redis servers with one core each. */
  redisServers: number;
  /** Cores of the store. */
  storeCores: number;
  /** Growth of the store's files in 30 days, in bytes, before anything expires. */
  storeBytesPerMonth: number;
  redisCommandsPerSecond: number;
}

const MONTH_SECONDS = 30 * 86_400;

/**
 * Target utilization of a core. Beyond it, waiting times grow faster than the load, and there is no reserve for a burst or the loss of a
 * process.
 */
const TARGET_SHARE = 0.6;

/**
 * Returns the resources for a request rate, by measured costs: cores = requests × processor time ÷ target utilization, rounded up, and at
 * least one of each process.
 *
 * @throws RangeError if the mix is empty
 */
export function createPlan(costs: Costs, callsPerSecond: number, mix: Mix, targetShare: number = TARGET_SHARE): Plan {
  const whole = poolNames.reduce((sum, pool) => sum + (mix[pool] ?? 0), 0);
  if (whole <= 0) throw new RangeError('The mix needs a pool with a share above 0');
  const findRate = (pool: PoolName) => (callsPerSecond * (mix[pool] ?? 0)) / whole;
  const perSecond = (cost: Exclude<keyof CallCosts, 'endpoint'>) =>
    poolNames.reduce((sum, pool) => sum + findRate(pool) * costs.pools[pool][cost], 0);
  const cores = (ms: number) => Math.max(1, Math.ceil(ms / 1_000 / targetShare));
  const workers = poolNames.map((pool) => [pool, cores(findRate(pool) * costs.pools[pool].workerMs)]);
  return {
    callsPerSecond,
    fronts: cores(perSecond('frontMs')),
    workers: Object.fromEntries(workers) as Record<PoolName, number>,
    redisServers: cores(perSecond('redisMs')),
    storeCores: cores(perSecond('storeMs')),
    storeBytesPerMonth: Math.round(perSecond('storeBytes') * MONTH_SECONDS),
    redisCommandsPerSecond: Math.round(perSecond('redisCommands')),
  };
}

/**
 * Parses a mix such as `compute=60,fetch=25`.
 *
 * @throws RangeError for an unknown pool or an invalid share
 */
export function readMix(text: string): Mix {
  return Object.fromEntries(
    text.split(',').map((part) => {
      const [name = '', share = ''] = part.split('=').map((side) => side.trim());
      if (!poolNames.some((pool) => pool === name)) throw new RangeError(`${name} is none of ${poolNames.join(', ')}`);
      if (!/^\d+(\.\d+)?$/.test(share)) throw new RangeError(`${name} needs a share, e.g. ${name}=60`);
      return [name, Number(share)];
    }),
  );
}
