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
    const { valid_from = null, valid_until = null, max_scans = null, password } = found;
    const access = { valid_from, valid_until, max_scans, has_password: password !== undefined };
    return { account, state: { ...content, ...access, paused, taken_down, reported, reports, deleted } };
  },
};

/** Subject and id of a change of a page. */
export const pageChange = {
  subject: pageSubject,
  id: ({ id }: { id: number }) => String(id),
};
