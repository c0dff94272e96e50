import type { ErrorType } from './generated/errors.js';

/** A problem of one field of a request. */
export interface FieldError {
  /** The field's path, e.g. `amount`. */
  param: string;
  /** Stable, for programs, e.g. `invalid_field`. */
  type: string;
  /** Human-readable message. */
  message: string;
  /** The nearest value that would be accepted, where there is one. */
  nearest?: string | undefined;
}

/** Options of every error. */
interface ErrorOptions {
  cause?: unknown;
  requestId?: string | undefined;
  creditsCost?: number | undefined;
}

/** Base of all errors that the client throws itself. */
export class UtilityApiError extends Error {
  override readonly name: string = 'UtilityApiError';
  /** Identifies the request when you contact support; undefined if the service has not responded. */
  readonly requestId: string | undefined;
  /** Credits that the request cost; undefined if the service has not responded. */
  readonly creditsCost: number | undefined;

  constructor(message: string, { requestId, creditsCost, ...options }: ErrorOptions = {}) {
    super(message, options);
    this.requestId = requestId;
    this.creditsCost = creditsCost;
  }
}

/** Fields of an error response. */
interface ApiErrorOptions extends ErrorOptions {
  status: number;
  type?: string | undefined;
  param?: string | undefined;
  errors?: readonly FieldError[] | undefined;
  docUrl?: string | undefined;
  retryAfterSeconds?: number | undefined;
}

/** An error response of the service. */
export class ApiError extends UtilityApiError {
  override readonly name = 'ApiError';
  /** HTTP status, e.g. 402. */
  readonly status: number;
  /**
   * Kind of the error, for programs: stable, e.g. `insufficient_credits`. Undefined if the response does not name it; a newer
   * service may return types that this version does not list.
   */
  readonly type: ErrorType | (string & {}) | undefined;
  /** Path of the invalid field, if one is. */
  readonly param: string | undefined;
  /** Every invalid field. */
  readonly errors: readonly FieldError[] | undefined;
  /** URL of the error in the documentation. */
  readonly docUrl: string | undefined;
  /** Whole seconds to wait before another attempt, if waiting helps. */
  readonly retryAfterSeconds: number | undefined;

  constructor(
    message: string,
    { status, type, param, errors, docUrl, retryAfterSeconds, ...options }: ApiErrorOptions,
  ) {
    super(message, options);
    this.status = status;
    this.type = type;
    this.param = param;
    this.errors = errors;
    this.docUrl = docUrl;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** A request has fields that the endpoint does not have. Nothing was sent, nothing is charged. */
export class UnknownFieldError extends UtilityApiError {
  override readonly name = 'UnknownFieldError';
  /** As the service calls it. */
  readonly type: 'unknown_field' & ErrorType = 'unknown_field';
  /** The path of the first of them. */
  readonly param: string | undefined;

  constructor(
    /** All of them. */
    readonly errors: readonly FieldError[],
  ) {
    super(errors[0]?.message ?? '');
    this.param = errors[0]?.param;
  }
}

/** The service could not be reached, or the connection broke, at every attempt. */
export class ApiConnectionError extends UtilityApiError {
  override readonly name: string = 'ApiConnectionError';
}

/** The service did not respond within `timeoutMs`, at every attempt. */
export class RequestTimeoutError extends ApiConnectionError {
  override readonly name = 'RequestTimeoutError';
}

/** The client is not configured correctly: its base URL, its token function or its key. */
export class ConfigurationError extends UtilityApiError {
  override readonly name = 'ConfigurationError';
}

/** A value cannot be sent, such as an empty id or `NaN`. Nothing was sent. */
export class InvalidValueError extends UtilityApiError {
  override readonly name = 'InvalidValueError';
}

/** A webhook delivery that must not be trusted. */
export class WebhookVerificationError extends UtilityApiError {
  override readonly name = 'WebhookVerificationError';
}

/**
 * Returns the error of a response, as far as its body can be read: a proxy's page has no fields, an older service not all.
 *
 * @param response its headers win over the body, and its `statusText` is the message when the body has none
 */
export function errorFrom(
  body: unknown,
  response: {
    status: number;
    statusText?: string;
    requestId?: string | undefined;
    creditsCost?: number | undefined;
    retryAfterSeconds?: number | undefined;
  },
): ApiError {
  const { status, statusText = '', requestId, ...metadata } = response;
  const fields = toFields(body);
  return new ApiError(readText(fields.error) ?? `${status} ${statusText}`.trim(), {
    ...metadata,
    status,
    requestId: requestId ?? readText(fields.request_id),
    type: readText(fields.type),
    param: readText(fields.param),
    errors: Array.isArray(fields.errors) ? fields.errors.flatMap(readFieldError) : undefined,
    docUrl: readText(fields.doc_url),
  });
}

function readFieldError(value: unknown): FieldError[] {
  const { param, type, message, nearest } = toFields(value);
  return typeof param === 'string' && typeof type === 'string' && typeof message === 'string'
    ? [{ param, type, message, ...(typeof nearest === 'string' && { nearest }) }]
    : [];
}

const readText = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

const toFields = (value: unknown): Partial<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? { ...value } : {};
