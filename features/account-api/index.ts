import { account, usage } from '../accounts/index.js';
import { changeAccount } from '../alerts/index.js';
import { paymentRoutes } from '../billing/index.js';
import { createToken } from '../keys/index.js';
import { pageRoutes } from '../pages/index.js';
import { cancelJob, job, listJobs, listRequests, requestTimeline } from '../requests/index.js';
import type { AccountAnswer } from '../web/index.js';
import { webhookRoutes } from '../webhooks/index.js';

/** What can be asked beside the endpoints, free of charge. */
export const accountRoutes: readonly AccountAnswer[] = [
  account,
  usage,
  listRequests,
  requestTimeline,
  createToken,
  listJobs,
  job,
  cancelJob,
  changeAccount,
  ...paymentRoutes,
  ...pageRoutes,
  ...webhookRoutes,
];

/** What these routes are called together, and how often one key may ask them. */
export const accountGroup = {
  slug: 'account',
  title: 'Account, requests, tokens, jobs, hosted pages and webhooks',
  summary:
    'What your account holds and has used, what became of its calls, tokens for browsers, the answers of asynchronous calls, your hosted pages and what became of them, and where you hear of events',
  ratePerSecond: 20,
};
