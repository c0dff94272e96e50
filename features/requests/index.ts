// Requests of customers: replies that are stored, lists and timelines of requests, asynchronous jobs, and refusals.

export { AsyncResults } from './async-results.js';
export { parseCursorTime } from './call-pages.js';
export { type FirstAnswer, requestCollections, requestIndexes } from './collections.js';
export { FailureCounts } from './count-failures.js';
export { cancelJob, job, listJobs } from './job-routes.js';
export { callSubject, listAllRequests, listFailures, listRefusals, showRequest } from './operations.js';
export { lastUseOfKeys, REQUESTS_LISTED_DAYS } from './query-requests.js';
export { describeFailure, type FailedContext, RefusalRecorder } from './record-refusals.js';
export { latestRefusals, listRefusedRequests, type RefusedRequest } from './refusals.js';
export { type ReadableReply, ReplyStore } from './reply-store.js';
export { listAccountRequests, listRequests, requestTimeline } from './request-routes.js';
export { sendReply } from './send-reply.js';
export { type TestCall, TestCalls } from './test-calls.js';
export { findCall } from './timeline.js';
