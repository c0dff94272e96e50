import type { Clock } from '../../shared/process/clock.js';
import type { KeyCollections } from '../keys/index.js';
import type { MemberCollections } from '../members/index.js';
import type { Batch, CancelReason } from './collections.js';

/** Returns the reason for which a batch is to be cancelled; undefined if there is none. A key that was replaced still pays. */
export async function findStopReason(
  { store, clock }: { readonly store: KeyCollections & Pick<MemberCollections, 'accounts'>; readonly clock: Clock },
  { account, key: id, due, canceled_because }: Pick<Batch, 'account' | 'key' | 'due' | 'canceled_because'>,
): Promise<CancelReason | undefined> {
  if (canceled_because) return canceled_because;
  const now = clock.now();
  if (due <= now) return 'expired';
  const [owner, key] = await Promise.all([
    store.accounts.findOne({ _id: account }, { projection: { closed: 1, suspended: 1 } }),
    store.keys.findOne({ id }, { projection: { active: 1, expires: 1, replaced_by: 1 } }),
  ]);
  if (owner?.closed || owner?.suspended) return 'account';
  const hasExpired = key?.expires && key.expires <= now && key.replaced_by === undefined;
  return !key?.active || hasExpired ? 'key' : undefined;
}
