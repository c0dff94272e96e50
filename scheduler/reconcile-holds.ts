import { type AlertCollections, tellOfBudget } from '../features/alerts/index.js';
import type { KeyCollections } from '../features/keys/index.js';
import { addToOutbox, jobNotifier, type Message, type WebhookCollections } from '../features/webhooks/index.js';
import { type AbandonedHolds, findAbandonedHolds, settleAbandonedHolds } from '../shared/ledger/abandoned-holds.js';
import type { LedgerCollections } from '../shared/ledger/collections.js';
import type { Hold } from '../shared/ledger/documents.js';
import { FRONT_LEASE_MS, livingHolders, renewLease } from '../shared/ledger/leases.js';
import { applyPayments } from '../shared/ledger/purchase.js';
import { finishRefund } from '../shared/ledger/refund.js';
import { applyReversals } from '../shared/ledger/reverse.js';
import type { Notifier } from '../shared/ledger/settle.js';
import type { Config } from '../shared/process/config.js';
import { failFast, type ItemRunner } from '../shared/process/item-runner.js';
import { count } from '../shared/process/metrics/measure.js';
import type { Redis } from '../shared/process/redis.js';
import type { ScheduledTask } from '../shared/process/scheduled-task.js';
import type { StorageCollections } from '../shared/storage/collections.js';
import type { Disks } from '../shared/storage/disks.js';
import { Quota } from '../shared/storage/quota.js';
import { CallEnds, type Ends } from './call-ends.js';

type Store = Pick<AlertCollections, 'alerts'> &
  KeyCollections &
  Pick<LedgerCollections, 'leases' | 'payments' | 'refunds' | 'reversals' | 'usage' | 'wallets'> &
  Pick<StorageCollections, 'keptBytes'> &
  Pick<WebhookCollections, 'messages'>;

/** The lease of whoever reconciles: two runs may be missed before it breaks. */
const WATCHER = 'reconciler';
const WATCH_MS = 40_000;

/** Finishes the calls and purchases that a crash left half done. */
export const reconcileHolds: ScheduledTask<{
  readonly store: Store;
  readonly redis: Redis;
  readonly config: Pick<Config, 'STORAGE_QUOTA_MIB'>;
  readonly disks: Disks;
}> = {
  name: 'reconcile-holds',
  schedule: '*/15 * * * * *',
  atStart: true,
  async run({ store, clock, redis, config, disks, each }) {
    // While the store was away no front could renew its lease: for as long as one lasts, its end means nothing.
    const isSteady = (await renewLease(store, WATCHER, WATCH_MS)) >= FRONT_LEASE_MS;
    const ends = new CallEnds(redis, disks);
    const quota = new Quota(store.keptBytes, clock, config);
    const publish = async (messages: readonly Message[]) => void (await addToOutbox(store, messages));
    const teller = jobNotifier(publish, (...reserved) => quota.reserveExpiring(...reserved));
    const now = clock.now();
    const done = await reconcile(store, now, isSteady ? (holds) => ends.of(holds) : null, teller, each);
    count('reconciled', { what: 'holds' }, done.holds);
    count('reconciled', { what: 'payments' }, done.payments);
    return done;
  },
};

/** How calls ended, as far as that is known. */
type EndsOf = (holds: readonly Hold[]) => Promise<Ends>;

const nothingKnown: EndsOf = async () => new Map();

/**
 * Finishes what crashes left behind: old holds whose front is gone are settled by the results of their calls, and released when
 * there is no result (or an earlier decision is applied); payments and reversals reach their wallets. Harmless to repeat and to run
 * twice at once.
 *
 * @param endsOf null while it cannot be said which fronts are gone: then calls are left alone
 * @returns how many holds, payments and reversals were finished
 */
export async function reconcile(
  store: Store,
  now: Date,
  endsOf: EndsOf | null = nothingKnown,
  teller?: Notifier,
  each: ItemRunner = failFast,
): Promise<{ holds: number; payments: number; reversals: number }> {
  let done = 0;
  const finish = async ({ account, holds }: AbandonedHolds) => {
    const intents = holds.filter(({ refunds }) => refunds);
    for (const intent of intents) await finishRefund(store, account, intent, now);
    const orphans = endsOf ? await withoutFront(store, holds) : [];
    const ends = await (endsOf && orphans.length > 0 ? endsOf(orphans) : nothingKnown(orphans));
    await settleAbandonedHolds(store, { account, holds: orphans }, ({ id }) => ends.get(id), now, teller);
    await warnOfBudgets(store, account, orphans, now);
    done += intents.length + orphans.length;
  };
  await each(findAbandonedHolds(store, now), ({ account }) => account, finish);
  const payments = await applyPayments(store, {}, each);
  return { holds: done, payments, reversals: await applyReversals(store, now, {}, each) };
}

/** Notifies of keys near their budgets, which the dead fronts may not have done. */
async function warnOfBudgets(store: Store, account: string, orphans: readonly Hold[], now: Date): Promise<void> {
  const ids = [...new Set(orphans.filter(({ budgeted }) => budgeted).map(({ key }) => key))];
  if (ids.length === 0) return;
  const wallet = await store.wallets.findOne({ _id: account }, { projection: { budgets: 1 } });
  for await (const key of store.keys.find({ id: { $in: ids } })) await tellOfBudget(store, key, wallet?.budgets, now);
}

/** The holds of calls that no living front will decide. */
async function withoutFront(store: Store, holds: readonly Hold[]): Promise<Hold[]> {
  const calls = holds.filter(({ refunds }) => !refunds);
  const living = await livingHolders(store, [...new Set(calls.flatMap(({ front }) => front ?? []))]);
  return calls.filter(({ front }) => front === undefined || !living.has(front));
}
