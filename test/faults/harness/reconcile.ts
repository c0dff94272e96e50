import { CallEnds } from '../../../scheduler/call-ends.js';
import { reconcile } from '../../../scheduler/reconcile-holds.js';
import { ABANDONED_AFTER_MS } from '../../../shared/ledger/abandoned.js';
import { endLease } from '../../../shared/ledger/leases.js';
import { connectRedis, whenReady } from '../../../shared/process/redis.js';
import type { FaultyPlatform } from './platform.js';

/** What the scheduler does when the lease of a dead front has run out and its holds are old; at night it is waited for. */
export async function reconcileNow({ store, platform }: FaultyPlatform, account: string): Promise<void> {
  const wallet = await store.wallets.findOne({ _id: account });
  for (const front of new Set(wallet?.open.flatMap(({ front = '' }) => front))) await endLease(store, front);
  const redis = connectRedis(platform.redisUrl, 'producer', () => {});
  try {
    await whenReady(redis, 30_000);
    const ends = new CallEnds(redis);
    const now = new Date(Date.now() + ABANDONED_AFTER_MS + 1_000);
    await reconcile(store, now, (holds) => ends.of(holds, now));
  } finally {
    redis.disconnect();
  }
}
