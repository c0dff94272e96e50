import { ApiError } from '../../../shared/contract/api-error.js';
import { errors } from '../../../shared/contract/errors.js';

/** Why an upstream gave no usable answer. */
export type FailureReason =
  /** It did not answer within its time. */
  | 'timeout'
  /** No connection, or one that broke before the answer was whole. */
  | 'network'
  /** It answered with a status other than 2xx. */
  | 'status'
  /** It answered, but not with what its protocol promises. */
  | 'unreadable'
  /** It failed so often lately that it is not asked for a while. */
  | 'circuit open';

interface Details {
  /** The status that the upstream answered, for the reason `status`. */
  readonly upstreamStatus?: number | undefined;
  /** The beginning of what it answered, so that an adapter can tell a quota from a denial. */
  readonly upstreamBody?: string | undefined;
  readonly cause?: unknown;
}

/** The calls that are worth repeating: what failed may well succeed a moment later. */
const PASSING_STATUSES = new Set([500, 502, 503, 504]);

/**
 * An upstream failed. To a caller it is a 502; adapters catch it to say something better (a denial, a fall-back).
 */
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

  /** Which upstream failed, and why. */
  get reasonInFull(): string {
    return `${this.upstream}: ${this.reason}`;
  }

  /** Whether asking again may help. A refusal (4xx) and an open circuit stay what they are. */
  get isPassing(): boolean {
    if (this.reason === 'status') return PASSING_STATUSES.has(this.upstreamStatus ?? 0);
    return this.reason === 'timeout' || this.reason === 'network' || this.reason === 'unreadable';
  }
}

/** A failure as text, for those in other processes who wait for the same answer. */
export const writeFailure = (failure: UpstreamFailure): string =>
  JSON.stringify([failure.upstream, failure.reason, failure.upstreamStatus ?? null, failure.upstreamBody ?? null]);

export function readFailure(text: string): UpstreamFailure {
  const [upstream, reason, status, body] = JSON.parse(text) as [string, FailureReason, number | null, string | null];
  return new UpstreamFailure(upstream, reason, {
    upstreamStatus: status ?? undefined,
    upstreamBody: body ?? undefined,
    cause: 'another process asked the same at the same time',
  });
}
