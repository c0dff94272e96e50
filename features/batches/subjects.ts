import type { SubjectKind } from '../operators/index.js';
import type { BatchCollections } from './collections.js';

/** A batch of an account. */
export const batchSubject: SubjectKind = {
  type: 'batch',
  async read({ batches }: BatchCollections, id) {
    const found = await batches.findOne({ _id: id });
    if (!found) return null;
    const { account, endpoint, name, items, state } = found;
    return { account, state: { endpoint, name, items, state } };
  },
};

/** Subject and id of a change of a batch. */
export const batchChange = { subject: batchSubject, id: ({ batch }: { batch: string }): string => batch };
