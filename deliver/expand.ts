import { createHash } from 'node:crypto';
import { MOST_EVENTS_PER_HOUR } from '../shared/contract/bounds.js';
import { count } from '../shared/process/metrics/measure.js';
import type { Collections } from '../shared/store/collections.js';
import { insertNew } from '../shared/store/insert-new.js';
import { CALLBACK, type Delivery, type Message, type Webhook, webhookKey } from '../shared/webhooks/collections.js';
import { wake } from '../shared/webhooks/deliveries.js';

type Store = Pick<Collections, 'webhooks' | 'messages' | 'deliveries' | 'lanes' | 'eventCounts'>;

const HOUR_MS = 3_600_000;
/** For how long it is told how many events were too many. */
const COUNTS_KEPT_MS = 48 * HOUR_MS;
/** Who has taken a message to expand it and dies leaves it to others after this, in ms. */
const CLAIM_MS = 15_000;

/**
 * Makes the deliveries of the message that has waited for them longest. Each bears a name that follows from its message and its
 * webhook: who does this once more after a crash makes none twice.
 *
 * @returns false when none waits
 */
export async function expandNext(store: Store, now: Date): Promise<boolean> {
  const message = await store.messages.findOneAndUpdate(
    { pending: { $lte: now } },
    { $set: { pending: new Date(now.getTime() + CLAIM_MS) } },
    { sort: { pending: 1 } },
  );
  if (!message) return false;
  const receivers = await receiversOf(store, message);
  const deliveries = receivers.map((webhook) => deliveryOf(message, webhook, now));
  if (deliveries.length > 0 && !(await isWithinBounds(store, message))) {
    count('deliveries', { outcome: 'dropped' }, deliveries.length);
  } else {
    await insertNew(store.deliveries, deliveries);
    for (const { lane } of deliveries) await wake(store, lane, now);
  }
  await store.messages.updateOne({ _id: message._id }, { $unset: { pending: true } });
  return true;
}

/** The webhooks that a message goes to: those that have chosen its event, or the one that it is for; and its callback. */
async function receiversOf({ webhooks }: Store, { account, type, only, callback }: Message): Promise<Webhook[]> {
  if (only !== undefined) return webhooks.find({ _id: webhookKey(account, only), active: true }).toArray();
  const found = await webhooks.find({ account, active: true }).toArray();
  return found.filter(({ id, events }) => events.includes(type) || (id === CALLBACK && callback !== undefined));
}

function deliveryOf(
  { _id: message, account, type, callback, expires }: Message,
  { id, url }: Webhook,
  created: Date,
): Delivery {
  const _id = `dlv_${message.replace(/^msg_/, '')}_${id}`;
  const lane = webhookKey(account, id);
  const begun = { state: 'pending', due: created, tries: 0, created, expires } as const;
  const delivery = { _id, account, webhook: id, message, type, lane, ...begun, attempts: [] };
  return url === null && callback !== undefined
    ? { ...delivery, callback, lane: `${lane}/${callbackLane(callback)}` }
    : delivery;
}

/**
 * Calls name their own receivers: those of different hosts seldom wait for each other, and an account that names many takes no
 * more turns at a time than this.
 */
const CALLBACK_LANES = 8;

function callbackLane(callback: string): number {
  const digest = createHash('sha256').update(new URL(callback).host).digest();
  return digest.readUInt32BE() % CALLBACK_LANES;
}

/** Counts the event for its account, which may have so many in an hour. */
async function isWithinBounds({ eventCounts }: Store, { account, at }: Message): Promise<boolean> {
  const hour = Math.floor(at.getTime() / HOUR_MS) * HOUR_MS;
  const counted = await eventCounts.findOneAndUpdate(
    { _id: `${account} ${hour}` },
    { $inc: { events: 1 }, $setOnInsert: { account, expires: new Date(hour + COUNTS_KEPT_MS) } },
    { upsert: true, returnDocument: 'after' },
  );
  return !counted || counted.events <= MOST_EVENTS_PER_HOUR;
}
