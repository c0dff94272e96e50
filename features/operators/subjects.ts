import type { OperatorCollections } from './collections.js';
import type { SubjectKind } from './operation.js';

type Store = Pick<OperatorCollections, 'operatorSessions' | 'operatorTokens' | 'operators'>;

export const operatorSubject: SubjectKind = {
  type: 'operator',
  async read({ operators }: Store, id) {
    const found = await operators.findOne({ _id: id });
    if (!found) return null;
    const { password, rights_version, second_factor, ...state } = found;
    const shown = second_factor && { since: second_factor.since, recovery_codes: second_factor.recovery.length };
    return { account: null, state: { ...state, ...(shown && { second_factor: shown }) } };
  },
};

export const operatorTokenSubject: SubjectKind = {
  type: 'operator-token',
  async read({ operatorTokens }: Store, id) {
    const found = await operatorTokens.findOne({ id });
    if (!found) return null;
    const { _id, last_used, ...state } = found;
    return { account: null, state };
  },
};

export const operatorSessionSubject: SubjectKind = {
  type: 'operator-session',
  async read({ operatorSessions }: Store, id) {
    const found = await operatorSessions.findOne({ id });
    if (!found) return null;
    const { operator, opened, expires, role, from, agent } = found;
    return { account: null, state: { operator, opened, expires, ...(role && { role }), from, agent } };
  },
};
