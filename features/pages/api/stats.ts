import { MOST_DAYS_LISTED } from '../../../shared/contract/bounds.js';
import { errors } from '../../../shared/contract/errors.js';
import { day, integer, list, object, record, text } from '../../../shared/contract/fields.js';
import { route } from '../../../shared/contract/route.js';
import { accountRoute, type Caller } from '../../web/index.js';
import type { ExperienceCollections } from '../collections.js';
import { type Counts, countsId, EVER, noVisits, type Tally } from '../counts.js';
import { howMany } from '../distinct.js';
import { ownExperience } from './view.js';

interface Dependencies {
  readonly store: ExperienceCollections;
}

const figure = integer();

/** What is told of people, and of bots. */
const audience = {
  devices: record(figure),
  countries: record(figure),
  languages: record(figure),
  referrers: record(figure),
  blocks: record(figure),
  events: record(figure),
};

/** How often one key may ask. */
const STATS_PER_SECOND = 5;

/** What became of an experience, for its own account. */
export const experienceStats = accountRoute(
  route({
    name: 'experienceStats',
    title: 'Statistics of a hosted page',
    method: 'GET',
    path: '/v1/qr-experience/{id}/stats',
    scope: 'pages',
    ratePerSecond: STATS_PER_SECOND,
    summary:
      'What became of a hosted page: scans per day, devices, countries, languages, referring hosts, blocks, events by name; crawlers ' +
      'and link previews apart',
    request: object({ id: integer({ minimum: 1, description: 'Id of the experience' }) }),
    response: object({
      experience: object({ id: figure, code: text(), type: text(), title: text() }),
      scans: object({
        total: figure,
        unique: integer({ description: 'Visitors that could be told apart; beyond 256 an estimate' }),
        bots: integer({ description: 'Visits of crawlers and link previews' }),
        per_day: list(object({ date: day(), count: figure }), {
          description: `The latest ${MOST_DAYS_LISTED} days on which someone came`,
        }),
      }),
      ...audience,
      bots: object(audience, { description: 'The same of crawlers and link previews, which are in nothing else here' }),
    }),
    errors: [errors.experienceUnknown],
    example: { request: { id: 1 } },
  }),
  async ({ id }, context: Dependencies & Caller) => {
    const { code, type, title } = await ownExperience(context, id);
    return { experience: { id, code, type, title }, ...(await statsOf(context.store, id)) };
  },
);

/** Reads one document of counters, so that it takes the same time however many came. */
async function statsOf({ visitCounts }: ExperienceCollections, experience: number) {
  const counts = await visitCounts.findOne({ _id: countsId(experience, EVER) });
  const { people, bots, visitors, days } = counts ?? noVisits(experience, EVER);
  return {
    scans: {
      total: people.scans,
      unique: howMany(visitors),
      bots: bots.scans,
      per_day: days.map(({ value, count }) => ({ date: value, count })),
    },
    ...audienceOf(people),
    bots: audienceOf(bots),
  };
}

const audienceOf = ({ devices, countries, languages, referrers, blocks, events }: Counts) => ({
  devices: asRecord(devices),
  countries: asRecord(countries),
  languages: asRecord(languages),
  referrers: asRecord(referrers),
  blocks: asRecord(blocks),
  events: asRecord(events),
});

/** A tally by its values, in their order. */
const asRecord = (tally: Tally): Record<string, number> =>
  Object.fromEntries(
    tally.map(({ value, count }) => [value, count] as const).sort(([one], [other]) => (one < other ? -1 : 1)),
  );
