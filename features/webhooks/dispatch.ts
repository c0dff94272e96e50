import { createHash } from 'node:crypto';
import type { Queue } from 'bullmq';
import { MOST_EVENTS_PER_HOUR } from '../../shared/contract/bounds.js';
import { count } from '../../shared/process/metrics/measure.js';
import type { Redis } from '../../shared/process/redis.js';
import { openQueue } from '../../shared/queue/queues.js';
import { insertNew } from '../../shared/store/insert-new.js';
import {
  CALLBACK,
  type Delivery,
  type Message,
  type Webhook,
  type WebhookCollections,
  webhookKey,
} from './collections.js';
import { addToOutbox } from './outbox.js';

/** Name of the pool that sends webhooks and emails, and of its queue of webhooks. */
export const DELIVER_POOL = 'deliver';

/** Sends the due deliveries of one ordering key. There is one such job per key, whatever the number of its deliveries. */
export interface SendJob {
  orderingKey: string;
}

export type DispatchStore = Pick<WebhookCollections, 'webhooks' | 'messages' | 'deliveries' | 'eventCounts'>;

export const openDeliverQueue = (redis: Redis, onError: (error: unknown) => void): Queue<SendJob> =>
  openQueue<SendJob, void>(DELIVER_POOL, redis, onError);

/**
 * Enqueues the job of an ordering key. A job that is waiting already stays, one that is delayed is replaced, and one that is active is
 * followed by this one: two jobs of a key never run at once, and no delivery is overlooked.
 */
export async function enqueueSend(queue: Queue<SendJob>, orderingKey: string, delay = 0): Promise<void> {
  await queue.add(
    'send',
    { orderingKey },
    {
      delay,
      deduplication: { id: orderingKey, replace: true, keepLastIfActive: true },
      removeOnComplete: true,
      removeOnFail: true,
    },
  );
}

/** Writes messages into the outbox. */
export type Publish = (messages: readonly Message[]) => Promise<void>;

/**
 * Returns a function that writes messages into the outbox, and dispatches them one after the other in the background. A failure to dispatch
 * is reported and left to the scheduler.
 */
export function createPublisher(
  store: DispatchStore,
  queue: Queue<SendJob>,
  onError: (error: unknown) => void,
): Publish {
  let dispatching: Promise<unknown> = Promise.resolve();
  return async function publish(messages) {
    const added = await addToOutbox(store, messages);
    dispatching = dispatching.then(() => dispatch(store, queue, added)).catch(onError);
  };
}

/** Creates the deliveries of messages, and enqueues the jobs that send them. Harmless to repeat. */
export async function dispatch(
  store: DispatchStore,
  queue: Queue<SendJob>,
  messages: readonly Message[],
): Promise<void> {
  const orderingKeys = new Set<string>();
  for (const message of messages) for (const key of await createDeliveries(store, message)) orderingKeys.add(key);
  await Promise.all([...orderingKeys].map((key) => enqueueSend(queue, key)));
}

/**
 * Creates the deliveries of a message. Their ids follow from the message and the webhook, so that a repetition creates no second ones.
 *
 * @returns their ordering keys
 */
async function createDeliveries(store: DispatchStore, message: Message): Promise<string[]> {
  const deliveries = (await findReceivers(store, message)).map((webhook) => createDelivery(message, webhook));
  const isDropped = deliveries.length > 0 && !(await isWithinHourlyLimit(store, message));
  if (isDropped) count('deliveries', { outcome: 'dropped' }, deliveries.length);
  else await insertNew(store.deliveries, deliveries);
  await store.messages.updateOne({ _id: message._id }, { $unset: { pending: true } });
  return isDropped ? [] : deliveries.map(({ orderingKey }) => orderingKey);
}

/** Returns the webhooks that subscribe to the message's event, or the one that it is for, and the one of its callback. */
async function findReceivers(
  { webhooks }: Pick<WebhookCollections, 'webhooks'>,
  { account, type, only, callback }: Message,
): Promise<Webhook[]> {
  if (only !== undefined) return webhooks.find({ _id: webhookKey(account, only), active: true }).toArray();
  const found = await webhooks.find({ account, active: true }).toArray();
  return found.filter(({ id, events }) => events.includes(type) || (id === CALLBACK && callback !== undefined));
}

function createDelivery(
  { _id: message, account, type, callback, at, expires }: Message,
  { id, url }: Webhook,
): Delivery {
  const isCallback = url === null && callback !== undefined;
  const orderingKey = webhookKey(account, id);
  return {
    _id: `dlv_${message.replace(/^msg_/, '')}_${id}`,
    ...{ account, webhook: id, message, type },
    ...(isCallback && { callback }),
    orderingKey: isCallback ? `${orderingKey}/${hashHost(callback)}` : orderingKey,
    ...{ state: 'pending', due: at, tries: 0, attempts: [], created: at, expires },
  };
}

/** Ordering keys that the callbacks of an account are spread over, by host: hosts rarely wait for each other. */
const CALLBACK_KEYS = 8;

const hashHost = (callback: string): number =>
  createHash('sha256').update(new URL(callback).host).digest().readUInt32BE() % CALLBACK_KEYS;

const HOUR_MS = 3_600_000;
/** Retention of the hourly counts, from which accounts see how many events were dropped. */
const COUNTS_RETENTION_MS = 48 * HOUR_MS;

/** Counts an event of the account. @returns false if the account has exceeded its limit for the hour */
async function isWithinHourlyLimit(
  { eventCounts }: Pick<WebhookCollections, 'eventCounts'>,
  { account, at }: Message,
): Promise<boolean> {
  const hour = Math.floor(at.getTime() / HOUR_MS) * HOUR_MS;
  const counted = await eventCounts.findOneAndUpdate(
    { _id: `${account} ${hour}` },
    { $inc: { events: 1 }, $setOnInsert: { account, expires: new Date(hour + COUNTS_RETENTION_MS) } },
    { upsert: true, returnDocument: 'after' },
  );
  return !counted || counted.events <= MOST_EVENTS_PER_HOUR;
}
