import type { Queue } from 'bullmq';
import { attempt, enqueueSend, type Sender, type SendJob } from '../../features/webhooks/index.js';

/** Time after which a receiver with more due deliveries goes to the end of the queue, in ms. */
const TIME_SLICE_MS = 5_000;

/**
 * Sends the due deliveries of an ordering key one after the other, the one that is due longest first. Then it enqueues the key again for
 * the next one.
 *
 * @param isStopping true once no further delivery may begin
 * @throws Error when the result of an attempt cannot be stored; the delivery stays due
 */
export async function sendDue(
  sender: Sender,
  queue: Queue<SendJob>,
  orderingKey: string,
  isStopping: () => boolean,
): Promise<void> {
  const { store, clock } = sender;
  const sliceEnd = performance.now() + TIME_SLICE_MS;
  let enqueuedFor: number | undefined;
  for (;;) {
    const next = await store.deliveries.findOne({ orderingKey, due: { $gt: new Date(0) } }, { sort: { due: 1 } });
    if (!next?.due) return;
    const due = next.due.getTime();
    if (due === enqueuedFor) return;
    const waitMs = due - clock.now().getTime();
    if (waitMs <= 0 && performance.now() < sliceEnd && !isStopping()) {
      await attempt(sender, next);
      continue;
    }
    await enqueueSend(queue, orderingKey, Math.max(0, waitMs));
    // Read once more: this may have replaced the job of a delivery that was added since the last read.
    enqueuedFor = due;
  }
}
