import { instantOf } from '../../../shared/contract/catalogue/video-platform.js';

/** From `after` on, up to but not including `before`. */
export interface TimeRange {
  readonly after?: Date;
  readonly before?: Date;
}

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const PERIOD_DAYS = { week: 7, month: 30, year: 365 } as const;

/**
 * The time that a request asks about. `after` and `before`, already known to be dates, override the period; `today`
 * begins at 00:00 UTC, the others so many days ago, to the minute, so that what is asked a moment later is the same.
 */
export function timeRange(
  input: { after?: string; before?: string; period?: 'today' | keyof typeof PERIOD_DAYS },
  now: Date,
): TimeRange {
  const { after, before, period } = input;
  if (after !== undefined || before !== undefined) {
    return { ...limit('after', after), ...limit('before', before) };
  }
  if (period === undefined) return {};
  if (period === 'today') return { after: new Date(Math.floor(now.getTime() / DAY_MS) * DAY_MS) };
  const minute = Math.floor(now.getTime() / MINUTE_MS) * MINUTE_MS;
  return { after: new Date(minute - PERIOD_DAYS[period] * DAY_MS) };
}

function limit(name: 'after' | 'before', text: string | undefined): TimeRange {
  const instant = text === undefined ? undefined : instantOf(text);
  return instant ? { [name]: instant } : {};
}

/** Whether an instant lies in a range. */
export const isWithin = ({ after, before }: TimeRange, instant: Date): boolean =>
  (!after || instant >= after) && (!before || instant < before);

/** A range as the search method wants it. */
export function publishedIn({ after, before }: TimeRange): { publishedAfter?: string; publishedBefore?: string } {
  return {
    ...(after ? { publishedAfter: rfc3339(after) } : {}),
    ...(before ? { publishedBefore: rfc3339(before) } : {}),
  };
}

const rfc3339 = (instant: Date): string => instant.toISOString().replace(/\.\d+Z$/, 'Z');
