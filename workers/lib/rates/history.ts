import { ApiError } from '../../../shared/contract/api-error.js';
import { errors } from '../../../shared/contract/errors.js';
import { addDays, listDays } from '../../../shared/days.js';
import { findReplaced } from '../currencies/withdrawn.js';
import type { Dated } from '../upstream/cache.js';
import { primaryRates } from '../upstream/declarations.js';
import type { UpstreamContext } from '../upstream/upstreams.js';
import { listConfiguredSources, sortOfficialFirst } from './sources.js';
import { computeCrossRate, type DailyTables, findPublication, type Source, type SourceName } from './table.js';

interface HistoryPoint {
  readonly date: string;
  readonly rate: number;
}

interface History {
  readonly source: SourceName;
  readonly points: HistoryPoint[];
}

/**
 * Returns one rate for every day from `first` to `last` (YYYY-MM-DD, UTC), from the first source that knows the pair. A day without
 * publication has the last published rate. Days before the first publication are left out.
 *
 * @param isPaged the days are a page of a longer range: the central bank, which knows the whole of it, comes first, and a page may be empty
 * @throws ApiError 404 if no source knows the pair in these days, 502 if no source is configured
 */
export async function findHistory(
  call: UpstreamContext,
  pair: { from: string; to: string },
  first: string,
  last: string,
  isPaged = false,
): Promise<Partial<History>> {
  const sources = isPaged ? sortOfficialFirst(call.upstreams) : listConfiguredSources(call.upstreams);
  if (sources.length === 0) throw call.upstreams.get(primaryRates).notConfigured();
  let hasFailed = false;
  for (const source of sources) {
    const published = await fetchPublished(call, source, listCodes(pair), first, last);
    const points = published ? fillGaps(published.value, pair, first, last) : [];
    if (points.length > 0) return { source: source.name, points };
    hasFailed ||= !published;
  }
  if (isPaged && !hasFailed) return {};
  throw errors.exchangeRateUnavailable(pair);
}

/** Returns the codes of a pair, with those of the currencies that replaced them. */
export const listCodes = ({ from, to }: { from: string; to: string }): string[] => {
  const successors = [from, to].flatMap((code) => findReplaced(code)?.successor ?? []);
  return [...new Set([from, to, ...successors])];
};

/** Fetches the rates of some days. Returns undefined if the source fails, after which the next one is used; the upstream has logged it. */
export async function fetchPublished(
  call: UpstreamContext,
  source: Source,
  codes: readonly string[],
  first: string,
  last: string,
): Promise<Dated<DailyTables> | undefined> {
  try {
    return await source.daily(call, codes, first, last);
  } catch (error) {
    if (error instanceof ApiError && !call.signal.aborted) return undefined;
    throw error;
  }
}

/** A publication applies until the next one, of a currency that is withdrawn in between at its fixed rate. */
function fillGaps(
  published: DailyTables,
  { from, to }: { from: string; to: string },
  first: string,
  last: string,
): HistoryPoint[] {
  let table = findPublication(published, addDays(first, -1))?.table;
  return listDays(first, last).flatMap((date) => {
    table = published[date] ?? table;
    const rate = table && computeCrossRate(table, from, to, date);
    return rate === undefined ? [] : [{ date, rate }];
  });
}
