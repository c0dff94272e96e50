import { type AnyErrorKind, errors } from '../../../shared/contract/errors.js';

/** Errors that any call can get before its credits are taken: they cost nothing. */
export const freeErrors: readonly AnyErrorKind[] = [
  errors.unreadableBody,
  errors.bodyNotAnObject,
  errors.bodyTooDeep,
  errors.keyMissing,
  errors.keyUnknown,
  errors.tokenInvalid,
  errors.insufficientCredits,
  errors.keyInactive,
  errors.keyExpired,
  errors.keyNotAllowed,
  errors.keyFromBrowser,
  errors.originNotAllowed,
  errors.unknownPath,
  errors.wrongMethod,
  errors.idempotencyKeyInUse,
  errors.bodyTooLarge,
  errors.unknownContentType,
  errors.idempotencyKeyInvalid,
  errors.idempotencyKeyReused,
  errors.tooManyRequests,
];

/** Failures of ours that any call can meet: its credits are given back. */
export const ourErrors: readonly AnyErrorKind[] = [
  errors.unexpected,
  errors.upstreamNotConfigured,
  errors.upstreamUnavailable,
  errors.busy,
  errors.unavailable,
  errors.deadlinePassed,
];

/** What each status means, in the words of the documentation. */
export const statusMeanings: Readonly<Record<number, string>> = {
  400: 'The input is missing or wrong, or the body cannot be read',
  401: 'The API key is missing or wrong',
  402: 'The account has too few credits left for this call',
  403: 'The API key is inactive, expired or not allowed here, or an upstream denied the call',
  404: 'What was asked for does not exist',
  405: 'Endpoints are called with POST',
  409: 'The first call with this Idempotency-Key is still running',
  413: 'The body is too large',
  415: 'The body is neither JSON nor a form',
  422: 'The input is readable, but its values are missing or make no sense',
  429: 'More calls in a second than the key may make in this group',
  500: 'An unexpected failure of ours',
  502: 'An upstream that this endpoint needs is unavailable',
  503: 'The service cannot take the call in time; wait for Retry-After seconds',
  504: 'The answer was not ready before the deadline',
};
