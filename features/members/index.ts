export { canonicalAddress, readAddress } from './address.js';
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
export { invitationOf, newLink, takeLink } from './invitation-link.js';
export { newNotice } from './notices.js';
export { ensureOwner, findOwner } from './owner.js';
export { accountId, accountOf, requireNotClosed, requireOpenAccount } from './require-account.js';
export { cancelDeletion, scheduleDeletion } from './scheduled-deletion.js';
export {
  digestOf,
  isSessionId,
  newSecret,
  portalSessions,
  SESSION_SECONDS,
  type Session,
  type Sessions,
} from './sessions.js';
export { SignInEmails } from './sign-in-emails.js';
export { standingOf } from './standing.js';
