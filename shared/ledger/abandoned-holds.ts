import { longestDeadlineMs } from '../contract/pools.js';
import type { KnownOutcome } from '../queue/job.js';
import type { LedgerCollections } from './collections.js';
import type { Hold } from './documents.js';
import { type Decision, decide, type Notifier, settle, toNotification } from './settle.js';

/** Age from which no client waits for the response to a hold's call any longer, in ms. */
export const ABANDONED_AFTER_MS = longestDeadlineMs + 35_000;
const MAX_BATCH = 500;

/** Open holds of one account whose calls no client waits for any longer. */
export interface AbandonedHolds {
  account: string;
  holds: Hold[];
}

/** Finds the open holds that are older than an age in ms, by account: all, or those of a front. */
export async function* findAbandonedHolds(
  { wallets }: Pick<LedgerCollections, 'wallets'>,
  now: Date,
  ageMs = ABANDONED_AFTER_MS,
  front?: string,
): AsyncGenerator<AbandonedHolds> {
  const limit = new Date(now.getTime() - ageMs);
  const isOld = { at: { $lt: limit }, ...(front !== undefined && { front }) };
  const filter = { 'open.at': isOld.at, open: { $elemMatch: isOld } };
  for await (const { _id: account, open } of wallets.find(filter, { projection: { open: 1 } })) {
    const holds = open.filter((hold) => hold.at < limit && (front === undefined || hold.front === front));
    yield { account, holds };
  }
}

/**
 * Settles holds that their front will not settle: by the outcome of the call if it is known, and otherwise by releasing them. Safe to
 * repeat.
 *
 * @param notify notifies accounts of their accepted requests (202)
 */
export async function settleAbandonedHolds(
  store: Pick<LedgerCollections, 'usage' | 'wallets'>,
  { account, holds }: AbandonedHolds,
  findOutcome: (hold: Hold) => KnownOutcome | undefined,
  now: Date,
  notify?: Notifier,
): Promise<void> {
  const decisions = holds.map((hold): Decision => {
    const outcome: KnownOutcome = findOutcome(hold) ?? { status: 503 };
    return { ...decide(account, hold, outcome, now), ...(hold.later && { notification: toNotification(outcome) }) };
  });
  for (let start = 0; start < decisions.length; start += MAX_BATCH) {
    await settle(store, decisions.slice(start, start + MAX_BATCH), now, notify);
  }
}
