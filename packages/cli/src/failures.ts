import { CommanderError } from 'commander';
import {
  ApiConnectionError,
  ApiError,
  ConfigurationError,
  InvalidValueError,
  UnknownFieldError,
} from 'utility-api-client';

/** Exit codes, with their meanings. */
export const EXIT_CODES = [
  [0, 'success'],
  [1, 'the service failed'],
  [2, 'invalid command line, unknown or missing field; nothing was charged'],
  [3, 'the service refused the input, or found nothing'],
  [4, 'not logged in, or not allowed'],
  [5, 'not enough credits'],
  [6, 'rate limited or overloaded; try again later'],
  [7, 'the service cannot be reached'],
] as const;

export const EXIT = { done: 0, failed: 1, usage: 2, refused: 3, access: 4, credits: 5, later: 6, unreachable: 7 };

/** An invalid command line. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** Not logged in. */
export class AccessError extends Error {
  override readonly name = 'AccessError';
}

/** Errors of which the command line or the login is the cause; nothing was sent. */
const WRONG_INPUT = [UsageError, UnknownFieldError, InvalidValueError, ConfigurationError];

export function findExitCode(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.done : EXIT.usage;
  if (WRONG_INPUT.some((kind) => error instanceof kind)) return EXIT.usage;
  if (error instanceof AccessError) return EXIT.access;
  if (error instanceof ApiConnectionError) return EXIT.unreachable;
  return error instanceof ApiError ? findExitCodeForStatus(error.status) : EXIT.failed;
}

function findExitCodeForStatus(status: number): number {
  if (status === 401 || status === 403) return EXIT.access;
  if (status === 402) return EXIT.credits;
  if (status === 429 || (status > 500 && status < 505)) return EXIT.later;
  return status < 500 ? EXIT.refused : EXIT.failed;
}

/** Formats a failure, as text or JSON. */
export function explain(error: unknown, isForPeople: boolean): string {
  const message = (error instanceof Error ? error.message : String(error)).replace(/^error: /, '').replace('\n(', ' (');
  const details = readDetails(error);
  const hint = hintFor(error);
  if (!isForPeople) return JSON.stringify({ error: message, ...details, hint });
  const { errors = [], request_id, doc_url } = details;
  const others = errors.filter((one) => one.message !== message).map((one) => `  ${one.message}`);
  const support = [request_id && `request ${request_id}`, doc_url].filter(Boolean).join(', ');
  return [`Error: ${message}`, ...others, ...(hint ? [hint] : []), ...(support ? [`(${support})`] : [])].join('\n');
}

const REFUSED_CERTIFICATE = /CERT|SELF_SIGNED|UNABLE_TO_VERIFY/;

/** Returns what to do about a failure, where its message does not say it. */
function hintFor(error: unknown): string | undefined {
  if (error instanceof CommanderError) return 'Add --help to see all commands or options.';
  if (error instanceof ApiConnectionError) {
    const code = String(Object(Object(error.cause).cause).code ?? '');
    return REFUSED_CERTIFICATE.test(code)
      ? `Its certificate is not trusted (${code}). Set NODE_EXTRA_CA_CERTS to the file of its authority.`
      : `Check that the platform is running${code && ` (${code})`}, and its URL: "utility-api login --url <url>" or UTILITY_API_URL.`;
  }
  if (!(error instanceof ApiError)) return undefined;
  if (error.status === 401)
    return 'Check the key: "utility-api login" saves another one, UTILITY_API_KEY overrides it.';
  if (error.status === 402)
    return 'Buy credits in the portal, or with "utility-api list-packs" and "utility-api buy-credits".';
  return undefined;
}

function readDetails(error: unknown) {
  if (error instanceof UnknownFieldError) return { type: error.type, param: error.param, errors: error.errors };
  if (!(error instanceof ApiError)) return {};
  const { status, type, param, errors, requestId, docUrl, retryAfterSeconds } = error;
  return { status, type, param, errors, request_id: requestId, doc_url: docUrl, retry_after: retryAfterSeconds };
}
