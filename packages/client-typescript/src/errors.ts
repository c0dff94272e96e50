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

/** Fields of an error body beside its message. */
interface ErrorDetails {
  type?: string | undefined;
  param?: string | undefined;
  errors?: readonly FieldError[] | undefined;
  docUrl?: string | undefined;
}

/** An error response of the service. */
export class UtilityApiError extends Error {
  override readonly name = 'UtilityApiError';
  /**
   * What went wrong, for programs: stable, e.g. `insufficient_credits`. Undefined when the service did not say it; a newer
   * service may say more than this version knows.
   */
  readonly type: ErrorType | (string & {}) | undefined;
  /** The path of the field that is wrong, when it is one. */
  readonly param: string | undefined;
  /** Every field that is wrong. */
  readonly errors: readonly FieldError[] | undefined;
  /** URL of the error in the documentation. */
  readonly docUrl: string | undefined;

  constructor(
    message: string,
    /** The HTTP status, e.g. 402. */
    readonly status: number,
    /** Names the call in questions to support. */
    readonly requestId: string | undefined,
    /** Whole seconds to wait before another try, when waiting helps. */
    readonly retryAfterSeconds: number | undefined,
    details: ErrorDetails = {},
  ) {
    super(message);
    this.type = details.type;
    this.param = details.param;
    this.errors = details.errors;
    this.docUrl = details.docUrl;
  }

  /** The status under the name that it has in the body. */
  get code(): number {
    return this.status;
  }
}

/** A request has fields that the endpoint does not have. Nothing was sent, nothing is charged. */
export class UnknownFieldError extends Error {
  override readonly name = 'UnknownFieldError';
  /** As the service calls it. */
  readonly type: 'unknown_field' & ErrorType = 'unknown_field';
  /** The path of the first of them. */
  readonly param: string | undefined;

  constructor(
    /** All of them. */
    readonly errors: readonly FieldError[],
  ) {
    super(errors[0]?.message);
    this.param = errors[0]?.param;
  }
}

/** The service could not be reached, or did not answer in time, however often it was tried. */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError';
}

/**
 * The error that an answer's body tells of, as far as it can be read: a proxy's page tells nothing, an older service
 * not everything.
 *
 * @param answer what stands in the answer's head; it wins over the body, and its `statusText` is the message when the
 *   body has none
 */
export function errorFrom(
  body: unknown,
  answer: {
    status: number;
    statusText?: string;
    requestId?: string | undefined;
    retryAfterSeconds?: number | undefined;
  },
): UtilityApiError {
  const { status, statusText = '', requestId, retryAfterSeconds } = answer;
  const said = fieldsOf(body);
  return new UtilityApiError(
    text(said.error) ?? `${status} ${statusText}`.trim(),
    status,
    requestId ?? text(said.request_id),
    retryAfterSeconds,
    {
      type: text(said.type),
      param: text(said.param),
      errors: Array.isArray(said.errors) ? said.errors.flatMap(fieldError) : undefined,
      docUrl: text(said.doc_url),
    },
  );
}

function fieldError(value: unknown): FieldError[] {
  const { param, type, message, nearest } = fieldsOf(value);
  return typeof param === 'string' && typeof type === 'string' && typeof message === 'string'
    ? [{ param, type, message, ...(typeof nearest === 'string' && { nearest }) }]
    : [];
}

const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

const fieldsOf = (value: unknown): Partial<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? { ...value } : {};
