import type { SubjectKind } from '../operators/index.js';
import { type WebhookCollections, webhookKey } from './collections.js';

/** A webhook of an account, without its secrets. */
const webhookSubject: SubjectKind = {
  type: 'webhook',
  async read({ webhooks }: Pick<WebhookCollections, 'webhooks'>, id) {
    const found = await webhooks.findOne({ _id: id });
    if (!found) return null;
    const { account, url, description, events, active, off = null, secrets } = found;
    const secretsValidUntil = secrets.map(({ until = null }) => until);
    return { account, state: { url, description, events, active, off, secrets_valid_until: secretsValidUntil } };
  },
};

/** Subject and id of a change of a webhook. */
export const webhookChange = {
  subject: webhookSubject,
  id: ({ webhook }: { webhook: string }, account: string): string | undefined => webhookKey(account, webhook),
};

/** A delivery of a message to a webhook. */
export const deliverySubject: SubjectKind = {
  type: 'delivery',
  async read({ deliveries }: Pick<WebhookCollections, 'deliveries'>, id) {
    const found = await deliveries.findOne({ _id: id });
    return found && { account: found.account, state: { webhook: found.webhook, state: found.state } };
  },
};
