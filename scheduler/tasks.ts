import { cleanUpAccounts, mailInvitations, mailNotices } from '../features/accounts/index.js';
import { checkThresholds, mailAlerts, sendExpiryWarnings } from '../features/alerts/index.js';
import { recoverBatches } from '../features/batches/index.js';
import { type Payments, recheckVatNumbers, reconcilePayments, topUpCredits } from '../features/billing/index.js';
import type { Collections } from '../features/collections.js';
import { verifyDomains } from '../features/domains/index.js';
import { cleanUpImageTexts } from '../features/image-links/index.js';
import { issueInvoices, mailInvoices } from '../features/invoices/index.js';
import { samplePlatform } from '../features/monitoring/index.js';
import { cleanUpPages, countVisits } from '../features/pages/index.js';
import { deleteOldUsage, mergeUsage, rankAccounts } from '../features/usage/index.js';
import { recoverOutbox } from '../features/webhooks/index.js';
import type { Clock } from '../shared/process/clock.js';
import type { Config } from '../shared/process/config.js';
import type { Redis } from '../shared/process/redis.js';
import type { ScheduledTask } from '../shared/process/scheduled-task.js';
import type { JobSender } from '../shared/queue/internal-jobs.js';
import type { Partitions } from '../shared/queue/queues.js';
import type { Disks } from '../shared/storage/disks.js';
import { auditLedger } from './audit-ledger.js';
import { deleteOldData } from './delete-old-data.js';
import { expireCredits } from './expire-credits.js';
import { reconcileHolds } from './reconcile-holds.js';
import { recoverInterrupted } from './recover-interrupted.js';
import { refreshRates, writeReadings } from './run-internal-jobs.js';

/** Context that the scheduler provides to its tasks, in addition to TaskBasics. */
export interface TaskContext {
  /** Clock of Redis. */
  readonly queueClock: Clock;
  readonly redis: Redis;
  readonly partitions: Partitions;
  readonly store: Collections;
  readonly disks: Disks;
  readonly config: Config;
  /** Sends internal jobs to workers. */
  readonly jobs: JobSender;
  /** Undefined if payments are not configured. */
  readonly payments: Payments | undefined;
}

/** All tasks of the platform. */
export const tasks: readonly ScheduledTask<TaskContext>[] = [
  // Credits and payments
  expireCredits,
  sendExpiryWarnings,
  reconcileHolds,
  reconcilePayments,
  topUpCredits,
  recheckVatNumbers,
  issueInvoices,
  auditLedger,
  // Batches
  recoverBatches,
  // Notifications
  checkThresholds,
  recoverInterrupted,
  recoverOutbox,
  mailAlerts,
  mailInvitations,
  mailInvoices,
  mailNotices,
  // Usage and figures
  countVisits,
  mergeUsage,
  rankAccounts,
  samplePlatform,
  // Upstream data
  refreshRates,
  writeReadings,
  verifyDomains,
  // Retention and deletion
  cleanUpAccounts,
  cleanUpImageTexts,
  cleanUpPages,
  deleteOldData,
  deleteOldUsage,
];
