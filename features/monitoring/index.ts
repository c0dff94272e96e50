// Monitoring: the state of the platform, its traffic and availability, problems to look at, and failed jobs.

export {
  type CountedCalls,
  type MonitoringCollections,
  monitoringCollections,
  monitoringIndexes,
  type TrafficSpan,
} from './collections.js';
export { groupFailedJobs, MAX_FAILED_JOBS } from './failed-jobs.js';
export { BUDGET_WARNING, findProblems, LATE_DELIVERY_MS } from './find-problems.js';
export { TrafficRecorder } from './record-traffic.js';
export { samplePlatform } from './sample-platform.js';
export { type RedisState, readRedisState, readStoreState, type StoreState } from './servers.js';
export {
  type Overview,
  type PlatformStatus,
  readOverview,
  readStatus,
  type StatusSources,
  withinTimeLimit,
} from './status.js';
export { AVAILABILITY_TARGET, sumCalls, sumTraffic, type TrafficTotals } from './traffic.js';
