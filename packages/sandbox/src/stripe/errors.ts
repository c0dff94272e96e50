/** Error response of the API. */
export interface ErrorObject {
  type: 'invalid_request_error' | 'card_error' | 'idempotency_error' | 'api_error';
  message: string;
  code?: string;
  param?: string;
  decline_code?: string;
  doc_url?: string;
  payment_intent?: object;
}

/** An error response, with its status and error object. */
export class Refusal extends Error {
  constructor(
    readonly status: number,
    readonly error: ErrorObject,
  ) {
    super(error.message);
  }
}

const docUrl = (code: string): string => `https://stripe.com/docs/error-codes/${code.replaceAll('_', '-')}`;

/** Creates an error 400 with a code that has a page in the docs. */
export const invalid = (code: string, message: string, param?: string): Refusal =>
  new Refusal(400, {
    type: 'invalid_request_error',
    code,
    doc_url: docUrl(code),
    message,
    ...(param !== undefined && { param }),
  });

/** Creates the error of a missing object: 404 if the path names it, 400 if a parameter does. */
export const missing = (kind: string, id: string, param = 'id'): Refusal =>
  new Refusal(param === 'id' ? 404 : 400, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    doc_url: docUrl('resource_missing'),
    message: `No such ${kind}: '${id}'`,
    param,
  });

/** Creates an error 401 that shows the masked key. */
export const wrongKey = (key: string | undefined): Refusal =>
  new Refusal(401, {
    type: 'invalid_request_error',
    message:
      key === undefined
        ? 'You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth.'
        : `Invalid API Key provided: ${key.slice(0, 8)}${'*'.repeat(Math.max(0, key.length - 12))}${key.slice(-4)}`,
  });
