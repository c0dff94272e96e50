import type { Document } from 'mongodb';
import type { Collections } from '../store/collections.js';

type Store = Pick<Collections, 'usageMonths' | 'usageClosings'>;

/** Up to where the months of an account are closed: usage from `through` on counts by itself. */
export interface Closed {
  through: Date;
  /** What leads to the documents of the closed months. */
  months: { account: string; closing: { $in: string[] } };
}

const NEVER = new Date(0);

async function closedOf({ usageClosings }: Store, account: string): Promise<Closed> {
  const { through, closings } = (await usageClosings.findOne({ _id: account })) ?? { through: NEVER, closings: [] };
  return { through, months: { account, closing: { $in: closings } } };
}

/**
 * Reads of an account what is in its closed months and what is in single usage documents. When a month was closed meanwhile, whose
 * documents may have been found in neither or in both, it is read again.
 *
 * @param read adds up months before `through` and usage from it on; it may be called again
 */
export async function readOverMonths<T>(
  store: Store,
  account: string,
  read: (closed: Closed) => Promise<T>,
): Promise<T> {
  for (let closed = await closedOf(store, account); ; ) {
    const found = await read(closed);
    const now = await closedOf(store, account);
    if (now.through.getTime() === closed.through.getTime()) return found;
    closed = now;
  }
}

/** The beginning of the month (UTC) of an instant. */
export const monthOf = (at: Date): Date => new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth()));

/** The beginning of the month after that of an instant. */
export const nextMonth = (at: Date): Date => new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1));

/** The stages that lead to the rows of closed months, as `rows`, of the days from the first on, before the end. */
export const rowsBetween = ({ months }: Closed, first: Date, end: Date): Document[] => {
  const days = { $gte: first, $lt: end };
  return [
    { $match: { ...months, at: { $gte: monthOf(first), $lt: end } } },
    { $unwind: '$rows' },
    { $match: { 'rows.at': days } },
  ];
};

/** What the closed months took from each lot, in micro-credits by its id. */
export async function spentInMonths({ usageMonths }: Store, { months }: Closed): Promise<Map<string, number>> {
  const rows = usageMonths.aggregate<{ _id: string; amount: number }>([
    { $match: months },
    { $unwind: '$parts' },
    { $group: { _id: '$parts.lot', amount: { $sum: '$parts.amount' } } },
  ]);
  return new Map((await rows.toArray()).map(({ _id, amount }) => [_id, amount]));
}
