import { IANAZone } from 'luxon';
import { MOST_VALUES_COUNTED } from '../../shared/contract/bounds.js';
import type { Counts, PageCollections, Tally, VisitCounts } from './collections.js';
import { createEmptyCounter, type DistinctCounter, estimateCount, mergeCounters } from './distinct-counter.js';
import { createEmptyCounts, OTHER, visitCountsId } from './visit-counts.js';

type Store = Pick<PageCollections, 'visitCounts'>;

/** First and last day (UTC) of a period. */
export interface Period {
  readonly from: string;
  readonly to: string;
}

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
/** Days that are read together: few, as a day with many referrers takes up to 100 kB. */
const BATCH = 10;

/** Counters of a period. */
export interface PeriodCounts extends Pick<VisitCounts, 'people' | 'bots' | 'visitors'> {
  /** Days with visits, in order. */
  readonly days: readonly DayFigures[];
  /** Scans by weekday, Monday first, and hour. */
  readonly hours: number[][];
  readonly ratings: Tally;
  readonly targets: Tally;
}

/** Figures of people on one day. */
export interface DayFigures {
  readonly date: string;
  readonly scans: number;
  readonly unique: number;
  readonly bots: number;
  readonly events: Tally;
}

/** Reads the counters of each day of a period, in order. */
export async function* readDays({ visitCounts }: Store, pageId: number, period: Period): AsyncGenerator<VisitCounts> {
  const days = visitCounts.find(createDaysFilter(pageId, period), { sort: { _id: 1 }, batchSize: BATCH });
  for await (const day of days) yield day;
}

/** Returns a filter for the days of a period, by the index of ids. */
const createDaysFilter = (pageId: number, { from, to }: Period) => ({
  _id: { $gte: visitCountsId(pageId, from), $lte: visitCountsId(pageId, to) },
});

/**
 * Adds up the counters of a period.
 *
 * @param timezone IANA name, for the hours
 */
export async function readPeriod(
  store: Store,
  pageId: number,
  period: Period,
  timezone: string,
): Promise<PeriodCounts> {
  const [people, bots] = [new CountsSum(), new CountsSum()];
  const ratings: Sums = new Map();
  const targets: Sums = new Map();
  const days: DayFigures[] = [];
  const hours = Array.from({ length: 7 }, () => new Array<number>(24).fill(0));
  const zone = IANAZone.create(timezone);
  let visitors = createEmptyCounter();
  for await (const day of readDays(store, pageId, period)) {
    people.add(day.people);
    bots.add(day.bots);
    addTally(ratings, day.ratings ?? []);
    addTally(targets, day.targets ?? []);
    addHours(hours, day, zone);
    visitors = mergeCounters(visitors, day.visitors);
    days.push(toDayFigures(day));
  }
  return {
    ...{ people: people.toCounts(), bots: bots.toCounts(), visitors, days, hours },
    ...{ ratings: toTally(ratings), targets: toTally(targets) },
  };
}

export const toDayFigures = ({ day, people, bots, visitors }: VisitCounts): DayFigures => ({
  ...{ date: day, scans: people.scans, unique: estimateCount(visitors), bots: bots.scans, events: people.events },
});

/** Reads only the scans and unique visitors of a period. */
export async function readTotals(
  { visitCounts }: Store,
  pageId: number,
  period: Period,
): Promise<{ total: number; unique: number }> {
  const days = visitCounts.find(createDaysFilter(pageId, period), {
    projection: { 'people.scans': 1, visitors: 1 },
    batchSize: BATCH,
  });
  let total = 0;
  let visitors: DistinctCounter = createEmptyCounter();
  for await (const day of days) {
    total += day.people.scans;
    visitors = mergeCounters(visitors, day.visitors);
  }
  return { total, unique: estimateCount(visitors) };
}

/** Returns the period of the same length that ends before another. */
export function findPeriodBefore({ from, to }: Period): Period {
  const [begin, end] = [Date.parse(from), Date.parse(to)];
  const dayBefore = begin - DAY_MS;
  return { from: toDay(dayBefore - (end - begin)), to: toDay(dayBefore) };
}

const toDay = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/**
 * Adds the scans of a day by the weekday and hour of a time zone. Where its offset is not a whole number of hours, the scans of an hour
 * (UTC) belong to the hour in which it begins.
 */
function addHours(hours: number[][], { day, hours: tally = [] }: VisitCounts, zone: IANAZone): void {
  const midnight = Date.parse(day);
  const offset = zone.offset(midnight);
  const changes = zone.offset(midnight + DAY_MS) !== offset;
  for (const { value, count } of tally) {
    const at = midnight + Number(value) * HOUR_MS;
    const local = new Date(at + (changes ? zone.offset(at) : offset) * 60_000);
    const row = hours[(local.getUTCDay() + 6) % 7];
    if (row) row[local.getUTCHours()] = (row[local.getUTCHours()] ?? 0) + count;
  }
}

type Sums = Map<string, number>;

function addTally(sums: Sums, tally: Tally): void {
  for (const { value, count } of tally) sums.set(value, (sums.get(value) ?? 0) + count);
}

/** Returns the sums of the most frequent values; those of all others as one. */
function toTally(sums: Sums): Tally {
  const values = [...sums].map(([value, count]) => ({ value, count }));
  if (values.length <= MOST_VALUES_COUNTED) return values;
  const named = values.filter(({ value }) => value !== OTHER).sort((one, other) => other.count - one.count);
  const others = named.slice(MOST_VALUES_COUNTED).reduce((sum, { count }) => sum + count, sums.get(OTHER) ?? 0);
  return [...named.slice(0, MOST_VALUES_COUNTED), { value: OTHER, count: others }];
}

const TALLIES = ['devices', 'countries', 'languages', 'referrers', 'blocks', 'events'] as const;

/** Sums of the counters of several days. */
class CountsSum {
  #scans = 0;
  readonly #tallies = TALLIES.map((name) => ({ name, sums: new Map<string, number>() }));

  add(counts: Counts): void {
    this.#scans += counts.scans;
    for (const { name, sums } of this.#tallies) addTally(sums, counts[name]);
  }

  toCounts(): Counts {
    const counts = createEmptyCounts();
    for (const { name, sums } of this.#tallies) counts[name] = toTally(sums);
    return { ...counts, scans: this.#scans };
  }
}
