import { longestDeadlineMs } from '../shared/contract/pools.js';
import { applyPayments } from '../shared/ledger/purchase.js';
import { finishRefund } from '../shared/ledger/refund.js';
import { type Decision, settle } from '../shared/ledger/settle.js';
import { count } from '../shared/process/metrics/measure.js';
import type { Collections } from '../shared/store/collections.js';
import type { Task } from './run-tasks.js';

/** Finishes the calls and purchases that a crash left half done. */
export const reconcileHolds: Task = {
  name: 'reconcile-holds',
  schedule: '*/15 * * * * *',
  atStart: true,
  run: ({ store, clock }) => reconcile(store, clock.now()),
};

/** A hold this old has no caller left who could still be answered, whatever became of its front. */
export const ABANDONED_AFTER_MS = longestDeadlineMs + 35_000;
const MAX_BATCH = 500;

/**
 * Finishes what crashes left behind: holds that nobody will decide any more are given back (or what was decided is
 * applied), and payments reach their wallets. Harmless to repeat and to run twice at once.
 *
 * @returns how many holds and payments were finished
 */
export async function reconcile(store: Collections, now: Date): Promise<{ holds: number; payments: number }> {
  const limit = new Date(now.getTime() - ABANDONED_AFTER_MS);
  let holds = 0;
  for await (const { _id: account, open } of store.wallets.find(
    { 'open.at': { $lt: limit } },
    { projection: { open: 1 } },
  )) {
    const abandoned = open.filter((hold) => hold.at < limit);
    for (const intent of abandoned.filter((hold) => hold.refunds)) await finishRefund(store, account, intent, now);
    const calls = abandoned.filter((hold) => !hold.refunds);
    for (let start = 0; start < calls.length; start += MAX_BATCH) {
      const decisions = calls
        .slice(start, start + MAX_BATCH)
        .map((hold): Decision => ({ account, hold, state: 'void', status: 503, at: now }));
      await settle(store, decisions, now);
    }
    holds += abandoned.length;
  }
  const payments = await applyPayments(store);
  count('reconciled', { what: 'holds' }, holds);
  count('reconciled', { what: 'payments' }, payments);
  return { holds, payments };
}
