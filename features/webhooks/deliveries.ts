import type { Filter } from 'mongodb';
import { errors } from '../../shared/contract/errors.js';
import {
  instant,
  integer,
  list,
  named,
  nullable,
  object,
  oneOf,
  optional,
  text,
  withDefault,
} from '../../shared/contract/fields.js';
import { type Delivery, deliveryStates, type WebhookCollections, webhookKey } from './collections.js';

const MOST_PER_PAGE = 100;

/** Parameters of a page of deliveries, for accounts and operators. */
export const deliveryParameters = {
  state: optional(oneOf([...deliveryStates], { description: 'Only deliveries in this state' })),
  limit: withDefault(integer({ minimum: 1, maximum: MOST_PER_PAGE, description: 'Deliveries per page' }), 20),
  after: optional(text({ maxLength: 200, description: 'Value of `next` from the previous page' })),
};

const attempt = object({
  at: instant(),
  ms: integer({ description: 'Duration in ms' }),
  status: nullable(integer({ description: 'Status of the receiver’s response; null if there was none' })),
  answer: nullable(text({ minLength: 0, description: 'Beginning of the receiver’s response' })),
  error: nullable(text({ description: 'Reason of the failure' })),
});

/** A delivery, as shown to accounts and operators. */
export const deliveryRow = named(
  'WebhookDelivery',
  object({
    delivery: text({ description: 'Id of the delivery (dlv_…)' }),
    webhook: text({ description: 'Id of the webhook, or `callback`' }),
    message: text({ description: '`webhook-id` header of the message' }),
    type: text({ description: 'Name of the event' }),
    callback_url: nullable(text({ description: 'URL of a callback' })),
    state: oneOf([...deliveryStates]),
    next_attempt_at: nullable(instant({ description: 'Time of the next attempt; null if there is none' })),
    created_at: instant(),
    ended_at: nullable(instant({ description: 'Time of the last attempt, once it has succeeded or given up' })),
    attempts: list(attempt, { description: 'Delivery attempts, newest last' }),
  }),
);

export const deliveryRows = object({
  deliveries: list(deliveryRow),
  next: nullable(text({ description: 'Cursor of the next page; null on the last' })),
});

export const toDeliveryRow = ({
  _id,
  webhook,
  message,
  type,
  callback,
  state,
  due,
  created,
  ended,
  attempts,
}: Delivery) => ({
  delivery: _id,
  webhook,
  message,
  type,
  callback_url: callback ?? null,
  state,
  next_attempt_at: due?.toISOString() ?? null,
  created_at: created.toISOString(),
  ended_at: ended?.toISOString() ?? null,
  attempts: attempts.map(({ at, ...made }) => ({ at: at.toISOString(), ...made })),
});

/** Selection of a page of deliveries. */
interface PageRequest {
  account: string;
  webhook: string;
  state?: Delivery['state'];
  limit: number;
  after?: string;
}

/**
 * Returns a page of the deliveries of a webhook, the latest first.
 *
 * @throws ApiError 422 for an invalid `after`
 */
export async function readDeliveryPage(
  { deliveries }: Pick<WebhookCollections, 'deliveries'>,
  { account, webhook, state, limit, after }: PageRequest,
) {
  const filter: Filter<Delivery> = { account, webhook, ...(state && { state }), ...(after && parseCursor(after)) };
  const found = await deliveries.find(filter, { sort: { created: -1, _id: -1 }, limit: limit + 1 }).toArray();
  const page = found.slice(0, limit);
  const last = found.length > limit ? page.at(-1) : undefined;
  return { deliveries: page.map(toDeliveryRow), next: last ? `${last.created.getTime()}.${last._id}` : null };
}

/** Returns the filter of a cursor. Its first condition is implied by the second, and makes the index usable. */
function parseCursor(after: string): Filter<Delivery> {
  const [, ms, id] = /^(\d{1,15})\.([\w.-]{1,200})$/.exec(after) ?? [];
  if (ms === undefined || id === undefined) throw errors.cursorInvalid();
  const at = new Date(Number(ms));
  return { created: { $lte: at }, $or: [{ created: { $lt: at } }, { _id: { $lt: id } }] };
}

/**
 * Makes a delivery due now with all of its attempts, whatever its state. It is sent once its ordering key is enqueued, which the scheduler
 * does unless the caller does.
 *
 * @param filter finds the delivery
 * @throws ApiError 404 when there is none, 409 when its webhook is switched off or deleted
 */
export async function makeDue(
  store: Pick<WebhookCollections, 'deliveries' | 'webhooks'>,
  filter: Filter<Delivery>,
  now: Date,
): Promise<Delivery> {
  const found = await store.deliveries.findOne(filter);
  if (!found) throw errors.deliveryUnknown();
  const webhook = await store.webhooks.findOne({ _id: webhookKey(found.account, found.webhook) });
  if (!webhook?.active) throw errors.webhookIsOff();
  const delivery = await store.deliveries.findOneAndUpdate(
    { _id: found._id },
    { $set: { state: 'pending', due: now, tries: 0 }, $unset: { ended: true } },
    { returnDocument: 'after' },
  );
  if (!delivery) throw errors.deliveryUnknown();
  return delivery;
}
