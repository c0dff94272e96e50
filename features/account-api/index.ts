// The account API: the routes beside the endpoints, by which programs manage their own account, free of charge. Features declare the
// routes, and this list puts them together.

import type { TObject, TSchema } from 'typebox';
import { readAccount, readUsage } from '../accounts/index.js';
import { changeAccount } from '../alerts/index.js';
import { batchRoutes } from '../batches/index.js';
import { paymentRoutes } from '../billing/index.js';
import { domainRoutes } from '../domains/index.js';
import { imageLinkRoutes } from '../image-links/index.js';
import { invoiceRoutes } from '../invoices/index.js';
import { createToken } from '../keys/index.js';
import { pageRoutes } from '../pages/index.js';
import { cancelJob, job, listJobs, listRequests, requestTimeline } from '../requests/index.js';
import { studioRoutes } from '../studio/index.js';
import type { AccountRoute, ContextOf } from '../web/index.js';
import { webhookRoutes } from '../webhooks/index.js';

const routes = [
  readAccount,
  readUsage,
  listRequests,
  requestTimeline,
  createToken,
  listJobs,
  job,
  cancelJob,
  ...batchRoutes,
  changeAccount,
  ...paymentRoutes,
  ...invoiceRoutes,
  ...pageRoutes,
  ...domainRoutes,
  ...imageLinkRoutes,
  ...studioRoutes,
  ...webhookRoutes,
] as const;

/** Everything that the routes of the account API need together, derived from the list: the process that mounts them provides it. */
export type AccountContext = ContextOf<(typeof routes)[number]>;

/** All routes of the account API. */
export const accountRoutes: readonly AccountRoute<TObject, TSchema, AccountContext>[] = routes;

/** Description of the routes as a group, and the requests per second that one key may send to them. */
export const accountGroup = {
  slug: 'account',
  title: 'Account API',
  summary:
    'Account, usage and payments, requests, asynchronous jobs and batches, browser tokens, hosted pages with their statistics, domains, image URLs, drafts of the QR studio, and webhooks',
  ratePerSecond: 20,
};
