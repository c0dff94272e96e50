import { BATCHES } from '../../shared/contract/bounds.js';
import type { LedgerCollections } from '../../shared/ledger/collections.js';
import type { Hold } from '../../shared/ledger/documents.js';
import { settle } from '../../shared/ledger/settle.js';
import type { Clock } from '../../shared/process/clock.js';
import type { Config } from '../../shared/process/config.js';
import { count } from '../../shared/process/metrics/measure.js';
import { insertNew } from '../../shared/store/insert-new.js';
import type { KeyCollections } from '../keys/index.js';
import type { MemberCollections } from '../members/index.js';
import { addToOutbox, batchFinished, createMessage, type WebhookCollections } from '../webhooks/index.js';
import { type Batch, type BatchCollections, type BatchResult, type CancelReason, resultId } from './collections.js';
import { toBatchView } from './view.js';

/** Collections that the end of a batch writes. */
export type EndStore = BatchCollections &
  Pick<LedgerCollections, 'usage' | 'wallets'> &
  Pick<WebhookCollections, 'messages'>;

export interface EndContext {
  readonly store: EndStore;
  readonly clock: Clock;
  readonly config: Pick<Config, 'BASE_URL' | 'HOST' | 'PORT'>;
}

const DAY_MS = 86_400_000;
const MARKS_PER_WRITE = 1_000;

/** Time after its creation at which the items and results of a batch are certainly no longer needed. */
export const computeExpiry = (created: Date): Date =>
  new Date(created.getTime() + BATCHES.hours * 3_600_000 + BATCHES.days * DAY_MS);

/**
 * Ends a batch: whatever has no result yet never gets one, so that the sum of the results is final, whoever computes it. Then its hold is
 * settled with that sum. Safe to repeat, and to run in several processes, also while its items run.
 *
 * @param reason undefined if all of its items have run
 * @returns the batch as it ended
 */
export async function endBatch(context: EndContext, batch: Batch, reason?: CancelReason): Promise<Batch> {
  const { store, clock } = context;
  if (reason) {
    // Remembered first: also if this process dies now, the batch is cancelled.
    const isFirst = { _id: batch._id, open: true as const, canceled_because: { $exists: false } };
    await store.batches.updateOne(isFirst, { $set: { canceled_because: reason } });
    await markMissing(store, batch);
  }
  const sums = await sumResults(store, batch);
  if (sums.results !== batch.items) throw new Error(`batch ${batch._id} has ${sums.results} of ${batch.items} results`);
  const { succeeded, failed, charged } = sums;
  const isComplete = succeeded + failed === batch.items;
  const now = clock.now();
  const ended = await store.batches.findOneAndUpdate(
    { _id: batch._id, open: true, state: { $in: ['queued', 'running'] } },
    {
      $set: { state: isComplete ? 'finished' : 'canceled', succeeded, failed, charged, finished: now, unsettled: now },
      $unset: { open: true, ...(isComplete && { canceled_because: true }) },
    },
    { returnDocument: 'after' },
  );
  if (ended) {
    count('batchesEnded', { state: isComplete ? 'finished' : 'canceled' });
    return finishEnd(context, ended);
  }
  const other = await store.batches.findOne({ _id: batch._id });
  return other?.unsettled ? finishEnd(context, other) : (other ?? batch);
}

/** Settles the hold of a batch that has ended, and publishes its event. Safe to repeat. */
export async function finishEnd(context: EndContext, batch: Batch): Promise<Batch> {
  const { store, clock, config } = context;
  const { finished = clock.now() } = batch;
  await settleBatch(context, batch, { state: 'spent', charged: batch.charged, status: 200 });
  const { _id: id, account, webhook } = batch;
  const expires = new Date(finished.getTime() + BATCHES.days * DAY_MS);
  const { unsettled, ...rest } = batch;
  const settled: Batch = { ...rest, expires };
  const { endpoint, name, test, items, succeeded, failed, credits_charged, results_url } = toBatchView(settled, config);
  const data = {
    ...{ id, endpoint, name, test, state: batch.state === 'finished' ? ('finished' as const) : ('canceled' as const) },
    ...{ items, succeeded, failed, credits_charged, finished_at: finished.toISOString(), results_url },
  };
  const message = createMessage(batchFinished, data, {
    ...{ account, at: finished, id },
    ...(webhook !== undefined && { callback: webhook }),
  });
  await addToOutbox(store, [message]);
  await store.batches.updateOne({ _id: id }, { $set: { expires }, $unset: { unsettled: true } });
  return settled;
}

/**
 * Settles the hold of a batch, if it is open. First the hold gets the time of the settlement: from then on it is one that is being settled,
 * and the usage entry, which is not older, cannot fall into an hour whose usage was merged while the batch was running.
 */
export async function settleBatch(
  { store, clock }: Pick<EndContext, 'store' | 'clock'>,
  { _id: id, account }: Pick<Batch, '_id' | 'account'>,
  decision: { readonly state: 'spent' | 'void'; readonly charged?: number; readonly status: number },
): Promise<void> {
  const hold = await findHold(store, account, id);
  if (!hold) return;
  const now = clock.now();
  const isRunning = { id, batch: true as const, at: { $gt: now } };
  await store.wallets.updateOne({ _id: account, open: { $elemMatch: isRunning } }, { $set: { 'open.$.at': now } });
  const at = clock.now();
  await settle(store, [{ account, hold, ...decision, at }], at);
}

async function findHold({ wallets }: EndStore, account: string, id: string): Promise<Hold | undefined> {
  const wallet = await wallets.findOne({ _id: account, 'open.id': id }, { projection: { open: 1 } });
  return wallet?.open.find((hold) => hold.id === id);
}

/**
 * Deletes a batch that has ended, with its items and results. Results are deleted again at last: an item that was still running may have
 * stored one. The process that runs it deletes those that come later.
 */
export async function deleteEnded(store: BatchCollections, batch: Pick<Batch, '_id' | 'account'>): Promise<void> {
  const { _id, account } = batch;
  await store.batchItems.deleteMany({ account, batch: _id });
  await deleteResults(store, batch);
  await store.batches.deleteOne({ _id });
  await deleteResults(store, batch);
}

/** Deletes the results of a batch. */
export const deleteResults = (
  { batchResults }: Pick<BatchCollections, 'batchResults'>,
  { _id: batch, account }: Pick<Batch, '_id' | 'account'>,
): Promise<unknown> => batchResults.deleteMany({ account, batch });

/** Gives every item without a result the mark that the batch ended before it. */
async function markMissing(store: EndStore, { _id: batch, account, items, created }: Batch): Promise<void> {
  const indexes = await readDoneIndexes(store, { _id: batch, account });
  const expires = computeExpiry(created);
  const marks: BatchResult[] = [];
  for (let index = 0; index < items; index++) {
    if (indexes.has(index)) continue;
    marks.push({ _id: resultId(batch, index), account, batch, index, status: 0, charged: 0, body: '', expires });
  }
  for (let start = 0; start < marks.length; start += MARKS_PER_WRITE)
    await insertNew(store.batchResults, marks.slice(start, start + MARKS_PER_WRITE));
}

/** Reads the indexes of the items that have a result. */
export async function readDoneIndexes(
  { batchResults }: Pick<BatchCollections, 'batchResults'>,
  { _id: batch, account }: Pick<Batch, '_id' | 'account'>,
): Promise<Set<number>> {
  const done = new Set<number>();
  const found = batchResults.find({ account, batch }, { projection: { _id: 0, index: 1 } });
  for await (const { index } of found) done.add(index);
  return done;
}

/** Sums the results of a batch. */
export async function sumResults(
  { batchResults }: Pick<BatchCollections, 'batchResults'>,
  { _id: batch, account }: Pick<Batch, '_id' | 'account'>,
): Promise<{ results: number; succeeded: number; failed: number; charged: number }> {
  const isSuccess = { $and: [{ $gt: ['$status', 0] }, { $lt: ['$status', 400] }] };
  const [sums] = await batchResults
    .aggregate<{ results: number; succeeded: number; failed: number; charged: number }>([
      { $match: { account, batch } },
      {
        $group: {
          _id: null,
          results: { $sum: 1 },
          succeeded: { $sum: { $cond: [isSuccess, 1, 0] } },
          failed: { $sum: { $cond: [{ $gte: ['$status', 400] }, 1, 0] } },
          charged: { $sum: '$charged' },
        },
      },
    ])
    .toArray();
  return sums ?? { results: 0, succeeded: 0, failed: 0, charged: 0 };
}

/** Returns the reason for which a batch is to be cancelled; undefined if there is none. A key that was replaced still pays. */
export async function findStopReason(
  { store, clock }: { readonly store: KeyCollections & Pick<MemberCollections, 'accounts'>; readonly clock: Clock },
  { account, key: id, due, canceled_because }: Pick<Batch, 'account' | 'key' | 'due' | 'canceled_because'>,
): Promise<CancelReason | undefined> {
  if (canceled_because) return canceled_because;
  const now = clock.now();
  if (due <= now) return 'expired';
  const [owner, key] = await Promise.all([
    store.accounts.findOne({ _id: account }, { projection: { closed: 1, suspended: 1 } }),
    store.keys.findOne({ id }, { projection: { active: 1, expires: 1, replaced_by: 1 } }),
  ]);
  if (owner?.closed || owner?.suspended) return 'account';
  const hasExpired = key?.expires && key.expires <= now && key.replaced_by === undefined;
  return !key?.active || hasExpired ? 'key' : undefined;
}
