import type { Platform } from '../../shared/figures/collections.js';
import { noPlatform } from '../../shared/figures/platform.js';
import type { Collections } from '../../shared/store/collections.js';

/**
 * What the platform answered, sold, refunded and let expire in a stretch of time, by the parts of it that are so long. What
 * has expired is found for a day, as long as wallets keep expired lots.
 */
export async function platformBetween(
  { payments, refunds, wallets, traffic }: Collections,
  from: Date,
  to: Date,
  lengthMs: number,
): Promise<Map<number, Platform>> {
  const found = new Map<number, Platform>();
  const of = (at: Date): Platform => {
    const begin = at.getTime() - (at.getTime() % lengthMs);
    const platform = found.get(begin) ?? noPlatform();
    found.set(begin, platform);
    return platform;
  };
  const within = { $gte: from, $lt: to };
  for await (const { at, amount } of payments.find({ at: within }, { projection: { at: 1, amount: 1 } })) {
    of(at).sold += amount;
  }
  for await (const { at, cost } of refunds.find({ at: within }, { projection: { at: 1, cost: 1 } })) {
    of(at).refunded += cost;
  }
  for await (const { at, calls, failed } of traffic.find({ span: 'minute', at: within })) {
    const platform = of(at);
    platform.answered += calls;
    platform.answeredWith5xx += failed;
  }
  // Only the end leads into the index: what has expired before is gone from the wallets after a day.
  for await (const { lots } of wallets.find({ 'lots.expires': { $lt: to } }, { projection: { lots: 1 } })) {
    for (const { expires, left, expired = 0 } of lots) {
      if (expires >= from && expires < to) of(expires).expired += left + expired;
    }
  }
  return found;
}
