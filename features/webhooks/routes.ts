import { customAlphabet } from 'nanoid';
import { LONGEST_ADDRESS, MOST_EVENTS_PER_HOUR, MOST_WEBHOOKS } from '../../shared/contract/bounds.js';
import { errors, invalidInput } from '../../shared/contract/errors.js';
import {
  flag,
  instant,
  integer,
  list,
  nullable,
  object,
  oneOf,
  optional,
  text,
  withDefault,
} from '../../shared/contract/fields.js';
import { route } from '../../shared/contract/route.js';
import type { LedgerCollections } from '../../shared/ledger/collections.js';
import type { Clock } from '../../shared/process/clock.js';
import type { ReservationCollections } from '../../shared/store/reservations.js';
import { writeWithinLimit } from '../../shared/store/reservations.js';
import { accountRoute, type Caller } from '../web/index.js';
import { CALLBACK, type Webhook, type WebhookCollections, webhookKey } from './collections.js';
import { listDeliveries, repeatDelivery, testWebhook } from './delivery-routes.js';
import { subscribableNames } from './events.js';
import type { SigningSecrets } from './signing-secrets.js';
import { webhookChange } from './subjects.js';
import { updateSubscriptions } from './subscriptions.js';
import type { Targets } from './targets.js';
import { eventName, requireWebhook, toWebhookView, webhookId, webhookView } from './view.js';

interface Dependencies {
  readonly clock: Clock;
  readonly signing: SigningSecrets;
  readonly store: Pick<LedgerCollections, 'wallets'> &
    ReservationCollections &
    Pick<WebhookCollections, 'eventCounts' | 'webhooks'>;
  readonly targets: Targets;
}

const scope = 'webhooks';
const MOST_LISTED = 100;
const newId = customAlphabet('0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz', 16);

const url = text({ maxLength: LONGEST_ADDRESS, description: 'https URL to which events are sent' });
const description = text({ minLength: 0, maxLength: 200, description: 'Your own description of the webhook' });
const events = list(eventName, {
  maxItems: subscribableNames.length,
  description: 'Events to send',
});
const example = { webhook: 'whk_4kQx0Zr8TnB2mLse', url: 'https://hooks.example.com/utility-api' };
const secret = text({ description: 'Signing secret of the webhook (Standard Webhooks, `whsec_…`), shown only once' });

export const createWebhook = accountRoute(
  route({
    name: 'createWebhook',
    title: 'Create a webhook',
    method: 'POST',
    path: '/v1/webhooks',
    scope,
    returnsSecret: true,
    summary: 'Creates a webhook, which sends events of the account to a URL. Its signing secret is shown only once',
    request: object({ url, events, description: withDefault(description, '') }),
    response: object({ ...webhookView.properties, secret }, { includes: [webhookView] }),
    errors: [errors.webhookUrlRefused, errors.tooManyWebhooks, errors.webhooksOff, errors.responseNotStored],
    example: {
      request: { url: example.url, events: ['job.completed', 'job.failed', 'credits.low'], description: 'Order desk' },
    },
  }),
  async ({ url: address, events: chosen, description: purpose }, context: Dependencies & Caller) => {
    const { store, signing, clock, key } = context;
    validateUrl(context, address);
    const { account } = key;
    const now = clock.now();
    const signingSecret = signing.generate();
    const id = `whk_${newId()}`;
    const webhook: Webhook = {
      ...{ _id: webhookKey(account, id), id, account, url: address, description: purpose },
      ...{
        events: [...new Set(chosen)],
        secrets: [{ sealed: signing.encrypt(signingSecret) }],
        active: true,
        created: now,
      },
    };
    const reservation = {
      ...{ limited: `${account}/webhooks`, most: MOST_WEBHOOKS, id, clock },
      refusal: errors.tooManyWebhooks({ limit: MOST_WEBHOOKS }),
      countOthers: (except: string[]) =>
        store.webhooks.countDocuments({ account, url: { $ne: null }, id: { $nin: except } }, { limit: MOST_WEBHOOKS }),
    };
    await writeWithinLimit(store.reservations, reservation, () => store.webhooks.insertOne(webhook));
    await updateSubscriptions(store, account);
    return { ...toWebhookView(webhook, now), secret: signingSecret };
  },
  {
    ...webhookChange,
    action: 'webhook.create',
    id: (_, account, answer) => answer && webhookKey(account, answer.webhook),
  },
);

export const listWebhooks = accountRoute(
  route({
    name: 'webhooks',
    title: 'List webhooks',
    method: 'GET',
    path: '/v1/webhooks',
    scope,
    summary: 'Lists the webhooks of the account, and counts the events that exceeded the hourly limit',
    request: object({}),
    response: object({
      webhooks: list(webhookView),
      events_dropped: integer({
        description: `Events of the last two days that were not sent, as there were more than ${MOST_EVENTS_PER_HOUR.toLocaleString('en')} in their hour (UTC)`,
      }),
    }),
    example: { request: {} },
  }),
  async (_, { store, clock, key: { account } }: Dependencies & Caller) => {
    const found = await store.webhooks.find({ account }, { sort: { created: 1 }, limit: MOST_LISTED }).toArray();
    const hours = await store.eventCounts.find({ account }).toArray();
    return {
      webhooks: found.map((one) => toWebhookView(one, clock.now())),
      events_dropped: hours.reduce((sum, { events: had }) => sum + Math.max(0, had - MOST_EVENTS_PER_HOUR), 0),
    };
  },
);

const readWebhook = accountRoute(
  route({
    name: 'webhook',
    title: 'Get a webhook',
    method: 'GET',
    path: '/v1/webhooks/{webhook}',
    scope,
    summary: 'Returns a webhook with its URL, events and state',
    request: object({ webhook: webhookId }),
    response: webhookView,
    errors: [errors.webhookUnknown],
    example: { request: { webhook: example.webhook } },
  }),
  async ({ webhook }, context: Dependencies & Caller) =>
    toWebhookView(await requireWebhook(context, webhook), context.clock.now()),
);

const changeWebhook = accountRoute(
  route({
    name: 'changeWebhook',
    title: 'Change a webhook',
    method: 'PATCH',
    path: '/v1/webhooks/{webhook}',
    scope,
    summary:
      'Changes the URL or the events of a webhook, or switches it off or on. Switching it on clears earlier failures',
    request: object({
      webhook: webhookId,
      url: optional(url),
      events: optional(events),
      description: optional(description),
      active: optional(flag({ description: 'False switches the webhook off' })),
    }),
    response: webhookView,
    errors: [errors.webhookUnknown, errors.webhookUrlRefused],
    example: { request: { webhook: example.webhook, events: ['job.failed'], active: true } },
  }),
  async ({ webhook, url: address, events: chosen, description: purpose, active }, context: Dependencies & Caller) => {
    const { store, clock } = context;
    const { _id, account, url: before } = await requireWebhook(context, webhook);
    if (before === null && (address !== undefined || chosen))
      throw invalidInput(422, 'The webhook of callbacks has no url and no events: each request names its own');
    if (address !== undefined) validateUrl(context, address);
    const changed = await store.webhooks.findOneAndUpdate(
      { _id },
      {
        $set: {
          ...(address !== undefined && { url: address }),
          ...(chosen && { events: [...new Set(chosen)] }),
          ...(purpose !== undefined && { description: purpose }),
          ...(active !== undefined && { active }),
        },
        ...(active && { $unset: { failing_since: true, off: true } }),
      },
      { returnDocument: 'after' },
    );
    if (!changed) throw errors.webhookUnknown();
    await updateSubscriptions(store, account);
    return toWebhookView(changed, clock.now());
  },
  { ...webhookChange, action: 'webhook.change' },
);

export const deleteWebhook = accountRoute(
  route({
    name: 'deleteWebhook',
    title: 'Delete a webhook',
    method: 'DELETE',
    path: '/v1/webhooks/{webhook}',
    scope,
    summary: 'Deletes a webhook and cancels its pending deliveries',
    request: object({ webhook: webhookId }),
    response: object({ webhook: text(), state: oneOf(['deleted']) }),
    errors: [errors.webhookUnknown],
    example: { request: { webhook: example.webhook } },
  }),
  async ({ webhook }, { store, key: { account } }: Dependencies & Caller) => {
    const { deletedCount } = await store.webhooks.deleteOne({ _id: webhookKey(account, webhook) });
    if (deletedCount === 0) throw errors.webhookUnknown();
    await updateSubscriptions(store, account);
    return { webhook, state: 'deleted' as const };
  },
  { ...webhookChange, action: 'webhook.delete' },
);

const rotateSecret = accountRoute(
  route({
    name: 'rotateWebhookSecret',
    title: "Rotate a webhook's secret",
    method: 'POST',
    path: '/v1/webhooks/{webhook}/rotate-secret',
    scope,
    returnsSecret: true,
    ratePerSecond: 1,
    summary:
      'Creates a new signing secret, which is shown only once. For 24 hours, messages are also signed with the old one. ' +
      'Creates the first secret of `callback` too',
    request: object({ webhook: webhookId }),
    response: object({
      webhook: text(),
      secret: text({ description: 'New signing secret' }),
      old_valid_until: nullable(instant({ description: 'End of validity of the old secret; null for a first secret' })),
    }),
    errors: [errors.webhookUnknown, errors.webhooksOff, errors.responseNotStored],
    example: { request: { webhook: CALLBACK } },
  }),
  async ({ webhook }, context: Dependencies & Caller) => {
    const { store, signing, clock } = context;
    if (signing.areOff) throw errors.webhooksOff();
    const now = clock.now();
    for (;;) {
      const found =
        webhook === CALLBACK ? await openCallbackWebhook(context, now) : await requireWebhook(context, webhook);
      const secret = signing.generate();
      const secrets = signing.rotate(found.secrets, secret, now);
      // A concurrent rotation has changed them if none matches: then this one rotates the result.
      const { matchedCount } = await store.webhooks.updateOne(
        { _id: found._id, secrets: found.secrets },
        { $set: { secrets } },
      );
      if (matchedCount > 0) return { webhook, secret, old_valid_until: secrets[1]?.until?.toISOString() ?? null };
    }
  },
  { ...webhookChange, action: 'webhook.rotate_secret' },
);

/** Returns the account's webhook of callbacks, and creates it the first time. */
async function openCallbackWebhook({ store, key: { account } }: Dependencies & Caller, now: Date): Promise<Webhook> {
  const fields = {
    ...{ id: CALLBACK, account, url: null, description: 'Results of calls with a callback_url' },
    ...{ events: [], secrets: [], active: true, created: now },
  };
  const _id = webhookKey(account, CALLBACK);
  const found = await store.webhooks.findOneAndUpdate(
    { _id },
    { $setOnInsert: fields },
    { upsert: true, returnDocument: 'after' },
  );
  return found ?? { _id, ...fields };
}

/** @throws ApiError 422 for a URL that must not be used, 503 while webhooks are off */
function validateUrl({ targets, signing }: Dependencies & Caller, address: string): void {
  if (signing.areOff) throw errors.webhooksOff();
  const problem = targets.findProblem(address);
  if (problem) throw errors.webhookUrlRefused({ field: 'url', problem });
}

/** Routes of the account API for webhooks. */
export const webhookRoutes = [
  createWebhook,
  listWebhooks,
  readWebhook,
  changeWebhook,
  listDeliveries,
  repeatDelivery,
  testWebhook,
  rotateSecret,
  deleteWebhook,
] as const;
