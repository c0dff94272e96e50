import { type AlertCollections, notifyOfBudget } from '../features/alerts/index.js';
import type { KeyCollections } from '../features/keys/index.js';
import { addToOutbox, createJobNotifier, type Message, type WebhookCollections } from '../features/webhooks/index.js';
import { type AbandonedHolds, findAbandonedHolds, settleAbandonedHolds } from '../shared/ledger/abandoned-holds.js';
import type { LedgerCollections } from '../shared/ledger/collections.js';
import type { Hold } from '../shared/ledger/documents.js';
import { FRONT_LEASE_MS, findLiveHolders, renewLease } from '../shared/ledger/leases.js';
import { applyPayments } from '../shared/ledger/purchase.js';
import { finishRefund } from '../shared/ledger/refund.js';
import { applyReversals } from '../shared/ledger/reverse.js';
import type { Notifier } from '../shared/ledger/settle.js';
import type { Config } from '../shared/process/config.js';
import { failFast, type ItemRunner } from '../shared/process/item-runner.js';
import { count } from '../shared/process/metrics/measure.js';
import type { Redis } from '../shared/process/redis.js';
import type { ScheduledTask } from '../shared/process/scheduled-task.js';
import type { KnownOutcome } from '../shared/queue/job.js';
import type { StorageCollections } from '../shared/storage/collections.js';
import type { Disks } from '../shared/storage/disks.js';
import { Quota } from '../shared/storage/quota.js';
import { CallOutcomes } from './call-outcomes.js';

type Store = Pick<AlertCollections, 'alerts'> &
  KeyCollections &
  Pick<LedgerCollections, 'leases' | 'payments' | 'refunds' | 'reversals' | 'usage' | 'wallets'> &
  Pick<StorageCollections, 'keptBytes'> &
  Pick<WebhookCollections, 'messages'>;

/** Name and length of the reconciler's lease: it may miss two runs before the lease expires. */
const RECONCILER = 'reconciler';
const RECONCILER_LEASE_MS = 40_000;

/** Completes the settlements, refunds, purchases and reversals that a crash left unfinished. */
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
    // While the store was unavailable no front could renew its lease, so an expired one shows nothing until fronts had time to.
    const isSteady = (await renewLease(store, RECONCILER, RECONCILER_LEASE_MS)) >= FRONT_LEASE_MS;
    const outcomes = new CallOutcomes(redis, disks);
    const quota = new Quota(store.keptBytes, clock, config);
    const publish = async (messages: readonly Message[]) => void (await addToOutbox(store, messages));
    const notify = createJobNotifier(publish, (...reserved) => quota.reserveExpiring(...reserved));
    const now = clock.now();
    const done = await reconcile(store, now, isSteady ? (holds) => outcomes.find(holds) : null, notify, each);
    count('reconciled', { what: 'holds' }, done.holds);
    count('reconciled', { what: 'payments' }, done.payments);
    return done;
  },
};

/** Finds the outcomes of calls, as far as they are known. */
type FindOutcomes = (holds: readonly Hold[]) => Promise<ReadonlyMap<string, KnownOutcome>>;

const findNone: FindOutcomes = async () => new Map();

/**
 * Completes what crashes left unfinished: abandoned holds of dead fronts are settled by the outcomes of their calls, and released if those
 * are unknown; an earlier decision is applied. Payments and reversals are applied to their wallets. Safe to repeat, and to run twice at
 * the same time.
 *
 * @param findOutcomes null while it is unknown which fronts are dead: then holds of calls are left alone
 * @returns the numbers of holds, payments and reversals that were completed
 */
export async function reconcile(
  store: Store,
  now: Date,
  findOutcomes: FindOutcomes | null = findNone,
  notify?: Notifier,
  each: ItemRunner = failFast,
): Promise<{ holds: number; payments: number; reversals: number }> {
  let done = 0;
  const finish = async ({ account, holds: all }: AbandonedHolds) => {
    // Those of batches are settled by the documents of the batches.
    const holds = all.filter(({ batch }) => !batch);
    const intents = holds.filter(({ refunds }) => refunds);
    for (const intent of intents) await finishRefund(store, account, intent, now);
    const orphans = findOutcomes ? await findOrphans(store, holds) : [];
    const outcomes = await (findOutcomes && orphans.length > 0 ? findOutcomes(orphans) : findNone(orphans));
    await settleAbandonedHolds(store, { account, holds: orphans }, ({ id }) => outcomes.get(id), now, notify);
    await warnOfBudgets(store, account, orphans, now);
    done += intents.length + orphans.length;
  };
  await each(findAbandonedHolds(store, now), ({ account }) => account, finish);
  const payments = await applyPayments(store, {}, each);
  return { holds: done, payments, reversals: await applyReversals(store, now, {}, each) };
}

/** Sends the budget alerts of keys that the dead fronts may not have sent. */
async function warnOfBudgets(store: Store, account: string, orphans: readonly Hold[], now: Date): Promise<void> {
  const ids = [...new Set(orphans.filter(({ budgeted }) => budgeted).map(({ key }) => key))];
  if (ids.length === 0) return;
  const wallet = await store.wallets.findOne({ _id: account }, { projection: { budgets: 1 } });
  for await (const key of store.keys.find({ id: { $in: ids } })) await notifyOfBudget(store, key, wallet?.budgets, now);
}

/** Finds the holds of calls that no live front will settle. */
async function findOrphans(store: Store, holds: readonly Hold[]): Promise<Hold[]> {
  const calls = holds.filter(({ refunds }) => !refunds);
  const live = await findLiveHolders(store, [...new Set(calls.flatMap(({ front }) => front ?? []))]);
  return calls.filter(({ front }) => front === undefined || !live.has(front));
}
