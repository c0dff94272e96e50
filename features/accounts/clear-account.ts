import { KEY_TRUST_MS } from '../../shared/contract/bounds.js';
import { longestCallMs } from '../../shared/contract/pools.js';
import { makePlanDue, type PaymentCollections } from '../billing/index.js';
import type { DomainCollections } from '../domains/index.js';
import type { KeyCollections } from '../keys/index.js';
import type { MemberCollections } from '../members/index.js';
import type { PageCollections } from '../pages/index.js';
import type { WebhookCollections } from '../webhooks/index.js';

const MARGIN_MS = 10_000;

/**
 * Time after the closing of an account in which requests that were accepted before may still create something for it, in ms: fronts cache
 * a key for a moment, and an accepted request runs until its deadline.
 */
export const IN_FLIGHT_MS = KEY_TRUST_MS + longestCallMs + MARGIN_MS;

/**
 * Clears a closed account: revokes its keys, switches its automatic top-up off, has its plan ended at the payment provider, pauses its pages, deletes its domains, webhooks and invitations.
 * The scheduler repeats this until nothing can be in flight.
 */
export async function clearAccount(
  store: Pick<PageCollections, 'experiences'> &
    DomainCollections &
    KeyCollections &
    Pick<MemberCollections, 'invitations'> &
    Pick<PaymentCollections, 'payers' | 'subscriptions'> &
    Pick<WebhookCollections, 'webhooks'>,
  account: string,
): Promise<void> {
  await store.keys.updateMany({ account, active: true }, { $set: { active: false } });
  await store.payers.updateOne({ _id: account, 'top_up.on': true }, { $set: { 'top_up.on': false } });
  if (await store.subscriptions.findOne({ _id: account }, { projection: { _id: 1 } }))
    await makePlanDue(store, account, new Date());
  await store.experiences.updateMany(
    { account, deleted: { $exists: false }, paused: { $exists: false } },
    { $set: { paused: true } },
  );
  await store.domains.deleteMany({ account });
  await store.webhooks.deleteMany({ account });
  await store.invitations.deleteMany({ account });
}
