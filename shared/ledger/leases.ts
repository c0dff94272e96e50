import type { LedgerCollections } from './collections.js';

type Leases = Pick<LedgerCollections, 'leases'>;

/** How long a front counts as alive after its last renewal, in ms. */
export const FRONT_LEASE_MS = 60_000;

/**
 * Renews a lease, by the store's time.
 *
 * @param lengthMs until when it holds from now on; a later renewal begins it anew
 * @returns for how long it has been held without a break, in ms
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

/** Gives a lease up, so that nobody waits for its end. */
export async function endLease({ leases }: Leases, holder: string): Promise<void> {
  await leases.deleteOne({ _id: holder });
}

/** Those of the holders whose lease lasts. */
export async function livingHolders({ leases }: Leases, holders: readonly string[]): Promise<Set<string>> {
  const living = await leases
    .find({ _id: { $in: [...holders] }, $expr: { $gt: ['$until', '$$NOW'] } }, { projection: { _id: 1 } })
    .toArray();
  return new Set(living.map(({ _id }) => _id));
}
