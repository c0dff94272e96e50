/** Usage: sums of requests and credits over time, of accounts, endpoints and the platform, for reports, charts and ledgers. */

export { type UsageCollections, usageCollections } from './collections.js';
export { toLatencyClasses } from './counts.js';
export {
  listRankedAccounts,
  reportUsage,
  type ShownPoint,
  showFigures,
  showLedger,
  usageRequest,
  usageResponse,
} from './operations.js';
export { searchAccounts } from './ranked-accounts.js';
export {
  type AccountUsage,
  findActiveAccounts,
  readAccountUsage,
  readDeletedUsage,
  readEndpoints,
  readSpending,
  readUsageBreakdown,
  readUsageReport,
  sumUsage,
  type UsageBreakdown,
  type ViewName,
  viewNames,
} from './read.js';
export { deleteOldUsage, mergeUsage, rankAccounts } from './tasks.js';
export { listTop, topSorts, topSpans } from './top.js';
