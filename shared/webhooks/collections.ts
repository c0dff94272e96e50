import type { Collection, Db, IndexDescription } from 'mongodb';

/** A secret that signs, as it is kept: encrypted. */
export interface KeptSecret {
  sealed: string;
  /** Until when it still signs beside a newer one; the newest has no end. */
  until?: Date;
}

/** Where an account wants to hear of its events. */
export interface Webhook {
  /** The account and the id: whoever asks for another account's finds nothing. */
  _id: string;
  /** `whk_…`, or `callback` for the one through which the callbacks of an account go. */
  id: string;
  account: string;
  /** Null where each call names its own. */
  url: string | null;
  description: string;
  events: string[];
  /** The newest first. */
  secrets: KeptSecret[];
  active: boolean;
  created: Date;
  /** The first of the failures since the last success. */
  failing_since?: Date;
  /** When and why it was switched off by the platform. */
  off?: { at: Date; why: string };
}

/** Something that an account is told of. It is kept before, or with, what it tells of: that makes it the outbox. */
export interface Message {
  /** The `webhook-id` that receivers know it by. */
  _id: string;
  account: string;
  type: string;
  at: Date;
  /** The body that is sent, byte for byte. */
  payload: string;
  /** The address that a call has named for its result, beside the webhooks of the account. */
  callback?: string;
  /** The one webhook that it is for, where it is not for all. */
  only?: string;
  /** There until its deliveries are; not to be looked at before then, as somebody is at it. */
  pending?: Date;
  expires: Date;
}

/** One request that was made, or could not be. */
export interface Attempt {
  at: Date;
  ms: number;
  /** Null where there was no answer. */
  status: number | null;
  /** The beginning of the answer. */
  answer: string | null;
  /** Why it counts as failed. */
  error: string | null;
}

export const deliveryStates = ['pending', 'delivered', 'failed', 'cancelled'] as const;

/** A message on its way to one receiver. */
export interface Delivery {
  _id: string;
  account: string;
  /** The id of the webhook. */
  webhook: string;
  message: string;
  type: string;
  /** Where to; only for callbacks, whose webhook has no address of its own. */
  callback?: string;
  /** What is delivered side by side with what: see Lane. */
  lane: string;
  state: (typeof deliveryStates)[number];
  /** When the next attempt is; there while it is pending. */
  due?: Date;
  /** Attempts since it was handed in, or handed in again. */
  tries: number;
  attempts: Attempt[];
  created: Date;
  ended?: Date;
  expires: Date;
}

/**
 * A receiver that has deliveries pending. Its deliveries are one queue: receivers take turns, so that none that is slow, or has
 * much to get, delays another.
 */
export interface Lane {
  _id: string;
  /** When it is to be looked at. */
  due: Date;
}

/** How many events an account had in an hour. */
export interface EventCount {
  /** The account and the hour. */
  _id: string;
  account: string;
  events: number;
  expires: Date;
}

const atTheEnd = { key: { expires: 1 }, expireAfterSeconds: 0 } as const;

/** The indexes that webhooks need. */
export const webhookIndexes = {
  webhooks: [{ key: { account: 1, created: 1 } }, { key: { failing_since: 1 }, sparse: true }],
  messages: [{ key: { pending: 1 }, sparse: true }, atTheEnd],
  deliveries: [
    { key: { account: 1, webhook: 1, created: 1, _id: 1 } },
    { key: { account: 1, webhook: 1, state: 1, created: 1, _id: 1 } },
    { key: { lane: 1, due: 1 } },
    { key: { due: 1 }, sparse: true },
    atTheEnd,
  ],
  lanes: [{ key: { due: 1 } }],
  eventCounts: [{ key: { account: 1 } }, atTheEnd],
} satisfies Record<string, IndexDescription[]>;

export interface WebhookCollections {
  webhooks: Collection<Webhook>;
  messages: Collection<Message>;
  deliveries: Collection<Delivery>;
  lanes: Collection<Lane>;
  eventCounts: Collection<EventCount>;
}

export const webhookCollections = (db: Db): WebhookCollections => ({
  webhooks: db.collection('webhooks'),
  messages: db.collection('messages'),
  deliveries: db.collection('deliveries'),
  lanes: db.collection('lanes'),
  eventCounts: db.collection('eventCounts'),
});

/** The webhook through which the callbacks of an account go. */
export const CALLBACK = 'callback';

/** The name of a webhook in the store. */
export const webhookKey = (account: string, id: string): string => `${account}/${id}`;
