import { ApiError } from '../../../shared/contract/api-error.js';
import { errors } from '../../../shared/contract/errors.js';

/** Reason why an upstream gave no usable response. */
export type FailureReason =
  /** No response in time. */
  | 'timeout'
  /** No connection, or one that broke before the end of the response. */
  | 'network'
  /** A status other than 2xx. */
  | 'status'
  /** A response that is not as documented. */
  | 'unreadable'
  /** The circuit breaker is open after too many failures. */
  | 'circuit open';

interface Details {
  /** Status of the response, for the reason `status`. */
  readonly upstreamStatus?: number | undefined;
  /** Beginning of the response, by which an adapter distinguishes an exhausted quota from a denial. */
  readonly upstreamBody?: string | undefined;
  readonly cause?: unknown;
}

const TRANSIENT_STATUSES = new Set([500, 502, 503, 504]);

/** An upstream failed. It is a 502 to clients, unless an adapter catches it for a better error or a fallback. */
export class UpstreamFailure extends ApiError {
  readonly upstreamStatus: number | undefined;
  readonly upstreamBody: string | undefined;

  constructor(
    readonly upstream: string,
    readonly reason: FailureReason,
    details: Details = {},
  ) {
    const { type, status, message } = errors.upstreamUnavailable;
    super(type, status, message, { cause: details.cause });
    this.name = 'UpstreamFailure';
    this.upstreamStatus = details.upstreamStatus;
    this.upstreamBody = details.upstreamBody;
  }

  get summary(): string {
    return `${this.upstream}: ${this.reason}`;
  }

  /** True if a retry may help: not after a refusal (4xx) or an open circuit. */
  get isTransient(): boolean {
    if (this.reason === 'status') return TRANSIENT_STATUSES.has(this.upstreamStatus ?? 0);
    return this.reason === 'timeout' || this.reason === 'network' || this.reason === 'unreadable';
  }
}

/** Serializes a failure for other processes that wait for the same response. */
export const serializeFailure = (failure: UpstreamFailure): string =>
  JSON.stringify([failure.upstream, failure.reason, failure.upstreamStatus ?? null, failure.upstreamBody ?? null]);

export function parseFailure(text: string): UpstreamFailure {
  const [upstream, reason, status, body] = JSON.parse(text) as [string, FailureReason, number | null, string | null];
  return new UpstreamFailure(upstream, reason, {
    upstreamStatus: status ?? undefined,
    upstreamBody: body ?? undefined,
    cause: 'another process asked the same at the same time',
  });
}
