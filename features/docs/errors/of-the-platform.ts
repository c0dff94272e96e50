import { MOST_LIVE_KEYS } from '../../../shared/contract/bounds.js';
import type { ErrorName, Explanation } from './explanation.js';

/** Errors of the platform itself, of tokens, retries and jobs, and of the whole. */
export const ofThePlatform = {
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
    cause: 'A scope is neither the id of a group or an endpoint, nor a scope of service routes, nor `*`.',
    remedy:
      'Take it from the [list of scopes](/docs/authentication#scopes). An endpoint’s id is its path without `/v1/`.',
    example: { scope: 'currencies' },
  },
  scopeNotForTokens: {
    cause: 'The token was to have a scope of service routes, which no browser token opens.',
    remedy: 'Ask for groups and endpoints only, and request service routes from your server with an API key.',
    example: { scope: 'billing' },
  },
  limitGroupUnknown: {
    cause: 'The limits of a key name something that has no limit of its own.',
    remedy:
      'Use the ids of groups that the message lists; `*` is all groups, `mcp` messages of agents, `test` calls with a test key, `service` routes that are no endpoints.',
    example: { group: 'curency', groups: 'vat, currency, …' },
  },
  tooManyKeys: {
    cause:
      'The account has as many live keys as it may. Test keys count, and so does a replaced key for as long as it still works.',
    remedy: 'Revoke keys that are no longer used. To replace a key at this limit, let the old one stop at once.',
    example: { limit: MOST_LIVE_KEYS },
  },
  keyReplaced: {
    cause:
      'The key has a successor, or it is one whose predecessor still works. Rotations that overlap would multiply the limits and budgets of the key.',
    remedy:
      'Rotate the newest key. Until the overlap of the rotation before is over, rotate it with `overlap_seconds: 0`.',
  },
  keyChanged: {
    cause: 'The limits or the expiry of the key were changed while you edited it.',
    remedy: 'Load the key again and repeat your change.',
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
  responseNotStored: {
    cause:
      'The first request with this key succeeded. Its response holds a secret (a token, or the secret of a webhook), which is shown once and not stored.',
    remedy:
      'Use what the first response holds. If you never received it, make a new request with a new key, and delete or rotate what the first one created.',
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
  jobCrashed: {
    cause: 'The request crashed the process that handled it. This is a defect on our side, and you are not charged.',
    remedy: 'Change the input if you can, and send us the `request_id`. The same input is likely to fail again.',
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
    cause: 'The request was not finished within its [deadline](/docs/requests#deadlines). You are not charged.',
    remedy: 'Try again. With an [Idempotency-Key](/docs/idempotency) nothing is done twice.',
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
  noUsableDraft: {
    cause: 'The language model that writes this text was unavailable, or none of its drafts could be used.',
    remedy: 'Try again in a minute: the request was not charged. Rewording the topic can help.',
  },
} satisfies Partial<Record<ErrorName, Explanation>>;
