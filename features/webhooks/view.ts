import { errors } from '../../shared/contract/errors.js';
import { flag, instant, list, named, nullable, object, oneOf, text } from '../../shared/contract/fields.js';
import type { Caller } from '../web/index.js';
import { CALLBACK, type Webhook, type WebhookCollections, webhookKey } from './collections.js';
import { subscribableNames } from './events.js';

/** Id of a webhook in a path. */
export const webhookId = text({
  maxLength: 100,
  description: `Id of the webhook (whk_…); \`${CALLBACK}\` is the one for results of requests with a callback_url`,
});

/** Name of an event that a webhook may subscribe to. */
export const eventName = oneOf(subscribableNames);

const switchOff = named(
  'WebhookSwitchOff',
  object(
    { at: instant(), why: text() },
    { description: 'Time and reason of an automatic switch-off; null if there was none' },
  ),
);

const validSecret = named(
  'WebhookSecret',
  object({ until: nullable(instant({ description: 'End of validity; null for the newest secret' })) }),
);

/** A webhook, as shown to its account. Objects in it have names, since generators build inline objects of included schemas twice. */
export const webhookView = named(
  'Webhook',
  object({
    webhook: text(),
    url: nullable(text({ description: 'URL of the receiver; null for callbacks, as each request names its own' })),
    description: text({ minLength: 0 }),
    events: list(eventName, { description: 'Events that the webhook receives' }),
    active: flag({ description: 'False if nothing is sent' }),
    created_at: instant(),
    failing_since: nullable(instant({ description: 'Time of the first failure since the last success' })),
    switched_off: nullable(switchOff),
    secrets_valid: list(validSecret, { description: 'Secrets that messages are currently signed with, newest first' }),
  }),
);

export const toWebhookView = (
  { id, url, description, events, active, created, failing_since, off, secrets }: Webhook,
  now: Date,
) => ({
  webhook: id,
  url,
  description,
  events: subscribableNames.filter((name) => events.includes(name)),
  active,
  created_at: created.toISOString(),
  failing_since: failing_since?.toISOString() ?? null,
  switched_off: off ? { at: off.at.toISOString(), why: off.why } : null,
  secrets_valid: secrets
    .filter(({ until }) => !until || until > now)
    .map(({ until }) => ({ until: until?.toISOString() ?? null })),
});

/** Returns a webhook of the caller's account. @throws ApiError 404 */
export async function requireWebhook(
  { store, key }: { store: Pick<WebhookCollections, 'webhooks'> } & Caller,
  id: string,
): Promise<Webhook> {
  const found = await store.webhooks.findOne({ _id: webhookKey(key.account, id) });
  if (!found) throw errors.webhookUnknown();
  return found;
}
