import { accountGroup } from '../../account-api/index.js';
import { type AnyEvent, everyEvent, messageOf } from '../../webhooks/index.js';
import { type JsonSchema, publicSchema } from './schemas.js';

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
    description: 'Names the message: the same at every attempt, so that a receiver can tell what it has had',
    schema: { type: 'string' },
  },
  {
    name: 'webhook-timestamp',
    description: 'When this attempt was made, in seconds since the epoch',
    schema: { type: 'integer' },
  },
  {
    name: 'webhook-signature',
    description:
      'Signatures with the secrets that are valid, a space between them: `v1,` and the base64 of the HMAC-SHA-256 of `id.timestamp.body`',
    schema: { type: 'string' },
  },
];

/** Returns the messages to webhooks, as the `webhooks` of an OpenAPI 3.1 document. */
export const webhookOperations = (): Record<string, object> =>
  Object.fromEntries(
    everyEvent.map((event) => [
      event.name,
      {
        post: {
          tags: [accountGroup.title],
          summary: event.name,
          description: `${event.summary}.`,
          security: [],
          parameters: messageHeaders.map((header) => ({ ...header, in: 'header', required: true })),
          requestBody: {
            required: true,
            content: {
              'application/json': {
                schema: publicSchema(messageOf<string, typeof event.data>(event)),
                example: exampleMessage(event),
              },
            },
          },
          responses: {
            '2XX': { description: 'The receiver has taken it' },
            default: {
              description: 'It is sent again, ten times in three days; a 410 says that nothing more is wanted',
            },
          },
        },
      },
    ]),
  );
