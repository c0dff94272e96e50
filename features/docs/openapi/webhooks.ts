import { accountGroup } from '../../account-api/index.js';
import { type AnyEvent, allEvents, createMessageSchema } from '../../webhooks/index.js';
import { type JsonSchema, publicSchema, ref } from './schemas.js';

/** Returns an example of the body that a receiver gets. */
export const exampleMessage = ({ name, example }: AnyEvent) => ({
  type: name,
  timestamp: '2026-01-05T13:37:00.000Z',
  data: example,
});

/** Headers of every message (Standard Webhooks). */
const messageHeaders: readonly { name: string; description: string; schema: JsonSchema }[] = [
  {
    name: 'webhook-id',
    description: 'Id of the message, the same for every attempt, so that receivers can ignore duplicates',
    schema: { type: 'string' },
  },
  {
    name: 'webhook-timestamp',
    description: 'Time of this attempt, in seconds since the Unix epoch',
    schema: { type: 'integer' },
  },
  {
    name: 'webhook-signature',
    description:
      'Space-separated signatures, one for each valid secret: `v1,` followed by the base64 HMAC-SHA-256 of `id.timestamp.body`',
    schema: { type: 'string' },
  },
];

/** The headers as parameters that all messages refer to. */
export const messageParameters = Object.fromEntries(
  messageHeaders.map((header) => [header.name, { ...header, in: 'header', required: true }]),
);

/** Responses of receivers that all messages refer to. */
export const receiverResponses = {
  Received: { description: 'The receiver has accepted the message' },
  NotReceived: {
    description: 'The message is sent again, up to ten times in three days; 410 switches the webhook off',
  },
};

/** Returns the messages to webhooks, as the `webhooks` of an OpenAPI 3.1 document. */
export const webhookOperations = (): Record<string, object> =>
  Object.fromEntries(
    allEvents.map((event) => [
      event.name,
      {
        post: {
          tags: [accountGroup.title],
          operationId: event.name.replace(/[._](\w)/g, (_, letter: string) => letter.toUpperCase()),
          summary: event.name,
          description: `${event.summary}.`,
          security: [],
          parameters: Object.keys(messageParameters).map((name) => ref('parameters', name)),
          requestBody: {
            required: true,
            content: {
              'application/json': {
                schema: publicSchema(createMessageSchema<string, typeof event.data>(event)),
                example: exampleMessage(event),
              },
            },
          },
          responses: { '2XX': ref('responses', 'Received'), default: ref('responses', 'NotReceived') },
        },
      },
    ]),
  );
