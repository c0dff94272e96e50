export { ConnectionError, UtilityApiError } from './errors.js';
export * from './generated/index.js';
export type { Job } from './job.js';
export type { AnswerFacts, CallOptions, ClientOptions } from './options.js';
