import { utcDay } from '../../shared/process/clock.js';
import type { HostedPage, PageCollections } from './collections.js';
import { ALL_TIME, visitCountsId } from './visit-counts.js';

export const RECENT_DAYS = 30;
const DAY_MS = 86_400_000;

/** Scans of a page by people in the last days. */
interface RecentScans {
  total: number;
  /** By day (UTC), the oldest first; the last is today. */
  per_day: number[];
}

export const NO_SCANS: RecentScans = { total: 0, per_day: new Array<number>(RECENT_DAYS).fill(0) };

/** Reads the scans of pages in the last days by one query, by the ids of the pages. Those without visits are left out. */
export async function readRecentScans(
  { visitCounts }: Pick<PageCollections, 'visitCounts'>,
  pages: readonly Pick<HostedPage, '_id'>[],
  now: Date,
): Promise<Map<number, RecentScans>> {
  const ids = pages.map(({ _id }) => visitCountsId(_id, ALL_TIME));
  const projection = { experience: 1, days: 1 };
  const found = await visitCounts.find({ _id: { $in: ids } }, { projection }).toArray();
  const days = Array.from({ length: RECENT_DAYS }, (_, index) =>
    utcDay(new Date(now.getTime() - (RECENT_DAYS - 1 - index) * DAY_MS)),
  );
  return new Map(
    found.map((counts) => {
      const byDay = new Map(counts.days.map(({ value, count }) => [value, count]));
      const perDay = days.map((day) => byDay.get(day) ?? 0);
      return [counts.experience, { total: perDay.reduce((sum, count) => sum + count, 0), per_day: perDay }];
    }),
  );
}
