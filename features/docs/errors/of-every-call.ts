import {
  DEEPEST_BODY,
  LARGEST_BODY_WITH_KEY,
  MOST_FORM_FIELDS,
  MOST_MCP_MESSAGES,
  MOST_VALUES,
  UNAUTHENTICATED_REQUESTS,
} from '../../../shared/contract/bounds.js';
import type { ErrorName, Explanation } from './explanation.js';

/** Errors of the request itself, and of keys, limits and credits. */
export const ofEveryCall = {
  pathUnknown: {
    cause: 'No endpoint and no page has this path. Often `/v1` is missing, or a word of the path is misspelt.',
    remedy: 'Compare the path with the [price list](/docs/prices), which has every endpoint.',
  },
  methodNotAllowed: {
    cause:
      'The path exists, and the method is another one. Endpoints are called with `POST`, also where they only look something up.',
    remedy: 'Use a method that the header `Allow` of the answer names.',
  },
  unreadableBody: {
    cause: 'The body is not valid JSON: a comma or a quotation mark is missing, or the body was cut short.',
    remedy:
      'Let a library write the JSON instead of putting strings together. In a shell, put the body in single quotes.',
  },
  bodyNotAnObject: {
    cause: 'The body is valid JSON and something else than an object: a list, a text, a number.',
    remedy:
      'Send an object with the fields of the endpoint, such as `{"from": "EUR"}`. An endpoint without fields takes `{}`.',
  },
  bodyTooDeep: {
    cause: 'Objects and lists of the body stand inside one another too often. No endpoint has a use for that.',
    remedy: 'Look for a structure that contains itself, and send the fields of the endpoint alone.',
    example: { levels: DEEPEST_BODY },
  },
  bodyTooManyValues: {
    cause: 'The body has too many values: each text, number, list and object counts.',
    remedy: 'Divide the work among several calls.',
    example: { values: MOST_VALUES },
  },
  formTooManyFields: {
    cause: 'The form has more fields than any endpoint reads.',
    remedy: 'Send the fields of the endpoint only, or send JSON.',
    example: { fields: MOST_FORM_FIELDS },
  },
  bodyTooLarge: {
    cause: 'The body has more bytes than the endpoint reads. Images in base64 are a third larger than their files.',
    remedy: 'Make the image smaller, or send less at a time. The [limits](/docs/requests#bodies) are listed by group.',
    example: { limit: '1 MiB' },
  },
  unsupportedContentType: {
    cause: 'The header `Content-Type` names neither JSON nor a form, or is missing.',
    remedy: 'Send `Content-Type: application/json`. Multipart forms are not read: files go into a field, in base64.',
  },
  jsonOnly: {
    cause: 'This address reads JSON alone, and the header `Content-Type` names something else.',
    remedy: 'Send `Content-Type: application/json`.',
  },
  tooManyMessages: {
    cause: 'A request to `/mcp` held more messages than are read at once.',
    remedy: 'Send the messages in several requests.',
    example: { limit: MOST_MCP_MESSAGES },
  },
  contentEncodingRefused: {
    cause: 'The body is compressed. Nothing is unpacked for callers.',
    remedy: 'Switch off compression of requests in your HTTP library. Answers are compressed as ever.',
  },

  apiKeyMissing: {
    cause: 'The request has neither an API key nor a token.',
    remedy: 'Send your key in the header `X-API-Key`. Look whether the variable that holds it is empty.',
  },
  apiKeyNotInHeader: {
    cause: 'There is no key in the header, and the body is too large to be searched for one.',
    remedy: 'Send the key in the header `X-API-Key`, which works with bodies of any size.',
    example: { limit: `${LARGEST_BODY_WITH_KEY / 1024} KiB` },
  },
  apiKeyInQuery: {
    cause: 'The key stands in the address of the request, where proxies and logs write it down.',
    remedy: 'Send it in the header `X-API-Key`, and have a key that was sent in an address replaced.',
  },
  apiKeyInvalid: {
    cause:
      'There is no such key on this platform: it was cut short, has a blank or a quotation mark in it, or belongs to another platform.',
    remedy:
      'Compare the key with the one you were given: it is `ua_live_` or `ua_test_` and 32 letters and digits. A lost key is replaced by the operator: it cannot be shown again.',
  },
  tokenSentAsKey: {
    cause: 'A browser token was sent in `X-API-Key`.',
    remedy: 'Send it as `Authorization: Bearer …`.',
  },
  testKeyNotAllowed: {
    cause:
      'The key begins with `ua_test_`: it is for [trying calls](/docs/testing#keys), and shows and changes nothing of what the account has.',
    remedy: 'Use a key that begins with `ua_live_`.',
  },
  testAnswerUnknown: {
    cause:
      'The header `X-Test-Answer` of a call with a [test key](/docs/testing#keys) asks for something that the call cannot answer.',
    remedy:
      "Send `slow`, a status such as `429`, or the type of one of the endpoint's errors or of those that any call can have.",
  },
  accountSuspended: {
    cause:
      'The operator has suspended the account of the key: all its keys and tokens are refused until it is resumed.',
    remedy:
      'The portal shows the reason. Ask the operator to resume the account. Keys, credits and hosted pages are as they were.',
  },
  accountClosed: {
    cause: 'The account of the key has been closed: its keys are revoked and its hosted pages gone.',
    remedy: 'Ask the operator, who knows what became of it.',
  },
  apiKeyInactive: {
    cause: 'The key was switched off, as is done with keys that have leaked or been replaced.',
    remedy: 'Use the key that has replaced it, or ask the operator for one.',
  },
  apiKeyExpired: {
    cause: 'The key was issued to end on a certain day, and that day has passed.',
    remedy: 'Ask the operator for another key, or to extend this one.',
  },
  apiKeyNotAllowed: {
    cause:
      'Neither the endpoint nor its group is among the [scopes](/docs/authentication#scopes) of the key; or the key has no [scope of the service route](/docs/authentication#service-scopes).',
    remedy: 'Use a key with that scope, or have it added to this one.',
  },
  apiKeyNotAllowedFromHere: {
    cause: 'The key may be used from certain networks only, and the request came from another address.',
    remedy:
      'Call from there, or have your address added. Behind a proxy, what counts is the address from which requests leave.',
  },
  tooManyRequests: {
    cause:
      'The key has made more calls in this second than it may in the group. One with a large body counts as several: once for each 256 KiB.',
    remedy:
      'Wait for as many seconds as `Retry-After` says. To avoid it, keep to `RateLimit-Remaining`, or spread calls evenly over the second. Keys may have [limits of their own](/docs/requests#rate-limits).',
  },
  tooMuchMemory: {
    cause:
      'Asynchronous requests of your account that wait for a worker or whose results are still in memory, or large bodies that are being processed, take as much memory as one account may have. When many accounts do this at once, each may have less.',
    remedy:
      'Wait for as many seconds as `Retry-After` says, then send it again, and fewer requests at a time. Results larger than 4 KiB leave the memory as soon as they are stored on disk, smaller ones after an hour. This request was not charged.',
  },
  tooManyUnauthenticated: {
    cause: `Your address sent ${UNAUTHENTICATED_REQUESTS.requests} requests without a valid key within a minute.`,
    remedy:
      'Send a valid key in the header, which is heard at once; otherwise wait for a minute. Look for a program that goes on trying with a wrong key.',
  },
  insufficientCredits: {
    cause: 'The call costs more than the credits that your account has left, expired ones not counted.',
    remedy:
      'Buy credits, or have them added. `X-Credits-Remaining` of every answer, and [your account](/docs/account#account), say how many there are.',
  },
  budgetUsedUp: {
    cause: 'The account has credits, but the key has spent what it may in this day or month (UTC).',
    remedy:
      'Wait until the time that the message names (`Retry-After` says in how many seconds that is), use another key, or have the budget raised.',
    example: { period: 'day', until: '2026-01-06T00:00:00.000Z' },
  },
} satisfies Partial<Record<ErrorName, Explanation>>;
