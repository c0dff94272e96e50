import { KEY_TRUST_MS } from '../contract/bounds.js';
import { longestCallMs } from '../contract/pools.js';
import type { Collections } from '../store/collections.js';

const MARGIN_MS = 10_000;

/**
 * Time after the closing of an account in which requests and jobs that were accepted before may still create something for it, in ms:
 * fronts trust a key that they know for a moment, and an accepted call runs until its deadline.
 */
export const IN_FLIGHT_MS = KEY_TRUST_MS + longestCallMs + MARGIN_MS;

/**
 * Revokes and removes what a closed account must no longer have: keys, automatic top-up, shown pages, webhooks, invitations.
 * Harmless to repeat, and repeated by the scheduler until nothing can be in flight.
 */
export async function clearAccount(
  store: Pick<Collections, 'keys' | 'payers' | 'experiences' | 'webhooks' | 'invitations'>,
  account: string,
): Promise<void> {
  await store.keys.updateMany({ account, active: true }, { $set: { active: false } });
  await store.payers.updateOne({ _id: account, 'top_up.on': true }, { $set: { 'top_up.on': false } });
  await store.experiences.updateMany(
    { account, deleted: { $exists: false }, paused: { $exists: false } },
    { $set: { paused: true } },
  );
  await store.webhooks.deleteMany({ account });
  await store.invitations.deleteMany({ account });
}
