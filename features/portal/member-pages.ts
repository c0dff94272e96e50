import { MOST_INVITATIONS } from '../../shared/contract/bounds.js';
import { errors } from '../../shared/contract/errors.js';
import { object, oneOf } from '../../shared/contract/fields.js';
import { readFields } from '../../shared/contract/input.js';
import { readPage } from '../../shared/store/page.js';
import { invitationSubject, memberSubject, settingsSubject } from '../accounts/index.js';
import {
  addressOf,
  assignableRoles,
  changeRole,
  createMemberInvitationId,
  findRole,
  handOverOwnership,
  type InvitationEmails,
  inviteMember,
  readAddress,
  removeMember,
  requireOpenAccount,
  resendInvitation,
  type Sessions,
  withdrawMemberInvitation,
} from '../members/index.js';
import { readDone } from '../web/index.js';
import { handleForm, type PortalContext, type PortalRouter, type RefusedForm, showPage } from './pages.js';
import type { PortalServices } from './services.js';
import { dropSession, LOGIN } from './session.js';

const PATH = '/account/members';
const PER_PAGE = 50;

const DONE: Record<string, string> = {
  invited: 'Invitation sent. If the address already belongs to another account, the email says so.',
  resent: 'Invitation sent again. The earlier link no longer works.',
  withdrawn: 'Invitation withdrawn. Its link no longer works.',
  changed: 'Role changed.',
  removed: 'Member removed. Their sessions have ended.',
  'handed-over': 'Ownership handed over. You are an admin now. We are notifying all members by email.',
};

/** Roles as the page offers them. */
const ROLES: readonly (readonly [string, string])[] = [
  ['admin', 'Admin: everything but deleting the account'],
  ['developer', 'Developer: keys, requests, QR codes and webhooks'],
  ['billing', 'Billing: orders, plan, invoices, payment method and billing details'],
  ['viewer', 'Viewer: can read only'],
];

const roleField = object({ role: oneOf(assignableRoles) });

/** The Members page: the members with their roles, invitations, and the forms that change them. */
export function mountMemberPages(
  router: PortalRouter,
  services: PortalServices,
  sessions: Sessions,
  emails: InvitationEmails,
): void {
  const { store, clock } = services;
  const inviting = { store, clock, countEmail: (account: string, to: string) => emails.count(account, to) };

  const showMembers = async (ctx: PortalContext, refused?: RefusedForm) => {
    const { member, account } = ctx.state;
    const after = ctx.query.after;
    const order = { by: 'created', id: '_id' } as const;
    const [{ rows, next }, invitations] = await Promise.all([
      readPage(store.members, { account: account._id }, order, {
        limit: PER_PAGE,
        ...(typeof after === 'string' && { after }),
      }),
      store.invitations
        .find(
          { account: account._id, expires: { $gt: clock.now() } },
          { sort: { created: 1 }, limit: MOST_INVITATIONS },
        )
        .toArray(),
    ]);
    showPage(ctx, 'members', {
      title: 'Members',
      member,
      members: rows.map((one) => ({ ...one, role: findRole(one, account.owner) })),
      next,
      invitations: invitations.map((one) => ({ ...one, address: addressOf(one) })),
      roles: ROLES,
      values: { email: '', role: 'developer', ...refused?.fields },
      problem: refused?.problem,
      problems: refused?.problems ?? {},
      done: readDone(DONE, ctx.query),
    });
  };

  router.get('/members', (ctx) => showMembers(ctx));

  const named = (fields: { email?: unknown }) => readAddress(fields.email) ?? '';
  const ofMember = { subject: memberSubject, id: (_: PortalContext, fields: { email?: unknown }) => named(fields) };
  const ofInvitation = {
    subject: invitationSubject,
    id: ({ state }: PortalContext, fields: { email?: unknown }) =>
      createMemberInvitationId(state.member.account, named(fields)),
  };

  handleForm(router, '/members/invite', {
    permission: 'members',
    mutates: { action: 'member.invite', ...ofInvitation },
    fields: ['email', 'role'],
    async run({ state: { member } }, { email, role: requested }) {
      const { _id: by, account } = member;
      const address = readAddress(email);
      if (address === undefined) throw errors.emailInvalid();
      const { role } = readFields(roleField, { role: requested }, 422);
      await requireOpenAccount(store, account);
      await inviteMember(inviting, { account, address, role, by });
      return `${PATH}?done=invited`;
    },
    refuse: showMembers,
  });

  handleForm(router, '/members/resend', {
    permission: 'members',
    mutates: { action: 'member.resend', ...ofInvitation },
    fields: ['email'],
    async run({ state: { member } }, fields) {
      await requireOpenAccount(store, member.account);
      await resendInvitation(inviting, { account: member.account, address: named(fields) });
      return `${PATH}?done=resent`;
    },
    refuse: showMembers,
  });

  handleForm(router, '/members/withdraw', {
    permission: 'members',
    mutates: { action: 'member.withdraw', ...ofInvitation },
    fields: ['email'],
    async run({ state: { member } }, fields) {
      await withdrawMemberInvitation(store, member.account, named(fields));
      return `${PATH}?done=withdrawn`;
    },
    refuse: showMembers,
  });

  handleForm(router, '/members/role', {
    permission: 'members',
    mutates: { action: 'member.role', ...ofMember },
    fields: ['email', 'role'],
    async run({ state: { member } }, { email, role: requested }) {
      const { role } = readFields(roleField, { role: requested }, 422);
      await changeRole(store, member.account, named({ email }), role);
      return `${PATH}?done=changed`;
    },
    refuse: showMembers,
  });

  handleForm(router, '/members/remove', {
    permission: 'members',
    mutates: { action: 'member.remove', ...ofMember },
    fields: ['email'],
    async run({ state: { member } }, fields) {
      await removeMember(store, sessions, member.account, named(fields));
      return named(fields) === member._id ? LOGIN : `${PATH}?done=removed`;
    },
    refuse: showMembers,
  });

  handleForm(router, '/members/leave', {
    permission: 'self',
    mutates: { action: 'member.leave', subject: memberSubject, id: ({ state }) => state.member._id },
    fields: [],
    async run(ctx) {
      const { _id, account } = ctx.state.member;
      await removeMember(store, sessions, account, _id);
      dropSession(ctx);
      return LOGIN;
    },
    refuse: showMembers,
  });

  handleForm(router, '/members/owner', {
    permission: 'ownership',
    mutates: { action: 'account.owner', subject: settingsSubject, id: ({ state }) => state.member.account },
    fields: ['email'],
    async run({ state: { member } }, fields) {
      const { _id: from, account } = member;
      await handOverOwnership(store, account, { from, to: named(fields) }, clock.now());
      return `${PATH}?done=handed-over`;
    },
    refuse: showMembers,
  });
}
