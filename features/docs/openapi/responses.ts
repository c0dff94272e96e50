import { type AnyErrorKind, docUrl } from '../../../shared/contract/api-error.js';
import { errors, FIELD_ERRORS } from '../../../shared/contract/errors.js';
import { type JsonSchema, ref } from './schemas.js';

/** Errors that any request can get before it is charged. */
export const errorsBeforeCharge: readonly AnyErrorKind[] = [
  errors.unreadableBody,
  errors.bodyNotAnObject,
  errors.bodyTooDeep,
  errors.bodyTooManyValues,
  errors.formTooManyFields,
  errors.apiKeyMissing,
  errors.apiKeyNotInHeader,
  errors.apiKeyInQuery,
  errors.apiKeyInvalid,
  errors.tokenSentAsKey,
  errors.tokenInvalid,
  errors.insufficientCredits,
  errors.budgetUsedUp,
  errors.accountSuspended,
  errors.accountClosed,
  errors.apiKeyInactive,
  errors.apiKeyExpired,
  errors.apiKeyNotAllowed,
  errors.addressBlocked,
  errors.apiKeyNotAllowedFromHere,
  errors.apiKeyFromBrowser,
  errors.originNotAllowed,
  errors.testKeyNotAllowed,
  errors.pathUnknown,
  errors.pathRemoved,
  errors.notOffered,
  errors.methodNotAllowed,
  errors.idempotencyKeyInUse,
  errors.bodyTooLarge,
  errors.unsupportedContentType,
  errors.contentEncodingRefused,
  errors.idempotencyKeyInvalid,
  errors.idempotencyKeyReused,
  errors.testAnswerUnknown,
  errors.tooManyRequests,
  errors.tooMuchMemory,
  errors.tooManyStrangers,
  errors.webhookUrlRefused,
  errors.callbackSecretMissing,
  errors.webhookIsOff,
  errors.webhooksOff,
];

/** Server faults that any request can meet. It is not charged. */
export const serverErrors: readonly AnyErrorKind[] = [
  errors.internalError,
  errors.jobCrashed,
  errors.upstreamNotConfigured,
  errors.upstreamUnavailable,
  errors.serviceBusy,
  errors.serviceUnavailable,
  errors.readOnly,
  errors.deadlineExceeded,
  errors.jobCancelled,
];

/** Meaning of each status. */
export const statusMeanings: Readonly<Record<number, string>> = {
  400: 'The input is missing or invalid, or the body cannot be parsed',
  401: 'The API key is missing or invalid',
  402: 'The account has too few credits for this request, or the budget of the key is used up',
  403: 'The API key is inactive, expired or not allowed here, or an upstream denied the request',
  404: 'The requested resource does not exist',
  405: 'The method is not allowed; endpoints use POST',
  409: 'Conflict: for example, the first request with this Idempotency-Key is still running, the job to cancel has started, the webhook is switched off, or the slug is taken',
  410: 'The asynchronous request was cancelled before it started',
  412: 'The resource has changed since you read it',
  413: 'The body is too large',
  415: 'The body is neither JSON nor a form, or it is compressed',
  422: 'Required values are missing, or values are invalid',
  428: 'The request needs an If-Match header with the version that it changes',
  429: 'Too many requests of the key in this group, or too many requests without a valid key',
  500: 'Unexpected error on our side',
  502: 'An upstream that this endpoint needs is unavailable',
  503: 'The service is busy or unavailable; wait for Retry-After seconds',
  504: 'The response was not ready before the deadline',
};

/** Headers that responses refer to. */
export const describedHeaders: Readonly<Record<string, { description: string; schema: JsonSchema }>> = {
  'Retry-After': { description: 'Seconds to wait before trying again', schema: { type: 'integer' } },
};

/** Descriptions of the other headers of responses. */
export const otherHeaders: Readonly<Record<string, string>> = {
  'X-Request-Id': 'Id of the request, for support',
  'X-Credits-Cost': 'Credits charged for the request',
  'X-Credits-Remaining': 'Credits left in the account',
  'RateLimit-Limit': 'Requests per second that the key may send to this group',
  'RateLimit-Remaining': 'Requests left in this second',
  'RateLimit-Reset': 'Seconds until the limit resets',
  'X-Mode': '`test` if the response is an example for a test key',
  'X-Upstream': '`sandbox` if an upstream of the response is a sandbox with invented data',
  'Idempotent-Replayed': '`true` if this is the stored first response, returned to a retry',
  'X-Unknown-Fields':
    'Unknown fields of the request, which were ignored, e.g. `country_cod; did you mean country_code?`',
  'Preference-Applied': 'Preferences of the Prefer header that were applied, e.g. `handling=strict`',
  'X-Writer': 'Writer of generated text: `composer`, or `model` followed by the name of the language model',
  'Content-Language': 'Language of generated text (ISO 639-1)',
  'X-Language-Warning':
    'Warning that generated text is in another language than requested, as that one is not supported',
};

/** Statuses with `Retry-After`. */
const WITH_RETRY_AFTER = new Set([409, 429, 503]);

/** Schema of the error body. */
export const errorSchema: JsonSchema = {
  type: 'object',
  required: ['error', 'code', 'type', 'request_id', 'doc_url'],
  properties: {
    error: { type: 'string', description: 'Error message for people' },
    code: { type: 'integer', description: 'HTTP status code' },
    type: { type: 'string', description: 'Stable identifier of the error for programs, e.g. insufficient_credits' },
    param: { type: 'string', description: 'Path of the first invalid field, e.g. page.blocks[0].type' },
    errors: {
      type: 'array',
      description: 'All invalid fields',
      items: {
        type: 'object',
        required: ['param', 'type', 'message'],
        properties: {
          param: { type: 'string' },
          // Types of the error table are in the examples of responses.
          type: { type: 'string', examples: Object.values(FIELD_ERRORS) },
          message: { type: 'string' },
          nearest: {
            type: 'string',
            description: 'Nearest value of the field that would be accepted, e.g. a colour with enough contrast',
          },
        },
      },
    },
    request_id: { type: 'string', description: 'Id of the request, for support; same as X-Request-Id' },
    doc_url: { type: 'string', description: 'URL of the error in the documentation', format: 'uri' },
  },
};

/** Request id of examples. */
export const EXAMPLE_ID = '0c0f7a1e-7f52-4f0a-9f43-2a8f6a3f8a11';

/**
 * Returns the error responses that operations share: one for each status that some operation names, and one for every other.
 *
 * @param baseUrl base URL of the links in examples
 * @param common errors of every operation, which are the examples
 * @param own errors that operations name
 */
export function sharedErrorResponses(
  baseUrl: string,
  common: readonly AnyErrorKind[],
  own: readonly AnyErrorKind[],
): Record<string, object> {
  const describe = (description: string, kinds: readonly AnyErrorKind[], mayBeRetried: boolean) => {
    const examples = kinds.map(({ type, status, message }) => {
      const body = { error: message, code: status, type, request_id: EXAMPLE_ID, doc_url: docUrl(type, baseUrl) };
      return [type, { value: body }];
    });
    return {
      description,
      ...(mayBeRetried && { headers: { 'Retry-After': ref('headers', 'Retry-After') } }),
      content: {
        'application/json': {
          schema: ref('schemas', 'Error'),
          ...(examples.length > 0 ? { examples: Object.fromEntries(examples) } : {}),
        },
      },
    };
  };
  const statuses = listStatuses(own).map((status) => {
    const meaning = statusMeanings[status] ?? 'Error';
    const kinds = common.filter((kind) => kind.status === status);
    return [status, describe(meaning, kinds, WITH_RETRY_AFTER.has(status))];
  });
  const others = common.filter(({ status }) => !own.some((kind) => kind.status === status));
  const meanings = listStatuses(common).map((status) => `${status}: ${statusMeanings[status] ?? 'error'}`);
  return {
    ...Object.fromEntries(statuses),
    [ANY_ERROR]: describe(`Any other error. ${meanings.join('. ')}`, others, true),
  };
}

/** Name of the response for the errors that an operation does not name. */
const ANY_ERROR = 'Error';

/** Returns the error responses of an operation: references to the shared ones of its statuses, and of every other. */
export const referToErrors = (own: readonly AnyErrorKind[]): Record<string, { $ref: string }> => ({
  ...Object.fromEntries(listStatuses(own).map((status) => [status, ref('responses', status)])),
  default: ref('responses', ANY_ERROR),
});

const listStatuses = (kinds: readonly AnyErrorKind[]): number[] =>
  [...new Set(kinds.map(({ status }) => status))].sort();
