import { longestDeadlineMs } from '../contract/pools.js';
import type { KnownEnd } from '../queue/job.js';
import type { LedgerCollections } from './collections.js';
import type { Hold } from './documents.js';
import { answerIn, type Decision, decide, type Notifier, settle } from './settle.js';

/** A hold this old has no caller left who could still be answered. In ms. */
export const ABANDONED_AFTER_MS = longestDeadlineMs + 35_000;
const MAX_BATCH = 500;

/** The open holds of one account that are so old that nobody waits for their calls any more. */
export interface AbandonedHolds {
  account: string;
  holds: Hold[];
}

/** Finds the wallets with holds that are older than so many ms. */
export async function* findAbandonedHolds(
  { wallets }: Pick<LedgerCollections, 'wallets'>,
  now: Date,
  ageMs = ABANDONED_AFTER_MS,
): AsyncGenerator<AbandonedHolds> {
  const limit = new Date(now.getTime() - ageMs);
  const found = wallets.find({ 'open.at': { $lt: limit } }, { projection: { open: 1 } });
  for await (const { _id: account, open } of found) yield { account, holds: open.filter(({ at }) => at < limit) };
}

/**
 * Decides holds of calls that their front will not decide: by how the call ended where that is known, and otherwise by
 * giving the credits back. Harmless to repeat.
 *
 * @param teller tells of asynchronous calls, whose callers were promised an answer
 */
export async function settleAbandonedHolds(
  store: Pick<LedgerCollections, 'usage' | 'wallets'>,
  { account, holds }: AbandonedHolds,
  endOf: (hold: Hold) => KnownEnd | undefined,
  now: Date,
  teller?: Notifier,
): Promise<void> {
  const decisions = holds.map((hold): Decision => {
    const end: KnownEnd = endOf(hold) ?? { status: 503 };
    return { ...decide(account, hold, end, now), ...(hold.later && { tell: answerIn(end) }) };
  });
  for (let start = 0; start < decisions.length; start += MAX_BATCH) {
    await settle(store, decisions.slice(start, start + MAX_BATCH), now, teller);
  }
}
