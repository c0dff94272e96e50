import type { LedgerCollections } from './collections.js';

type Leases = Pick<LedgerCollections, 'leases'>;

/** Time for which a front counts as alive after it has renewed its lease, in ms. */
export const FRONT_LEASE_MS = 60_000;

/**
 * Renews a lease by the store's clock.
 *
 * @param lengthMs time for which it lasts from now on; a renewal after that starts a new one
 * @returns time for which it has been held without a break, in ms
 */
export async function renewLease({ leases }: Leases, holder: string, lengthMs: number): Promise<number> {
  const lease = await leases.findOneAndUpdate(
    { _id: holder },
    [
      {
        $set: {
          since: { $cond: [{ $gt: ['$until', '$$NOW'] }, '$since', '$$NOW'] },
          until: { $add: ['$$NOW', lengthMs] },
        },
      },
    ],
    { upsert: true, returnDocument: 'after' },
  );
  return lease ? lease.until.getTime() - lengthMs - lease.since.getTime() : 0;
}

/** Ends a lease, so that others need not wait until it expires. */
export async function endLease({ leases }: Leases, holder: string): Promise<void> {
  await leases.deleteOne({ _id: holder });
}

/** Finds the holders whose lease has not expired. */
export async function findLiveHolders({ leases }: Leases, holders: readonly string[]): Promise<Set<string>> {
  const living = await leases
    .find({ _id: { $in: [...holders] }, $expr: { $gt: ['$until', '$$NOW'] } }, { projection: { _id: 1 } })
    .toArray();
  return new Set(living.map(({ _id }) => _id));
}
