import type { SubjectKind } from '../operators/index.js';
import type { PageStore } from './collections.js';

/** A hosted page without its content, whose versions are stored with the page. */
export const pageSubject: SubjectKind = {
  type: 'experience',
  async read({ experiences }: PageStore, subjectId) {
    const found = await experiences.findOne({ _id: Number(subjectId) }, { projection: { page: 0 } });
    if (!found) return null;
    const { account, code, title, label = null, slug = null, target, version = 1, events_from = null } = found;
    const { paused = false, taken_down = null, reported = null, reports = 0, deleted = null } = found;
    const content = { code, title, label, slug, target, version, events_from };
    return { account, state: { ...content, paused, taken_down, reported, reports, deleted } };
  },
};

/** Subject and id of a change of a page. */
export const pageChange = {
  subject: pageSubject,
  id: ({ id }: { id: number }) => String(id),
};
