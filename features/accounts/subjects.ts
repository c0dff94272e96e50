import type { LedgerCollections } from '../../shared/ledger/collections.js';
import type { KeyCollections } from '../keys/index.js';
import { findRole, type MemberCollections } from '../members/index.js';
import type { SubjectKind } from '../operators/index.js';
import type { PageCollections } from '../pages/index.js';

type Store = Pick<PageCollections, 'experiences'> &
  KeyCollections &
  Pick<LedgerCollections, 'payments'> &
  Pick<MemberCollections, 'accounts' | 'invitations' | 'members'>;

export const accountSubject: SubjectKind = {
  type: 'account',
  async read({ accounts, keys, experiences }: Store, id) {
    // Fields that the scheduler changes are not part of an operator's change.
    const found = await accounts.findOne({ _id: id }, { projection: { notices: 0, clearing: 0, figures: 0 } });
    if (!found) return null;
    const active = await keys.find({ account: id, active: true }, { projection: { id: 1 } }).toArray();
    const pages = await experiences.countDocuments({
      account: id,
      deleted: { $exists: false },
      paused: { $exists: false },
    });
    return {
      account: id,
      state: { ...found, active_keys: active.map((key) => key.id).sort(), pages_not_paused: pages },
    };
  },
};

/** Settings of an account that members can change. */
export const settingsSubject: SubjectKind = {
  type: 'account',
  async read({ accounts }: Store, id) {
    const found = await accounts.findOne(
      { _id: id },
      {
        projection: { name: 1, billing: 1, bodies_since: 1, owner: 1, deletion: 1 },
      },
    );
    if (!found) return null;
    const { name, billing = {}, bodies_since: bodiesSince = null, owner = null, deletion } = found;
    const { address = null, country = null, vat_number = null } = billing;
    return {
      account: id,
      state: {
        name,
        address,
        country,
        vat_number,
        owner,
        bodies_since: bodiesSince,
        deletion_due: deletion?.due ?? null,
      },
    };
  },
};

/** A member and their role. */
export const memberSubject: SubjectKind = {
  type: 'member',
  async read({ accounts, members }: Store, id) {
    const found = await members.findOne({ _id: id });
    if (!found) return null;
    const account = await accounts.findOne({ _id: found.account }, { projection: { owner: 1 } });
    return { account: found.account, state: { role: findRole(found, account?.owner) } };
  },
};

export const paymentSubject: SubjectKind = {
  type: 'payment',
  async read({ payments }: Store, id) {
    const found = await payments.findOne({ _id: id });
    return found && { account: found.account, state: found };
  },
};

export const invitationSubject: SubjectKind = {
  type: 'invitation',
  async read({ invitations }: Store, id) {
    const found = await invitations.findOne({ $or: [{ _id: id }, { email: id }] });
    if (!found) return null;
    // The link must not be readable in the audit trail.
    const { role = null, by = null, created, expires, mailed = null } = found;
    return { account: found.account ?? null, state: { role, by, created, expires, mailed } };
  },
};
