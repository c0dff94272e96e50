import { rankedAccounts } from './account-figures.js';
import {
  closeAccount,
  nameOwner,
  noteAccount,
  renameAccount,
  restoreAccount,
  resumeAccount,
  suspendAccount,
} from './account-life.js';
import { addPurchase, createAccount, listAccounts, listPurchases, showAccount } from './accounts.js';
import { giveRefund, reportUsage, runAudit, showLedger } from './books.js';
import {
  dismissReports,
  listExperiences,
  renameExperience,
  restoreExperience,
  showExperience,
  takeDown,
} from './experiences.js';
import { showFigures } from './figures.js';
import { createInvitation, listInvitations, withdrawInvitation } from './invitations.js';
import { issue, listKeys, revoke, rotate, update } from './keys.js';
import type { Operation } from './operation.js';
import { endSession, listSessions } from './operator-sessions.js';
import { createToken, listTokens, revokeToken } from './operator-tokens.js';
import { changePassword, createOperator, listOperators, unlockOperator, updateOperator } from './operators.js';
import { listOrders, refundOrder, showOrder } from './orders.js';
import { failedJobs, showPlatform } from './platform.js';
import { emptyQueue, listQueues, obliterateQueue, pauseQueue, resumeQueue, retryJob, retryQueue } from './queues.js';
import { listRefusals, showRequest } from './request-stories.js';
import { listAllRequests } from './requests.js';
import { readTrail, verifyTrail } from './trail.js';
import { listDeliveries, listFailing, listWebhooks, repeatDelivery } from './webhooks.js';

/** Everything that operators do, on the command line and over HTTP. */
export const operations: readonly Operation[] = [
  createAccount,
  listAccounts,
  rankedAccounts,
  showAccount,
  renameAccount,
  noteAccount,
  suspendAccount,
  resumeAccount,
  nameOwner,
  restoreAccount,
  closeAccount,
  addPurchase,
  listPurchases,
  listOrders,
  showOrder,
  refundOrder,
  issue,
  listKeys,
  update,
  rotate,
  revoke,
  reportUsage,
  showLedger,
  listAllRequests,
  showRequest,
  listRefusals,
  giveRefund,
  runAudit,
  showFigures,
  showPlatform,
  failedJobs,
  retryJob,
  listQueues,
  pauseQueue,
  resumeQueue,
  retryQueue,
  emptyQueue,
  obliterateQueue,
  listFailing,
  listWebhooks,
  listDeliveries,
  repeatDelivery,
  listExperiences,
  showExperience,
  takeDown,
  restoreExperience,
  renameExperience,
  dismissReports,
  createOperator,
  listOperators,
  updateOperator,
  unlockOperator,
  changePassword,
  createToken,
  listTokens,
  revokeToken,
  listSessions,
  endSession,
  readTrail,
  verifyTrail,
  createInvitation,
  listInvitations,
  withdrawInvitation,
];
