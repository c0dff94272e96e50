// Operations on accounts: creating, showing, suspending, closing and deleting them, their purchases and invitations, and the routes by which
// programs read their own account. The documents of accounts are in features/members.

export { cleanUpAccounts } from './clean-up-accounts.js';
export { createInvitation, listInvitations, withdrawInvitation } from './invitations.js';
export {
  changeOwner,
  closeAccount,
  noteAccount,
  renameAccount,
  restoreAccount,
  resumeAccount,
  suspendAccount,
} from './lifecycle.js';
export { mailInvitations } from './mail-invitations.js';
export { mailNotices } from './mail-notices.js';
export {
  addPurchase,
  createAccount,
  listAccounts,
  listPurchases,
  readPurchases,
  readSettled,
  showAccount,
  streamPurchases,
} from './operations.js';
export { readAccount, readUsage } from './routes.js';
export { invitationSubject, memberSubject, settingsSubject } from './subjects.js';
