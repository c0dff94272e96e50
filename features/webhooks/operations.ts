import { errors } from '../../shared/contract/errors.js';
import { flag, instant, list, nullable, object, text } from '../../shared/contract/fields.js';
import { accountId, type MemberCollections, requireAccount } from '../members/index.js';
import { type OperationContext, operation } from '../operators/index.js';
import { CALLBACK, type Webhook, type WebhookCollections, webhookKey } from './collections.js';
import {
  deliveryParameters,
  deliveryRow,
  deliveryRows,
  makeDue,
  readDeliveryPage,
  toDeliveryRow,
} from './deliveries.js';
import { enqueueSend } from './dispatch.js';
import { deliverySubject } from './subjects.js';

type Store = Pick<MemberCollections, 'accounts'> & Pick<WebhookCollections, 'deliveries' | 'webhooks'>;

const MOST_LISTED = 100;

const webhookRow = object({
  account: text(),
  webhook: text(),
  host: nullable(text({ description: 'Host of the receiver; null for callbacks, as each request names its own' })),
  events: list(text()),
  active: flag(),
  failing_since: nullable(instant()),
  switched_off_at: nullable(instant()),
  why: nullable(text({ description: 'Reason of an automatic switch-off' })),
});

/** Operators see the host of a URL alone: its path may be a secret of its owner. */
const toWebhookRow = ({ account, id, url, events, active, failing_since, off }: Webhook) => ({
  account,
  webhook: id,
  host: url === null ? null : new URL(url).host,
  events,
  active,
  failing_since: failing_since?.toISOString() ?? null,
  switched_off_at: off?.at.toISOString() ?? null,
  why: off?.why ?? null,
});

export const listFailingWebhooks = operation({
  command: 'webhooks failing',
  method: 'GET',
  path: '/v1/admin/webhooks/failing',
  summary: 'List failing and switched-off webhooks of all accounts, longest failing first',
  role: 'viewer',
  request: object({}),
  response: object({ webhooks: list(webhookRow) }),
  example: { request: {} },
  async run(_, { store }: OperationContext<Store>) {
    const failing = await store.webhooks
      .find({ failing_since: { $gt: new Date(0) } }, { sort: { failing_since: 1 }, limit: MOST_LISTED })
      .toArray();
    return { webhooks: failing.map(toWebhookRow) };
  },
});

export const listWebhooks = operation({
  command: 'webhooks list',
  method: 'GET',
  path: '/v1/admin/accounts/{account}/webhooks',
  summary: 'List the webhooks of an account',
  role: 'viewer',
  request: object({ account: accountId }),
  response: object({ webhooks: list(webhookRow) }),
  errors: [errors.accountUnknown],
  example: { request: { account: 'example' } },
  async run({ account }, { store }: OperationContext<Store>) {
    await requireAccount(store, account);
    const found = await store.webhooks.find({ account }, { sort: { created: 1 }, limit: MOST_LISTED }).toArray();
    return { webhooks: found.map(toWebhookRow) };
  },
});

const webhook = text({ maxLength: 100, description: `Id of the webhook (whk_…), or ${CALLBACK}` });

export const listDeliveries = operation({
  command: 'deliveries list',
  method: 'GET',
  path: '/v1/admin/accounts/{account}/webhooks/{webhook}/deliveries',
  summary: 'List the deliveries of a webhook with their attempts, newest first',
  role: 'viewer',
  request: object({ account: accountId, webhook, ...deliveryParameters }),
  response: deliveryRows,
  errors: [errors.accountUnknown, errors.webhookUnknown, errors.cursorInvalid],
  example: { request: { account: 'example', webhook: CALLBACK } },
  async run({ account, webhook: id, ...page }, { store }: OperationContext<Store>) {
    await requireAccount(store, account);
    if (!(await store.webhooks.findOne({ _id: webhookKey(account, id) }))) throw errors.webhookUnknown();
    return readDeliveryPage(store, { account, webhook: id, ...page });
  },
});

export const repeatDelivery = operation({
  command: 'deliveries repeat',
  method: 'POST',
  path: '/v1/admin/deliveries/{delivery}/repeat',
  summary: 'Send a delivery again immediately, whatever its state',
  role: 'support',
  request: object({ delivery: text({ maxLength: 200, description: 'Id of the delivery (dlv_…)' }) }),
  response: object({ account: text(), ...deliveryRow.properties }),
  errors: [errors.deliveryUnknown, errors.webhookIsOff],
  example: { request: { delivery: 'dlv_0c0f7a1e' } },
  mutates: { subject: deliverySubject, id: ({ delivery }) => delivery },
  async run({ delivery }, { store, clock, infrastructure }: OperationContext<Store>) {
    const due = await makeDue(store, { _id: delivery }, clock.now());
    // Without Redis the scheduler enqueues it later.
    if (infrastructure) await enqueueSend(infrastructure.deliveries, due.orderingKey).catch(() => {});
    return { account: due.account, ...toDeliveryRow(due) };
  },
});
