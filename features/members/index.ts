// Accounts of customers (the documents), their members, the members' sessions in the portal, and invitations. The operations on accounts,
// and their deletion, are in features/accounts.

export {
  accountId,
  cancelDeletion,
  createNotice,
  ensureOwner,
  findOwner,
  requireAccount,
  requireNotClosed,
  requireOpenAccount,
  scheduleDeletion,
} from './account.js';
export { canonicalizeAddress, readAddress } from './address.js';
export {
  type Account,
  type Buyer,
  type Invitation,
  type Member,
  type MemberCollections,
  memberCollections,
  memberIndexes,
  type Notice,
  noFigures,
} from './collections.js';
export { InvitationEmails } from './invitation-emails.js';
export { classifyAddress, createInvitationLink, findInvitation, redeemInvitation } from './invitations.js';
export {
  type AssignableRole,
  assignableRoles,
  can,
  describeAllowed,
  findRole,
  type MemberRole,
  memberRoles,
  type Permission,
  requirePermission,
} from './roles.js';
export {
  createPortalSessions,
  digestText,
  generateSecret,
  isSessionId,
  SESSION_SECONDS,
  type Session,
  type Sessions,
} from './sessions.js';
export { SignInEmails } from './sign-in-emails.js';
export {
  addressOf,
  changeRole,
  createMemberInvitationId,
  handOverOwnership,
  INVITATION_DAYS,
  inviteMember,
  removeMember,
  resendInvitation,
  withdrawMemberInvitation,
} from './team.js';
