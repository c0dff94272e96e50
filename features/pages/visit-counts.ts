import { MOST_DAYS_LISTED, MOST_VALUES_COUNTED } from '../../shared/contract/bounds.js';
import type { AnyVisit, Counts, Tally, VisitCounts, VisitKind } from './collections.js';
import { addHashes, createEmptyCounter } from './distinct-counter.js';

/** The value of `VisitCounts.day` that stands for all time. */
export const ALL_TIME = '';

/** The value under which a tally counts all values beyond its maximum. */
export const OTHER = 'other';
const MOST_BATCHES = 20;

export const createEmptyCounts = (): Counts => ({
  scans: 0,
  devices: [],
  countries: [],
  events: [],
  languages: [],
  referrers: [],
  blocks: [],
});

export const visitCountsId = (pageId: number, day: string): string => `${pageId}|${day}`;

/** Returns the initial counters of a page and day. */
export const createEmptyVisitCounts = (pageId: number, day: string): VisitCounts => ({
  _id: visitCountsId(pageId, day),
  experience: pageId,
  day,
  people: createEmptyCounts(),
  bots: createEmptyCounts(),
  visitors: createEmptyCounter(),
  days: [],
  batches: [],
  revision: 0,
});

/** Returns the counters with a batch of visits added, all of their page and day. */
export function addVisits(counts: VisitCounts, batch: string, visits: readonly AnyVisit[]): VisitCounts {
  const [bots, people] = [visits.filter(({ bot }) => bot), visits.filter(({ bot }) => !bot)];
  const hashes = people.filter(isScan).flatMap(({ ip_hash }) => ip_hash ?? []);
  return {
    ...counts,
    people: addToCounts(counts.people, people),
    bots: addToCounts(counts.bots, bots),
    visitors: addHashes(counts.visitors, hashes),
    targets: addToTally(counts.targets ?? [], people.filter(isScan), ({ target }) => target ?? null),
    days: counts.day === ALL_TIME ? addToDays(counts.days, people) : [],
    hours: counts.day === ALL_TIME ? [] : addToTally(counts.hours ?? [], people.filter(isScan), readHour),
    ratings: addToTally(counts.ratings ?? [], people, readStars),
    batches: [...counts.batches, batch].slice(-MOST_BATCHES),
    revision: counts.revision + 1,
  };
}

/** Returns the number of visits of a kind in the counters. */
export const sumVisits = ({ people, bots }: VisitCounts, kind: VisitKind): number =>
  [people, bots].reduce((sum, { scans, events }) => sum + (kind === 'scans' ? scans : sumTally(events)), 0);

const sumTally = (tally: Tally): number => tally.reduce((sum, { count }) => sum + count, 0);

const isScan = ({ event }: AnyVisit): boolean => event === undefined;

function addToCounts(counts: Counts, visits: readonly AnyVisit[]): Counts {
  const scans = visits.filter(isScan);
  return {
    scans: counts.scans + scans.length,
    devices: addToTally(counts.devices, scans, ({ device }) => device),
    countries: addToTally(counts.countries, scans, ({ country }) => country),
    events: addToTally(counts.events, visits, ({ event }) => event ?? null),
    languages: addToTally(counts.languages, scans, ({ language }) => language),
    referrers: addToTally(counts.referrers, scans, ({ referrer }) => parseHost(referrer)),
    blocks: addToTally(counts.blocks, visits, ({ meta }) => readBlockId(meta)),
  };
}

const parseHost = (url: string | null): string | null =>
  url && URL.canParse(url) ? new URL(url).hostname || null : null;

const readBlockId = (meta: AnyVisit['meta']): string | null =>
  typeof meta?.block === 'string' && /^b[0-9-]{1,20}$/.test(meta.block) ? meta.block : null;

const readHour = ({ at }: AnyVisit): string => at.toISOString().slice(11, 13);

/** Returns the stars of a rating; null for other events, and for values that programs may report but no page. */
const readStars = ({ event, value }: AnyVisit): string | null =>
  event === 'rating_submitted' && /^([1-9]|10)$/.test(String(value)) ? String(value) : null;

/** Returns the latest days, with the scans among these visits added. */
function addToDays(days: Tally, people: readonly AnyVisit[]): Tally {
  const counts = new Map(days.map(({ value, count }) => [value, count]));
  for (const { day } of people.filter(isScan)) counts.set(day, (counts.get(day) ?? 0) + 1);
  return toTally(counts)
    .sort((one, other) => (one.value < other.value ? -1 : 1))
    .slice(-MOST_DAYS_LISTED);
}

const toTally = (counts: ReadonlyMap<string, number>): Tally => [...counts].map(([value, count]) => ({ value, count }));

/** Returns the tally with the values of these visits added, except where a visit has none. */
function addToTally(tally: Tally, visits: readonly AnyVisit[], valueIn: (visit: AnyVisit) => string | null): Tally {
  const counts = new Map(tally.map(({ value, count }) => [value, count]));
  for (const visit of visits) {
    const value = valueIn(visit);
    if (value === null) continue;
    const name = counts.has(value) || counts.size < MOST_VALUES_COUNTED ? value : OTHER;
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return toTally(counts);
}
