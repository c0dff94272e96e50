import { decideOld, oldHolds } from '../shared/ledger/abandoned.js';
import { FRONT_LEASE_MS, livingHolders, renewLease } from '../shared/ledger/leases.js';
import { applyPayments } from '../shared/ledger/purchase.js';
import { finishRefund } from '../shared/ledger/refund.js';
import type { Teller } from '../shared/ledger/settle.js';
import { count } from '../shared/process/metrics/measure.js';
import type { KnownEnd } from '../shared/queue/job.js';
import { Quota } from '../shared/storage/quota.js';
import type { Collections, Hold } from '../shared/store/collections.js';
import { jobTeller } from '../shared/webhooks/tell-of-jobs.js';
import { CallEnds } from './call-ends.js';
import type { Task } from './run-tasks.js';

/** The lease of whoever reconciles: two runs may be missed before it breaks. */
const WATCHER = 'reconciler';
const WATCH_MS = 40_000;

/** Finishes the calls and purchases that a crash left half done. */
export const reconcileHolds: Task = {
  name: 'reconcile-holds',
  schedule: '*/15 * * * * *',
  atStart: true,
  async run({ store, clock, redis, config }) {
    // While the store was away no front could renew its lease: for as long as one lasts, its end means nothing.
    const isSteady = (await renewLease(store, WATCHER, WATCH_MS)) >= FRONT_LEASE_MS;
    const ends = new CallEnds(redis);
    const quota = new Quota(store.keptBytes, clock, config);
    const teller = jobTeller(store, (...kept) => quota.pass(...kept));
    const done = await reconcile(store, clock.now(), isSteady ? (holds) => ends.of(holds) : null, teller);
    count('reconciled', { what: 'holds' }, done.holds);
    count('reconciled', { what: 'payments' }, done.payments);
    return done;
  },
};

/** How calls ended, by request id, as far as that is known. */
type EndsOf = (holds: readonly Hold[]) => Promise<ReadonlyMap<string, KnownEnd>>;

const nothingKnown: EndsOf = async () => new Map();

/**
 * Finishes what crashes left behind: old holds whose front is gone are decided by how their calls ended, and given back
 * where nobody knows that (or what was decided is applied), and payments reach their wallets. Harmless to repeat and to run
 * twice at once.
 *
 * @param endsOf null while it cannot be said which fronts are gone: then calls are left alone
 * @returns how many holds and payments were finished
 */
export async function reconcile(
  store: Collections,
  now: Date,
  endsOf: EndsOf | null = nothingKnown,
  teller?: Teller,
): Promise<{ holds: number; payments: number }> {
  let done = 0;
  for await (const { account, holds } of oldHolds(store, now)) {
    const intents = holds.filter(({ refunds }) => refunds);
    for (const intent of intents) await finishRefund(store, account, intent, now);
    const orphans = endsOf ? await withoutFront(store, holds) : [];
    const ends = endsOf && orphans.length > 0 ? await endsOf(orphans) : new Map<string, KnownEnd>();
    await decideOld(store, { account, holds: orphans }, ({ id }) => ends.get(id), now, teller);
    done += intents.length + orphans.length;
  }
  return { holds: done, payments: await applyPayments(store) };
}

/** The holds of calls that no living front will decide. */
async function withoutFront(store: Collections, holds: readonly Hold[]): Promise<Hold[]> {
  const calls = holds.filter(({ refunds }) => !refunds);
  const living = await livingHolders(store, [...new Set(calls.flatMap(({ front }) => front ?? []))]);
  return calls.filter(({ front }) => front === undefined || !living.has(front));
}
