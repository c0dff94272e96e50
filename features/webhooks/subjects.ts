import type { SubjectKind } from '../operators/index.js';
import type { WebhookCollections } from './collections.js';

export const deliverySubject: SubjectKind = {
  type: 'delivery',
  async read({ deliveries }: Pick<WebhookCollections, 'deliveries'>, id) {
    const found = await deliveries.findOne({ _id: id });
    return found && { account: found.account, state: { webhook: found.webhook, state: found.state } };
  },
};
