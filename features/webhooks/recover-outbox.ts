import type { Redis } from '../../shared/process/redis.js';
import type { ScheduledTask } from '../../shared/process/scheduled-task.js';
import type { WebhookCollections } from './collections.js';
import { openDeliverQueue, recoverOutbox as recover } from './dispatch.js';

/** Enqueues the webhooks that were never enqueued, since their writer has no Redis or died, or Redis has lost its data. */
export const recoverOutbox: ScheduledTask<{ readonly store: WebhookCollections; readonly redis: Redis }> = {
  name: 'recover-outbox',
  schedule: '*/5 * * * * *',
  atStart: true,
  async run({ store, clock, redis, log, each }) {
    const queue = openDeliverQueue(redis, (err) => log.warn({ err }, 'connection trouble'));
    try {
      return await recover(store, queue, clock.now(), each);
    } finally {
      await queue.close();
    }
  },
};
