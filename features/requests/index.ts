// Requests of customers: replies that are stored, the log of requests with their bodies, lists and timelines, and asynchronous jobs.

export { AsyncResults } from './async-results.js';
export { type FirstAnswer, type RequestCollections, requestCollections, requestIndexes } from './collections.js';
export { deleteClients, deleteRequestLog } from './delete-requests.js';
export { cancelJob, job, listJobs } from './job-routes.js';
export type { MaskedBody } from './mask-body.js';
export { callSubject, listAllRequests, listFailures, listRefusals, showRequest } from './operations.js';
export { findLastUseOfKeys, readAccountErrors, requestStates, statusClasses } from './query-requests.js';
export { describeClient, describeFailure, RequestLog } from './record-requests.js';
export { findRefusal } from './refusals.js';
export { type ReadableReply, ReplyStore } from './reply-store.js';
export { listAccountRequests, listRequests, requestTimeline } from './request-routes.js';
export { sendReply } from './send-reply.js';
export { maskRequest, type RecordedResponse, RequestBodies, toRecordedResponse } from './stored-bodies.js';
export { findCall } from './timeline.js';
