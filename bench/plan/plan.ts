import { type PoolName, poolNames } from '../../shared/contract/pools.js';
import type { CallCosts, Costs } from './costs.js';

/** Shares of the calls by pool, in any unit. */
export type Mix = Readonly<Partial<Record<PoolName, number>>>;

/** What a load needs. */
export interface Plan {
  callsPerSecond: number;
  fronts: number;
  workers: Record<PoolName, number>;
  /** One core each. */
  redisServers: number;
  /** Cores of the store. */
  storeCores: number;
  /** What the store's files grow by in 30 days, in bytes, before anything of it expires. */
  storeBytesPerMonth: number;
  redisCommandsPerSecond: number;
}

const MONTH_SECONDS = 30 * 86_400;

/**
 * How much of a core is planned for: beyond it waits grow faster than the load, and a burst, or the loss of one process
 * of several, finds no room.
 */
export const TARGET_SHARE = 0.6;

/**
 * What so many calls a second need, by measured costs: cores = calls × processor time ÷ the share of a core that is planned for,
 * rounded up, and at least one of each process.
 *
 * @throws RangeError when the mix has nothing in it
 */
export function planFor(costs: Costs, callsPerSecond: number, mix: Mix, targetShare: number = TARGET_SHARE): Plan {
  const whole = poolNames.reduce((sum, pool) => sum + (mix[pool] ?? 0), 0);
  if (whole <= 0) throw new RangeError('a mix needs a pool that has a share');
  const rateOf = (pool: PoolName) => (callsPerSecond * (mix[pool] ?? 0)) / whole;
  const perSecond = (cost: Exclude<keyof CallCosts, 'endpoint'>) =>
    poolNames.reduce((sum, pool) => sum + rateOf(pool) * costs.pools[pool][cost], 0);
  const cores = (ms: number) => Math.max(1, Math.ceil(ms / 1_000 / targetShare));
  const workers = poolNames.map((pool) => [pool, cores(rateOf(pool) * costs.pools[pool].workerMs)]);
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
 * Reads `compute=60,fetch=25`.
 *
 * @throws RangeError for what is no pool, or no share
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
