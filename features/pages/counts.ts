import { MOST_DAYS_LISTED, MOST_VALUES_COUNTED } from '../../shared/contract/bounds.js';
import type { AnyVisit, VisitKind } from './collections.js';
import { type Distinct, met, nobody } from './distinct.js';

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
  visitors: Distinct;
  /** Of all days together: the scans of people on each of the latest days, in their order. */
  days: Tally;
  /** The batches of visits that were counted last: none is counted twice. */
  batches: string[];
  /** Changes with every change. */
  revision: number;
}

/** The day that stands for all days. */
export const EVER = '';

const OTHER = 'other';
const BATCHES_REMEMBERED = 20;

const noCounts = (): Counts => ({
  scans: 0,
  devices: [],
  countries: [],
  events: [],
  languages: [],
  referrers: [],
  blocks: [],
});

export const countsId = (experience: number, day: string): string => `${experience}|${day}`;

/** The counters of an experience and a day on which nothing was counted yet. */
export const noVisits = (experience: number, day: string): VisitCounts => ({
  _id: countsId(experience, day),
  experience,
  day,
  people: noCounts(),
  bots: noCounts(),
  visitors: nobody(),
  days: [],
  batches: [],
  revision: 0,
});

/** The counters with a batch of visits added, all of their experience and day. */
export function withVisits(counts: VisitCounts, batch: string, visits: readonly AnyVisit[]): VisitCounts {
  const [bots, people] = [visits.filter(({ bot }) => bot), visits.filter(({ bot }) => !bot)];
  const hashes = people.filter(isScan).flatMap(({ ip_hash }) => ip_hash ?? []);
  return {
    ...counts,
    people: withThese(counts.people, people),
    bots: withThese(counts.bots, bots),
    visitors: met(counts.visitors, hashes),
    days: counts.day === EVER ? latestDays(counts.days, people) : [],
    batches: [...counts.batches, batch].slice(-BATCHES_REMEMBERED),
    revision: counts.revision + 1,
  };
}

/** How many visits are counted, of the kind that is asked for. */
export const countedOf = ({ people, bots }: VisitCounts, kind: VisitKind): number =>
  [people, bots].reduce((sum, { scans, events }) => sum + (kind === 'scans' ? scans : totalOf(events)), 0);

const totalOf = (tally: Tally): number => tally.reduce((sum, { count }) => sum + count, 0);

const isScan = ({ event }: AnyVisit): boolean => event === undefined;

/** What is counted of scans and events: one line more counts one thing more. */
function withThese(counts: Counts, visits: readonly AnyVisit[]): Counts {
  const scans = visits.filter(isScan);
  return {
    scans: counts.scans + scans.length,
    devices: tallied(counts.devices, scans, ({ device }) => device),
    countries: tallied(counts.countries, scans, ({ country }) => country),
    events: tallied(counts.events, visits, ({ event }) => event ?? null),
    languages: tallied(counts.languages, scans, ({ language }) => language),
    referrers: tallied(counts.referrers, scans, ({ referrer }) => hostOf(referrer)),
    blocks: tallied(counts.blocks, visits, ({ meta }) => blockIn(meta)),
  };
}

/** Of the address of a referring page, its host. */
const hostOf = (address: string | null): string | null =>
  address && URL.canParse(address) ? new URL(address).hostname || null : null;

/** The block of its page that an event names. */
const blockIn = (meta: AnyVisit['meta']): string | null =>
  typeof meta?.block === 'string' && /^b[0-9-]{1,20}$/.test(meta.block) ? meta.block : null;

/** The days with these visits, the latest of them. */
function latestDays(days: Tally, people: readonly AnyVisit[]): Tally {
  const counts = new Map(days.map(({ value, count }) => [value, count]));
  for (const { day } of people.filter(isScan)) counts.set(day, (counts.get(day) ?? 0) + 1);
  return asTally(counts)
    .sort((one, other) => (one.value < other.value ? -1 : 1))
    .slice(-MOST_DAYS_LISTED);
}

const asTally = (counts: ReadonlyMap<string, number>): Tally => [...counts].map(([value, count]) => ({ value, count }));

/** The tally with the values of these visits; those for which there is no value are not in it. */
function tallied(tally: Tally, visits: readonly AnyVisit[], valueIn: (visit: AnyVisit) => string | null): Tally {
  const counts = new Map(tally.map(({ value, count }) => [value, count]));
  for (const visit of visits) {
    const value = valueIn(visit);
    if (value === null) continue;
    const named = counts.has(value) || counts.size < MOST_VALUES_COUNTED ? value : OTHER;
    counts.set(named, (counts.get(named) ?? 0) + 1);
  }
  return asTally(counts);
}
