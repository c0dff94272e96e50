import type { Platform, PoolFigures } from './collections.js';

export const noPlatform = (): Platform => ({
  answered: 0,
  answeredWith5xx: 0,
  sold: 0,
  refunded: 0,
  expired: 0,
  pools: {},
  upstreams: {},
});

/** What was known of stretches apart, as known of them together. */
export function platformTogether(apart: readonly Platform[]): Platform {
  const together = noPlatform();
  for (const one of apart) {
    for (const field of ['answered', 'answeredWith5xx', 'sold', 'refunded', 'expired'] as const) {
      together[field] += one[field];
    }
    for (const [pool, figures] of Object.entries(one.pools) as [keyof Platform['pools'], PoolFigures][]) {
      together.pools[pool] = lookedTogether(together.pools[pool], figures);
    }
    for (const [upstream, states] of Object.entries(one.upstreams)) {
      const sums = together.upstreams[upstream] ?? {};
      for (const [state, looks] of Object.entries(states) as [keyof typeof states, number][]) {
        sums[state] = (sums[state] ?? 0) + looks;
      }
      together.upstreams[upstream] = sums;
    }
  }
  return together;
}

const lookedTogether = (one: PoolFigures | undefined, other: PoolFigures): PoolFigures =>
  one
    ? {
        looks: one.looks + other.looks,
        workers: one.workers + other.workers,
        fewest: Math.min(one.fewest, other.fewest),
        waiting: one.waiting + other.waiting,
        most: Math.max(one.most, other.most),
      }
    : { ...other };
