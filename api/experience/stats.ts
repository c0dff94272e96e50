import { errors } from '../../shared/contract/errors.js';
import { day, integer, list, object, record, text } from '../../shared/contract/fields.js';
import { route } from '../../shared/contract/route.js';
import type { ExperienceCollections, Visit } from '../../shared/experience/collections.js';
import { answer } from '../account/answer.js';

const figure = integer();

/** What became of an experience, for its own account. */
export const experienceStats = answer(
  route({
    name: 'experienceStats',
    title: 'Statistics of a hosted page',
    method: 'GET',
    path: '/v1/qr-experience/{id}/stats',
    summary: 'What became of a hosted page: scans per day, devices, countries, events by name (people, not crawlers)',
    request: object({ id: integer({ minimum: 1, description: 'Id of the experience' }) }),
    response: object({
      experience: object({ id: figure, code: text(), type: text(), title: text() }),
      scans: object({
        total: figure,
        unique: integer({ description: 'Visitors that could be told apart' }),
        bots: integer({ description: 'Visits of crawlers and link previews' }),
        per_day: list(object({ date: day(), count: figure })),
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

async function statsOf({ scans, events }: ExperienceCollections, experience: number) {
  const people = { experience, bot: false };
  const count = (field: keyof Visit) =>
    scans
      .aggregate<Counted>([
        { $match: people },
        { $group: { _id: `$${field}`, count: { $sum: 1 } } },
        { $sort: { _id: 1 } },
      ])
      .toArray();
  const [byDay, byDevice, byCountry, visitors, bots, byEvent] = await Promise.all([
    count('day'),
    count('device'),
    count('country'),
    count('ip_hash'),
    scans.countDocuments({ experience, bot: true }),
    events
      .aggregate<Counted>([
        { $match: people },
        { $group: { _id: '$event', count: { $sum: 1 } } },
        { $sort: { _id: 1 } },
      ])
      .toArray(),
  ]);
  return {
    scans: {
      total: byDay.reduce((sum, { count: of }) => sum + of, 0),
      unique: visitors.filter(({ _id }) => _id !== null).length,
      bots,
      per_day: byDay.map(({ _id, count: of }) => ({ date: String(_id), count: of })),
    },
    devices: asRecord(byDevice),
    countries: asRecord(byCountry.filter(({ _id }) => _id !== null)),
    events: asRecord(byEvent),
  };
}

interface Counted {
  _id: string | null;
  count: number;
}

const asRecord = (counted: readonly Counted[]): Record<string, number> =>
  Object.fromEntries(counted.map(({ _id, count }) => [String(_id), count]));
