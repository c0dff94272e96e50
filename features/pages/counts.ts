import { MOST_DAYS_LISTED, MOST_VALUES_COUNTED } from '../../shared/contract/bounds.js';
import type { AnyVisit, VisitKind } from './collections.js';
import { addHashes, type DistinctCounter, emptyCounter } from './distinct.js';

/** How often each value of something came: an event's name, a country. A list, as names may hold any character. */
export type Tally = { value: string; count: number }[];

/** What one kind of visitors did. */
export interface Counts {
  scans: number;
  devices: Tally;
  countries: Tally;
  events: Tally;
  languages: Tally;
  /** Referring hosts. */
  referrers: Tally;
  /** Blocks of the page that events name. */
  blocks: Tally;
}

/** What became of one experience on one day, or ever. */
export interface VisitCounts {
  /** `experience|day`. */
  _id: string;
  experience: number;
  /** UTC day, YYYY-MM-DD; empty for all days together. */
  day: string;
  people: Counts;
  /** Crawlers and link previews. */
  bots: Counts;
  /** The people who came. */
  visitors: DistinctCounter;
  /** Of all days together: the scans of people on each of the latest days, in their order. */
  days: Tally;
  /** The batches of visits that were counted last: none is counted twice. */
  batches: string[];
  /** Changes with every change. */
  revision: number;
}

/** The day that stands for all days. */
export const ALL_TIME = '';

const OTHER = 'other';
const MOST_BATCHES = 20;

const emptyCounts = (): Counts => ({
  scans: 0,
  devices: [],
  countries: [],
  events: [],
  languages: [],
  referrers: [],
  blocks: [],
});

export const visitCountsId = (pageId: number, day: string): string => `${pageId}|${day}`;

/** The counters of an experience and a day on which nothing was counted yet. */
export const emptyVisitCounts = (pageId: number, day: string): VisitCounts => ({
  _id: visitCountsId(pageId, day),
  experience: pageId,
  day,
  people: emptyCounts(),
  bots: emptyCounts(),
  visitors: emptyCounter(),
  days: [],
  batches: [],
  revision: 0,
});

/** The counters with a batch of visits added, all of their experience and day. */
export function addVisits(counts: VisitCounts, batch: string, visits: readonly AnyVisit[]): VisitCounts {
  const [bots, people] = [visits.filter(({ bot }) => bot), visits.filter(({ bot }) => !bot)];
  const hashes = people.filter(isScan).flatMap(({ ip_hash }) => ip_hash ?? []);
  return {
    ...counts,
    people: addToCounts(counts.people, people),
    bots: addToCounts(counts.bots, bots),
    visitors: addHashes(counts.visitors, hashes),
    days: counts.day === ALL_TIME ? addToDays(counts.days, people) : [],
    batches: [...counts.batches, batch].slice(-MOST_BATCHES),
    revision: counts.revision + 1,
  };
}

/** How many visits are counted, of the kind that is asked for. */
export const sumVisits = ({ people, bots }: VisitCounts, kind: VisitKind): number =>
  [people, bots].reduce((sum, { scans, events }) => sum + (kind === 'scans' ? scans : sumTally(events)), 0);

const sumTally = (tally: Tally): number => tally.reduce((sum, { count }) => sum + count, 0);

const isScan = ({ event }: AnyVisit): boolean => event === undefined;

/** What is counted of scans and events: one line more counts one thing more. */
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

/** Of the address of a referring page, its host. */
const parseHost = (address: string | null): string | null =>
  address && URL.canParse(address) ? new URL(address).hostname || null : null;

/** The block of its page that an event names. */
const readBlockId = (meta: AnyVisit['meta']): string | null =>
  typeof meta?.block === 'string' && /^b[0-9-]{1,20}$/.test(meta.block) ? meta.block : null;

/** The days with these visits, the latest of them. */
function addToDays(days: Tally, people: readonly AnyVisit[]): Tally {
  const counts = new Map(days.map(({ value, count }) => [value, count]));
  for (const { day } of people.filter(isScan)) counts.set(day, (counts.get(day) ?? 0) + 1);
  return toTally(counts)
    .sort((one, other) => (one.value < other.value ? -1 : 1))
    .slice(-MOST_DAYS_LISTED);
}

const toTally = (counts: ReadonlyMap<string, number>): Tally => [...counts].map(([value, count]) => ({ value, count }));

/** The tally with the values of these visits; those for which there is no value are not in it. */
function addToTally(tally: Tally, visits: readonly AnyVisit[], valueIn: (visit: AnyVisit) => string | null): Tally {
  const counts = new Map(tally.map(({ value, count }) => [value, count]));
  for (const visit of visits) {
    const value = valueIn(visit);
    if (value === null) continue;
    const named = counts.has(value) || counts.size < MOST_VALUES_COUNTED ? value : OTHER;
    counts.set(named, (counts.get(named) ?? 0) + 1);
  }
  return toTally(counts);
}
