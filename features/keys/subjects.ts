import type { SubjectKind } from '../operators/index.js';
import type { Key, KeyCollections } from './collections.js';

export const keySubject: SubjectKind = {
  type: 'key',
  async read({ keys }: KeyCollections, id) {
    const key = await keys.findOne({ id });
    if (!key) return null;
    const successor = key.replaced_by === undefined ? null : await keys.findOne({ id: key.replaced_by });
    return { account: key.account, state: { ...shown(key), ...(successor && { successor: shown(successor) }) } };
  },
};

const shown = ({ _id, ...key }: Key) => key;
