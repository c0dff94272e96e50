/**
 * Every error a caller can get, in one table: a name, a status, a message. Nothing else decides a status.
 *
 * What is charged follows from the status and from where in a call it arises: an error before the debit costs
 * nothing, an error after it costs the call's credits, and a 5xx gives them back.
 */

/** The names between braces in a message: `Exchange rate not available for {from}/{to}` → `from | to`. */
type Slots<Message extends string> = Message extends `${string}{${infer Slot}}${infer Rest}`
  ? Slot | Slots<Rest>
  : never;

type Fill<Message extends string> = [Slots<Message>] extends [never]
  ? [values?: Record<string, never>, cause?: unknown]
  : [values: Record<Slots<Message>, string | number>, cause?: unknown];

/** An error that has a public face. `message` is what the caller reads, `cause` is only logged. */
export class ApiError extends Error {
  constructor(
    readonly kind: string,
    readonly status: number,
    message: string,
    options?: { cause?: unknown; retryAfterSeconds?: number },
  ) {
    super(message, options?.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'ApiError';
    this.retryAfterSeconds = options?.retryAfterSeconds;
  }

  /** Whole seconds for the `Retry-After` header, when waiting helps. */
  readonly retryAfterSeconds: number | undefined;

  /** The error body of the service: the message, and the status repeated. */
  get body(): { error: string; code: number } {
    return { error: this.message, code: this.status };
  }
}

/** A row of the table: calling it makes the error, its properties describe it for the docs. */
export interface ErrorKind<Message extends string = string> {
  (...fill: Fill<Message>): ApiError;
  readonly status: number;
  readonly message: Message;
}

/** An error kind whatever its slots: what a list of errors holds for the documentation. */
export type AnyErrorKind = Pick<ErrorKind, 'status' | 'message'>;

function error<const Message extends string>(
  status: number,
  message: Message,
  retryAfterSeconds?: number,
): ErrorKind<Message> {
  const make = (...[values, cause]: Fill<Message>): ApiError => {
    const filled = message.replace(/\{(\w+)\}/g, (_, slot: string) => String(values?.[slot as never] ?? ''));
    return new ApiError(message, status, filled, {
      cause,
      ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
    });
  };
  return Object.assign(make, { status, message });
}

export const errors = {
  // Reaching an endpoint
  unknownPath: error(404, 'Not found'),
  wrongMethod: error(405, 'Method not allowed'),
  unreadableBody: error(400, 'The body is not valid JSON'),
  bodyNotAnObject: error(400, 'The body must be a JSON object'),
  bodyTooDeep: error(400, 'The body is nested more than {levels} levels deep'),
  bodyTooLarge: error(413, 'The body is larger than {limit}'),
  unknownContentType: error(415, 'Content-Type must be application/json or application/x-www-form-urlencoded'),

  // Keys, limits, credits
  keyMissing: error(401, 'API key is required'),
  keyUnknown: error(401, 'Invalid API key'),
  keyInactive: error(403, 'API key is inactive'),
  keyExpired: error(403, 'API key has expired'),
  keyNotAllowed: error(403, 'API key is not allowed for this endpoint'),
  tooManyRequests: error(429, 'Too many requests'),
  insufficientCredits: error(402, 'Insufficient credits'),

  // Tokens, retries, jobs
  tokenInvalid: error(401, 'Invalid or expired token'),
  tokensOff: error(503, 'Tokens are switched off: set TOKEN_SECRETS'),
  scopesTooWide: error(403, "scopes must be within the key's own"),
  originNotAllowed: error(403, 'Token is not allowed from this origin'),
  keyFromBrowser: error(403, 'API keys cannot be used from other origins: use a token'),
  idempotencyKeyInvalid: error(422, 'Idempotency-Key must be 1 to 255 visible ASCII characters'),
  idempotencyKeyReused: error(422, 'Idempotency-Key was used with another request'),
  idempotencyKeyInUse: error(409, 'A request with this Idempotency-Key is still running', 1),
  jobUnknown: error(404, 'Unknown job'),

  // Operators
  adminTokenWrong: error(401, 'Admin token is required'),
  adminTokensTooMany: error(429, 'Too many wrong admin tokens from this address: try again in 5 minutes', 300),
  formFromElsewhere: error(403, 'The form was not sent by a page of this console: load the page again'),
  accountUnknown: error(404, 'Unknown account "{account}"'),
  accountExists: error(409, 'Account "{account}" exists'),
  keyIdUnknown: error(404, 'Unknown key "{key}"'),
  requestUnknown: error(404, 'Unknown request "{request}"'),

  // The platform itself
  unexpected: error(500, 'Internal server error'),
  busy: error(503, 'The service is busy, try again shortly', 2),
  unavailable: error(503, 'The service is temporarily unavailable', 2),
  deadlinePassed: error(504, 'The call took too long'),

  // Upstreams
  upstreamNotConfigured: error(502, 'Upstream not configured: set {setting}'),
  upstreamUnavailable: error(502, 'Upstream unavailable'),

  // Horoscope and numerology
  signOrBirthDateRequired: error(422, 'sign or birth_date is required'),
  bothSidesRequired: error(422, 'sign_a and sign_b (or birth_date_a and birth_date_b) are required'),
  birthYearOrDateRequired: error(422, 'birth_year or birth_date is required'),
  birthDateRequired: error(422, 'birth_date is required'),
  fullNameRequired: error(422, 'full_name is required'),
  fullNameWithoutLetters: error(422, 'full_name must contain at least one letter'),
  spreadUnknown: error(422, 'spread must be one of single, three, celtic_cross'),
  dateOutOfRange: error(422, '{field} must be from 1800-01-01 to 2200-12-31'),
  birthAfterDate: error(422, 'birth_date must not be later than date'),
  placeUnknown: error(422, 'location "{place}" is not a known city; give "city, country" or "latitude,longitude"'),
  coordinatesOutOfRange: error(
    422,
    'location must have a latitude from -90 to 90 and a longitude from -180 to 180, e.g. 48.14,11.58',
  ),

  // Content generation
  missingTopic: error(400, 'Missing "topic"'),

  // Channel data
  missingChannel: error(400, 'Missing "channel" parameter'),
  missingQuery: error(400, 'Missing "query"'),
  invalidLimit: error(422, 'Invalid "limit"'),
  invalidOrder: error(422, 'Invalid "order"'),
  invalidDates: error(422, 'Invalid "after" or "before" date'),
  channelUnresolved: error(404, 'Unable to resolve channel ID'),
  channelNotFound: error(404, 'Not found'),
  noRecentVideos: error(404, 'Channel has no recent videos'),

  // Video search, web-search autocomplete
  missingQ: error(400, 'Missing "q" (query) parameter'),

  // QR codes
  qrTextTooLong: error(422, 'qr_code_text is too long'),
  qrTextRequired: error(422, 'qr_code_text is required'),
  qrContrastTooLow: error(
    422,
    'foreground_color and background_color must have a contrast ratio of at least 3:1 (it is {ratio}:1)',
  ),
  qrColourUnreadable: error(
    422,
    'The colour {colour} would not scan: foreground and eyes must all contrast with background_color by 3:1 or more, the same way, and none much less than the others',
  ),
  qrTooSmallToScan: error(422, 'image_width must be at least {least} for this content to be scannable'),
  qrCaptionNotDrawable: error(
    422,
    'frame_text may hold Latin, Greek and Cyrillic letters, digits and signs, no other scripts and no emoji',
  ),
  qrCaptionTooLong: error(422, 'frame_text is too long for the frame'),
  qrFrameIconUnknown: error(422, 'Unknown frame_icon_name "{icon}": it must be the name of an icon of Bootstrap Icons'),
  qrLogoRequired: error(422, 'logo_path or logo_data_base64 is required when qr_code_logo is upload'),
  qrLogoTooLarge: error(422, 'The logo must not be larger than 2 MiB'),
  qrLogoUnreadable: error(422, 'The logo must be a PNG, JPG, WebP or SVG image'),
  qrLogoNotFound: error(422, 'logo_path names no image on the storage disk'),
  qrDiskUnknown: error(422, 'storage_disk must be one of {disks}'),
  storageUnavailable: error(502, 'The storage disk is unavailable'),
  qrLogoHasText: error(422, 'The logo must not hold SVG text elements: convert the text to outlines'),

  // Pages behind QR codes
  pageRequired: error(422, 'page is required for type page'),
  pageVersionRequired: error(422, 'page.version is required for type page'),
  pageBlocksRequired: error(422, 'page.blocks is required for type page'),
  pageTooLarge: error(422, 'page must hold at most {limit} characters of JSON, photos not counted'),
  blockTypeUnknown: error(422, '{path}.type must be one of {types}'),
  tooManyBlocks: error(422, 'page must have at most {limit} blocks'),
  blocksTooDeep: error(422, 'page.blocks must be nested at most {limit} levels deep'),
  contentRequired: error(422, 'content is required for type {type}'),
  photoUnreadable: error(422, 'photo_base64 must be a PNG, JPG or WebP image'),
  experienceUnknown: error(404, 'Unknown experience'),
  metaTooLarge: error(422, 'meta must hold at most {limit} characters of JSON'),
  eventFromElsewhere: error(403, 'Events are taken from the pages of this service only'),
  experienceNotNamed: error(422, 'Give either experience_id, or type and code'),

  // Email check
  missingEmail: error(422, 'Missing "email" parameter'),

  // User agents
  missingUserAgent: error(422, 'Missing User-Agent string'),

  // VAT
  countryCodeInvalid: error(400, 'country_code must be two letters'),
  countryRequired: error(400, 'country_code is required'),
  countryUnknown: error(404, 'Unknown country_code "{country}"'),
  amountInvalid: error(400, '{field} must be a number such as 1234.56 or 1.234,56'),
  amountTooLarge: error(400, '{field} must be between -{limit} and {limit}'),
  vatRateOutOfRange: error(400, 'vat_rate must be a percentage from 0 to 100'),

  // Currency
  pairsRequired: error(422, 'pairs array or from/to parameters are required'),
  exchangeRateUnavailable: error(404, 'Exchange rate not available for {from}/{to}'),
  dateRangeTooLong: error(422, 'Date range must not exceed 365 days'),
  dateRangeReversed: error(422, 'start_date must not be later than end_date'),
  dateInFuture: error(422, '{field} must not be in the future'),

  // Music charts
  musicFieldRequired: error(422, '{field} is required for the action {action}'),
  musicDenied: error(403, '{provider}: Access Denied.'),
} as const;

/**
 * The error for an input that the tables above do not name.
 *
 * @param status 400 or 422, as the endpoint's group has it
 * @param message names the field and what is allowed
 */
export const invalidInput = (status: 400 | 422, message: string): ApiError =>
  new ApiError('invalid input', status, message);
