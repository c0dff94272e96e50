import type { Filter } from 'mongodb';
import { errors } from '../contract/errors.js';
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
} from '../contract/fields.js';
import { type Delivery, deliveryStates, type WebhookCollections, webhookKey } from './collections.js';

const MOST_PER_PAGE = 100;

/** Which deliveries of a webhook are asked for, by accounts and operators alike. */
export const deliveriesAsked = {
  state: optional(oneOf([...deliveryStates], { description: 'Deliveries in this state only' })),
  limit: withDefault(integer({ minimum: 1, maximum: MOST_PER_PAGE, description: 'Deliveries per page' }), 20),
  after: optional(text({ maxLength: 200, description: 'The `next` of the page before' })),
};

const attempt = object({
  at: instant(),
  ms: integer({ description: 'How long it took' }),
  status: nullable(integer({ description: 'What the receiver answered with; null where there was no answer' })),
  answer: nullable(text({ minLength: 0, description: 'The beginning of the answer' })),
  error: nullable(text({ description: 'Why it counts as failed' })),
});

/** A delivery, as accounts and operators see it. */
export const deliveryRow = named(
  'WebhookDelivery',
  object({
    delivery: text(),
    webhook: text({ description: 'Id of the webhook, or `callback`' }),
    message: text({ description: 'The `webhook-id` that the receiver gets' }),
    type: text(),
    callback_url: nullable(text({ description: 'Where it goes, for a callback' })),
    state: oneOf([...deliveryStates]),
    next_attempt_at: nullable(instant()),
    created_at: instant(),
    ended_at: nullable(instant()),
    attempts: list(attempt, { description: 'The latest last' }),
  }),
);

export const deliveryRows = object({ deliveries: list(deliveryRow), next: nullable(text()) });

export const rowOfDelivery = ({
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

/** Whose deliveries are asked for, and which of them. */
interface Asked {
  account: string;
  webhook: string;
  state?: Delivery['state'];
  limit: number;
  after?: string;
}

/**
 * A page of the deliveries of a webhook, the latest first.
 *
 * @throws ApiError 422 for an `after` that no page has given
 */
export async function deliveryPage(
  { deliveries }: Pick<WebhookCollections, 'deliveries'>,
  { account, webhook, state, limit, after }: Asked,
) {
  const filter: Filter<Delivery> = { account, webhook, ...(state && { state }), ...(after && beyond(after)) };
  const found = await deliveries.find(filter, { sort: { created: -1, _id: -1 }, limit: limit + 1 }).toArray();
  const page = found.slice(0, limit);
  const last = found.length > limit ? page.at(-1) : undefined;
  return { deliveries: page.map(rowOfDelivery), next: last ? `${last.created.getTime()}.${last._id}` : null };
}

/** What comes after a place in the list. The first condition says less than the second, and leads into the index. */
function beyond(after: string): Filter<Delivery> {
  const [, ms, id] = /^(\d{1,15})\.([\w.-]{1,200})$/.exec(after) ?? [];
  if (ms === undefined || id === undefined) throw errors.cursorInvalid();
  const at = new Date(Number(ms));
  return { created: { $lte: at }, $or: [{ created: { $lt: at } }, { _id: { $lt: id } }] };
}

type Store = Pick<WebhookCollections, 'deliveries' | 'lanes' | 'webhooks'>;

/**
 * Has a delivery made again, from its first attempt on: what was delivered, given up, or waits for its next attempt.
 *
 * @param which names it; what does not fit it has none
 * @throws ApiError 404 when there is none, 409 when its webhook is switched off or gone
 */
export async function sendAgain(store: Store, which: Filter<Delivery>, now: Date): Promise<Delivery> {
  const found = await store.deliveries.findOne(which);
  if (!found) throw errors.deliveryUnknown();
  const webhook = await store.webhooks.findOne({ _id: webhookKey(found.account, found.webhook) });
  if (!webhook?.active) throw errors.webhookIsOff();
  const again = await store.deliveries.findOneAndUpdate(
    { _id: found._id },
    { $set: { state: 'pending', due: now, tries: 0 }, $unset: { ended: true } },
    { returnDocument: 'after' },
  );
  if (!again) throw errors.deliveryUnknown();
  await wake(store, again.lane, now);
  return again;
}

/** Has a lane looked at, at this instant or before. */
export async function wake({ lanes }: Pick<WebhookCollections, 'lanes'>, lane: string, due: Date): Promise<void> {
  await lanes.updateOne({ _id: lane }, { $min: { due } }, { upsert: true });
}
