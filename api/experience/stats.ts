import { MOST_DAYS_LISTED } from '../../shared/contract/bounds.js';
import { generateExperience } from '../../shared/contract/catalogue/qr-experience.js';
import { errors } from '../../shared/contract/errors.js';
import { day, integer, list, object, record, text } from '../../shared/contract/fields.js';
import { route } from '../../shared/contract/route.js';
import type { ExperienceCollections } from '../../shared/experience/collections.js';
import { countsId, EVER, noVisits, type Tally } from '../../shared/experience/counts.js';
import { howMany } from '../../shared/experience/distinct.js';
import { answer } from '../account/answer.js';

const figure = integer();

/** How often one key may ask. */
const STATS_PER_SECOND = 5;

/** What became of an experience, for its own account. */
export const experienceStats = answer(
  route({
    name: 'experienceStats',
    title: 'Statistics of a hosted page',
    method: 'GET',
    path: '/v1/qr-experience/{id}/stats',
    scope: generateExperience.group.id,
    ratePerSecond: STATS_PER_SECOND,
    summary: 'What became of a hosted page: scans per day, devices, countries, events by name (people, not crawlers)',
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
      devices: record(figure),
      countries: record(figure),
      events: record(figure),
    }),
    errors: [errors.experienceUnknown],
    example: { request: { id: 1 } },
  }),
  async ({ id }, { store, key }) => {
    const experience = await store.experiences.findOne({ _id: id });
    if (!experience || experience.account !== key.account) throw errors.experienceUnknown();
    const { code, type, title } = experience;
    return { experience: { id, code, type, title }, ...(await statsOf(store, id)) };
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
    devices: asRecord(people.devices),
    countries: asRecord(people.countries),
    events: asRecord(people.events),
  };
}

/** A tally by its values, in their order. */
const asRecord = (tally: Tally): Record<string, number> =>
  Object.fromEntries(
    tally.map(({ value, count }) => [value, count] as const).sort(([one], [other]) => (one < other ? -1 : 1)),
  );
