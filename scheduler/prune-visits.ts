import type { ExperienceCollections } from '../shared/experience/collections.js';
import type { Task } from './run-tasks.js';

const DAY_MS = 86_400_000;
const BATCH = 1_000;

/** Forgets the single visits of hosted pages once they are old. What was counted of them stays. */
export const pruneVisits: Task = {
  name: 'prune-visits',
  schedule: '0 37 * * * *',
  atStart: true,
  run: async ({ store, clock, config, signal }) => {
    const before = new Date(clock.now().getTime() - config.VISITS_KEPT_DAYS * DAY_MS);
    return { visits: await forgetVisits(store, before, signal) };
  },
};

/** @returns how many visits were forgotten: those before an instant that are counted */
async function forgetVisits(
  { visits: kinds }: Pick<ExperienceCollections, 'visits'>,
  before: Date,
  signal: AbortSignal,
): Promise<number> {
  let forgotten = 0;
  for (const visits of Object.values(kinds)) {
    while (!signal.aborted) {
      const old = await visits
        .find({ at: { $lt: before }, counted: true }, { projection: { _id: 1 } })
        .limit(BATCH)
        .toArray();
      if (old.length === 0) break;
      const deletions = old.map(({ _id }) => ({ deleteOne: { filter: { _id } } }));
      forgotten += (await visits.bulkWrite(deletions, { ordered: false })).deletedCount;
    }
  }
  return forgotten;
}
