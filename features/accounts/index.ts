export {
  closeAccount,
  nameOwner,
  noteAccount,
  renameAccount,
  restoreAccount,
  resumeAccount,
  suspendAccount,
} from './account-life.js';
export { cleanUpAccounts } from './clean-up-accounts.js';
export { createInvitation, listInvitations, withdrawInvitation } from './invitations.js';
export { mailInvitations } from './mail-invitations.js';
export { mailNotices } from './mail-notices.js';
export {
  addPurchase,
  allPurchases,
  createAccount,
  listAccounts,
  listPurchases,
  purchasePage,
  settledOf,
  showAccount,
} from './operations.js';
export { readAccount, readUsage } from './routes.js';
