export { type UsageCollections, usageCollections } from './collections.js';
export { withAllClasses } from './counts.js';
export {
  rankedAccounts,
  reportUsage,
  type ShownPoint,
  showFigures,
  showLedger,
  usageRequest,
  usageResponse,
} from './operations.js';
export {
  type AccountUsage,
  accountUsage,
  activeAccounts,
  deletedUsage,
  readEndpoints,
  spentSince,
  usageReport,
  type ViewName,
  viewNames,
} from './read.js';
export { deleteOldUsage, mergeUsage, rankAccounts } from './tasks.js';
