import { nanoid } from 'nanoid';
import type { Static, TObject } from 'typebox';
import { DELIVERY_RETENTION_DAYS } from '../../shared/contract/bounds.js';
import { insertNew } from '../../shared/store/insert-new.js';
import type { Message, WebhookCollections } from './collections.js';
import type { EventKind } from './events.js';

const DAY_MS = 24 * 3_600_000;

/** Retention of messages and their deliveries, in ms. */
export const RETENTION_MS = DELIVERY_RETENTION_DAYS * DAY_MS;

/** Recipient and identity of a message. */
interface Envelope extends Pick<Message, 'account' | 'callback' | 'only'> {
  at: Date;
  /** Id that follows from the event, where the event may be reported twice: both reports are one message. */
  id?: string;
  /** True for an example that its recipient requested. */
  isTest?: boolean;
}

/** Creates the message of an event. */
export const createMessage = <Name extends string, Data extends TObject>(
  { name }: EventKind<Name, Data>,
  data: Static<Data>,
  envelope: Envelope,
): Message => createStoredMessage(name, data, envelope);

/** Creates the message of an event whose data was stored before. */
export function createStoredMessage(
  name: string,
  data: unknown,
  { id = nanoid(), at, isTest, ...to }: Envelope,
): Message {
  const body = { type: name, timestamp: at.toISOString(), data, ...(isTest && { test: true }) };
  return {
    _id: `msg_${id}`,
    ...to,
    type: name,
    at,
    payload: JSON.stringify(body),
    pending: at,
    expires: new Date(at.getTime() + RETENTION_MS),
  };
}

/**
 * Writes messages into the outbox, from where they are delivered at least once. Harmless to repeat. The scheduler dispatches them unless
 * the caller does.
 *
 * @returns the messages that were not there yet
 */
export async function addToOutbox(
  { messages }: Pick<WebhookCollections, 'messages'>,
  added: readonly Message[],
): Promise<Message[]> {
  const existing = new Set((await insertNew(messages, added)).map(({ _id }) => _id));
  return added.filter(({ _id }) => !existing.has(_id));
}
