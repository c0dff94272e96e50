import type { Collections } from '../../shared/store/collections.js';
import type { Platform } from './collections.js';

export const noPlatform = (): Platform => ({
  answered: 0,
  answeredWith5xx: 0,
  sold: 0,
  refunded: 0,
  expired: 0,
  pools: {},
  upstreams: {},
});

/**
 * Reads the facts about the platform in a window, by steps of equal length: traffic of the last 25 hours, samples of two days, and expired
 * credits as long as wallets keep expired lots, a day.
 *
 * @returns the facts by the beginning of their step, in ms; steps without any are left out
 */
export async function readPlatform(
  { payments, refunds, wallets, traffic, platformSamples }: Collections,
  from: Date,
  to: Date,
  stepMs: number,
): Promise<Map<number, Platform>> {
  const found = new Map<number, Platform>();
  const at = (time: Date): Platform => {
    const step = Math.floor((time.getTime() - from.getTime()) / stepMs) * stepMs + from.getTime();
    const platform = found.get(step) ?? noPlatform();
    found.set(step, platform);
    return platform;
  };
  const within = { $gte: from, $lt: to };
  const reading = await Promise.all([
    payments.find({ at: within }, { projection: { at: 1, amount: 1 } }).toArray(),
    refunds.find({ at: within }, { projection: { at: 1, cost: 1 } }).toArray(),
    traffic.find({ span: 'minute', at: within }, { projection: { at: 1, calls: 1, failed: 1 } }).toArray(),
    // The index is by expiry; lots that expired before are gone from wallets after a day.
    wallets.find({ 'lots.expires': { $lt: to } }, { projection: { lots: 1 } }).toArray(),
    platformSamples.find({ _id: within }).toArray(),
  ]);
  const [sold, refunded, minutes, expired, samples] = reading;
  for (const payment of sold) at(payment.at).sold += payment.amount;
  for (const refund of refunded) at(refund.at).refunded += refund.cost;
  for (const minute of minutes) {
    const platform = at(minute.at);
    platform.answered += minute.calls;
    platform.answeredWith5xx += minute.failed;
  }
  for (const lot of expired.flatMap(({ lots }) => lots)) {
    if (lot.expires >= from && lot.expires < to) at(lot.expires).expired += lot.left + (lot.expired ?? 0);
  }
  for (const { _id, pools, upstreams } of samples) {
    addPlatform(at(_id), {
      ...noPlatform(),
      pools: Object.fromEntries(
        Object.entries(pools).map(([pool, { workers, waiting }]) => [
          pool,
          { samples: 1, workers, mostWaiting: waiting },
        ]),
      ),
      upstreams: Object.fromEntries(Object.entries(upstreams).map(([upstream, state]) => [upstream, { [state]: 1 }])),
    });
  }
  return found;
}

/** Adds facts to others. */
export function addPlatform(sums: Platform, more: Platform): void {
  for (const field of ['answered', 'answeredWith5xx', 'sold', 'refunded', 'expired'] as const) {
    sums[field] += more[field];
  }
  for (const pool of Object.keys(more.pools) as (keyof Platform['pools'])[]) {
    const { samples = 0, workers = 0, mostWaiting = 0 } = sums.pools[pool] ?? {};
    const added = more.pools[pool];
    if (!added) continue;
    sums.pools[pool] = {
      samples: samples + added.samples,
      workers: workers + added.workers,
      mostWaiting: Math.max(mostWaiting, added.mostWaiting),
    };
  }
  for (const [upstream, states] of Object.entries(more.upstreams)) {
    const counted = sums.upstreams[upstream] ?? {};
    for (const state of Object.keys(states) as (keyof typeof states)[]) {
      counted[state] = (counted[state] ?? 0) + (states[state] ?? 0);
    }
    sums.upstreams[upstream] = counted;
  }
}
