export { ConnectionError, type FieldError, UnknownFieldError, UtilityApiError } from './errors.js';
export { UtilityApi } from './generated/api.js';
export type { ErrorType } from './generated/errors.js';
export type { Endpoints, Routes } from './generated/exchanges.js';
export type * from './generated/schema.js';
export type { Job, JobStanding, JobState, WaitOptions } from './job.js';
export type { AnswerFacts, CallOptions, ClientOptions, SubmitOptions } from './options.js';
export { type VerifyOptions, verifyWebhook, type WebhookHeaders, WebhookVerificationError } from './webhooks.js';
