import type { Collection, Document } from 'mongodb';
import { invalidInput } from '../contract/errors.js';
import type { Collections } from '../store/collections.js';
import { toCredits } from './amounts.js';
import { readOverMonths, rowsBetween } from './closed-months.js';

const DAY_MS = 24 * 3_600_000;
const DEFAULT_DAYS = 30;
const MAX_DAYS = 366;

/** By what the calls of a report can be grouped. */
export const usageGroups = ['day', 'endpoint', 'key'] as const;

/** What a report is asked for: days in UTC, both included, and a page of its rows. */
export interface UsageQuery {
  from?: string;
  to?: string;
  group_by: (typeof usageGroups)[number];
  limit: number;
  /** The `next` of the page before. */
  after?: string;
}

/** A page of a report; `next` is null on the last one. */
export interface UsageReport {
  from: string;
  to: string;
  group_by: string;
  rows: { group: string; calls: number; credits: number; statuses: Record<string, number> }[];
  next: string | null;
}

const dayOf = (date: string) => ({ $dateToString: { format: '%Y-%m-%d', date } });

/** What is grouped: a single call, or calls of a closed month that are alike. */
const SINGLY = {
  groups: { day: dayOf('$at'), endpoint: '$endpoint', key: '$key' },
  status: '$status',
  calls: 1,
  cost: { $cond: [{ $eq: ['$state', 'spent'] }, '$cost', 0] },
};
const IN_MONTHS = {
  groups: { day: dayOf('$rows.at'), endpoint: '$endpoint', key: '$rows.key' },
  status: '$rows.status',
  calls: '$rows.calls',
  cost: '$rows.cost',
};

/** Calls of a group, by their statuses; micro-credits. */
interface Group {
  _id: string;
  calls: number;
  cost: number;
  statuses: { status: number; calls: number }[];
}

/**
 * Calls, credits and statuses of an account in a range of days, by day, endpoint or key, a page at a time.
 *
 * @throws ApiError 422 for a range that is reversed or longer than a year
 */
export async function usageReport(
  store: Pick<Collections, 'usage' | 'usageMonths' | 'usageClosings'>,
  account: string,
  { from, to, group_by, limit, after }: UsageQuery,
  now: Date,
): Promise<UsageReport> {
  const last = to ?? now.toISOString().slice(0, 10);
  const end = new Date(Date.parse(last) + DAY_MS);
  const first = from ?? new Date(end.getTime() - DEFAULT_DAYS * DAY_MS).toISOString().slice(0, 10);
  const days = (end.getTime() - Date.parse(first)) / DAY_MS;
  if (days < 1) throw invalidInput(422, 'from must not be later than to', 'from');
  if (days > MAX_DAYS) throw invalidInput(422, `the range must not exceed ${MAX_DAYS} days`, 'from');

  const begin = new Date(first);
  const page = { group_by, limit, ...(after !== undefined && { after }) };
  const found = await readOverMonths(store, account, async (closed) => {
    const since = closed.through > begin ? closed.through : begin;
    const [inMonths, singly] = await Promise.all([
      begin < closed.through ? groupsOf(store.usageMonths, rowsBetween(closed, begin, end), IN_MONTHS, page) : [],
      groupsOf(store.usage, [{ $match: { account, at: { $gte: since, $lt: end } } }], SINGLY, page),
    ]);
    return together([...inMonths, ...singly]);
  });
  return {
    from: first,
    to: last,
    group_by,
    rows: found.slice(0, limit).map(({ _id, calls, cost, statuses }) => ({
      group: _id,
      calls,
      credits: toCredits(cost),
      statuses: Object.fromEntries(statuses.map(({ status, calls: count }) => [String(status), count])),
    })),
    next: found.length > limit ? (found[limit - 1]?._id ?? null) : null,
  };
}

/** The first groups of a page, and one more, in their order. */
const groupsOf = <T extends Document>(
  collection: Collection<T>,
  found: Document[],
  { groups, status, calls, cost }: typeof SINGLY | typeof IN_MONTHS,
  { group_by, limit, after }: Pick<UsageQuery, 'group_by' | 'limit' | 'after'>,
): Promise<Group[]> =>
  collection
    .aggregate<Group>([
      ...found,
      { $group: { _id: { group: groups[group_by], status }, calls: { $sum: calls }, cost: { $sum: cost } } },
      {
        $group: {
          _id: '$_id.group',
          calls: { $sum: '$calls' },
          cost: { $sum: '$cost' },
          statuses: { $push: { status: '$_id.status', calls: '$calls' } },
        },
      },
      ...(after === undefined ? [] : [{ $match: { _id: { $gt: after } } }]),
      { $sort: { _id: 1 } },
      { $limit: limit + 1 },
    ])
    .toArray();

/** Groups that were found apart, in their order. */
function together(apart: readonly Group[]): Group[] {
  const found = new Map<string, Group>();
  for (const { _id, calls, cost, statuses } of apart) {
    const known = found.get(_id);
    const counts = new Map(known?.statuses.map(({ status, calls: count }) => [status, count]));
    for (const { status, calls: count } of statuses) counts.set(status, (counts.get(status) ?? 0) + count);
    found.set(_id, {
      _id,
      calls: calls + (known?.calls ?? 0),
      cost: cost + (known?.cost ?? 0),
      statuses: [...counts].map(([status, count]) => ({ status, calls: count })),
    });
  }
  return [...found.values()].sort((one, other) => (one._id < other._id ? -1 : 1));
}
