import type { LedgerCollections } from '../../shared/ledger/collections.js';
import type { MonitoringCollections } from '../monitoring/index.js';
import type { Platform } from './collections.js';

type Store = Pick<LedgerCollections, 'payments' | 'refunds' | 'wallets'> & MonitoringCollections;

export const createEmptyPlatform = (): Platform => ({
  answered: 0,
  answeredWith5xx: 0,
  sold: 0,
  refunded: 0,
  expired: 0,
  pools: {},
  upstreams: {},
});

/** The samples of a day come in one batch. */
const SAMPLES_PER_BATCH = 1_500;

type StepSums = { _id: Date } & Partial<Platform>;

/**
 * Reads the facts about the platform in a window, by steps of equal length: traffic of the last 25 hours, samples of two days, and expired
 * credits as long as wallets keep expired lots, a day.
 *
 * @returns the facts by the beginning of their step, in ms; steps without any are left out
 */
export async function readPlatform(
  { payments, refunds, wallets, traffic, platformSamples }: Store,
  from: Date,
  to: Date,
  stepMs: number,
): Promise<Map<number, Platform>> {
  const found = new Map<number, Platform>();
  const at = (time: Date): Platform => {
    const step = time.getTime() - ((time.getTime() - from.getTime()) % stepMs);
    const platform = found.get(step) ?? createEmptyPlatform();
    found.set(step, platform);
    return platform;
  };
  const within = { $gte: from, $lt: to };
  const beginningOfStep = (field: string) => ({ $subtract: [field, { $mod: [{ $subtract: [field, from] }, stepMs] }] });
  const group = (time: string, sums: Readonly<Record<string, string | object>>) => ({
    $group: {
      _id: beginningOfStep(time),
      ...Object.fromEntries(Object.entries(sums).map(([name, sum]) => [name, { $sum: sum }])),
    },
  });
  const left = { $add: ['$lots.left', { $ifNull: ['$lots.expired', 0] }] };
  const sums = await Promise.all(
    [
      payments.aggregate<StepSums>([{ $match: { at: within } }, group('$at', { sold: '$amount' })]),
      refunds.aggregate<StepSums>([{ $match: { at: within } }, group('$at', { refunded: '$cost' })]),
      traffic.aggregate<StepSums>([
        { $match: { span: 'minute', at: within } },
        group('$at', { answered: '$calls', answeredWith5xx: '$failed' }),
      ]),
      // The index is by expiry; lots that expired before are gone from wallets after a day.
      wallets.aggregate<StepSums>([
        { $match: { 'lots.expires': { $lt: to } } },
        { $unwind: '$lots' },
        { $match: { 'lots.expires': within } },
        group('$lots.expires', { expired: left }),
      ]),
    ].map((cursor) => cursor.toArray()),
  );
  for (const { _id, ...facts } of sums.flat()) addPlatform(at(_id), { ...createEmptyPlatform(), ...facts });
  const samples = platformSamples.find({ _id: within }, { batchSize: SAMPLES_PER_BATCH });
  for await (const { _id, pools, upstreams } of samples) {
    addPlatform(at(_id), {
      ...createEmptyPlatform(),
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
