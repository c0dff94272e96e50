import type { Redis } from '../../shared/process/redis.js';
import type { ScheduledTask } from '../../shared/process/scheduled-task.js';
import { type DispatchStore, dispatch, enqueueSend, openDeliverQueue } from './dispatch.js';

/** Age from which a message without deliveries, or a due delivery, counts as never enqueued. Younger ones are being worked on. */
const NEVER_ENQUEUED_AFTER_MS = 2_000;
const MAX_MESSAGES = 1_000;

/**
 * Dispatches the messages and enqueues the deliveries that were never enqueued: their writer has no Redis or died, or Redis has lost its
 * data.
 */
export const recoverOutbox: ScheduledTask<{ readonly store: DispatchStore; readonly redis: Redis }> = {
  name: 'recover-outbox',
  schedule: '*/5 * * * * *',
  atStart: true,
  async run({ store, clock, redis, log, each }) {
    const queue = openDeliverQueue(redis, (err) => log.warn({ err }, 'redis connection failed'));
    const before = new Date(clock.now().getTime() - NEVER_ENQUEUED_AFTER_MS);
    try {
      const pending = await store.messages
        .find({ pending: { $lte: before } }, { sort: { pending: 1 }, limit: MAX_MESSAGES })
        .toArray();
      const messages = await each(
        pending,
        ({ _id }) => _id,
        (message) => dispatch(store, queue, [message]),
      );
      const overdue: string[] = await store.deliveries.distinct('orderingKey', { due: { $lte: before } });
      await Promise.all(overdue.map((key) => enqueueSend(queue, key)));
      return { messages, orderingKeys: overdue.length };
    } finally {
      await queue.close();
    }
  },
};
