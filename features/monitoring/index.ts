export { DELIVERED_WITHIN_MS, findProblems, NEARLY_SPENT } from './attention.js';
export {
  type CountedCalls,
  type MonitoringCollections,
  monitoringCollections,
  monitoringIndexes,
  type TrafficSpan,
} from './collections.js';
export { FAILED_LOOKED_AT, failedByReason } from './failed-jobs.js';
export { Traffic } from './record-traffic.js';
export { samplePlatform } from './sample-platform.js';
export {
  type Overview,
  type PlatformStatus,
  readOverview,
  readStatus,
  type Sources,
  withinTimeLimit,
} from './status.js';
export { jobSubject, queueSubject } from './subjects.js';
export { AVAILABILITY_TARGET, addUp, addUpCalls, type TrafficTotals } from './traffic.js';
