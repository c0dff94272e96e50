import { ApiError } from '../../../shared/contract/api-error.js';
import { errors } from '../../../shared/contract/errors.js';
import { primaryRates } from '../upstream/declarations.js';
import type { UpstreamContext } from '../upstream/upstreams.js';
import { daysFrom } from './days.js';
import { configuredSources } from './sources.js';
import { crossRate, type DailyTables, type Source } from './table.js';

interface HistoryPoint {
  readonly date: string;
  readonly rate: number;
}

/**
 * Returns one rate for every day from `first` to `last` (YYYY-MM-DD, UTC), from the first source that knows the pair. A day without
 * publication has the last published rate. Days before the first publication are left out.
 *
 * @throws ApiError 404 if no source knows the pair in these days, 502 if no source is configured
 */
export async function dailyRates(
  call: UpstreamContext,
  pair: { from: string; to: string },
  first: string,
  last: string,
): Promise<HistoryPoint[]> {
  const configured = configuredSources(call.upstreams);
  if (configured.length === 0) throw call.upstreams.get(primaryRates).notConfigured();
  for (const source of configured) {
    const published = await fetchPublished(call, source, pair, first, last);
    const points = fillGaps(published, pair, first, last);
    if (points.length > 0) return points;
  }
  throw errors.exchangeRateUnavailable(pair);
}

async function fetchPublished(
  call: UpstreamContext,
  source: Source,
  { from, to }: { from: string; to: string },
  first: string,
  last: string,
): Promise<DailyTables> {
  try {
    return await source.daily(call, [from, to], first, last);
  } catch (error) {
    if (error instanceof ApiError && !call.signal.aborted) return {};
    throw error;
  }
}

function fillGaps(
  published: DailyTables,
  { from, to }: { from: string; to: string },
  first: string,
  last: string,
): HistoryPoint[] {
  const rates = new Map<string, number>();
  for (const [day, table] of Object.entries(published)) {
    const rate = crossRate(table, from, to);
    if (rate !== undefined) rates.set(day, rate);
  }
  const before = [...rates.keys()].filter((day) => day < first).sort();
  let lastRate = rates.get(before.at(-1) ?? '');
  return daysFrom(first, last).flatMap((date) => {
    lastRate = rates.get(date) ?? lastRate;
    return lastRate === undefined ? [] : [{ date, rate: lastRate }];
  });
}
