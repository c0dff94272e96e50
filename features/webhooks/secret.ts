import { errors } from '../../shared/contract/errors.js';
import { instant, nullable, object, text } from '../../shared/contract/fields.js';
import { route } from '../../shared/contract/route.js';
import type { Clock } from '../../shared/process/clock.js';
import { accountRoute, type Caller } from '../web/index.js';
import type { WebhookCollections } from './collections.js';
import { CALLBACK, type Webhook, webhookKey } from './collections.js';
import type { SigningSecrets } from './secrets.js';
import { ownWebhook, webhookId } from './view.js';

interface Dependencies {
  readonly clock: Clock;
  readonly signing: SigningSecrets;
  readonly store: Pick<WebhookCollections, 'webhooks'>;
}

export const rotateSecret = accountRoute(
  route({
    name: 'rotateWebhookSecret',
    title: "Rotate a webhook's secret",
    method: 'POST',
    path: '/v1/webhooks/{webhook}/rotate-secret',
    scope: 'webhooks',
    returnsSecret: true,
    ratePerSecond: 1,
    summary:
      'Make a new secret, which is shown this once; for 24 hours messages are signed with the old one as well. The first of ' +
      '`callback` is made in the same way',
    request: object({ webhook: webhookId }),
    response: object({
      webhook: text(),
      secret: text({ description: 'The new secret' }),
      old_valid_until: nullable(instant({ description: 'null for a first secret' })),
    }),
    errors: [errors.webhookUnknown, errors.webhooksOff, errors.responseNotStored],
    example: { request: { webhook: CALLBACK } },
  }),
  async ({ webhook }, context: Dependencies & Caller) => {
    const { store, signing, clock } = context;
    if (signing.areOff) throw errors.webhooksOff();
    const now = clock.now();
    for (;;) {
      const found = webhook === CALLBACK ? await openCallback(context, now) : await ownWebhook(context, webhook);
      const secret = signing.generate();
      const secrets = signing.rotate(found.secrets, secret, now);
      // Of two rotations at once each gives a secret that counts: the later one begins anew.
      const { matchedCount } = await store.webhooks.updateOne(
        { _id: found._id, secrets: found.secrets },
        { $set: { secrets } },
      );
      if (matchedCount > 0) return { webhook, secret, old_valid_until: secrets[1]?.until?.toISOString() ?? null };
    }
  },
);

/** The webhook of callbacks, which is there from the first time it is asked for. */
async function openCallback({ store, key: { account } }: Dependencies & Caller, now: Date): Promise<Webhook> {
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
