import { addPurchase, createAccount, listAccounts, listPurchases, showAccount } from './accounts.js';
import { giveRefund, reportUsage, runAudit } from './books.js';
import { dismissReports, listExperiences, restoreExperience, showExperience, takeDown } from './experiences.js';
import { issue, listKeys, revoke, rotate, update } from './keys.js';
import type { Operation } from './operation.js';
import { listDeliveries, listFailing, listWebhooks, repeatDelivery } from './webhooks.js';

/** Everything that operators do, on the command line and over HTTP. */
export const operations: readonly Operation[] = [
  createAccount,
  listAccounts,
  showAccount,
  addPurchase,
  listPurchases,
  issue,
  listKeys,
  update,
  rotate,
  revoke,
  reportUsage,
  giveRefund,
  runAudit,
  listFailing,
  listWebhooks,
  listDeliveries,
  repeatDelivery,
  listExperiences,
  showExperience,
  takeDown,
  restoreExperience,
  dismissReports,
];
