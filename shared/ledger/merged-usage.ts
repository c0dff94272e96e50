import type { CursorCollections } from '../store/cursors.js';
import type { LedgerCollections } from './collections.js';

type Store = CursorCollections & Pick<LedgerCollections, 'usage' | 'usageHourly'>;

/** Names of the cursors of the usage: entries are merged into hours up to one, and deleted up to the other. */
export const MERGED = 'usage-merged';
export const DELETED = 'usage-deleted';

/** Returns a time up to which all entries are merged or deleted; 1970 when none are. */
export async function readUsageCursor({ cursors }: CursorCollections, name: string): Promise<Date> {
  return (await cursors.findOne({ _id: name }))?.at ?? new Date(0);
}

/** Advances a cursor; it never goes back. */
export async function advanceCursor({ cursors }: CursorCollections, name: string, at: Date): Promise<void> {
  await cursors.updateOne({ _id: name }, { $max: { at } }, { upsert: true });
}

/**
 * Returns what was charged to each lot of an account before a time, in micro-credits: the sums of merged hours, and the entries since.
 *
 * @param merged the time up to which entries are merged, read before
 */
export async function sumSpentByLot(
  { usage, usageHourly }: Store,
  account: string,
  merged: Date,
  before: Date,
): Promise<Map<string, number>> {
  const byLot = [{ $unwind: '$parts' }, { $group: { _id: '$parts.lot', amount: { $sum: '$parts.amount' } } }] as const;
  const hours = usageHourly.aggregate<{ _id: string; amount: number }>([
    { $match: { account, hour: { $lt: merged } } },
    ...byLot,
  ]);
  const entries = usage.aggregate<{ _id: string; amount: number }>([
    { $match: { account, state: 'spent', at: { $gte: merged, $lt: before } } },
    ...byLot,
  ]);
  const spent = new Map<string, number>();
  for (const { _id, amount } of (await Promise.all([hours.toArray(), entries.toArray()])).flat()) {
    spent.set(_id, (spent.get(_id) ?? 0) + amount);
  }
  return spent;
}
