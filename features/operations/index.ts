import {
  closeAccount,
  nameOwner,
  noteAccount,
  renameAccount,
  restoreAccount,
  resumeAccount,
  suspendAccount,
} from '../../shared/operations/account-life.js';
import {
  addPurchase,
  createAccount,
  listAccounts,
  listPurchases,
  showAccount,
} from '../../shared/operations/accounts.js';
import { giveRefund, runAudit } from '../../shared/operations/books.js';
import {
  dismissReports,
  listExperiences,
  renameExperience,
  restoreExperience,
  showExperience,
  takeDown,
} from '../../shared/operations/experiences.js';
import { createInvitation, listInvitations, withdrawInvitation } from '../../shared/operations/invitations.js';
import { issue, listKeys, revoke, rotate, update } from '../../shared/operations/keys.js';
import type { Operation } from '../../shared/operations/operation.js';
import { endSession, listSessions } from '../../shared/operations/operator-sessions.js';
import { createToken, listTokens, revokeToken } from '../../shared/operations/operator-tokens.js';
import {
  changePassword,
  createOperator,
  listOperators,
  unlockOperator,
  updateOperator,
} from '../../shared/operations/operators.js';
import { listOrders, refundOrder, showOrder } from '../../shared/operations/orders.js';
import { failedJobs, showPlatform } from '../../shared/operations/platform.js';
import {
  emptyQueue,
  listQueues,
  obliterateQueue,
  pauseQueue,
  resumeQueue,
  retryJob,
  retryQueue,
} from '../../shared/operations/queues.js';
import { listRefusals, showRequest } from '../../shared/operations/request-stories.js';
import { listAllRequests } from '../../shared/operations/requests.js';
import { readTrail, verifyTrail } from '../../shared/operations/trail.js';
import { listDeliveries, listFailing, listWebhooks, repeatDelivery } from '../../shared/operations/webhooks.js';
import { rankedAccounts, reportUsage, showFigures, showLedger } from '../usage/index.js';

/** All operations of operators, on the command line and over HTTP. */
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
