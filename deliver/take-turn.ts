import { within } from '../shared/process/clock.js';
import type { Delivery } from '../shared/webhooks/collections.js';
import { attempt, type Courier } from './attempt.js';

/** How many deliveries of one receiver are made side by side. */
const SIDE_BY_SIDE = 4;
/** After this a receiver that has more to get lets others come first, in ms. */
const TURN_MS = 5_000;

/** How long a turn that has deliveries in hand waits before it looks for more, in ms. */
const LOOK_EVERY_MS = 200;

/**
 * Makes the deliveries to one receiver that are due, for a turn; then the receiver waits for its next.
 *
 * @throws Error when what came of an attempt could not be kept: it is due still
 */
export async function takeTurn(courier: Courier, lane: string): Promise<void> {
  const { deliveries } = courier.store;
  const until = performance.now() + TURN_MS;
  const inHand = new Map<string, Promise<void>>();
  const failures: unknown[] = [];
  const take = (delivery: Delivery) => {
    const made = attempt(courier, delivery)
      .catch((error: unknown) => void failures.push(error))
      .finally(() => inHand.delete(delivery._id));
    inHand.set(delivery._id, made);
  };
  for (;;) {
    const room = performance.now() < until && failures.length === 0 ? SIDE_BY_SIDE - inHand.size : 0;
    const due = { lane, due: { $lte: courier.clock.now() }, _id: { $nin: [...inHand.keys()] } };
    if (room > 0) for (const one of await deliveries.find(due, { sort: { due: 1 }, limit: room }).toArray()) take(one);
    if (inHand.size === 0) break;
    await within(LOOK_EVERY_MS, Promise.race(inHand.values()));
  }
  if (failures.length > 0) throw failures[0];
  await leave(courier, lane);
}

/** Says when the lane is to be looked at again. What came meanwhile has said so by itself, and then is looked for once more. */
async function leave({ store: { lanes, deliveries } }: Courier, lane: string): Promise<void> {
  for (;;) {
    const found = await lanes.findOne({ _id: lane });
    if (!found) return;
    const [next] = await deliveries
      .find({ lane, due: { $gt: new Date(0) } }, { sort: { due: 1 }, limit: 1, projection: { due: 1 } })
      .toArray();
    const { _id, due } = found;
    if (next?.due) {
      if ((await lanes.updateOne({ _id, due }, { $set: { due: next.due } })).matchedCount > 0) return;
    } else if ((await lanes.deleteOne({ _id, due })).deletedCount > 0) return;
  }
}
