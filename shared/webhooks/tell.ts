import { nanoid } from 'nanoid';
import type { Static, TObject } from 'typebox';
import { DELIVERIES_KEPT_DAYS } from '../contract/bounds.js';
import { insertNew } from '../store/insert-new.js';
import type { Message, WebhookCollections } from './collections.js';
import type { EventKind } from './event-kind.js';

const DAY_MS = 24 * 3_600_000;

/** For how long messages and their deliveries are kept, in ms. */
export const KEPT_MS = DELIVERIES_KEPT_DAYS * DAY_MS;

/** Whom a message is for, and what names it. */
interface Address extends Pick<Message, 'account' | 'callback' | 'only'> {
  at: Date;
  /** Follows from what is told, where that may be told twice: then it is one message. */
  id?: string;
  /** Whether it was only asked for, to try a webhook. */
  isTest?: boolean;
}

/** Makes the message of an event. */
export const message = <Name extends string, Data extends TObject>(
  { name }: EventKind<Name, Data>,
  data: Static<Data>,
  address: Address,
): Message => messageOfEvent(name, data, address);

/** The same of an event whose data have been kept. */
export function messageOfEvent(name: string, data: unknown, { id = nanoid(), at, isTest, ...to }: Address): Message {
  const body = { type: name, timestamp: at.toISOString(), data, ...(isTest && { test: true }) };
  return {
    _id: `msg_${id}`,
    ...to,
    type: name,
    at,
    payload: JSON.stringify(body),
    pending: at,
    expires: new Date(at.getTime() + KEPT_MS),
  };
}

/**
 * Puts messages into the outbox. From then on nothing is lost: each reaches every receiver that wants it at least once, unless
 * that fails to take it for days. Harmless to repeat.
 */
export async function tell(
  { messages }: Pick<WebhookCollections, 'messages'>,
  told: readonly Message[],
): Promise<void> {
  await insertNew(messages, told);
}
