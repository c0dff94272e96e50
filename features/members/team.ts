import { INVITE_AGAIN_AFTER, MOST_INVITATIONS, MOST_MEMBERS } from '../../shared/contract/bounds.js';
import { errors } from '../../shared/contract/errors.js';
import type { Clock } from '../../shared/process/clock.js';
import type { ReservationCollections } from '../../shared/store/reservations.js';
import { writeWithinLimit } from '../../shared/store/reservations.js';
import { createNotice } from './account.js';
import type { Invitation, Member, MemberCollections } from './collections.js';
import { createInvitationLink } from './invitations.js';
import type { AssignableRole } from './roles.js';
import type { Sessions } from './sessions.js';

type AccountsAndMembers = Pick<MemberCollections, 'accounts' | 'members'>;

const DAY_MS = 86_400_000;
/** Days for which an invitation by a member is valid. */
export const INVITATION_DAYS = 14;

/**
 * Returns the id of an invitation by a member. Each account has its own for an address, so that none replaces another's; the space keeps it
 * apart from addresses, which are the ids of operators' invitations.
 */
export const createMemberInvitationId = (account: string, address: string): string => `${account} ${address}`;

/** Returns the address that an invitation is for. */
export const addressOf = ({ _id, email = _id }: Pick<Invitation, '_id' | 'email'>): string => email;

/** Counts an email of an invitation, by account and by inbox. @throws ApiError 429 */
type CountEmail = (account: string, address: string) => Promise<void>;

interface InvitationContext {
  readonly store: Pick<MemberCollections, 'invitations' | 'members'> & ReservationCollections;
  readonly clock: Clock;
  readonly countEmail: CountEmail;
}

/**
 * Invites an address into an account. An address that belongs to another account is invited like any other, so that members of one account do
 * not learn about another; its owner is told in the email.
 *
 * @throws ApiError 409 for a member of the account, or for too many members and invitations; 429 for one that was invited just now
 */
export async function inviteMember(
  { store, clock, countEmail }: InvitationContext,
  { account, address, role, by }: { account: string; address: string; role: AssignableRole; by: string },
): Promise<Invitation> {
  if (await store.members.findOne({ _id: address, account })) throw errors.memberAlready();
  const now = clock.now();
  const _id = createMemberInvitationId(account, address);
  await refuseSoonAfter(store, _id, now);
  await countEmail(account, address);
  const invitation: Invitation = {
    ...{ _id, email: address, account, role, by, created: now },
    expires: new Date(now.getTime() + INVITATION_DAYS * DAY_MS),
    ...createInvitationLink(),
  };
  const countOpen = (except: string[]) =>
    store.invitations.countDocuments(
      { account, expires: { $gt: now }, _id: { $nin: except } },
      { limit: MOST_INVITATIONS },
    );
  const place = { limited: `${account}/invitations`, most: MOST_INVITATIONS, id: _id, clock, countOthers: countOpen };
  const refusal = errors.tooManyInvitations({ limit: MOST_INVITATIONS });
  if ((await store.members.countDocuments({ account }, { limit: MOST_MEMBERS })) >= MOST_MEMBERS)
    throw errors.tooManyMembers({ limit: MOST_MEMBERS });
  await writeWithinLimit(store.reservations, { ...place, refusal }, () =>
    store.invitations.replaceOne({ _id }, invitation, { upsert: true }),
  );
  return invitation;
}

/** Filter of the invitation of an address into an account, by a member or an operator. */
const createInvitationFilter = (account: string, address: string) => ({
  account,
  _id: { $in: [createMemberInvitationId(account, address), address] },
});

/**
 * Sends an invitation again, with a new link and a new expiry. The earlier link no longer works.
 *
 * @throws ApiError 404 without an invitation, 429 for one that was sent just now
 */
export async function resendInvitation(
  { store, clock, countEmail }: InvitationContext,
  { account, address }: { account: string; address: string },
): Promise<void> {
  const found = await store.invitations.findOne(createInvitationFilter(account, address));
  if (!found) throw errors.invitationUnknown();
  const now = clock.now();
  await refuseSoonAfter(store, found._id, now);
  await countEmail(account, address);
  const expires = new Date(now.getTime() + INVITATION_DAYS * DAY_MS);
  const { matchedCount } = await store.invitations.updateOne(
    { _id: found._id, account },
    { $set: { created: now, expires, ...createInvitationLink() }, $unset: { mailed: true } },
  );
  if (matchedCount === 0) throw errors.invitationUnknown();
}

/** @throws ApiError 429 for an invitation that was created, or sent again, minutes ago */
async function refuseSoonAfter(
  { invitations }: Pick<MemberCollections, 'invitations'>,
  _id: string,
  now: Date,
): Promise<void> {
  const soon = new Date(now.getTime() - INVITE_AGAIN_AFTER.seconds * 1_000);
  if (await invitations.findOne({ _id, created: { $gt: soon } }))
    throw errors.invitedBefore({ minutes: INVITE_AGAIN_AFTER.seconds / 60 });
}

/** Withdraws an invitation into an account. @throws ApiError 404 */
export async function withdrawMemberInvitation(
  { invitations }: Pick<MemberCollections, 'invitations'>,
  account: string,
  address: string,
): Promise<void> {
  const { deletedCount } = await invitations.deleteMany(createInvitationFilter(account, address));
  if (deletedCount === 0) throw errors.invitationUnknown();
}

/** Finds a member of an account. @throws ApiError 422 */
async function requireMember({ members }: Pick<MemberCollections, 'members'>, account: string, _id: string) {
  const found = await members.findOne({ _id, account });
  if (!found) throw errors.notAMember({ account });
  return found;
}

/**
 * Changes the role of a member.
 *
 * @throws ApiError 422 for somebody who is not a member, 409 for the owner, whose stored role has no effect
 */
export async function changeRole(
  { accounts, members }: AccountsAndMembers,
  account: string,
  address: string,
  role: AssignableRole,
): Promise<void> {
  await requireMember({ members }, account, address);
  if (await accounts.findOne({ _id: account, owner: address })) throw errors.ownerStays();
  await members.updateOne({ _id: address, account }, { $set: { role } });
}

/**
 * Ends a membership, and all sessions of the member. The account first names the member as being removed, so that ownership cannot be handed
 * over to them meanwhile: the owner is always a member. A removal that is interrupted can be repeated.
 *
 * @throws ApiError 422 for somebody who is not a member, 409 for the owner
 */
export async function removeMember(
  { accounts, members }: AccountsAndMembers,
  sessions: Pick<Sessions, 'endAll'>,
  account: string,
  address: string,
): Promise<Member> {
  const member = await requireMember({ members }, account, address);
  const { matchedCount } = await accounts.updateOne(
    { _id: account, owner: { $exists: true, $ne: address } },
    { $addToSet: { removing: address } },
  );
  if (matchedCount === 0) throw errors.ownerStays();
  await members.deleteOne({ _id: address, account });
  await sessions.endAll(address);
  await accounts.updateOne({ _id: account }, { $pull: { removing: address } });
  return member;
}

/**
 * Hands ownership over to another member, and notifies all members. One conditional write, so that an account has exactly one owner at all
 * times, and one of two competing attempts succeeds. The previous owner becomes an admin.
 *
 * @throws ApiError 422 for somebody who is not a member, 409 if the account has another owner by now
 */
export async function handOverOwnership(
  { accounts, members }: AccountsAndMembers,
  account: string,
  { from, to }: { from: string; to: string },
  now: Date,
): Promise<void> {
  await requireMember({ members }, account, to);
  // While a member is the owner, no stored role has an effect.
  await members.updateOne({ _id: from, account }, { $unset: { role: true } });
  const notice = createNotice('members', now, 'Your account has a new owner', [
    `${from} made ${to} the owner of your account, and is now an admin.`,
    'The owner can delete the account and hand it over. If you did not expect this, contact us.',
  ]);
  const { matchedCount } = await accounts.updateOne(
    { _id: account, owner: from, removing: { $ne: to }, closed: { $exists: false } },
    { $set: { owner: to }, $push: { notices: notice } },
  );
  if (matchedCount === 0) throw errors.ownerChanged();
  if (await members.findOne({ _id: to, account })) return;
  // A removal that began after the first check has ended by now. Later ones are refused, since this is the owner.
  await accounts.updateOne(
    { _id: account, owner: to },
    { $set: { owner: from }, $pull: { notices: { id: notice.id } } },
  );
  throw errors.notAMember({ account });
}
