/**
 * Limits of requests, in one place. Work, memory and bytes are bounded before they are spent; contracts, workers and fronts take their limits
 * from here. Sizes are in bytes, durations in milliseconds, sizes of images in pixels, unless a name says otherwise.
 */

const KiB = 1024;
const MiB = 1024 * KiB;

// Cost of a request

/**
 * Maximum processor time of a request over all processes and their children, in seconds per credit of its price.
 * `bench/worst-inputs/main.ts` checks the worst valid input of every endpoint.
 */
export const CPU_SECONDS_PER_CREDIT = 10;

/** Time before the deadline at which handlers are aborted, so that their response reaches the client in time. */
export const CUT_OFF_BEFORE_DEADLINE_MS = 400;

/** Decoding of images of clients, in separate processes. */
export const DECODING = {
  /** Processes of one worker; an account uses one of them at a time. */
  children: 2,
  /** Limit of writable memory of a process: Node.js, libraries, and one image. */
  memoryBytes: 512 * MiB,
  /** Maximum processor time of one image: that of pictures is also bounded by DECODING_WORK, that of drawings is not. */
  cpuMs: { picture: 500, drawing: 22 },
  /** Maximum duration for one image on a busy machine. */
  wallMs: 8_000,
  /** Priority of these processes, so that they delay no other work. */
  niceness: 10,
} as const;

/** Isolated processes, which run the jobs that may crash their process. */
export const ISOLATION = {
  /** Processes of one worker. */
  processes: 3,
  /** Jobs of flagged keys that wait for a process of one worker. */
  waiting: 32,
  /** Limit of writable memory of a process: Node.js, the handlers of a pool, and one job. */
  memoryBytes: 512 * MiB,
  /** Time after which a process without jobs is ended. */
  idleMs: 60_000,
} as const;

/**
 * Cost of decoding a picture by its pixels and bytes, in units of one pixel of a sequential JPG: 1.7 ns on the reference machine (noise and
 * smooth pictures of 12 megapixels, libvips 8.18), with the queue. A progressive JPG is read several times, pixels of a WebP are predicted
 * from their neighbours.
 */
export const DECODING_WORK = {
  jpeg: { pixel: 1, byte: 19 },
  progressive: { pixel: 4, byte: 20 },
  png: { pixel: 2, byte: 3 },
  webp: { pixel: 4, byte: 40 },
} as const;

/** An uploaded logo; `work` is that of DECODING_WORK. An image wider than `wide`, or the publication of a page, leaves less work for a logo. */
export const LOGO = {
  bytes: 2 * MiB,
  pixels: 8_000_000,
  work: 14_000_000,
  wide: 2_500,
  workInWide: 2_200_000,
  workOnPage: 10_000_000,
} as const;

/** Size of a logo in percent of the side of its code: at most as much as error correction repairs with a reserve. */
export const LOGO_PERCENT = { least: 10, most: 26 } as const;

/**
 * Maximum width of images whose pixels are painted or encoded one by one, and of JPGs with more than a code: their work grows with its
 * square.
 */
export const PAINTED = { gradient: 1_200, webp: 900, gradientAsWebp: 640, fullJpg: 3_600 } as const;

/** Maximum modules per side of a PDF with other shapes than squares: each is an outline. */
export const MOST_OUTLINED = 73;

/** Batches of an account. */
export const BATCHES = {
  /** Items of a batch. */
  items: 10_000,
  /** Bytes and JSON values of the request that creates it. */
  bytes: 8 * MiB,
  values: 250_000,
  /** Batches of an account that have not ended, and all that are stored. */
  unfinished: 5,
  stored: 100,
  /** Hours until a batch ends, and days for which its results are stored. */
  hours: 24,
  days: 7,
  /** Bytes of its results, as they are stored. */
  resultBytes: 128 * MiB,
  /** Characters of a file's name in an archive. */
  nameCharacters: 100,
  /** Fields of JSON items that are columns of the results. */
  columns: 200,
  /** Values that the items share. */
  defaults: 200,
  itemBytes: 64 * MiB,
} as const;

/** A CSV of items. */
export const BATCH_CSV = {
  bytes: BATCHES.bytes,
  rows: BATCHES.items,
  columns: 100,
  cellCharacters: 10_000,
} as const;

/** Photos on the contacts of a page; `work` is that of all of them. */
export const PHOTOS = { count: 4, pixels: 12_000_000, work: 54_000_000 } as const;

/** An uploaded logo that is an SVG drawing. */
export const DRAWING = {
  bytes: 256 * KiB,
  styleCharacters: 16_000,
  /** Painted elements, with repetitions by reference. */
  elements: 5_000,
  /** Numbers in paths and lists of points. */
  coordinates: 20_000,
  /** Maximum absolute value of these numbers. */
  coordinate: 1_000_000,
  /** Depth of nested elements and references. */
  depth: 48,
  /** Elements that need a layer: groups with an opacity, masks, clips. */
  layers: 64,
  /** Maximum of the longer side in pixels. */
  side: 512,
} as const;

/**
 * Size of a body that counts as one request in the limit per second: a body of several megabytes loads a front, the queue and a worker like
 * many small requests.
 */
export const BODY_OF_ONE_CALL = 256 * KiB;

// Input: limits of texts and lists without a limit of their own

/** Characters of an enumerated word, or of a date and time. */
export const LONGEST_WORD = 64;

/** Characters of a value that is ignored if invalid, e.g. an unknown order. */
export const LONGEST_IGNORED = 2_000;

/** Characters of the topic of a text; only the beginning is used. */
export const LONGEST_TOPIC = 2_000;

/** Characters of a URL, or of an id that may be sent as one. */
export const LONGEST_ADDRESS = 2_000;

/** Keywords of one request, and characters of each; the first three are used. */
export const MOST_KEYWORDS = 100;
export const LONGEST_KEYWORD = 200;

/** Characters of a QR code. The largest code holds 2,953 bytes (ISO/IEC 18004, version 40-L). */
export const LONGEST_QR_TEXT = 4_096;

/** Content of a QR code that has fields, in characters of JSON. */
export const LARGEST_QR_CONTENT = 8 * KiB;

/** Maximum size of a logo, in characters of base64 with the prefix of a data URI. */
export const LONGEST_LOGO = computeBase64Length(LOGO.bytes) + 128;

/** Characters of base64 of a photo: about 4 MiB. */
export const LONGEST_PHOTO = 6_000_000;

/** Blocks of a page with nested ones, and their maximum depth. */
export const MOST_BLOCKS = 200;
export const DEEPEST_BLOCKS = 6;

/** Text of a page, in characters of JSON without photos. */
export const LONGEST_PAGE = 100_000;

/** Content of one block or experience: text and a photo, in characters of JSON. */
export const LARGEST_CONTENT = LONGEST_PAGE + LONGEST_PHOTO;

/** Blocks inside of one with their photos, in characters of JSON: as much as a body may hold. */
export const LARGEST_CHILDREN = 8 * MiB;

/** Additional data of an event, in characters of JSON. */
export const LARGEST_META = 4_096;

// The QR studio

/** Drafts of an account, and characters of JSON of one without its photos, and of its photos. */
export const DRAFTS = { count: 100, characters: 256 * KiB, photoCharacters: 1 * MiB, nameCharacters: 100 } as const;

/**
 * Pictures of an account. They are scaled to `side` pixels; `pixels` and `work` are those of an uploaded file, see DECODING_WORK.
 */
export const PICTURES = { count: 500, bytes: 8 * MiB, pixels: 12_000_000, work: 54_000_000, side: 1_600 } as const;

/** Characters of base64 of an uploaded picture, with the prefix of a data URI. */
export const LONGEST_PICTURE = computeBase64Length(PICTURES.bytes) + 128;

/** Requests per second of a member or an embedded session of the studio, and of what a worker computes for an account. */
export const STUDIO_PER_SECOND = { requests: 20, drawings: 10 } as const;

/** Maximum lifetime of an embedded session of the studio, in seconds. */
export const STUDIO_SESSION_SECONDS = 3_600;

/** Width of the preview of a code, in pixels. */
export const CODE_PREVIEW_WIDTH = 480;

// Storage

/** Largest input of a job, in characters of JSON, that is part of the job, and stored with it when it has finished. Files never are. */
export const MAX_INLINE_INPUT = 4 * KiB;

/**
 * Largest stored reply, in characters, that stays where it is stored: `redis` for asynchronous requests, `store` for idempotency keys.
 * Larger ones go to the storage disk.
 */
export const LARGEST_INLINE_REPLY = { redis: 4 * KiB, store: 256 * KiB } as const;

/** Size of a stored reply beside its body, in bytes: its owner, status and headers. */
export const STORED_REPLY_OVERHEAD = 1 * KiB;

/** Size of a stored experience beside its content, in bytes: its code, owner and index entries. */
export const STORED_EXPERIENCE_OVERHEAD = 512;

/** Maximum size of the preview image of a page, in bytes. */
export const LARGEST_PREVIEW = 100 * 1_000;

/** Stored versions of an experience with the current one; each counts towards the quota of the account. */
export const MOST_VERSIONS = 20;

/** Characters of the label of an experience. */
export const LONGEST_LABEL = 100;

/** Experiences that are scanned for one page of a filtered list. */
export const MOST_EXPERIENCES_SCANNED = 2_000;

/** Rules and shares of an experience's targets, the weight of a share, and scans after which an experience ends. */
export const [MOST_RULES, MOST_SHARES, MOST_WEIGHT, MOST_SCANS] = [20, 10, 1_000, 1_000_000_000];

/** Characters of the password of an experience. */
export const [SHORTEST_PAGE_PASSWORD, LONGEST_PAGE_PASSWORD] = [4, 100];

/**
 * Wrong passwords of experiences: per network over all experiences, and per experience over all networks. Beyond the second, nobody can open
 * the experience who has not opened it before; without it, a password of four digits would be guessed from many networks within minutes.
 */
export const WRONG_PAGE_PASSWORDS = {
  network: { tries: 20, seconds: 900 },
  page: { tries: 100, seconds: 3_600 },
} as const;

/** Passwords of experiences that a front compares at once, in another thread for about 50 ms, and that wait: for a second at most. */
export const PAGE_PASSWORD_CHECKS = { running: 1, waiting: 20 } as const;

/** Time in seconds for which a browser may open a page again: without the password, and without another scan. */
export const PAGE_PASS_SECONDS = { password: 3_600, scan: 1_800 } as const;

/** Stored reports of an experience, and characters of a report. */
export const MOST_REPORTS = 100;
export const LONGEST_REPORT = 1_000;

/** Events of an experience on one page of its list, and in one read of an export. */
export const MOST_EVENTS_LISTED = 200;
export const EVENTS_EXPORTED_TOGETHER = 1_000;

/** Visits of an experience that are stored per day, scans and events each. Others are only counted. */
export const MOST_VISITS_STORED = 2_000;

/** Characters of the user agent and the referrer of a visit. */
export const LONGEST_HEADER_STORED = 400;

/** Distinct values per daily counter, e.g. names of events; others count as `other`. */
export const MOST_VALUES_COUNTED = 100;

/** Days in the statistics of an experience. */
export const MOST_DAYS_LISTED = 366;

// Memory of Redis

/**
 * Shares of `REDIS_MEMORY_MIB`: for asynchronous requests with their stored replies, for request bodies above `MAX_INLINE_INPUT` that wait for a
 * worker, and for cached upstream responses. The rest is for what is bounded by number: ended jobs, rate limits, sessions, replies in transit.
 */
export const REDIS_SHARES = { jobs: 1 / 2, uploads: 1 / 4, cache: 1 / 8 } as const;

/** Share of `jobs` and `uploads` that one account may hold, and share of `cache` that one upstream may fill. */
export const SHARE_OF_ONE = 1 / 8;

/** Redis memory of an asynchronous request beside its body and its reply, in bytes: its owner, its reply's headers, its place in lists. */
export const JOB_OVERHEAD = 1 * KiB;

/** Memory that is reserved for the reply to an asynchronous request until its size is known, in bytes, unless its endpoint declares another. */
export const LARGEST_REPLY = 64 * KiB;

/** The same for images, and for lists of upstream resources. */
export const LARGEST_IMAGE_REPLY = 2 * MiB;
export const LARGEST_LIST_REPLY = 512 * KiB;

// Domains

/** Domains of an account. */
export const MOST_DOMAINS = 10;

/** Days in which a domain must be verified, and for which a verified one may be without its record. */
export const DOMAIN_CLAIM_DAYS = 7;
export const DOMAIN_GRACE_DAYS = 3;

/** Host names other than the platform's that one client network may have looked up per second. */
export const HOSTS_PER_SECOND = 10;

// Image links

/** Image links of an account, new texts that a link draws on a day, by default and at most, and days for which their images are stored. */
export const IMAGE_LINKS = { most: 1_000, perDay: 500, mostPerDay: 10_000, textDays: 30 } as const;

// Webhooks

/** Webhooks of an account. */
export const MOST_WEBHOOKS = 10;

/** Events of an account per hour (UTC); others are dropped, and counted for the owner. */
export const MOST_EVENTS_PER_HOUR = 5_000;

/** Maximum size of a response in its event, in characters; the event of a larger one has its URL. */
export const LARGEST_EVENT_BODY = 256 * KiB;

/** Bytes of the response of a receiver that are read, and that are stored with the attempt. */
export const RECEIVER_ANSWER = { read: 4 * KiB, kept: KiB } as const;

/** Stored attempts of a delivery, the latest first. */
export const MOST_ATTEMPTS_STORED = 30;

/** Retention of events, deliveries and attempts, in days. */
export const DELIVERY_RETENTION_DAYS = 30;

// Payments

/** Bytes of a message of the payment provider. */
export const LARGEST_PROVIDER_MESSAGE = 256 * KiB;

/** Orders a second that one key may place. */
export const ORDERS_PER_SECOND = 2;

/** Open orders of an account, automatic top-ups aside. */
export const MOST_OPEN_ORDERS = 10;

/** Lots in the balance of an account: those that are spent first. */
export const MOST_LOTS_LISTED = 100;

/** Orders on one page of their list, and automatic top-ups of a day. */
export const MOST_ORDERS_LISTED = 100;
export const MOST_TOP_UPS_PER_DAY = 20;

// Unauthenticated requests

/** Levels of nesting of a JSON body, the outermost object included. */
export const DEEPEST_BODY = 64;

/** Values of a JSON body, nested ones included. */
export const MOST_VALUES = 20_000;

/** Fields of a form. */
export const MOST_FORM_FIELDS = 1_000;

/** Unknown fields that an error lists, and characters of the name of each. */
export const MOST_UNKNOWN_LISTED = 10;
export const LONGEST_NAME_TOLD = 64;

/** Maximum size of a body that is searched for a key; larger ones need the key in a header. */
export const LARGEST_BODY_WITH_KEY = 64 * KiB;

/** Maximum size of a body of a service route, a form, or an event of a page. */
export const LARGEST_SERVICE_BODY = 1024 * KiB;
export const LARGEST_FORM = 64 * KiB;
export const LARGEST_PAGE_EVENT = 16 * KiB;

/**
 * Requests without a valid key per address and period; an IPv6 network (/64) counts as one address. Beyond the limit, only requests with a
 * valid key in a header are accepted.
 */
export const UNAUTHENTICATED_REQUESTS = { requests: 100, seconds: 60 } as const;

/** Pending requests of one connection; with more it is closed. */
export const PIPELINED_REQUESTS = 16;

/** Unread bytes of responses in a front; beyond it the connections with the most are closed. */
export const UNREAD_BYTES = 128 * 1024 * 1024;

/** Wrong admin tokens per address and period; beyond it, valid tokens are refused as well. */
export const WRONG_ADMIN_TOKENS = { tokens: 10, seconds: 300 } as const;

/** Wrong passwords per operator and period, over all networks from which the operator has not logged in recently. */
export const WRONG_PASSWORDS = { tries: 50, seconds: 3_600 } as const;

/**
 * Wrong codes of a second factor per operator and period, over all networks: only who has the password can try any. Of a million codes,
 * three are right at a time.
 */
export const WRONG_CODES = { tries: 20, seconds: 86_400 } as const;

/** Stored networks from which an operator has logged in, and their retention. */
export const OPERATOR_NETWORKS = { most: 20, seconds: 30 * 86_400 } as const;

/** Lifetime of a sign-in link, and links per network, or per known browser of a member, and period. */
export const SIGN_IN = { minutes: 15, perNetwork: 30, perBrowser: 5, seconds: 900 } as const;

/**
 * Wrong sign-in codes per request, and per address and day; further emails that a browser may request for the same address. A code has six
 * digits, so these limits are what makes it safe: links still work when they are reached.
 */
export const SIGN_IN_CODES = { perRequest: 5, perAddress: 10, addressSeconds: 86_400, resends: 3 } as const;

/**
 * Sign-in emails per address, and per inbox: a number per period, and then one every `slowSeconds`. Members and newcomers have separate
 * limits, so that sign-ups for spellings of an address do not exhaust that of its member. Together they are 15 in 15 minutes, and then one
 * every 3 minutes. The periods end at least 5 minutes before a link expires: when an email is not sent, an earlier link is still valid.
 */
export const SIGN_IN_EMAILS = {
  address: { emails: 4, seconds: 600 },
  members: { emails: 10, seconds: 900, slowSeconds: 300 },
  newcomers: { emails: 5, seconds: 900, slowSeconds: 450 },
} as const;

/** Stored browsers in which a member has signed in, and their retention. */
export const KNOWN_BROWSERS = { most: 20, seconds: 180 * 86_400 } as const;

/** Time after which an address can be invited again. */
export const INVITE_AGAIN_AFTER = { seconds: 900 } as const;

/** Maximum numbers of members, and of open invitations, of an account. */
export const [MOST_MEMBERS, MOST_INVITATIONS] = [100, 50];

/** Emails of invitations by members, by account and by inbox; operators have no such limit. */
export const INVITATION_EMAILS = {
  account: { emails: 20, seconds: 3_600 },
  inbox: { emails: 5, seconds: 86_400 },
} as const;

/** Days between the request to delete an account and its deletion, in which the owner can cancel it. */
export const DELETION_GRACE_DAYS = 14;

/**
 * Time for which a process trusts what it has read of a key and its account, in ms. A revocation or suspension takes effect within a second,
 * at a cost of two reads a second per busy key.
 */
export const KEY_TRUST_MS = 500;

/**
 * Requests per second and address: pages and their files, reported events, saved images, of which a page shows many, reports of pages, and
 * passwords.
 */
export const PUBLIC_PER_SECOND = { page: 20, event: 5, file: 50, report: 1, unlock: 5, studio: 50 } as const;

/** Days for which requests are listed with their details. */
export const REQUESTS_LISTED_DAYS = 30;

/**
 * Bounds of the log of requests that were not charged. A request beyond them is counted by an earlier one like it. A front stores at most
 * some 650,000 small documents a day, in an attack that lasts all day.
 */
export const REQUEST_LOG = {
  /** Requests that are stored one by one, at once and per minute: of an account, and of all accounts together. */
  account: { burst: 200, perMinute: 20 },
  accounts: { burst: 2_000, perMinute: 200 },
  /** The same of a network whose requests have no valid key, and of all of these together. */
  network: { burst: 50, perMinute: 5 },
  networks: { burst: 500, perMinute: 50 },
  /** Groups of requests that are alike, which a front counts: of accounts, and of networks. */
  groups: 1_000,
  /** Maximum of groups of one account or network. */
  perOwner: 50,
  /** Time after which a front begins new groups, in ms. */
  spanMs: 600_000,
  /** Requests that wait to be written, while the store is unavailable. */
  waiting: 2_000,
  /** Characters of a path, and of a user agent. */
  path: 100,
  agent: 200,
  /** Latest entries that a report of refused clients, or of the errors of an account, examines. */
  examined: 20_000,
  /** Networks, and prefixes of keys, that are shown at once. */
  shown: 20,
  /** Groups that a report of failed requests reads. */
  read: 10_000,
} as const;

/** Bounds of stored request and response bodies; sizes in bytes, of a body, and of those that wait to be written. */
export const STORED_BODIES = {
  days: 7,
  bytes: 16 * 1024,
  /** Largest response that is parsed to be stored. Others are stored as their size. */
  parsed: 256 * 1024,
  waiting: 4 * MiB,
} as const;

// Agents (MCP)

/**
 * Calls per second of a test key in all groups together, unless it has its own limits; delay of a slow response on request, and the calls as
 * which it counts.
 */
export const TEST_CALLS = {
  perSecond: 10,
  slowMs: 5_000,
  slowCountsAs: 5,
} as const;

/** Messages of one request, and messages per second of one key; tool calls count towards the limits of their groups as well. */
export const MOST_MCP_MESSAGES = 10;
export const MCP_PER_SECOND = 20;

/** Time between two progress notifications of a call, in ms. */
export const MCP_PROGRESS_MS = 2_000;

/** Resources of a page of the list. */
export const MCP_RESOURCES_PER_PAGE = 100;

/** Longest argument of a prompt, in characters; an invoice may fill several pages. */
export const LONGEST_PROMPT_ARGUMENT = 20_000;

/** Size of the messages of a request beside the fields of its calls, in bytes. */
export const MCP_ENVELOPE = MiB;

// Keys

/** Minimum characters of an admin token. */
export const SHORTEST_ADMIN_TOKEN = 32;

/** Active keys of an account, with test keys and replaced keys that still work. */
export const MOST_LIVE_KEYS = 100;

/** Scopes of a key, and its allowed networks. */
export const MOST_SCOPES = 50;
export const MOST_IP_RANGES = 50;

/** Returns the number of base64 characters for a number of bytes. */
function computeBase64Length(bytes: number): number {
  return Math.ceil(bytes / 3) * 4;
}
