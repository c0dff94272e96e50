import { invalidInput } from '../contract/errors.js';
import type { Collections } from '../store/collections.js';
import { toCredits } from './amounts.js';

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

const GROUPS: Record<UsageQuery['group_by'], unknown> = {
  day: { $dateToString: { format: '%Y-%m-%d', date: '$at' } },
  endpoint: '$endpoint',
  key: '$key',
};

/**
 * Calls, credits and statuses of an account in a range of days, by day, endpoint or key, a page at a time.
 *
 * @throws ApiError 422 for a range that is reversed or longer than a year
 */
export async function usageReport(
  { usage }: Pick<Collections, 'usage'>,
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

  const found = await usage
    .aggregate<{ _id: string; calls: number; cost: number; statuses: { status: number; calls: number }[] }>([
      { $match: { account, at: { $gte: new Date(first), $lt: end } } },
      {
        $group: {
          _id: { group: GROUPS[group_by], status: '$status' },
          calls: { $sum: 1 },
          cost: { $sum: { $cond: [{ $eq: ['$state', 'spent'] }, '$cost', 0] } },
        },
      },
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
  const page = found.slice(0, limit);
  return {
    from: first,
    to: last,
    group_by,
    rows: page.map(({ _id, calls, cost, statuses }) => ({
      group: _id,
      calls,
      credits: toCredits(cost),
      statuses: Object.fromEntries(statuses.map(({ status, calls: count }) => [String(status), count])),
    })),
    next: found.length > limit ? (page.at(-1)?._id ?? null) : null,
  };
}
