export { ConnectionError, type FieldError, UtilityApiError } from './errors.js';
export { type Endpoints, UtilityApi } from './generated/api.js';
export type * from './generated/schema.js';
export type { Job } from './job.js';
export type { AnswerFacts, CallOptions, ClientOptions, SubmitOptions } from './options.js';
