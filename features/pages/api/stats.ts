import { Readable } from 'node:stream';
import { stringify } from 'csv-stringify/sync';
import { IANAZone } from 'luxon';
import { MOST_DAYS_LISTED } from '../../../shared/contract/bounds.js';
import { Download } from '../../../shared/contract/download.js';
import { errors, invalidInput } from '../../../shared/contract/errors.js';
import {
  day,
  integer,
  list,
  nullable,
  object,
  optional,
  record,
  Type,
  text,
  withDefault,
} from '../../../shared/contract/fields.js';
import { route } from '../../../shared/contract/route.js';
import { type Clock, utcDay } from '../../../shared/process/clock.js';
import { accountRoute, type Caller } from '../../web/index.js';
import type { Counts, PageCollections, Tally, VisitCounts } from '../collections.js';
import { estimateCount } from '../distinct-counter.js';
import {
  type DayFigures,
  findPeriodBefore,
  type Period,
  readDays,
  readPeriod,
  readTotals,
  toDayFigures,
} from '../period-counts.js';
import { ALL_TIME, createEmptyVisitCounts, visitCountsId } from '../visit-counts.js';
import { CSV_FORMAT } from './events.js';
import { findOwnPage, pageIdField } from './view.js';

interface StatsContext extends Caller {
  readonly clock: Clock;
  readonly store: Pick<PageCollections, 'experiences' | 'visitCounts'>;
}

const figure = integer();

const audience = {
  devices: record(integer({ description: 'Number of scans by device' })),
  countries: record(integer({ description: 'Number of scans by country' })),
  languages: record(integer({ description: 'Number of scans by language' })),
  referrers: record(integer({ description: 'Number of scans by referring host' })),
  blocks: record(integer({ description: 'Number of events by block' })),
  events: record(integer({ description: 'Number of events by name' })),
};

/** Maximum rates per key. */
const STATS_PER_SECOND = 5;
const EXPORTS_PER_SECOND = 1;

const DAY_MS = 86_400_000;
const DEFAULT_DAYS = 30;

const periodFields = {
  from: optional(
    day({ description: `First day (UTC) of a period; with \`to\` alone ${DEFAULT_DAYS - 1} days before it` }),
  ),
  to: optional(
    day({ description: `Last day (UTC) of a period of at most ${MOST_DAYS_LISTED} days; with \`from\` alone today` }),
  ),
};

const period = { from: day(), to: day() };

export const pageStats = accountRoute(
  route({
    name: 'experienceStats',
    title: 'Get the statistics of a hosted page',
    method: 'GET',
    path: '/v1/qr-experience/{id}/stats',
    scope: 'pages',
    ratePerSecond: STATS_PER_SECOND,
    summary:
      'Returns the scans per day, devices, countries, languages, referrers, blocks, events and ratings of a hosted page, of all time ' +
      'or of a period. Crawlers and link previews are counted separately',
    request: object({
      id: pageIdField,
      ...periodFields,
      timezone: withDefault(
        text({ maxLength: 60, description: 'IANA time zone of `hours`, e.g. Europe/Madrid' }),
        'UTC',
      ),
    }),
    response: object({
      experience: object({ id: figure, code: text(), type: text(), title: text() }),
      period: nullable(object(period, { description: 'The period of all figures; null for all time' })),
      scans: object({
        total: integer({ description: 'Number of scans' }),
        unique: integer({ description: 'Number of distinct visitors; an estimate above 256' }),
        bots: integer({ description: 'Number of visits by crawlers and link previews' }),
        per_day: list(
          object({
            date: day(),
            count: figure,
            unique: optional(integer({ description: 'Number of distinct visitors on the day; for a period only' })),
          }),
          { description: `Days with visits; of all time the latest ${MOST_DAYS_LISTED}` },
        ),
      }),
      previous: nullable(
        object(
          { ...period, total: figure, unique: figure },
          { description: 'Scans and distinct visitors of the period of the same length before; null for all time' },
        ),
      ),
      hours: nullable(
        list(list(figure), {
          description:
            'Scans by weekday (7 lists, Monday first) and hour (24 figures, from midnight) in the time zone; null for all time',
        }),
      ),
      ...audience,
      ratings: object({
        count: integer({ description: 'Number of ratings of 1 to 10 stars' }),
        average: nullable(Type.Number({ description: 'Average number of stars; null without ratings' })),
        by_stars: record(integer({ description: 'Number of ratings by stars' })),
      }),
      messages: integer({ description: 'Number of messages that visitors sent' }),
      targets: record(
        integer({ description: 'Number of scans by the target that visitors were led to, e.g. `rule 2`' }),
      ),
      leads: integer({ description: 'Number of contacts that visitors left' }),
      bots: object(audience, {
        description: 'Figures of crawlers and link previews, which the other figures leave out',
      }),
    }),
    errors: [errors.experienceUnknown],
    example: { request: { id: 1 } },
  }),
  async ({ id, timezone, ...given }, context: StatsContext) => {
    const isOfPeriod = given.from !== undefined || given.to !== undefined;
    const asked = isOfPeriod ? parsePeriod(given, context.clock.now()) : undefined;
    if (!IANAZone.isValidZone(timezone))
      throw invalidInput(422, 'timezone must be a time zone such as Europe/Madrid', 'timezone');
    const { code, type, title } = await findOwnPage(context, id);
    const figures = await (asked ? readPageStats(context.store, id, asked, timezone) : readAllStats(context.store, id));
    return { experience: { id, code, type, title }, ...figures };
  },
);

/** Parses the days of a request. @throws ApiError 422 for a period that is reversed or too long */
function parsePeriod({ from, to }: Partial<Period>, now: Date): Period {
  const last = to ?? utcDay(now);
  const first = from ?? utcDay(new Date(Date.parse(last) - (DEFAULT_DAYS - 1) * DAY_MS));
  const days = (Date.parse(last) - Date.parse(first)) / DAY_MS + 1;
  if (days < 1) throw invalidInput(422, 'from must not be later than to', 'from');
  if (days > MOST_DAYS_LISTED) throw invalidInput(422, `a period has at most ${MOST_DAYS_LISTED} days`, 'from');
  return { from: first, to: last };
}

/** Reads the statistics of all time from one document, which takes the same time for any number of visits. */
async function readAllStats({ visitCounts }: StatsContext['store'], pageId: number) {
  const counts = await visitCounts.findOne({ _id: visitCountsId(pageId, ALL_TIME) });
  const { days, ratings = [], targets = [], ...others } = counts ?? createEmptyVisitCounts(pageId, ALL_TIME);
  const perDay = days.map(({ value, count }) => ({ date: value, count }));
  return { period: null, previous: null, hours: null, ...toFigures({ ...others, ratings, targets }, perDay) };
}

/** Reads the statistics of a period from the counters of its days and of those before. */
async function readPageStats(store: StatsContext['store'], pageId: number, asked: Period, timezone: string) {
  const before = findPeriodBefore(asked);
  const [counts, previous] = await Promise.all([
    readPeriod(store, pageId, asked, timezone),
    readTotals(store, pageId, before),
  ]);
  const perDay = counts.days
    .filter(({ scans }) => scans > 0)
    .map(({ date, scans, unique }) => ({ date, count: scans, unique }));
  return {
    period: { ...asked },
    previous: { ...before, ...previous },
    hours: counts.hours,
    ...toFigures(counts, perDay),
  };
}

type Counted = Required<Pick<VisitCounts, 'people' | 'bots' | 'visitors' | 'ratings' | 'targets'>>;
type PerDay = { date: string; count: number; unique?: number };

const toFigures = ({ people, bots, visitors, ratings, targets }: Counted, perDay: PerDay[]) => ({
  scans: { total: people.scans, unique: estimateCount(visitors), bots: bots.scans, per_day: perDay },
  ...toAudience(people),
  targets: toRecord(targets),
  ratings: toRatings(ratings),
  messages: countIn(people.events, 'feedback_submitted'),
  leads: countIn(people.events, 'lead_submitted'),
  bots: toAudience(bots),
});

const toAudience = ({ devices, countries, languages, referrers, blocks, events }: Counts) => ({
  devices: toRecord(devices),
  countries: toRecord(countries),
  languages: toRecord(languages),
  referrers: toRecord(referrers),
  blocks: toRecord(blocks),
  events: toRecord(events),
});

const countIn = (tally: Tally, name: string): number => tally.find(({ value }) => value === name)?.count ?? 0;

function toRatings(tally: Tally) {
  const count = tally.reduce((sum, one) => sum + one.count, 0);
  const stars = tally.reduce((sum, one) => sum + Number(one.value) * one.count, 0);
  return { count, average: count === 0 ? null : Math.round((100 * stars) / count) / 100, by_stars: toRecord(tally) };
}

/** Returns a tally by its values, in order. */
const toRecord = (tally: Tally): Record<string, number> =>
  Object.fromEntries(
    tally.map(({ value, count }) => [value, count] as const).sort(([one], [other]) => (one < other ? -1 : 1)),
  );

export const exportPageStats = accountRoute(
  route({
    name: 'exportExperienceStats',
    title: 'Export the daily statistics of a hosted page',
    method: 'GET',
    path: '/v1/qr-experience/{id}/stats.csv',
    scope: 'pages',
    ratePerSecond: EXPORTS_PER_SECOND,
    summary:
      'Returns the scans, distinct visitors, ratings, messages and leads of each day with visits as a CSV file (RFC 4180), by default ' +
      `of the last ${DEFAULT_DAYS} days`,
    request: object({ id: pageIdField, ...periodFields }),
    response: text({ description: 'CSV file' }),
    file: 'text/csv; charset=utf-8',
    errors: [errors.experienceUnknown],
    example: { request: { id: 1 } },
  }),
  async ({ id, ...given }, context: StatsContext) => {
    const asked = parsePeriod(given, context.clock.now());
    await findOwnPage(context, id);
    return new Download(
      `scans-${id}.csv`,
      Readable.from(formatCsvLines(context.store, id, asked), { objectMode: false }),
    );
  },
);

const COLUMNS = ['date', 'scans', 'unique', 'bots', 'ratings', 'messages', 'leads', 'events'];

async function* formatCsvLines(store: StatsContext['store'], pageId: number, asked: Period): AsyncGenerator<string> {
  yield stringify([COLUMNS], CSV_FORMAT);
  for await (const counts of readDays(store, pageId, asked))
    yield stringify([toCsvRow(toDayFigures(counts))], CSV_FORMAT);
}

const toCsvRow = ({ date, scans, unique, bots, events }: DayFigures) => [
  ...[date, scans, unique, bots],
  ...['rating_submitted', 'feedback_submitted', 'lead_submitted'].map((name) => countIn(events, name)),
  events.reduce((sum, { count }) => sum + count, 0),
];
