import { MOST_DAYS_LISTED } from '../../../shared/contract/bounds.js';
import { errors } from '../../../shared/contract/errors.js';
import { day, integer, list, object, record, text } from '../../../shared/contract/fields.js';
import { route } from '../../../shared/contract/route.js';
import { accountRoute, type Caller } from '../../web/index.js';
import type { Counts, PageCollections, Tally } from '../collections.js';
import { estimateCount } from '../distinct-counter.js';
import { ALL_TIME, emptyVisitCounts, visitCountsId } from '../visit-counts.js';
import { findOwnPage } from './view.js';

interface StatsContext extends Caller {
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

/** Maximum rate per key. */
const STATS_PER_SECOND = 5;

export const pageStats = accountRoute(
  route({
    name: 'experienceStats',
    title: 'Get the statistics of a hosted page',
    method: 'GET',
    path: '/v1/qr-experience/{id}/stats',
    scope: 'pages',
    ratePerSecond: STATS_PER_SECOND,
    summary:
      'Returns the scans per day, devices, countries, languages, referrers, blocks and events of a hosted page. Crawlers and link ' +
      'previews are counted separately',
    request: object({ id: integer({ minimum: 1, description: 'Id of the hosted page' }) }),
    response: object({
      experience: object({ id: figure, code: text(), type: text(), title: text() }),
      scans: object({
        total: integer({ description: 'Number of scans' }),
        unique: integer({ description: 'Number of distinct visitors; an estimate above 256' }),
        bots: integer({ description: 'Number of visits by crawlers and link previews' }),
        per_day: list(object({ date: day(), count: figure }), {
          description: `Latest ${MOST_DAYS_LISTED} days with visits`,
        }),
      }),
      ...audience,
      bots: object(audience, {
        description: 'Figures of crawlers and link previews, which the other figures leave out',
      }),
    }),
    errors: [errors.experienceUnknown],
    example: { request: { id: 1 } },
  }),
  async ({ id }, context: StatsContext) => {
    const { code, type, title } = await findOwnPage(context, id);
    return { experience: { id, code, type, title }, ...(await readStats(context.store, id)) };
  },
);

/** Reads the statistics from one document, which takes the same time for any number of visits. */
async function readStats({ visitCounts }: StatsContext['store'], pageId: number) {
  const counts = await visitCounts.findOne({ _id: visitCountsId(pageId, ALL_TIME) });
  const { people, bots, visitors, days } = counts ?? emptyVisitCounts(pageId, ALL_TIME);
  return {
    scans: {
      total: people.scans,
      unique: estimateCount(visitors),
      bots: bots.scans,
      per_day: days.map(({ value, count }) => ({ date: value, count })),
    },
    ...toAudience(people),
    bots: toAudience(bots),
  };
}

const toAudience = ({ devices, countries, languages, referrers, blocks, events }: Counts) => ({
  devices: toRecord(devices),
  countries: toRecord(countries),
  languages: toRecord(languages),
  referrers: toRecord(referrers),
  blocks: toRecord(blocks),
  events: toRecord(events),
});

/** Returns a tally by its values, in order. */
const toRecord = (tally: Tally): Record<string, number> =>
  Object.fromEntries(
    tally.map(({ value, count }) => [value, count] as const).sort(([one], [other]) => (one < other ? -1 : 1)),
  );
