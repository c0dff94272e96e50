import { customAlphabet } from 'nanoid';
import { LONGEST_ADDRESS, MOST_EVENTS_PER_HOUR, MOST_WEBHOOKS } from '../../shared/contract/bounds.js';
import { errors, invalidInput } from '../../shared/contract/errors.js';
import { flag, integer, list, object, oneOf, optional, text, withDefault } from '../../shared/contract/fields.js';
import { route } from '../../shared/contract/route.js';
import type { LedgerCollections } from '../../shared/ledger/collections.js';
import type { Clock } from '../../shared/process/clock.js';
import type { ReservationCollections } from '../../shared/store/reservations.js';
import { writeWithin } from '../../shared/store/reservations.js';
import { accountRoute, type Caller } from '../web/index.js';
import type { WebhookCollections } from './collections.js';
import { type Webhook, webhookKey } from './collections.js';
import { chosenNames } from './events.js';
import type { SigningSecrets } from './secrets.js';
import { updateSubscriptions } from './subscriptions.js';
import type { Targets } from './targets.js';
import { eventName, ownWebhook, viewOf, webhookId, webhookView } from './view.js';

type Store = Pick<LedgerCollections, 'wallets'> &
  ReservationCollections &
  Pick<WebhookCollections, 'eventCounts' | 'webhooks'>;

interface Dependencies {
  readonly clock: Clock;
  readonly signing: SigningSecrets;
  readonly store: Store;
  readonly targets: Targets;
}

const scope = 'webhooks';
const MOST_LISTED = 100;
const newId = customAlphabet('0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz', 16);

const url = text({ maxLength: LONGEST_ADDRESS, description: 'The https address that events are posted to' });
const description = text({ minLength: 0, maxLength: 200, description: 'What it is for, in your own words' });
const events = list(eventName, {
  maxItems: chosenNames.length,
  description: 'The events that it is to be sent',
});
const example = { webhook: 'whk_4kQx0Zr8TnB2mLse', url: 'https://hooks.example.com/utility-api' };
const secret = text({ description: 'Signs what is sent there (Standard Webhooks, `whsec_…`); it is shown this once' });

export const createWebhook = accountRoute(
  route({
    name: 'createWebhook',
    title: 'Create a webhook',
    method: 'POST',
    path: '/v1/webhooks',
    scope,
    returnsSecret: true,
    summary: 'Have events of the account posted to an address, signed with a secret that is shown this once',
    request: object({ url, events, description: withDefault(description, '') }),
    response: object({ ...webhookView.properties, secret }, { includes: [webhookView] }),
    errors: [errors.webhookUrlRefused, errors.tooManyWebhooks, errors.webhooksOff, errors.responseNotStored],
    example: {
      request: { url: example.url, events: ['job.completed', 'job.failed', 'credits.low'], description: 'Order desk' },
    },
  }),
  async ({ url: address, events: chosen, description: purpose }, context: Dependencies & Caller) => {
    const { store, signing, clock, key } = context;
    refuseUrl(context, address);
    const { account } = key;
    const now = clock.now();
    const plain = signing.generate();
    const id = `whk_${newId()}`;
    const made: Webhook = {
      ...{ _id: webhookKey(account, id), id, account, url: address, description: purpose },
      ...{ events: [...new Set(chosen)], secrets: [{ sealed: signing.encrypt(plain) }], active: true, created: now },
    };
    const most = MOST_WEBHOOKS;
    const place = {
      ...{ limited: `${account}/webhooks`, most, id, clock, refusal: errors.tooManyWebhooks({ limit: most }) },
      countOthers: (except: string[]) =>
        store.webhooks.countDocuments({ account, url: { $ne: null }, id: { $nin: except } }, { limit: most }),
    };
    await writeWithin(store.reservations, place, () => store.webhooks.insertOne(made));
    await updateSubscriptions(store, account);
    return { ...viewOf(made, now), secret: plain };
  },
);

export const listWebhooks = accountRoute(
  route({
    name: 'webhooks',
    title: 'Webhooks',
    method: 'GET',
    path: '/v1/webhooks',
    scope,
    summary: 'The webhooks of the account, and how many events of the last hours were too many to be sent',
    request: object({}),
    response: object({
      webhooks: list(webhookView),
      events_dropped: integer({
        description: `Events of the last two days beyond ${MOST_EVENTS_PER_HOUR.toLocaleString('en')} in their hour (UTC): they were not sent`,
      }),
    }),
    example: { request: {} },
  }),
  async (_, { store, clock, key: { account } }: Dependencies & Caller) => {
    const found = await store.webhooks.find({ account }, { sort: { created: 1 }, limit: MOST_LISTED }).toArray();
    const hours = await store.eventCounts.find({ account }).toArray();
    return {
      webhooks: found.map((one) => viewOf(one, clock.now())),
      events_dropped: hours.reduce((sum, { events: had }) => sum + Math.max(0, had - MOST_EVENTS_PER_HOUR), 0),
    };
  },
);

export const readWebhook = accountRoute(
  route({
    name: 'webhook',
    title: 'One webhook',
    method: 'GET',
    path: '/v1/webhooks/{webhook}',
    scope,
    summary: 'Where a webhook leads, what it is sent, and whether it fails or was switched off, since when and why',
    request: object({ webhook: webhookId }),
    response: webhookView,
    errors: [errors.webhookUnknown],
    example: { request: { webhook: example.webhook } },
  }),
  async ({ webhook }, context: Dependencies & Caller) =>
    viewOf(await ownWebhook(context, webhook), context.clock.now()),
);

export const changeWebhook = accountRoute(
  route({
    name: 'changeWebhook',
    title: 'Change a webhook',
    method: 'PATCH',
    path: '/v1/webhooks/{webhook}',
    scope,
    summary:
      'Change where a webhook leads or what it is sent, or switch it off or on; switched on, it starts with a clean sheet',
    request: object({
      webhook: webhookId,
      url: optional(url),
      events: optional(events),
      description: optional(description),
      active: optional(flag({ description: 'Whether anything is sent there' })),
    }),
    response: webhookView,
    errors: [errors.webhookUnknown, errors.webhookUrlRefused],
    example: { request: { webhook: example.webhook, events: ['job.failed'], active: true } },
  }),
  async ({ webhook, url: address, events: chosen, description: purpose, active }, context: Dependencies & Caller) => {
    const { store, clock } = context;
    const { _id, account, url: before } = await ownWebhook(context, webhook);
    if (before === null && (address !== undefined || chosen))
      throw invalidInput(422, 'The webhook of callbacks has neither url nor events: each call names its own');
    if (address !== undefined) refuseUrl(context, address);
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
    return viewOf(changed, clock.now());
  },
);

export const deleteWebhook = accountRoute(
  route({
    name: 'deleteWebhook',
    title: 'Delete a webhook',
    method: 'DELETE',
    path: '/v1/webhooks/{webhook}',
    scope,
    summary: 'Delete a webhook; what is still on its way there is cancelled',
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
);

/** @throws ApiError 422 for an address that nothing is sent to, 503 while webhooks are off */
function refuseUrl({ targets, signing }: Dependencies & Caller, address: string): void {
  if (signing.areOff) throw errors.webhooksOff();
  const problem = targets.problemWith(address);
  if (problem) throw errors.webhookUrlRefused({ field: 'url', problem });
}
