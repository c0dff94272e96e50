import { ApiError, ConfigurationError, ConnectionError, UnknownFieldError } from 'utility-api-client';

/** Exit codes. */
export const EXIT = {
  done: 0,
  /** The service failed, or an unexpected error. */
  failed: 1,
  /** The command line is wrong, or a field is missing or unknown: nothing was sent. */
  usage: 2,
  /** The service refused the input, or found nothing. */
  refused: 3,
  /** Not logged in, or the key is not allowed to do this. */
  access: 4,
  /** Not enough credits, or not enough budget of the key. */
  credits: 5,
  /** Rate limited or overloaded: try again later. */
  later: 6,
  /** The service cannot be reached. */
  unreachable: 7,
} as const;

/** An invalid command line. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** Not logged in. */
export class AccessError extends Error {
  override readonly name = 'AccessError';
}

export function exitCodeOf(error: unknown): number {
  if (error instanceof UsageError || error instanceof UnknownFieldError || error instanceof ConfigurationError)
    return EXIT.usage;
  if (error instanceof AccessError) return EXIT.access;
  if (error instanceof ConnectionError) return EXIT.unreachable;
  return error instanceof ApiError ? exitCodeOfStatus(error.status) : EXIT.failed;
}

function exitCodeOfStatus(status: number): number {
  if (status === 401 || status === 403) return EXIT.access;
  if (status === 402) return EXIT.credits;
  if (status === 429 || (status > 500 && status < 505)) return EXIT.later;
  return status < 500 ? EXIT.refused : EXIT.failed;
}

/** Formats a failure, as text or JSON. */
export function explain(error: unknown, isForPeople: boolean): string {
  const message = error instanceof Error ? error.message : String(error);
  const facts = factsOf(error);
  if (!isForPeople) return JSON.stringify({ error: message, ...facts });
  const { errors = [], request_id, doc_url } = facts;
  const others = errors.filter((one) => one.message !== message).map((one) => `  ${one.message}`);
  const support = [request_id && `request ${request_id}`, doc_url].filter(Boolean).join(', ');
  return [`Error: ${message}`, ...others, ...(support ? [`  (${support})`] : [])].join('\n');
}

function factsOf(error: unknown) {
  if (error instanceof UnknownFieldError) return { type: error.type, param: error.param, errors: error.errors };
  if (!(error instanceof ApiError)) return {};
  const { status, type, param, errors, requestId, docUrl, retryAfterSeconds } = error;
  return { status, type, param, errors, request_id: requestId, doc_url: docUrl, retry_after: retryAfterSeconds };
}
