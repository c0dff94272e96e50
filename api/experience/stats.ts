import type Router from '@koa/router';
import { errors } from '../../shared/contract/errors.js';
import type { ExperienceCollections, Visit } from '../../shared/experience/collections.js';
import { answer } from '../account/answer.js';
import type { Services } from '../call.js';
import { experienceStats } from './stats-contract.js';

/** What became of an experience, for its own account. */
export function answerStats(router: Router, services: Services): void {
  answer(router, experienceStats, services, async ({ id }, { store }, key) => {
    const experience = await store.experiences.findOne({ _id: id });
    if (!experience || experience.account !== key.account) throw errors.experienceUnknown();
    const { code, type, title } = experience;
    return { experience: { id, code, type, title }, ...(await statsOf(store, id)) };
  });
}

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
