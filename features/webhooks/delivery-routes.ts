import { errors } from '../../shared/contract/errors.js';
import { object, oneOf, text, withDefault } from '../../shared/contract/fields.js';
import { route } from '../../shared/contract/route.js';
import type { Clock } from '../../shared/process/clock.js';
import type { Logger } from '../../shared/process/log.js';
import type { QueueInfrastructure } from '../../shared/queue/infrastructure.js';
import { accountRoute, type Caller } from '../web/index.js';
import { CALLBACK, type WebhookCollections } from './collections.js';
import {
  deliveryParameters,
  deliveryRow,
  deliveryRows,
  makeDue,
  readDeliveryPage,
  toDeliveryRow,
} from './deliveries.js';
import { enqueueSend, type Publish } from './dispatch.js';
import { allEvents, type EventKind, webhookTest } from './events.js';
import { createMessage } from './outbox.js';
import { deliverySubject } from './subjects.js';
import { requireWebhook, webhookId } from './view.js';

interface Dependencies {
  readonly clock: Clock;
  readonly log: Logger;
  readonly infrastructure: Pick<QueueInfrastructure, 'deliveries'>;
  readonly publish: Publish;
  readonly store: Pick<WebhookCollections, 'deliveries' | 'webhooks'>;
}

const scope = 'webhooks';
/** Rate limit of a key for requests that send something. */
const SENT_PER_SECOND = 5;
const example = { webhook: 'whk_4kQx0Zr8TnB2mLse', delivery: 'dlv_0c0f7a1e' };

export const listDeliveries = accountRoute(
  route({
    name: 'webhookDeliveries',
    title: 'List the deliveries of a webhook',
    method: 'GET',
    path: '/v1/webhooks/{webhook}/deliveries',
    scope,
    summary: 'Lists the deliveries of the last 30 days with all attempts, newest first',
    request: object({ webhook: webhookId, ...deliveryParameters }),
    response: deliveryRows,
    errors: [errors.webhookUnknown, errors.cursorInvalid],
    example: { request: { webhook: example.webhook, limit: 2 } },
  }),
  async ({ webhook, ...page }, context: Dependencies & Caller) => {
    const { account, id } = await requireWebhook(context, webhook);
    return readDeliveryPage(context.store, { account, webhook: id, ...page });
  },
);

export const repeatDelivery = accountRoute(
  route({
    name: 'repeatDelivery',
    title: 'Send a delivery again',
    method: 'POST',
    path: '/v1/webhooks/{webhook}/deliveries/{delivery}/repeat',
    scope,
    ratePerSecond: SENT_PER_SECOND,
    summary: 'Sends a message again immediately, whatever its state, and retries it if it fails',
    request: object({
      webhook: webhookId,
      delivery: text({ maxLength: 200, description: 'Id of the delivery (dlv_…)' }),
    }),
    response: deliveryRow,
    errors: [errors.webhookUnknown, errors.deliveryUnknown, errors.webhookIsOff],
    example: { request: example },
  }),
  async ({ webhook, delivery }, context: Dependencies & Caller) => {
    const { account, id } = await requireWebhook(context, webhook);
    const { store, clock, infrastructure, log } = context;
    const due = await makeDue(store, { _id: delivery, account, webhook: id }, clock.now());
    // Without Redis the scheduler enqueues it later.
    await enqueueSend(infrastructure.deliveries, due.orderingKey).catch((err) =>
      log.warn({ err }, 'webhook delivery not enqueued'),
    );
    return toDeliveryRow(due);
  },
  { action: 'delivery.repeat', subject: deliverySubject, id: ({ delivery }) => delivery },
);

export const testWebhook = accountRoute(
  route({
    name: 'testWebhook',
    title: 'Test a webhook',
    method: 'POST',
    path: '/v1/webhooks/{webhook}/test',
    scope,
    ratePerSecond: SENT_PER_SECOND,
    summary: 'Sends an example event to a webhook, marked as a test. The webhook need not subscribe to it',
    request: object({
      webhook: webhookId,
      type: withDefault(oneOf(allEvents.map(({ name }) => name)), webhookTest.name),
    }),
    response: object({
      message: text({ description: '`webhook-id` header of the message; its delivery is listed shortly after' }),
    }),
    errors: [errors.webhookUnknown, errors.webhookIsOff],
    example: { request: { webhook: example.webhook, type: 'job.completed' } },
  }),
  async ({ webhook, type }, context: Dependencies & Caller) => {
    const { account, id, active } = await requireWebhook(context, webhook);
    if (id === CALLBACK) throw errors.webhookUnknown();
    if (!active) throw errors.webhookIsOff();
    const kind: EventKind = allEvents.find(({ name }) => name === type) ?? webhookTest;
    const test = createMessage(kind, kind.example, { account, at: context.clock.now(), only: id, isTest: true });
    await context.publish([test]);
    return { message: test._id };
  },
  'nothing',
);
