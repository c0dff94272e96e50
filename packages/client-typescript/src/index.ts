export { ApiPromise } from './api-promise.js';
export type { BatchFile, BatchJob, BatchResult, BatchSettings, BatchWaitOptions } from './batch-job.js';
export {
  ApiConnectionError,
  ApiError,
  ConfigurationError,
  type FieldError,
  InvalidValueError,
  RequestTimeoutError,
  UnknownFieldError,
  UtilityApiError,
  WebhookVerificationError,
} from './errors.js';
export { FileResponse } from './file-response.js';
export { UtilityApi } from './generated/api.js';
export type { ErrorType } from './generated/errors.js';
export type { Endpoints, Routes } from './generated/operations.js';
export type * from './generated/schema.js';
export type { Job, JobState, JobStatus, WaitOptions } from './job.js';
export type { ApiResponse, ClientOptions, RequestOptions, ResponseMetadata, SubmitOptions } from './options.js';
export { PagePromise } from './page-promise.js';
export {
  type UnknownWebhookEvent,
  type VerifyOptions,
  verifyWebhook,
  type WebhookEvent,
  type WebhookHeaders,
} from './webhooks.js';
