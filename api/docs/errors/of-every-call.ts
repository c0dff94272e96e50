import {
  DEEPEST_BODY,
  LARGEST_BODY_WITH_KEY,
  MOST_FORM_FIELDS,
  MOST_MCP_MESSAGES,
  MOST_VALUES,
  OVERRUNS,
  STRANGERS,
} from '../../../shared/contract/bounds.js';
import type { ErrorName, Explanation } from './explanation.js';

/** Errors of the request itself, of keys, limits and credits, of the platform, and of what is beside the endpoints. */
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
      'Compare the key with the one you were given: it is `ua_live_` and 32 letters and digits. A lost key is replaced by the operator: it cannot be shown again.',
  },
  tokenSentAsKey: {
    cause: 'A browser token was sent in `X-API-Key`.',
    remedy: 'Send it as `Authorization: Bearer …`.',
  },
  testKeyOnLiveData: {
    cause: 'The key begins with `ua_test_`, and this platform issues no such keys.',
    remedy:
      'Use a key that begins with `ua_live_`. For synthetic data, use [a platform with sandbox upstreams](/docs/testing).',
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
    cause: 'Neither the endpoint nor its group is among the [scopes](/docs/authentication#scopes) of the key.',
    remedy: 'Use a key with that scope, or have it added to this one.',
  },
  apiKeyNotAllowedFromHere: {
    cause: 'The key may be used from certain networks only, and the request came from another address.',
    remedy:
      'Call from there, or have your address added. Behind a proxy, what counts is the address from which requests leave.',
  },
  tooManyRequests: {
    cause: 'The key has made more calls in this second than it may in the group.',
    remedy:
      'Wait for as many seconds as `Retry-After` says. To avoid it, keep to `RateLimit-Remaining`, or spread calls evenly over the second. Keys may have [limits of their own](/docs/requests#rate-limits).',
  },
  tooManyStrangers: {
    cause: `Your address sent ${STRANGERS.requests} requests without a valid key within a minute.`,
    remedy:
      'Send a valid key in the header, which is heard at once; otherwise wait for a minute. Look for a program that goes on trying with a wrong key.',
  },
  tooManyOverruns: {
    cause: `${OVERRUNS.count} calls of the key were cut off within a minute because their input asks for too much work.`,
    remedy:
      'Wait for as many seconds as `Retry-After` says, and send smaller or simpler input: that of the calls answered with `input_too_costly` and the like.',
  },
  insufficientCredits: {
    cause: 'The call costs more than the credits that your account has left, expired ones not counted.',
    remedy:
      'Buy credits, or have them added. `X-Credits-Remaining` of every answer, and [your account](/docs/account#account), say how many there are.',
  },
  budgetUsedUp: {
    cause: 'The account has credits, but the key has spent what it may in this day or month (UTC).',
    remedy: 'Wait for the next day or month, use another key, or have the budget raised.',
    example: { period: 'day' },
  },

  tokenInvalid: {
    cause:
      'The token was not signed by this platform, or has expired: it lives 15 minutes at most. Its key may have been revoked too.',
    remedy:
      'Have your server [create a new one](/docs/account#createToken). Pages fetch one shortly before the old one ends.',
  },
  tokenNotAllowed: {
    cause: 'A browser token was sent to something that is not an endpoint: account, usage, requests, jobs, tokens.',
    remedy: 'Ask for it from your server, with the API key.',
  },
  tokensOff: {
    cause: 'The operator of this platform has not switched on browser tokens.',
    remedy: 'Call from your server with the API key, or ask the operator to set `TOKEN_SECRETS`.',
  },
  scopesTooWide: {
    cause: 'The token was to have a scope that the key does not have.',
    remedy: 'Ask for scopes that are among those of the key, or leave them out.',
  },
  groupUnknown: {
    cause: 'The parameter `groups` of `/mcp` names something that is no group of endpoints.',
    remedy: 'Use the ids that the message lists, with commas between them.',
    example: { group: 'curency', groups: 'vat, currency, …' },
  },
  scopeUnknown: {
    cause: 'A scope is neither the id of a group or an endpoint, nor `*`.',
    remedy:
      'Take it from the [list of scopes](/docs/authentication#scopes). An endpoint’s id is its path without `/v1/`.',
    example: { scope: 'currencies' },
  },
  originNotAllowed: {
    cause: 'The token is bound to one origin, and the page that sent it has another. Scheme and port count as well.',
    remedy: 'Create the token with the `origin` of the page, such as `https://shop.example.com`.',
  },
  apiKeyFromBrowser: {
    cause: 'A page of another origin sent an API key, which anyone who opens that page can read.',
    remedy:
      'Have your server create a [browser token](/docs/authentication#browser-tokens), and replace the key: it has been public.',
  },
  idempotencyKeyInvalid: {
    cause:
      'The header `Idempotency-Key` is empty, longer than 255 characters, or has a blank or a letter outside ASCII.',
    remedy: 'Use something short that is yours alone, such as a UUID or an order number.',
  },
  idempotencyKeyReused: {
    cause: 'The key was used in the last 24 hours, with another endpoint or another body.',
    remedy: 'Use a new key for each call, and the same one only to repeat that call unchanged.',
  },
  idempotencyKeyInUse: {
    cause: 'The first call with this key has not been answered yet.',
    remedy: 'Wait a second and repeat the call: as soon as the first is done, you get its answer.',
  },
  storageFull: {
    cause: 'Saved images, pages, photos and kept answers together take all the room that the account has.',
    remedy:
      '`storage` in [your account](/docs/account#account) says what is kept. Kept answers go by themselves within a day; the operator can make more room.',
    cost: 'Nothing when there is no room for the answer to an asynchronous call or a call with an `Idempotency-Key`. Its price when the call itself was to keep something.',
  },
  cursorInvalid: {
    cause: '`after` is not a cursor that this list has given.',
    remedy: 'Pass on `next` of the page before, unchanged; leave `after` out for the first page.',
  },
  jobUnknown: {
    cause: 'No asynchronous call of your account has this id, or it was more than an hour ago.',
    remedy:
      'Take the id from the 202, and fetch the answer within the hour. [GET /v1/jobs](/docs/account#jobs) lists your calls.',
  },
  jobBegun: {
    cause: 'A worker has begun the call, or finished it.',
    remedy: 'Fetch its answer: it is charged in any case.',
  },
  jobCancelled: {
    cause: 'You cancelled the call before a worker had begun it. This is what its job says from then on.',
    remedy: 'Nothing, or make the call again.',
  },

  internalError: {
    cause: 'Something went wrong on our side that we had not foreseen.',
    remedy: 'Try again. If it keeps failing, tell us the `request_id`: the cause is in our log under it.',
  },
  callFailed: {
    cause: 'The call brought down the process that computed it. The same input is not computed again for ten minutes.',
    remedy: 'Change the input if you can, and tell us the `request_id`: this is a defect of ours.',
  },
  serviceBusy: {
    cause: 'There are more calls than can be answered in time, so this one was refused before it began.',
    remedy:
      'Wait for as many seconds as `Retry-After` says, then try again, each time after a longer pause. What can wait may be sent [asynchronously](/docs/async).',
  },
  serviceUnavailable: {
    cause: 'A part of the platform that every call needs, its store or its queue, could not be reached.',
    remedy:
      'Wait for as many seconds as `Retry-After` says, then try again. The [status page](/status) shows whether it lasts.',
  },
  deadlineExceeded: {
    cause:
      'The call was not finished within its [deadline](/docs/requests#deadlines), and that was not because of its input.',
    remedy: 'Try again. With an [Idempotency-Key](/docs/idempotency) nothing is done twice.',
  },
  inputTooCostly: {
    cause:
      'The work that the input asks for took longer than a call may: a large or intricate image, for the most part.',
    remedy: 'Send smaller or simpler input. The same input takes too long again.',
  },
  upstreamNotConfigured: {
    cause: 'The endpoint needs a service elsewhere, and the operator has not connected this platform with one.',
    remedy: 'Ask the operator to set what the message names.',
    example: { setting: 'RATES_PRIMARY_KEY' },
  },
  upstreamUnavailable: {
    cause:
      'A service that this endpoint relies on did not answer, or answered with something that makes no sense, several times over.',
    remedy: 'Try again in a minute. The [status page](/status) shows how often that has been so.',
  },

  adminTokenInvalid: {
    cause: 'What operators do takes their admin token, and the request has none or another one.',
    remedy: 'Send `Authorization: Bearer` with the `ADMIN_TOKEN` of the platform. API keys do not open this.',
  },
  tooManyAdminTokens: {
    cause: 'Ten wrong admin tokens came from this address.',
    remedy: 'Wait five minutes. Until then the right one is not heard from there either.',
  },
  sessionUnreadable: {
    cause: 'The cookie of the console was not made by this platform, or its admin token has been changed since.',
    remedy: 'Log in again.',
  },
  formFromElsewhere: {
    cause: 'The form was not made for this session: it was sent by another site, or is older than the last log-in.',
    remedy: 'Load the page again and send the form from there.',
  },
  accountUnknown: {
    cause: 'There is no account with this id.',
    remedy: 'Open it first, or look it up in the list of accounts.',
    example: { account: 'shop' },
  },
  accountExists: {
    cause: 'There is an account with this id already.',
    remedy: 'Use it, or choose another id.',
    example: { account: 'shop' },
  },
  keyUnknown: {
    cause: 'No key has this id. It is the id that begins with `key_`, not the key itself.',
    remedy: 'Look it up in the list of the account’s keys.',
    example: { key: 'key_0123456789' },
  },
  requestUnknown: {
    cause: 'No call of the last 30 days has this id, or it is another account’s.',
    remedy:
      'Take the id from `X-Request-Id` or the error’s `request_id`. Calls that were refused before they were charged are not listed.',
    example: { request: '0c0f7a1e-7f52-4f0a-9f43-2a8f6a3f8a11' },
  },
} satisfies Partial<Record<ErrorName, Explanation>>;
