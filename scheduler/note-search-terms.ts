import type { ExperienceCollections } from '../shared/experience/collections.js';
import { searchTerms } from '../shared/experience/search-terms.js';
import type { Task } from './run-tasks.js';
import { once } from './upgrade.js';

/**
 * Notes by which words operators find the pages that older versions kept without. They are noted and not derived as somebody
 * searches: an index of them is what spares a search the walk over all pages.
 */
export const noteSearchTerms: Task = {
  name: 'note-search-terms',
  schedule: '0 27 * * * *',
  atStart: true,
  run: async ({ store, clock, signal }) =>
    (await once(store, 'note-search-terms', clock.now(), () => noteAll(store, signal))) ?? {},
};

/** Numbers of pages that are looked at together. */
const STEP = 100;

type Store = Pick<ExperienceCollections, 'experiences' | 'counters'>;

async function noteAll({ experiences, counters }: Store, signal: AbortSignal): Promise<{ experiences: number }> {
  const last = (await counters.findOne({ _id: 'experiences' }))?.last ?? 0;
  let noted = 0;
  for (let from = 0; from < last; from += STEP) {
    signal.throwIfAborted();
    const without = await experiences
      .find({ _id: { $gt: from, $lte: from + STEP }, found_by: { $exists: false }, deleted: { $exists: false } })
      .toArray();
    if (without.length === 0) continue;
    // An edit meanwhile notes them itself.
    const notes = without.map((experience) => ({
      updateOne: {
        filter: { _id: experience._id, found_by: { $exists: false }, deleted: { $exists: false } },
        update: { $set: { found_by: searchTerms(experience) } },
      },
    }));
    noted += (await experiences.bulkWrite(notes, { ordered: false })).modifiedCount;
  }
  return { experiences: noted };
}
