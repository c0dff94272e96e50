import type { Collection, Db, IndexDescription } from 'mongodb';

/** A signing secret as it is stored: encrypted. */
export interface StoredSecret {
  sealed: string;
  /** End of the time in which a replaced secret still signs; the newest has none. */
  until?: Date;
}

/** A URL that an account receives its events at. */
export interface Webhook {
  /** The account and the id, so that a lookup for another account finds nothing. */
  _id: string;
  /** `whk_…`, or `callback` for the webhook that sends the callbacks of the account. */
  id: string;
  account: string;
  /** Null for callbacks, where each request names its own. */
  url: string | null;
  description: string;
  events: string[];
  /** The newest first. */
  secrets: StoredSecret[];
  active: boolean;
  created: Date;
  /** First failure since the last success. */
  failing_since?: Date;
  /** When and why the platform switched it off. */
  off?: { at: Date; why: string };
}

/** An event in the outbox. It is written with, or before, the change that it reports. */
export interface Message {
  /** The `webhook-id` of its requests. */
  _id: string;
  account: string;
  type: string;
  at: Date;
  /** Request body, byte for byte. */
  payload: string;
  /** URL that a request has named for its result, beside the webhooks of the account. */
  callback?: string;
  /** Id of the only webhook that it is for, if it is not for all. */
  only?: string;
  /** Set until its deliveries are created. */
  pending?: Date;
  expires: Date;
}

/** An attempt at a delivery. */
export interface Attempt {
  at: Date;
  ms: number;
  /** Null without a response. */
  status: number | null;
  /** Beginning of the response body. */
  answer: string | null;
  /** Reason why it counts as failed. */
  error: string | null;
}

export const deliveryStates = ['pending', 'delivered', 'failed', 'cancelled'] as const;

/** The delivery of a message to one receiver. */
export interface Delivery {
  _id: string;
  account: string;
  /** Id of the webhook. */
  webhook: string;
  message: string;
  type: string;
  /** URL of a callback, whose webhook has none. */
  callback?: string;
  /** Deliveries with the same key are sent one at a time, the one that is due longest first. */
  orderingKey: string;
  state: (typeof deliveryStates)[number];
  /** Time of the next attempt while it is pending. */
  due?: Date;
  /** Attempts since it was created or repeated. */
  tries: number;
  attempts: Attempt[];
  created: Date;
  ended?: Date;
  expires: Date;
}

/** Number of events of an account in an hour. */
interface EventCount {
  /** The account and the hour. */
  _id: string;
  account: string;
  events: number;
  expires: Date;
}

const expiring = { key: { expires: 1 }, expireAfterSeconds: 0 } as const;

/** Indexes of webhooks. */
export const webhookIndexes = {
  webhooks: [{ key: { account: 1, created: 1 } }, { key: { failing_since: 1 }, sparse: true }],
  messages: [{ key: { pending: 1 }, sparse: true }, expiring],
  deliveries: [
    { key: { account: 1, webhook: 1, created: 1, _id: 1 } },
    { key: { account: 1, webhook: 1, state: 1, created: 1, _id: 1 } },
    { key: { orderingKey: 1, due: 1 } },
    { key: { due: 1 }, sparse: true },
    expiring,
  ],
  eventCounts: [{ key: { account: 1 } }, expiring],
} satisfies Record<string, IndexDescription[]>;

export interface WebhookCollections {
  webhooks: Collection<Webhook>;
  messages: Collection<Message>;
  deliveries: Collection<Delivery>;
  eventCounts: Collection<EventCount>;
}

export const webhookCollections = (db: Db): WebhookCollections => ({
  webhooks: db.collection('webhooks'),
  messages: db.collection('messages'),
  deliveries: db.collection('deliveries'),
  eventCounts: db.collection('eventCounts'),
});

/** Id of the webhook that sends the callbacks of an account. */
export const CALLBACK = 'callback';

/** Id of a webhook in the store. */
export const webhookKey = (account: string, id: string): string => `${account}/${id}`;
