import { spans } from '../../shared/figures/collections.js';
import { countedThrough, MOST_CALLS_ADDED } from '../../shared/figures/counted-through.js';
import { COUNTED_FIELDS } from '../../shared/figures/tally.js';
import type { Collections } from '../../shared/store/collections.js';

const DAY_MS = spans.day.lengthMs;

/** Calls, and what they cost in micro-credits. */
interface Sums {
  calls: number;
  /** Answered with 4xx or 5xx. */
  errors: number;
  /** Given back: failed by us. */
  failed: number;
  spent: number;
}

/** What an account did of late. */
export interface AccountUsage {
  /** First and last day (UTC). */
  from: string;
  to: string;
  /** Oldest first; days on which it did not call are not there. */
  rows: ({ group: string } & Sums)[];
  /** Those with the most calls first. */
  endpoints: ({ endpoint: string } & Omit<Sums, 'failed'>)[];
  /** What was done with endpoints that the days do not tell apart. */
  others: Omit<Sums, 'failed'>;
  /** Whether calls are missing, because there are too many that have not been counted: only the latest are in it. */
  isBehind: boolean;
}

const none = (): Sums => ({ calls: 0, errors: 0, failed: 0, spent: 0 });

/**
 * Adds up what an account did in the last days, today included: from the days that a scheduler has counted, and the calls since.
 * However much it calls, a bounded number of documents is read.
 */
export async function accountUsage(
  store: Collections,
  account: string,
  days: number,
  now: Date,
): Promise<AccountUsage> {
  const today = now.getTime() - (now.getTime() % DAY_MS);
  const from = new Date(today - (days - 1) * DAY_MS);
  const through = await countedThrough(store);
  const [counted, recent] = await Promise.all([
    store.accountDays.find({ account, at: { $gte: from } }, { projection: { parts: 0 } }).toArray(),
    store.usage
      .find(
        { account, at: { $gte: through > from ? through : from } },
        {
          projection: COUNTED_FIELDS,
          sort: { at: -1, _id: -1 },
          limit: MOST_CALLS_ADDED,
          batchSize: MOST_CALLS_ADDED + 1,
        },
      )
      .toArray(),
  ]);
  const byDay = new Map<string, Sums>();
  const byEndpoint = new Map<string, Sums>();
  for (const { at, endpoints = {}, ...day } of counted) {
    add(byDay, dayOf(at), day);
    for (const [endpoint, counts] of Object.entries(endpoints)) add(byEndpoint, endpoint, counts);
  }
  for (const { at, endpoint, status, state, cost } of recent) {
    const isSpent = state === 'spent';
    const one = { calls: 1, errors: Number(status >= 400), failed: Number(!isSpent), spent: isSpent ? cost : 0 };
    add(byDay, dayOf(at), one);
    add(byEndpoint, endpoint, one);
  }
  const endpoints = [...byEndpoint].map(([endpoint, { calls, errors, spent }]) => ({
    ...{ endpoint, calls, errors, spent },
  }));
  const over = (field: 'calls' | 'errors' | 'spent') =>
    [...byDay.values()].reduce((sum, day) => sum + day[field], 0) - endpoints.reduce((sum, one) => sum + one[field], 0);
  return {
    from: dayOf(from),
    to: dayOf(now),
    rows: [...byDay].map(([group, sums]) => ({ group, ...sums })).sort((a, b) => a.group.localeCompare(b.group)),
    endpoints: endpoints.sort((a, b) => b.calls - a.calls || a.endpoint.localeCompare(b.endpoint)),
    others: { calls: over('calls'), errors: over('errors'), spent: over('spent') },
    isBehind: recent.length === MOST_CALLS_ADDED,
  };
}

const dayOf = (at: Date): string => at.toISOString().slice(0, 10);

function add(
  sums: Map<string, Sums>,
  of: string,
  { calls, errors, failed = 0, spent }: Omit<Sums, 'failed'> & { failed?: number },
): void {
  const sum = sums.get(of) ?? none();
  sum.calls += calls;
  sum.errors += errors;
  sum.failed += failed;
  sum.spent += spent;
  sums.set(of, sum);
}
