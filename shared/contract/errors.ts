import { ApiError, defineErrors, type ErrorKind, row } from './api-error.js';
import {
  INVITATION_EMAILS,
  INVITE_AGAIN_AFTER,
  SIGN_IN,
  SIGN_IN_CODES,
  UNAUTHENTICATED_REQUESTS,
  WRONG_ADMIN_TOKENS,
  WRONG_CODES,
  WRONG_PASSWORDS,
} from './bounds.js';

/**
 * All public errors: type, status, message, and party at fault. Nothing else decides a status or what is charged: an error before the hold is
 * free, an error after it is charged, and a server fault releases the hold.
 */
export const errors = defineErrors({
  // Reaching an endpoint
  pathUnknown: row(404, 'Not found'),
  notOffered: row(404, 'This platform does not offer this endpoint'),
  pathRemoved: row(410, 'This path was removed: use {instead}'),
  methodNotAllowed: row(405, 'Method not allowed'),
  unreadableBody: row(400, 'The body is not valid JSON'),
  bodyNotAnObject: row(400, 'The body must be a JSON object'),
  bodyTooDeep: row(400, 'The body is nested more than {levels} levels deep'),
  bodyTooManyValues: row(400, 'The body has more than {values} values'),
  formTooManyFields: row(400, 'The form has more than {fields} fields'),
  bodyTooLarge: row(413, 'The body is larger than {limit}'),
  unsupportedContentType: row(415, 'Content-Type must be application/json or application/x-www-form-urlencoded'),
  jsonOnly: row(415, 'Content-Type must be application/json'),
  uploadFormOnly: row(415, 'Content-Type must be multipart/form-data'),
  formOnly: row(415, 'Content-Type must be application/x-www-form-urlencoded'),
  formFieldUnknown: row(422, 'Unknown form field "{field}": reload the page and try again'),
  tooManyMessages: row(422, 'A request may have at most {limit} messages'),
  contentEncodingRefused: row(
    415,
    'Compressed request bodies are not supported: send the body without Content-Encoding',
  ),

  // Keys, limits, credits
  apiKeyMissing: row(401, 'API key is required'),
  apiKeyNotInHeader: row(401, 'API key is required: with a body of more than {limit}, send it in the X-API-Key header'),
  apiKeyInQuery: row(
    401,
    'API key is required: keys in the query string are not accepted, send it in the X-API-Key header',
  ),
  apiKeyInvalid: row(401, 'Invalid API key'),
  tokenSentAsKey: row(401, 'Invalid API key: this is a browser token, send it as Authorization: Bearer …'),
  testKeyNotAllowed: row(
    403,
    'Test keys work only for endpoints, batches, jobs, browser tokens and GET /v1/account: use a key that begins with ua_live_',
  ),
  testAnswerUnknown: row(
    422,
    'X-Test-Answer must be slow, or the status or type of an error that this request can get',
  ),
  apiKeyInactive: row(403, 'API key is inactive'),
  apiKeyExpired: row(403, 'API key has expired'),
  accountSuspended: row(403, 'Account is suspended'),
  accountClosed: row(403, 'Account is closed'),
  apiKeyNotAllowed: row(403, 'API key is not allowed for this endpoint'),
  apiKeyNotAllowedFromHere: row(403, 'API key is not allowed from this IP address'),
  addressBlocked: row(403, 'Requests from this IP address are blocked'),
  tooManyRequests: row(429, 'Too many requests'),
  tooMuchMemory: row(
    429,
    'The pending requests and results of the account use too much memory: send fewer requests at a time',
    { retryAfterSeconds: 5 },
  ),
  tooManyStrangers: row(429, 'Too many requests without a valid API key from this IP address', {
    retryAfterSeconds: UNAUTHENTICATED_REQUESTS.seconds,
  }),
  insufficientCredits: row(402, 'Insufficient credits'),
  budgetUsedUp: row(402, 'The API key has used up its budget for this {period}: it resets at {until}'),

  // Tokens, retries, jobs
  tokenInvalid: row(401, 'Invalid or expired token'),
  tokenNotAllowed: row(403, 'Browser tokens work only for endpoints: use an API key'),
  tokensOff: row(503, 'Browser tokens are not configured: set TOKEN_SECRETS'),
  scopesTooWide: row(403, 'scopes must be among those of the API key', { param: 'scopes' }),
  groupUnknown: row(422, 'Unknown group "{group}": it must be one of {groups}', { param: 'groups' }),
  scopeUnknown: row(
    422,
    'Unknown scope "{scope}": it must be the id of a group or an endpoint, account:read, billing, webhooks, pages, keys, or *',
    { param: 'scopes' },
  ),
  scopeNotForTokens: row(422, 'Browser tokens work only for endpoints: remove "{scope}" from scopes', {
    param: 'scopes',
  }),
  limitGroupUnknown: row(422, 'Unknown group "{group}" in limits: it must be one of {groups}', { param: 'limits' }),
  originNotAllowed: row(403, 'Token is not allowed from this origin'),
  apiKeyFromBrowser: row(403, 'API keys cannot be used from other origins: use a browser token'),
  idempotencyKeyInvalid: row(422, 'Idempotency-Key must be 1 to 255 visible ASCII characters'),
  idempotencyKeyReused: row(422, 'Idempotency-Key was used with another request'),
  idempotencyKeyInUse: row(409, 'A request with this Idempotency-Key is still running', { retryAfterSeconds: 1 }),
  responseNotStored: row(
    409,
    'The request with this Idempotency-Key succeeded, but its response holds a secret and is not stored: use a new key',
  ),
  storageFull: row(422, 'The storage of the account is full: see storage in GET /v1/account'),
  cursorInvalid: row(422, 'after must be the value of next from the previous page', { param: 'after' }),
  jobUnknown: row(404, 'Unknown job', { param: 'job_id' }),
  jobBegun: row(409, 'The job has started or finished and can no longer be cancelled', { param: 'job_id' }),
  jobCancelled: row(410, 'The job was cancelled before it started', { fault: 'service' }),

  // Batches
  batchUnknown: row(404, 'Unknown batch', { param: 'batch' }),
  batchEndpointRefused: row(422, 'endpoint must be one of {endpoints}', { param: 'endpoint' }),
  batchItemsRequired: row(422, 'Send either items or csv', { param: 'items' }),
  batchNamesImagesOnly: row(422, 'name_pattern is for batches of QR codes', { param: 'name_pattern' }),
  batchHasNoImages: row(422, 'The batch has no images: format must be jsonl or csv', { param: 'format' }),
  batchUnfinished: row(409, 'The batch is not finished: cancel it first', { param: 'batch' }),
  batchEnded: row(409, 'The batch has ended and can no longer be cancelled', { param: 'batch' }),
  tooManyBatches: row(422, 'An account may have at most {limit} {state} batches: wait, or delete one'),
  batchResultsFull: row(422, 'The results of the batch are too large: a batch may have at most {limit} MiB', {
    fault: 'service',
  }),
  batchItemStorageFull: row(422, 'The storage of the account is full, so the result was not stored', {
    fault: 'service',
  }),

  // Domains
  domainRefused: row(422, 'host {problem}', { param: 'host' }),
  domainUnknown: row(404, 'Unknown domain', { param: 'host' }),
  domainExists: row(409, 'The account has this domain already', { param: 'host' }),
  domainNotVerified: row(409, 'The domain is not verified: set its DNS records, then verify it'),
  tooManyDomains: row(422, 'An account may have at most {limit} domains'),

  // Image links
  imageLinkUnknown: row(404, 'Unknown image link', { param: 'link' }),
  imageLinkContent: row(422, 'Send one of qr_code_text, content, experience_id and text_prefix'),
  imageLinkPrefix: row(422, 'text_prefix must contain the whole host, with a slash after it', { param: 'text_prefix' }),
  imageLinkText: row(422, 'text must begin with {prefix}, and have at most {limit} characters', { param: 'text' }),
  imageLinkExhausted: row(429, 'The link has drawn {limit} new texts today, as many as it may'),
  tooManyImageLinks: row(422, 'An account may have at most {limit} image links'),

  // Batches
  csvInvalid: row(422, 'The CSV cannot be read: {problem}', { param: 'csv' }),
  batchUploadIncomplete: row(422, '{problem}'),
  batchUploadUnknown: row(404, 'The upload has expired or was started already. Upload the file again'),
  csvMappingInvalid: row(422, 'The columns do not fit: {problem}', { param: 'columns' }),

  // Webhooks
  webhooksOff: row(503, 'Webhooks are not configured: set WEBHOOK_SECRETS'),
  webhookUnknown: row(404, 'Unknown webhook', { param: 'webhook' }),
  webhookUrlRefused: row(422, 'URL not allowed: {field} {problem}', { param: '{field}' }),
  tooManyWebhooks: row(422, 'An account may have at most {limit} webhooks'),
  webhookIsOff: row(409, 'The webhook is switched off: switch it on first, with active in PATCH /v1/webhooks'),
  deliveryUnknown: row(404, 'Unknown delivery', { param: 'delivery' }),
  callbackSecretMissing: row(
    422,
    'The account has no secret to sign callbacks with: create one with POST /v1/webhooks/callback/rotate-secret',
    { param: 'callback_url' },
  ),

  // Payments
  paymentsOff: row(503, 'Payments are not configured: set PAYMENT_PACKS and STRIPE_SECRET_KEY'),
  packUnknown: row(422, 'Unknown pack "{pack}": it must be one of {packs}', { param: 'pack' }),
  planUnknown: row(422, 'Unknown plan "{plan}": it must be one of {plans}', { param: 'plan' }),
  planUnpaid: row(409, 'The last renewal of the plan is not paid: pay it at pay_url of GET /v1/account/plan first'),
  planChanging: row(409, 'The plan is being changed: try again', { retryAfterSeconds: 2 }),
  planPaymentDeclined: row(409, 'The payment for the new plan was declined ({why}): the plan has not changed'),
  couponInvalid: row(422, 'The coupon is unknown, or no longer valid', { param: 'coupon' }),
  couponNotApplicable: row(422, 'The coupon cannot be used here: {why}', { param: 'coupon' }),
  couponRedeemed: row(409, 'The account has already used this coupon'),
  couponUnknown: row(404, 'Unknown coupon "{code}"', { param: 'code' }),
  couponExists: row(409, 'A coupon with the code "{code}" already exists', { param: 'code' }),
  couponIncomplete: row(422, 'Give one of percent, amount with currency, or credits'),
  tooManyCouponCodes: row(429, 'Too many coupon codes were tried: try again in {minutes} minutes', {
    retryAfterSeconds: 600,
  }),
  methodInUse: row(409, 'The payment method pays for the plan: cancel the plan first, or replace the payment method'),
  billingCountryMissing: row(
    422,
    'The account has no billing country, which decides the VAT: set it in Billing, under Billing details',
  ),
  invoiceUnknown: row(404, 'Unknown invoice "{invoice}"', { param: 'invoice' }),
  paymentUnavailable: row(502, 'The payment provider is unavailable, try again shortly', { retryAfterSeconds: 10 }),
  savedMethodMissing: row(
    409,
    'The account has no saved payment method: buy a pack with save_method in POST /v1/account/orders',
  ),
  providerSignatureInvalid: row(400, 'The message is not signed by the payment provider, or is too old'),
  orderUnknown: row(404, 'Unknown order "{order}"', { param: 'order' }),
  tooManyOpenOrders: row(409, 'An account may have at most {limit} open orders: pay or cancel one first'),
  orderNotOpen: row(409, 'The order cannot be cancelled: it is not open'),
  orderNotPaid: row(409, 'The order cannot be refunded: it is not paid'),
  orderRefundTooLarge: row(422, 'amount must be at most {left}: the rest has already been returned', {
    param: 'amount',
  }),
  orderRefundTooOld: row(
    409,
    'The refund "{refund}" was requested at {at}, too long ago to repeat it: check at the payment provider, and use a new refund_id',
    { param: 'refund_id' },
  ),
  paymentUnknown: row(404, 'The payment provider has no payment "{payment}"', { param: 'payment' }),
  paymentNotReceived: row(409, 'The money of the payment has not been received', { param: 'payment' }),
  paymentOfAnotherPlatform: row(409, 'The payment belongs to {platform}, not to this platform', { param: 'payment' }),
  paymentOfAnotherAccount: row(409, 'The payment belongs to the account "{account}"', { param: 'account' }),
  paymentCredited: row(409, 'The credits of the payment "{payment}" were already added'),
  paymentNotListed: row(404, 'The payment "{payment}" is not among those without an order', { param: 'payment' }),
  paymentWithoutAccount: row(422, 'account is required: the payment does not name one', { param: 'account' }),
  paymentWithoutPack: row(
    409,
    'The payment does not name a pack, and its price is not that of one pack: add the credits with admin purchases add',
    { param: 'payment' },
  ),
  orderRefundDiffers: row(409, 'The refund "{refund}" of this order already exists, with the amount {amount}', {
    param: 'refund_id',
  }),

  // Operators
  adminTokenInvalid: row(401, 'Admin token is required'),
  adminTokenWrong: row(401, 'Wrong admin token'),
  signInWrong: row(401, 'Wrong name or password'),
  adminTokenUnlocksOnly: row(
    403,
    "Now that there are admins, the admin token can only create and unlock admins: use an operator's token",
  ),
  roleTooLow: row(403, '{operation} requires the role {needed}, yours is {role}'),
  tooManyAdminTokens: row(429, 'Too many wrong admin tokens from this IP address: try again in 5 minutes', {
    retryAfterSeconds: WRONG_ADMIN_TOKENS.seconds,
  }),
  tooManyPasswords: row(429, 'Too many wrong passwords for this name: try again in an hour', {
    retryAfterSeconds: WRONG_PASSWORDS.seconds,
  }),
  tooManyCodes: row(429, 'Too many wrong codes for this name today: use a recovery code', {
    param: 'code',
    retryAfterSeconds: WRONG_CODES.seconds,
  }),
  secondFactorWrong: row(401, 'Wrong code, or one that was already used', { param: 'code' }),
  logInAgain: row(401, 'The login has expired: sign in again'),
  sessionUnreadable: row(401, 'The session cookie is not valid: log in again'),
  formFromElsewhere: row(403, 'The form is out of date, or was not sent from this console: reload the page'),
  operatorUnknown: row(404, 'Unknown operator "{operator}"', { param: 'operator' }),
  operatorExists: row(409, 'Operator "{operator}" already exists', { param: 'operator' }),
  operatorNeeded: row(422, 'operator is required', { param: 'operator' }),
  lastAdmin: row(409, 'Operator "{operator}" is the last admin: create another one first', { param: 'operator' }),
  ownUnlock: row(403, 'You cannot unlock yourself: change your password instead', {
    param: 'operator',
  }),
  secondFactorOff: row(503, 'Second factors are not configured: set WEBHOOK_SECRETS'),
  secondFactorExists: row(409, 'You have a second factor already'),
  secondFactorMissing: row(404, 'Operator "{operator}" has no second factor', { param: 'operator' }),
  secondFactorRequired: row(403, 'This platform requires a second factor'),
  ownSecondFactor: row(403, 'You cannot reset your own second factor: turn it off with your password and a code', {
    param: 'operator',
  }),
  tokenTooNarrow: row(403, "{operation} requires a session, or a token with its operator's full role"),
  tokenExpires: row(403, '{operation} requires a session, or a token without an expiry'),
  tokenOutlivesCreator: row(403, 'expires_at must be at most {expires}: a token cannot create one that outlives it', {
    param: 'expires_at',
  }),
  passwordWrong: row(403, 'The current password is wrong', { param: 'current_password' }),
  operatorTokenUnknown: row(404, 'Unknown token "{token}"', { param: 'id' }),
  operatorSessionUnknown: row(404, 'Unknown session "{session}"', { param: 'session' }),
  trailUnavailable: row(
    503,
    'The audit trail cannot be written: check whether the change was made before you repeat it',
    {
      retryAfterSeconds: 2,
    },
  ),
  findingUnknown: row(404, 'The audit has no finding "{finding}" in the account "{account}"', { param: 'finding' }),
  acknowledgementUnknown: row(404, 'The finding "{finding}" is not acknowledged', { param: 'finding' }),
  queueUnknown: row(404, 'Unknown queue "{queue}"', { param: 'queue' }),
  queueNotConfirmed: row(409, 'Nothing was done: to confirm, type the name of the queue, {queue}', {
    param: 'confirm',
  }),
  queueNotPaused: row(409, 'The queue "{queue}" is not paused: pause it first', { param: 'queue' }),
  queueRuns: row(409, 'The queue "{queue}" has running jobs: wait for them, or use force', { param: 'force' }),
  queueJobUnknown: row(404, 'Unknown job "{job}" in the queue "{queue}"', { param: 'job' }),
  queueJobNotFailed: row(409, 'The job "{job}" has not failed', { param: 'job' }),
  blocksOperator: row(422, 'network must not contain your own address, {address}', { param: 'network' }),
  tooManyBlockedNetworks: row(409, 'At most {limit} networks can be blocked: remove one, or block a larger network'),
  networkNotBlocked: row(404, 'The network "{network}" is not blocked', { param: 'network' }),
  accountIsClosed: row(409, 'Account "{account}" is closed', { param: 'account' }),
  // Connected apps
  accessTokenMissing: row(401, 'An access token is required: connect the app to your account'),
  accessTokenInvalid: row(401, 'Invalid or expired access token: refresh it, or connect the app again'),
  connectionRequestExpired: row(410, 'This request has expired or was completed: connect the app again'),
  connectionUnknown: row(404, 'Unknown connection "{key}"'),
  connectionGroupsMissing: row(422, 'Choose at least one group of tools', { param: 'groups' }),

  // The portal
  portalFormFromElsewhere: row(403, 'This form has expired. Reload the page and send it again'),
  emailInvalid: row(422, 'Enter a valid email address, such as you@example.com', { param: 'email' }),
  tooManySignIns: row(429, 'Too many sign-in attempts. Try again in {minutes} minutes', {
    retryAfterSeconds: SIGN_IN.seconds,
  }),
  signInLinkInvalid: row(410, 'This sign-in link has expired or was already used. Request a new one'),
  signInOtherBrowser: row(
    403,
    'Open this link in the browser where you requested it, or enter the code from the same email there',
  ),
  signInCodeWrong: row(422, 'That code is not correct. Use the code in our newest email', { param: 'code' }),
  signInCodeExpired: row(410, 'That code has expired or was already used. Request a new one', { param: 'code' }),
  tooManySignInCodes: row(429, 'Too many wrong codes. Use the link in our newest email, or request a new code', {
    param: 'code',
    retryAfterSeconds: SIGN_IN.seconds,
  }),
  signInCodesUsedUp: row(429, 'Too many wrong codes for this address today. Use the link in our newest email', {
    param: 'code',
    retryAfterSeconds: SIGN_IN_CODES.addressSeconds,
  }),
  billingCountryUnknown: row(422, 'Select a country from the list', { param: 'country' }),
  vatNumberInvalid: row(422, 'Enter a valid VAT number of the billing country, such as DE123456789', {
    param: 'vat_number',
  }),
  vatNumberNotRegistered: row(
    422,
    'The EU register (VIES) does not have this VAT number: correct it, or leave it empty',
    {
      param: 'vat_number',
    },
  ),
  memberRoleTooLow: row(403, 'Your role in this account is {role}. Ask {needed} to do this'),
  deletionNotScheduled: row(409, 'No deletion of account "{account}" is scheduled, or it has already started', {
    param: 'account',
  }),
  notAMember: row(422, 'No member of account "{account}" has this email address', { param: 'email' }),
  accountNameNotRepeated: row(422, 'Enter the name of the account, exactly as it is shown', { param: 'confirm' }),
  memberAlready: row(409, 'This email address already belongs to a member of this account', { param: 'email' }),
  memberElsewhere: row(
    409,
    'This email address already belongs to another account. Leave or delete that account first, or ask for an invitation of another address',
  ),
  tooManyMembers: row(409, 'An account may have at most {limit} members', { param: 'email' }),
  tooManyInvitations: row(409, 'An account may have at most {limit} open invitations: withdraw one first', {
    param: 'email',
  }),
  tooManyInvitationEmails: row(429, 'Too many invitations were sent. Try again in an hour', {
    param: 'email',
    retryAfterSeconds: INVITATION_EMAILS.account.seconds,
  }),
  ownerStays: row(409, 'The owner cannot be changed, be removed or leave: hand over ownership first'),
  ownerChanged: row(
    409,
    'Ownership was not handed over, because the account or its members have changed: reload the page',
  ),
  memberExists: row(409, 'This email address already belongs to an account', { param: 'email' }),
  invitationUnknown: row(404, 'There is no pending invitation for this email address', { param: 'email' }),
  invitationLinkInvalid: row(410, 'This invitation has expired, was already used, or was withdrawn'),
  invitedBefore: row(429, 'This address was invited within the last {minutes} minutes', {
    param: 'email',
    retryAfterSeconds: INVITE_AGAIN_AFTER.seconds,
  }),
  viewIsReadOnly: row(403, 'You are viewing this account as support: nothing can be changed or downloaded'),
  signUpClosed: row(403, 'This email address has no account, and new accounts are by invitation only'),

  // Single sign-on
  ssoUnavailable: row(503, 'Single sign-on is not available right now. Try again in a minute, or sign in another way', {
    retryAfterSeconds: 60,
  }),
  ssoExpired: row(410, 'This sign-in has expired or was already completed. Start again'),
  ssoDenied: row(403, 'The sign-in provider did not sign you in'),
  ssoRefused: row(403, 'The response of the sign-in provider is not valid. Start again'),
  ssoEmailUnverified: row(403, 'The sign-in provider has not verified your email address'),
  ssoOtherUser: row(403, 'This email address belongs to another user of the sign-in provider'),
  ssoNoRole: row(403, 'The sign-in provider gives you no role here: ask your administrator for one'),
  ssoNameMissing: row(403, 'The sign-in provider sends neither a verified email address nor a user name'),
  ssoNameTaken: row(409, 'Another operator is named "{operator}"'),
  operatorDeactivated: row(403, 'This operator is deactivated'),

  // Accounts and keys, for operators
  accountUnknown: row(404, 'Unknown account "{account}"', { param: 'account' }),
  accountExists: row(409, 'Account "{account}" already exists', { param: 'account' }),
  keyUnknown: row(404, 'Unknown key "{key}"'),
  tooManyKeys: row(409, 'An account may have at most {limit} active keys: revoke one that you no longer use'),
  accountKeyRevoked: row(409, 'The key "{name}" of the account was revoked or has expired: create a new one'),
  keyReplaced: row(
    409,
    'The key is already being replaced: rotate the newest key, without overlap until the rotation is over',
  ),
  keyOfApp: row(409, 'The key of a connected app has no secret to replace: connect the app again'),
  keyChanged: row(409, 'The key was changed at the same time: reload it and try again'),
  requestUnknown: row(404, 'Unknown request "{request}"', { param: 'request_id' }),

  // The platform itself
  internalError: row(500, 'Internal server error'),
  jobCrashed: row(500, 'The request crashed the process that handled it'),
  serviceBusy: row(503, 'The service is busy, try again shortly', { retryAfterSeconds: 2 }),
  readOnly: row(503, 'The service is read-only for maintenance: nothing can be changed now', { retryAfterSeconds: 60 }),
  serviceUnavailable: row(503, 'The service is temporarily unavailable', { retryAfterSeconds: 2 }),
  deadlineExceeded: row(504, 'The request took too long'),

  // Upstreams
  upstreamNotConfigured: row(502, 'Upstream not configured: set {setting}'),
  upstreamUnavailable: row(502, 'Upstream unavailable'),
  noUsableDraft: row(502, 'The language model returned no usable text: try again shortly', { retryAfterSeconds: 10 }),

  // Horoscope and numerology
  signOrBirthDateRequired: row(422, 'sign or birth_date is required', { param: 'sign' }),
  bothSidesRequired: row(422, 'sign_a and sign_b (or birth_date_a and birth_date_b) are required', { param: 'sign_a' }),
  birthYearOrDateRequired: row(422, 'birth_year or birth_date is required', { param: 'birth_year' }),
  birthDateRequired: row(422, 'birth_date is required', { param: 'birth_date' }),
  fullNameRequired: row(422, 'full_name is required', { param: 'full_name' }),
  fullNameWithoutLetters: row(422, 'full_name must contain at least one letter', { param: 'full_name' }),
  spreadUnknown: row(422, 'spread must be one of single, three, celtic_cross', { param: 'spread' }),
  dateOutOfRange: row(422, '{field} must be from 1800-01-01 to 2200-12-31', { param: '{field}' }),
  birthAfterDate: row(422, 'birth_date must not be later than date', { param: 'birth_date' }),
  placeUnknown: row(422, 'location "{place}" is not a known city: use "city, country" or "latitude,longitude"', {
    param: 'location',
  }),
  coordinatesOutOfRange: row(
    422,
    'location must have a latitude from -90 to 90 and a longitude from -180 to 180, e.g. 48.14,11.58',
    { param: 'location' },
  ),

  // Content generation
  missingTopic: row(400, 'Missing "topic"', { param: 'topic' }),
  topicRefused: row(400, '"{field}" asks for harmful content, which this service does not write', { param: '{field}' }),

  // Channel data
  missingChannel: row(400, 'Missing "channel" parameter', { param: 'channel' }),
  missingQuery: row(400, 'Missing "query"', { param: 'query' }),
  invalidLimit: row(422, 'Invalid "limit"', { param: 'limit' }),
  invalidOrder: row(422, 'Invalid "order"', { param: 'order' }),
  invalidDates: row(422, 'Invalid "after" or "before" date', { param: 'after' }),
  channelUnresolved: row(404, 'Unable to resolve channel ID'),
  channelNotFound: row(404, 'Not found'),
  noRecentVideos: row(404, 'Channel has no recent videos'),

  // Video search, web-search autocomplete
  missingQ: row(400, 'Missing "q" (query) parameter', { param: 'q' }),

  // QR codes
  qrTextTooLong: row(422, 'qr_code_text is too long', { param: 'qr_code_text' }),
  qrTextRequired: row(422, 'qr_code_text is required', { param: 'qr_code_text' }),
  qrContrastTooLow: row(
    422,
    'foreground_color and background_color must have a contrast ratio of at least 3:1 (it is {ratio}:1): the nearest foreground_color that works is {nearest}',
    { param: 'foreground_color', nearest: '{nearest}' },
  ),
  qrColourUnreadable: row(
    422,
    'The colour {colour} would not scan: the foreground and all eyes need a contrast of at least 3:1 with background_color, in the same direction and of similar strength. The nearest {field} that works is {nearest}',
    { param: '{field}', nearest: '{nearest}' },
  ),
  qrTooSmallToScan: row(422, 'image_width must be at least {least} for this content to be scannable', {
    param: 'image_width',
    nearest: '{least}',
  }),
  qrTooLargeToPaint: row(422, 'image_width must be at most {most} for a {what}: SVG and PDF are sharp at any size', {
    param: 'image_width',
    nearest: '{most}',
  }),
  qrTooManyOutlines: row(
    422,
    'qr_code_text is too long for a PDF with the body_style {body}: shorten it, or use square or another image_format',
    { param: 'qr_code_text' },
  ),
  qrNotTransparent: row(422, 'JPG has no transparency: use PNG, WEBP, SVG or PDF', { param: 'image_format' }),
  qrCaptionNotDrawable: row(
    422,
    'frame_text may contain Latin, Greek, Cyrillic, Armenian and Georgian letters, digits and symbols; it contains {script}',
    { param: 'frame_text' },
  ),
  qrCaptionTooLong: row(422, 'frame_text is too long for the frame', { param: 'frame_text' }),
  qrFrameIconUnknown: row(
    422,
    'Unknown frame_icon_name "{icon}": it must be the name of an icon from Bootstrap Icons',
    {
      param: 'frame_icon_name',
    },
  ),
  qrLogoIconRequired: row(422, 'logo_icon_name is required when qr_code_logo is icon or icon-square', {
    param: 'logo_icon_name',
  }),
  qrLogoIconUnknown: row(422, 'Unknown logo_icon_name "{icon}": it must be the name of an icon from Bootstrap Icons', {
    param: 'logo_icon_name',
  }),
  qrLogoRequired: row(422, 'logo_path or logo_data_base64 is required when qr_code_logo is upload', {
    param: 'logo_data_base64',
  }),
  qrLogoTooLarge: row(422, 'The logo must not be larger than 2 MiB'),
  qrLogoUnreadable: row(422, 'The logo must be a PNG, JPG, WebP or SVG image'),
  qrLogoTooManyPixels: row(
    422,
    'The logo must have at most {limit} megapixels, and fewer as PNG, WebP or progressive JPG',
  ),
  qrLogoTooComplex: row(422, 'The logo is too complex: it has too many or too deeply nested {what}'),
  qrLogoTooCostly: row(422, 'The logo takes too long to draw: simplify it'),
  qrLogoNotFound: row(422, 'logo_path must name an image on the storage disk', { param: 'logo_path' }),
  qrDiskUnknown: row(422, 'storage_disk must be one of {disks}', { param: 'storage_disk' }),
  storageUnavailable: row(502, 'The storage disk is unavailable'),
  qrLogoHasText: row(422, 'The logo must not contain SVG text elements: convert the text to outlines'),

  // Pages behind QR codes
  pageRequired: row(422, 'page is required for type page', { param: 'page' }),
  pageVersionRequired: row(422, 'page.version is required for type page', { param: 'page.version' }),
  pageBlocksRequired: row(422, 'page.blocks is required for type page', { param: 'page.blocks' }),
  pageTooLarge: row(422, 'page must have at most {limit} characters of JSON, not counting photos', { param: 'page' }),
  blockTypeUnknown: row(422, '{path}.type must be one of {types}', { param: '{path}.type' }),
  tooManyBlocks: row(422, 'page must have at most {limit} blocks', { param: 'page.blocks' }),
  blocksTooDeep: row(422, 'page.blocks must be nested at most {limit} levels deep', { param: 'page.blocks' }),
  contentRequired: row(422, 'content is required for type {type}', { param: 'content' }),
  photoUnreadable: row(422, 'photo_base64 must be a PNG, JPG or WebP image'),
  photoTooLarge: row(
    422,
    'photo_base64 must have at most {limit} megapixels, and fewer as PNG, WebP or progressive JPG, or with other large photos',
  ),
  photoTooCostly: row(422, 'photo_base64 takes too long to decode: scale the photo down'),
  tooManyPhotos: row(422, 'page must have at most {limit} photos', { param: 'page.blocks' }),
  experienceUnknown: row(404, 'Unknown hosted page'),
  ifMatchRequired: row(428, 'If-Match is required: send the etag of the version that you want to change', {
    param: 'if_match',
  }),
  experienceChanged: row(412, 'The hosted page has changed since the version in If-Match: read it again', {
    param: 'if_match',
  }),
  versionUnknown: row(404, 'Version {version} of the hosted page is not stored', { param: 'version' }),
  slugTaken: row(409, 'The slug is taken, or looks like the slug or code of another hosted page: choose another', {
    param: 'slug',
  }),
  slugReserved: row(
    422,
    'slug "{slug}" is reserved for a well-known brand or service: choose another, or ask the operator to assign it',
    { param: 'slug' },
  ),
  slugLikeCode: row(422, 'slug "{slug}" looks like a code: add a hyphen, or use more or fewer than 10 characters', {
    param: 'slug',
  }),
  slugBlocked: row(
    409,
    'slug "{slug}" is blocked, because its page was taken down: choose another slug, or ask the operator to unblock it',
    { param: 'slug' },
  ),
  targetIsOwnPage: row(422, '{field} must not lead to the hosted page itself', { param: '{field}' }),
  experienceProtected: row(403, 'The hosted page requires a password'),
  experienceEnded: row(410, 'The hosted page has ended'),
  fieldOfAnotherType: row(422, '{field} is not allowed for hosted pages of type {type}', { param: '{field}' }),
  metaTooLarge: row(422, 'meta must have at most {limit} characters of JSON', { param: 'meta' }),
  eventFromElsewhere: row(403, 'Events are accepted only from pages of this service'),
  experienceNotNamed: row(422, 'Send either experience_id, or type and code', { param: 'experience_id' }),

  // The QR studio
  draftUnknown: row(404, 'Unknown draft', { param: 'id' }),
  draftChanged: row(412, 'The draft has changed since the version in If-Match: read it again', { param: 'if_match' }),
  draftTooLarge: row(422, 'A draft may have at most {limit} characters of JSON, not counting photos', {
    param: 'body',
  }),
  draftIsNoPage: row(422, 'Only drafts of hosted pages are published: download the code of this one', {
    param: 'kind',
  }),
  draftIsPage: row(422, 'The code of a hosted page exists once the page is published', { param: 'kind' }),
  tooManyDrafts: row(409, 'An account may have at most {limit} drafts: delete or publish one'),
  pictureUnknown: row(404, 'Unknown picture', { param: 'id' }),
  pictureUnreadable: row(422, 'data_base64 must be a PNG, JPG or WebP image', { param: 'data_base64' }),
  pictureTooLarge: row(
    422,
    'data_base64 must have at most 8 MiB and {limit} megapixels, and fewer as PNG, WebP or progressive JPG',
    { param: 'data_base64' },
  ),
  pictureTooCostly: row(422, 'data_base64 takes too long to decode: scale the picture down', { param: 'data_base64' }),
  tooManyPictures: row(409, 'An account may have at most {limit} pictures: delete those that you no longer use'),
  logoPictureUnknown: row(422, 'logo_picture must be the id of one of your pictures', { param: 'logo_picture' }),
  signedOut: row(401, 'You are signed out: sign in again'),
  studioSessionEnded: row(403, 'This session of the studio has ended: open it again'),
  studioSessionLimited: row(403, 'This session of the studio does not allow this'),

  // Email check
  missingEmail: row(422, 'Missing "email" parameter', { param: 'email' }),

  // User agents
  missingUserAgent: row(422, 'Missing User-Agent string', { param: 'ua' }),

  // VAT
  countryCodeInvalid: row(400, 'country_code must be two letters', { param: 'country_code' }),
  countryRequired: row(400, 'country_code is required', { param: 'country_code' }),
  countryUnknown: row(404, 'Unknown country_code "{country}"', { param: 'country_code' }),
  vatDateOutOfRange: row(400, '{field} must be from {from} to {until}', { param: '{field}' }),
  vatRatesUnknown: row(400, 'The VAT rates of {country} are known from {from} on', { param: 'date' }),
  vatRegionUnknown: row(400, 'Unknown region "{region}" of {country}. Known regions: {known}', { param: 'region' }),
  vatPlaceWithoutCountry: row(400, '{field} needs a country_code', { param: '{field}' }),
  amountInvalid: row(400, '{field} must be a number such as 1234.56 or 1.234,56', { param: '{field}' }),
  amountTooLarge: row(400, '{field} must be between -{limit} and {limit}', { param: '{field}' }),
  vatRateOutOfRange: row(400, 'vat_rate must be a percentage from 0 to 100', { param: 'vat_rate' }),
  vatNumberRequired: row(400, 'vat_number is required, with at most 40 characters', { param: 'vat_number' }),
  vatNumberWithoutCountry: row(400, 'country_code is required: vat_number does not begin with a country', {
    param: 'country_code',
  }),
  requesterVatNumberInvalid: row(400, 'requester_vat_number must be a VAT number of a member state, with its prefix', {
    param: 'requester_vat_number',
  }),
  invoiceLinesRequired: row(400, 'lines is required: send 1 to 500 lines', { param: 'lines' }),
  invoiceAdjustmentsTooMany: row(400, 'The lines may have at most {limit} allowances and charges together', {
    param: 'lines',
  }),
  invoicePriceRequired: row(400, '{line} needs either net or gross', { param: '{line}' }),
  invoiceRateUnknown: row(400, '{line}.vat_rate is required: {reason}', { param: '{line}.vat_rate' }),
  invoiceRulesViolated: row(400, 'The invoice violates EN 16931: {problem}'),

  // Currency
  pairsRequired: row(422, 'pairs array or from/to parameters are required', { param: 'pairs' }),
  exchangeRateUnavailable: row(404, 'Exchange rate not available for {from}/{to}'),
  exchangeRateUnavailableOn: row(404, 'Exchange rate not available for {from}/{to} on {date}', { param: 'date' }),
  officialRateUnavailable: row(404, 'No official exchange rate of {currency} on {date}'),
  dateRangeTooLong: row(422, 'Date range must not exceed 365 days: send limit to get it page by page', {
    param: 'start_date',
  }),
  dateRangeReversed: row(422, 'start_date must not be later than end_date', { param: 'start_date' }),
  dateInFuture: row(422, '{field} must not be in the future', { param: '{field}' }),

  // Music charts
  musicFieldRequired: row(422, '{field} is required for the action {action}', { param: '{field}' }),
  musicDenied: row(403, '{provider}: Access Denied.'),
});

/**
 * Converts a thrown value to a public error.
 *
 * @param otherwise error of a value that is not public
 */
export const asApiError = (thrown: unknown, otherwise: ErrorKind<string> = errors.internalError): ApiError =>
  thrown instanceof ApiError ? thrown : otherwise({}, thrown);

/** Throws a public error as it is, and any other as an outage of the store or Redis. */
export function throwUnavailable(thrown: unknown): never {
  throw asApiError(thrown, errors.serviceUnavailable);
}

/** Throws an error as an outage of the storage disk. */
export function throwStorageUnavailable(thrown: unknown): never {
  throw asApiError(thrown, errors.storageUnavailable);
}

/** Types of field errors without a row of their own; their status is that of the group. */
export const FIELD_ERRORS = { missing: 'missing_field', invalid: 'invalid_field', unknown: 'unknown_field' } as const;

/**
 * Creates the error of an input without a row in the table.
 *
 * @param status 400 or 422, by the group of the endpoint
 * @param message names the field and what is allowed
 * @param param path of the field
 */
export const invalidInput = (
  status: 400 | 422,
  message: string,
  param?: string,
  type: string = FIELD_ERRORS.invalid,
): ApiError => new ApiError(type, status, message, { param });
