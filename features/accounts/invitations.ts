import { INVITE_AGAIN_AFTER } from '../../shared/contract/bounds.js';
import { errors } from '../../shared/contract/errors.js';
import {
  instant,
  integer,
  list,
  nullable,
  object,
  oneOf,
  optional,
  text,
  withDefault,
} from '../../shared/contract/fields.js';
import { paged, readPage } from '../../shared/store/page.js';
import {
  accountId,
  addressOf,
  assignableRoles,
  createInvitationLink,
  createNotice,
  type Invitation,
  type MemberCollections,
  readAddress,
  requireNotClosed,
} from '../members/index.js';
import { type OperationContext, operation } from '../operators/index.js';
import { invitationSubject } from './subjects.js';

type Store = Pick<MemberCollections, 'accounts' | 'invitations' | 'members'>;

const DAY_MS = 86_400_000;

const email = text({ maxLength: 254, description: 'Email address' });
const row = object({
  email: text(),
  account: nullable(text()),
  role: nullable(oneOf(assignableRoles, { description: 'Role in the account; null for a new account' })),
  invited_by: nullable(text({ description: 'Member who has sent it; null for an operator' })),
  created_at: instant(),
  expires_at: instant(),
  mailed_at: nullable(
    instant({ description: 'Time at which its email was handed over for sending, some seconds after the invitation' }),
  ),
});

const toRow = (invitation: Invitation) => {
  const { account, role = 'admin', by, created, expires, mailed } = invitation;
  return {
    email: addressOf(invitation),
    account: account ?? null,
    role: account === undefined ? null : role,
    invited_by: by ?? null,
    created_at: created.toISOString(),
    expires_at: expires.toISOString(),
    mailed_at: mailed?.toISOString() ?? null,
  };
};

/** @throws ApiError 422 */
function parseAddress(typed: string): string {
  const address = readAddress(typed);
  if (address === undefined) throw errors.emailInvalid();
  return address;
}

/** Notifies the owner of an account about an operator's invitation into it. */
async function notifyOwner(
  { accounts }: Store,
  account: string,
  { _id: invited, role }: Invitation,
  now: Date,
): Promise<void> {
  const notice = createNotice('owner', now, `${invited} was invited to your account`, [
    `The utility-api team invited ${invited} to your account, with the role ${role}.`,
    'If you did not ask for this, withdraw the invitation on the page Members and contact us.',
  ]);
  await accounts.updateOne({ _id: account }, { $push: { notices: notice } });
}

const mutates = { subject: invitationSubject, id: ({ email: typed }: { email: string }) => readAddress(typed) };

export const createInvitation = operation({
  command: 'invitations create',
  role: 'support',
  method: 'POST',
  path: '/v1/admin/invitations',
  summary: 'Invite someone to the portal by email, to an existing account or to a new one',
  request: object({
    email,
    account: optional({
      ...accountId,
      description: 'Account to join; defaults to a new one, unless SIGN_UP is closed',
    }),
    role: withDefault(
      oneOf(assignableRoles, { description: 'Role in that account; the first member of an account is its owner' }),
      'admin',
    ),
    days: withDefault(integer({ minimum: 1, maximum: 365, description: 'Days until the invitation expires' }), 14),
  }),
  response: row,
  errors: [
    errors.emailInvalid,
    errors.accountUnknown,
    errors.accountIsClosed,
    errors.memberExists,
    errors.invitedBefore,
  ],
  example: { request: { email: 'somebody@example.com', account: 'example' } },
  mutates,
  async run({ email: typed, account, role, days }, { store, clock }: OperationContext<Store>) {
    const address = parseAddress(typed);
    if (account !== undefined) await requireNotClosed(store, account);
    if (await store.members.findOne({ _id: address })) throw errors.memberExists();
    const now = clock.now();
    const soon = new Date(now.getTime() - INVITE_AGAIN_AFTER.seconds * 1_000);
    if (await store.invitations.findOne({ _id: address, created: { $gt: soon } })) {
      throw errors.invitedBefore({ minutes: INVITE_AGAIN_AFTER.seconds / 60 });
    }
    const invitation: Invitation = {
      _id: address,
      ...(account === undefined ? {} : { account, role }),
      created: now,
      expires: new Date(now.getTime() + days * DAY_MS),
      ...createInvitationLink(),
    };
    // Before the invitation, so that none is without a notice to the owner.
    if (account !== undefined) await notifyOwner(store, account, invitation, now);
    await store.invitations.replaceOne({ _id: address }, invitation, { upsert: true });
    return toRow(invitation);
  },
});

export const listInvitations = operation({
  command: 'invitations list',
  role: 'viewer',
  method: 'GET',
  path: '/v1/admin/invitations',
  summary: 'List the pending invitations',
  request: object({ ...paged }),
  response: object({ invitations: list(row), next: nullable(text()) }),
  errors: [errors.cursorInvalid],
  example: { request: {} },
  async run(page, { store, clock }: OperationContext<Store>) {
    const open = { _id: { $gt: '' }, expires: { $gt: clock.now() } };
    const { rows, next } = await readPage(store.invitations, open, { by: '_id', id: '_id' }, page);
    return { invitations: rows.map(toRow), next };
  },
});

export const withdrawInvitation = operation({
  command: 'invitations withdraw',
  role: 'support',
  method: 'DELETE',
  path: '/v1/admin/invitations/{email}',
  summary: 'Withdraw an invitation; a member who used it stays',
  request: object({ email }),
  response: row,
  errors: [errors.emailInvalid, errors.invitationUnknown],
  example: { request: { email: 'somebody@example.com' } },
  mutates,
  async run({ email: typed }, { store }: OperationContext<Store>) {
    const address = parseAddress(typed);
    const withdrawn = await store.invitations.findOneAndDelete({ $or: [{ _id: address }, { email: address }] });
    if (!withdrawn) throw errors.invitationUnknown();
    return toRow(withdrawn);
  },
});
