import type { SubjectKind } from '../operators/index.js';
import type { PageCollections } from './collections.js';

export const experienceSubject: SubjectKind = {
  type: 'experience',
  async read({ experiences }: Pick<PageCollections, 'experiences'>, id) {
    const found = await experiences.findOne({ _id: Number(id) }, { projection: { page: 0 } });
    if (!found) return null;
    const { account, code, title, paused = false, taken_down = null, reported = null, reports = 0 } = found;
    return { account, state: { code, title, paused, taken_down, reported, reports, deleted: found.deleted ?? null } };
  },
};
