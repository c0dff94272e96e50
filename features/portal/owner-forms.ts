import { DELETION_GRACE_DAYS } from '../../shared/contract/bounds.js';
import { errors } from '../../shared/contract/errors.js';
import { invitationSubject, settingsSubject } from '../accounts/index.js';
import { cancelDeletion, ensureOwner, readAddress, scheduleDeletion } from '../members/index.js';
import { handleForm, type PortalContext, type PortalRouter, type ShowRefused } from './pages.js';
import type { PortalServices } from './services.js';

type Services = Pick<PortalServices, 'clock' | 'store'>;

const PATH = '/account/settings';

/** Maximum number of members, and of invitations, that the settings show. */
const MOST_SHOWN = 50;

/** Reads the members and pending invitations that the settings show. */
export async function readMembers({ store, clock }: Services, { state: { account, member } }: PortalContext) {
  const { _id } = account;
  const [owner, members, invitations] = await Promise.all([
    ensureOwner(store, _id),
    store.members.find({ account: _id }, { sort: { created: 1, _id: 1 }, limit: MOST_SHOWN }).toArray(),
    store.invitations
      .find({ account: _id, expires: { $gt: clock.now() } }, { sort: { created: 1 }, limit: MOST_SHOWN })
      .toArray(),
  ]);
  return { account, members, invitations, owner, isOwner: owner === member._id, graceDays: DELETION_GRACE_DAYS };
}

/** Adds the forms that only the owner of the account may send. @param refuse shows the settings again */
export function addOwnerForms(router: PortalRouter, { store, clock }: Services, refuse: ShowRefused): void {
  handleForm(router, '/settings/invitations/withdraw', {
    permission: 'members',
    mutates: { action: 'member.withdraw', subject: invitationSubject, id: (_, { email }) => readAddress(email) ?? '' },
    fields: ['email'],
    async run(ctx, { email }) {
      const { account } = ctx.state.member;
      const withdrawn = await store.invitations.deleteOne({ _id: readAddress(email) ?? '', account });
      if (withdrawn.deletedCount === 0) throw errors.invitationUnknown();
      return `${PATH}?done=withdrawn`;
    },
    refuse,
  });

  handleForm(router, '/settings/delete', {
    permission: 'ownership',
    mutates: { action: 'account.delete', subject: settingsSubject, id: ({ state }) => state.member.account },
    fields: ['email'],
    async run(ctx, { email }) {
      const { _id: address, account } = ctx.state.member;
      if (readAddress(email) !== address) throw errors.addressNotRepeated();
      await scheduleDeletion(store, account, clock.now());
      return `${PATH}?done=scheduled`;
    },
    refuse,
  });

  handleForm(router, '/settings/delete/cancel', {
    permission: 'ownership',
    mutates: { action: 'account.restore', subject: settingsSubject, id: ({ state }) => state.member.account },
    fields: [],
    async run(ctx) {
      const { _id: address, account } = ctx.state.member;
      await cancelDeletion(store, account, `The owner, ${address},`, clock.now());
      return `${PATH}?done=cancelled`;
    },
    refuse,
  });
}
