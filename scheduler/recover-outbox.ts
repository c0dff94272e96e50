import { openDeliverQueue, recoverOutbox as recover } from '../shared/webhooks/dispatch.js';
import type { Task } from './run-tasks.js';

/** Enqueues the webhooks that were never enqueued, since their writer has no Redis or died, or Redis has lost its data. */
export const recoverOutbox: Task = {
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
