import { findAbandonedHolds } from '../../shared/ledger/abandoned-holds.js';
import type { Hold } from '../../shared/ledger/documents.js';
import type { Config } from '../../shared/process/config.js';
import type { ItemRunner } from '../../shared/process/item-runner.js';
import type { Redis } from '../../shared/process/redis.js';
import type { ScheduledTask } from '../../shared/process/scheduled-task.js';
import type { KeyCollections } from '../keys/index.js';
import type { MemberCollections } from '../members/index.js';
import type { Batch, BatchCollections } from './collections.js';
import { abandonBatch } from './create.js';
import {
  deleteEnded,
  type EndContext,
  type EndStore,
  endBatch,
  findStopReason,
  finishEnd,
  settleBatch,
} from './end.js';
import { enqueueBatch, openBatchQueue } from './queue.js';

type Store = EndStore & KeyCollections & Pick<MemberCollections, 'accounts'>;

/** Time that the creation of a batch takes at most, in ms; far longer than any request. */
const CREATED_WITHIN_MS = 120_000;
/** Time after which the settlement of a batch counts as interrupted, in ms. */
const SETTLED_WITHIN_MS = 5_000;

/**
 * Completes what was interrupted: enqueues the batches that run nowhere, cancels those whose time is over or whose key or account may no
 * longer spend, settles those that have ended, and abandons those that were never completely stored.
 */
export const recoverBatches: ScheduledTask<{
  readonly store: Store;
  readonly redis: Redis;
  readonly config: Pick<Config, 'BASE_URL' | 'HOST' | 'PORT'>;
}> = {
  name: 'recover-batches',
  schedule: '*/10 * * * * *',
  atStart: true,
  async run({ store, clock, redis, config, log, each }) {
    const queue = openBatchQueue(redis, (err) => log.warn({ err }, 'redis connection failed'));
    try {
      return await recover({ store, clock, config }, (id) => enqueueBatch(queue, id), each);
    } finally {
      await queue.close();
    }
  },
};

/**
 * Completes all batches as the task does. Safe to repeat, and to run in several processes.
 *
 * @param enqueue enqueues a batch unless it is enqueued already
 */
export async function recover(
  context: EndContext & { readonly store: Store },
  enqueue: (id: string) => Promise<unknown>,
  each: ItemRunner,
): Promise<Record<'open' | 'settled' | 'canceled' | 'abandoned' | 'holds', number>> {
  const { store, clock } = context;
  const before = (ms: number) => new Date(clock.now().getTime() - ms);
  const settled = await each(
    store.batches.find({ unsettled: { $lt: before(SETTLED_WITHIN_MS) } }),
    ({ _id }) => _id,
    (batch) => finishEnd(context, batch),
  );
  let [canceled, abandoned] = [0, 0];
  const open = await each(
    store.batches.find({ open: true }),
    ({ _id }) => _id,
    async (batch) => {
      if (isCreated(batch)) {
        const reason = await findStopReason(context, batch);
        if (!reason) return enqueue(batch._id);
        canceled += 1;
        return endBatch(context, batch, reason);
      }
      if (batch.created >= before(CREATED_WITHIN_MS)) return undefined;
      abandoned += 1;
      return abandonBatch(context, batch);
    },
  );
  const holds = await each(
    findAbandonedHolds(store, clock.now()),
    ({ account }) => account,
    async ({ account, holds }) => {
      for (const hold of holds) if (hold.batch) await settleAbandonedBatch(context, account, hold);
    },
  );
  return { open, settled, canceled, abandoned, holds };
}

const isCreated = ({ state }: Batch): boolean => state !== 'creating' && state !== 'abandoned';

/**
 * Settles the hold of a batch that should have ended: by its document, or by releasing it if there is none. Safe to repeat.
 */
async function settleAbandonedBatch(context: EndContext, account: string, hold: Hold): Promise<void> {
  const batch = await context.store.batches.findOne({ _id: hold.id });
  if (!batch) return settleBatch(context, { _id: hold.id, account }, { state: 'void', status: 503 });
  if (!isCreated(batch)) return abandonBatch(context, batch);
  if (batch.open) await endBatch(context, batch, 'expired');
  else await finishEnd(context, batch);
}

/**
 * Deletes the batches of an account that have ended. The scheduler ends the others when the account is closed.
 *
 * @returns false if there are others
 */
export async function deleteBatches(store: BatchCollections, account: string): Promise<boolean> {
  await store.batchUploads.deleteMany({ account });
  const ended = store.batches.find({ account, open: { $exists: false }, unsettled: { $exists: false } });
  for await (const batch of ended) await deleteEnded(store, batch);
  return (await store.batches.findOne({ account })) === null;
}
