import type { SubjectKind } from '../operators/index.js';
import { type DomainCollections, domainKey } from './collections.js';

/** A domain of an account. */
export const domainSubject: SubjectKind = {
  type: 'domain',
  async read({ domains }: DomainCollections, id) {
    const found = await domains.findOne({ _id: id });
    if (!found) return null;
    const { account, verified = null, home_url = null, not_found_url = null } = found;
    return { account, state: { verified, default: found.default ?? false, home_url, not_found_url } };
  },
};

/** Subject and id of a change of a domain. */
export const domainChange = {
  subject: domainSubject,
  id: ({ host }: { host: string }, account: string): string => domainKey(account, host.toLowerCase()),
};
