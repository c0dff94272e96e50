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

/** Headers of every response of an endpoint. */
export const endpointHeaders: Readonly<Record<string, { description: string; schema: JsonSchema }>> = {
  'X-Request-Id': { description: 'Id of the request, for support', schema: { type: 'string' } },
  'X-Credits-Cost': { description: 'Credits charged for the request', schema: { type: 'number' } },
  'X-Credits-Remaining': { description: 'Credits left in the account', schema: { type: 'number' } },
  'RateLimit-Limit': {
    description: 'Requests per second that the key may send to this group',
    schema: { type: 'integer' },
  },
  'RateLimit-Remaining': { description: 'Requests left in this second', schema: { type: 'integer' } },
  'RateLimit-Reset': { description: 'Seconds until the limit resets', schema: { type: 'integer' } },
};

/** Headers of some responses. */
export const rareHeaders: typeof endpointHeaders = {
  'X-Mode': {
    description: '`test` if the response is an example for a test key',
    schema: { type: 'string', enum: ['test'] },
  },
  'Retry-After': { description: 'Seconds to wait before trying again', schema: { type: 'integer' } },
  'Idempotent-Replayed': {
    description: 'true if this is the stored first response, returned to a retry',
    schema: { type: 'string' },
  },
  'X-Unknown-Fields': {
    description: 'Unknown fields of the request, which were ignored, e.g. country_cod; did you mean country_code?',
    schema: { type: 'string' },
  },
  'Preference-Applied': {
    description: 'Preferences of the Prefer header that were applied, e.g. handling=strict',
    schema: { type: 'string' },
  },
};

/** Headers of responses with generated text. */
export const writtenHeaders: typeof endpointHeaders = {
  'X-Writer': {
    description: 'Writer of the text: `composer`, or `model` followed by the name of the language model',
    schema: { type: 'string' },
  },
  'Content-Language': { description: 'Language of the text (ISO 639-1)', schema: { type: 'string' } },
  'X-Language-Warning': {
    description: 'Warning that the text is in another language than requested, as that one is not supported',
    schema: { type: 'string' },
  },
};

export const headerRefs = Object.fromEntries(Object.keys(endpointHeaders).map((name) => [name, ref('headers', name)]));

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

/** Creates the error responses of a document whose links lead to a base URL. */
export const createErrorResponses = (baseUrl: string) => {
  /** Returns a response with an example of each error. */
  const errorResponse = (status: number, kinds: readonly AnyErrorKind[]): object => {
    const examples = kinds.map(({ type, message }) => {
      const body = { error: message, code: status, type, request_id: EXAMPLE_ID, doc_url: docUrl(type, baseUrl) };
      return [type, { value: body }];
    });
    return {
      description: statusMeanings[status] ?? 'Error',
      headers: {
        ...headerRefs,
        ...(WITH_RETRY_AFTER.has(status) ? { 'Retry-After': ref('headers', 'Retry-After') } : {}),
      },
      content: {
        'application/json': {
          schema: ref('schemas', 'Error'),
          ...(examples.length > 0 ? { examples: Object.fromEntries(examples) } : {}),
        },
      },
    };
  };
  const withStatus = (kinds: readonly AnyErrorKind[], status: number) => kinds.filter((kind) => kind.status === status);
  return {
    /** Returns the responses that operations share, by status. */
    shared(): Record<string, object> {
      const kinds = [...errorsBeforeCharge, ...serverErrors];
      return Object.fromEntries(
        distinctStatuses(kinds).map((status) => [status, errorResponse(status, withStatus(kinds, status))]),
      );
    },
    /**
     * Returns the error responses of an operation by status: references to shared ones where it declares no errors.
     *
     * @param own errors that the operation declares
     * @param shared errors of every operation
     * @param always statuses that are never references
     */
    forOperation(
      own: readonly AnyErrorKind[],
      shared: readonly AnyErrorKind[],
      always: readonly number[],
    ): Record<string, object> {
      const statuses = [...new Set([...distinctStatuses([...own, ...shared]), ...always])].sort();
      return Object.fromEntries(
        statuses.map((status) => {
          const isShared = withStatus(own, status).length === 0 && !always.includes(status);
          const kinds = [...withStatus(own, status), ...withStatus(shared, status)];
          return [status, isShared ? ref('responses', status) : errorResponse(status, kinds)];
        }),
      );
    },
  };
};

export type ErrorResponses = ReturnType<typeof createErrorResponses>;

const distinctStatuses = (kinds: readonly AnyErrorKind[]): number[] =>
  [...new Set(kinds.map(({ status }) => status))].sort();
