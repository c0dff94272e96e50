/**
 * What a call may send, cost and leave behind at most: the numbers that bound it, in one place. Work, memory and bytes are bounded before they are spent; a contract, a
 * worker or a front that enforces a bound takes its number from here. Bytes are bytes, times milliseconds, sizes of images
 * pixels, unless a name says otherwise.
 */

const KiB = 1024;
const MiB = 1024 * KiB;

// What a call may cost

/**
 * The most processor time that a call may take, all processes and their children together, in seconds for each credit that it
 * costs. `bench/worst-inputs.ts` holds every endpoint's worst legal input against it.
 */
export const CPU_SECONDS_PER_CREDIT = 10;

/** Handlers are told to stop this long before their deadline, so that their own response reaches the client in time. */
export const CUT_OFF_BEFORE_DEADLINE_MS = 400;

/** Decoding of images that callers send, in processes of their own. */
export const DECODING = {
  /** Processes side by side in one worker; an account uses one of them at a time. */
  children: 2,
  /** The most memory that a process may write to: above what node and its libraries take, room for one image. */
  memoryBytes: 512 * MiB,
  /** The most processor time that one image may take: pictures are bounded by their DECODING_WORK already, drawings are not. */
  cpuMs: { picture: 500, drawing: 22 },
  /** The most time that one image may take, however busy the machine is. */
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
 * What decoding a picture costs, by its pixels and by the bytes of its file, in the work that one pixel of a sequential JPG is: 1.7 ns
 * on the machine on which they were measured (noise and smooth pictures of 12 megapixels, libvips 8.18), its way through the queue
 * included. A progressive JPG is read whole several times, a WebP's pixels are predicted from their neighbours.
 */
export const DECODING_WORK = {
  jpeg: { pixel: 1, byte: 19 },
  progressive: { pixel: 4, byte: 20 },
  png: { pixel: 2, byte: 3 },
  webp: { pixel: 4, byte: 40 },
} as const;

/**
 * An uploaded logo; `work` is that of DECODING_WORK. Where an image wider than `wide` is painted, or a page published, that takes most of
 * what the call pays for, and its logo may be less.
 */
export const LOGO = {
  bytes: 2 * MiB,
  pixels: 8_000_000,
  work: 14_000_000,
  wide: 2_500,
  workInWide: 2_200_000,
  workOnPage: 10_000_000,
} as const;

/**
 * The most pixels in width of images whose pixels are painted or encoded one by one, and of JPGs with more than a code in them: their work
 * grows with the square of it.
 */
export const PAINTED = { gradient: 1_200, webp: 900, gradientAsWebp: 640, fullJpg: 3_600 } as const;

/** The most modules a side that a PDF has in other shapes than squares: each is an outline of its own. */
export const MOST_OUTLINED = 73;

/** Codes made by one call: how many, how wide each may be, and how large all of them together. */
export const BATCH = { rows: 1_000, width: 1_000, bytes: 32 * MiB, nameCharacters: 100 } as const;

/** Photos on the contacts of one page; `work` is that of all of them together. */
export const PHOTOS = { count: 4, pixels: 12_000_000, work: 54_000_000 } as const;

/** An uploaded logo that is an SVG drawing. */
export const DRAWING = {
  bytes: 256 * KiB,
  styleCharacters: 16_000,
  /** Elements that are painted, those repeated by reference included. */
  elements: 5_000,
  /** Numbers in paths and lists of points. */
  coordinates: 20_000,
  /** The largest of these numbers, either side of zero. */
  coordinate: 1_000_000,
  /** Elements within one another, and references that lead to references. */
  depth: 48,
  /** Elements that need a canvas of their own while they are painted: of groups with an opacity, masks, clips. */
  layers: 64,
  /** The longer side in pixels to which a drawing is painted at most. */
  side: 512,
} as const;

/**
 * Bytes of a body that count as one call against a limit of calls per second: a body of several megabytes keeps a front, the queue and a
 * worker as busy as so many small calls do.
 */
export const BODY_OF_ONE_CALL = 256 * KiB;

// What callers send: the maxima of texts and lists that no single contract sets for itself

/** Characters of a word that is one of few, or of a date and time. */
export const LONGEST_WORD = 64;

/** Characters of what counts as not given when it makes no sense, e.g. an unknown way of sorting. */
export const LONGEST_IGNORED = 2_000;

/** Characters of what a text is to be about; only its beginning is used. */
export const LONGEST_TOPIC = 2_000;

/** Characters of a URL, or of an id that may be sent as one. */
export const LONGEST_ADDRESS = 2_000;

/** Keywords of one request, and characters of each; the first three are used. */
export const MOST_KEYWORDS = 100;
export const LONGEST_KEYWORD = 200;

/** Characters that a QR code is to hold. No code holds more than 2,953 bytes (ISO/IEC 18004, version 40-L). */
export const LONGEST_QR_TEXT = 4_096;

/** The largest file taken as a logo, as characters of base64 with the head of a data URI. */
export const LONGEST_LOGO = base64Length(LOGO.bytes) + 128;

/** Characters of base64 of a photo: about 4 MiB. */
export const LONGEST_PHOTO = 6_000_000;

/** The blocks of a page, those inside others included, and how deep they may be nested. */
export const MOST_BLOCKS = 200;
export const DEEPEST_BLOCKS = 6;

/** The text of a page, in characters of JSON without photos. */
export const LONGEST_PAGE = 100_000;

/** What one block, or the content of an experience, holds: its text and a photo, in characters of JSON. */
export const LARGEST_CONTENT = LONGEST_PAGE + LONGEST_PHOTO;

/** The blocks inside one, with their photos, in characters of JSON: as much as a body may hold. */
export const LARGEST_CHILDREN = 8 * MiB;

/** What an event may carry beside its name and value, in characters of JSON. */
export const LARGEST_META = 4_096;

// What is kept

/** Largest input of a job, in characters of JSON, that is part of the job, and stored with it when it has finished. Files never are. */
export const MAX_INLINE_INPUT = 4 * KiB;

/**
 * Largest stored reply, in characters, that stays where it is stored: `redis` for asynchronous requests, `store` for idempotency keys.
 * Larger ones go to the storage disk.
 */
export const LARGEST_INLINE_REPLY = { redis: 4 * KiB, store: 256 * KiB } as const;

/** What one kept reply counts beside its body, in bytes: who may ask for it, its status and headers. */
export const KEPT_REPLY_OVERHEAD = 1 * KiB;

/** What one experience counts beside what it shows, in bytes: its code, its owner, its entries in indexes. */
export const KEPT_EXPERIENCE_OVERHEAD = 512;

/** The most bytes of the picture that others show of a page. */
export const LARGEST_PREVIEW = 100 * 1_000;

/** Versions of one experience that are kept, the one that is shown included; each counts against the account's quota. */
export const MOST_VERSIONS = 20;

/** Characters of what an owner knows an experience by. */
export const LONGEST_LABEL = 100;

/** Experiences of an account that one page of its list looks at, however few of them fit its filters. */
export const MOST_EXPERIENCES_LOOKED_AT = 2_000;

/** Reports of one experience that are kept, and characters of what a visitor says in one. */
export const MOST_REPORTS = 100;
export const LONGEST_REPORT = 1_000;

/** Events of an experience on one page of its list, and those that are read at a time for a file of all. */
export const MOST_EVENTS_LISTED = 200;
export const EVENTS_EXPORTED_TOGETHER = 1_000;

/** Visits of one experience and one day that are kept one by one, scans and events each. The others are counted only. */
export const MOST_VISITS_KEPT = 2_000;

/** Characters of a visitor's user agent, and of the page that led to the visit. */
export const LONGEST_HEADER_KEPT = 400;

/** Different values that a day's counters tell apart by name, e.g. names of events; what comes after is `other`. */
export const MOST_VALUES_COUNTED = 100;

/** Days that the statistics of an experience list one by one. */
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

// Webhooks

/** Webhooks of an account. */
export const MOST_WEBHOOKS = 10;

/** Events of an account that are sent in an hour (UTC); those beyond are dropped, and counted for their owner. */
export const MOST_EVENTS_PER_HOUR = 5_000;

/** The largest answer of an asynchronous call that is sent with its event, in characters; of a larger one the event says where it is. */
export const LARGEST_BODY_TOLD = 256 * KiB;

/** What of a receiver's answer is read, and what of it is kept with the attempt, in bytes. */
export const RECEIVER_ANSWER = { read: 4 * KiB, kept: KiB } as const;

/** The latest attempts at a delivery that are kept. */
export const MOST_ATTEMPTS_KEPT = 30;

/** Days for which events, deliveries and their attempts are kept. */
export const DELIVERIES_KEPT_DAYS = 30;

// Payments

/** Bytes of a message of the payment provider. */
export const LARGEST_PROVIDER_MESSAGE = 256 * KiB;

/** Orders a second that one key may place. */
export const ORDERS_PER_SECOND = 2;

/** Open orders of an account, automatic top-ups aside. */
export const MOST_OPEN_ORDERS = 10;

/** Lots that an account's balance is shown with: those that are spent first. */
export const MOST_LOTS_LISTED = 100;

/** Orders on one page of their list, and automatic top-ups of a day. */
export const MOST_ORDERS_LISTED = 100;
export const MOST_TOP_UPS_PER_DAY = 20;

// Before anyone has paid

/** Levels of nesting of a JSON body, the outermost object included. */
export const DEEPEST_BODY = 64;

/** Values of a JSON body: texts, numbers and the like, lists and objects, the outermost included. */
export const MOST_VALUES = 20_000;

/** Fields of a form. */
export const MOST_FORM_FIELDS = 1_000;

/** Unknown fields of a request that are told, and characters of the name of each. */
export const MOST_UNKNOWN_TOLD = 10;
export const LONGEST_NAME_TOLD = 64;

/** Bytes of the largest body in which a key is looked for; a larger one is read only with a key in the header. */
export const LARGEST_BODY_WITH_KEY = 64 * KiB;

/** Bytes of a body beside the endpoints, of a form of the console, and of what a hosted page reports. */
export const LARGEST_SERVICE_BODY = 1024 * KiB;
export const LARGEST_FORM = 64 * KiB;
export const LARGEST_PAGE_EVENT = 16 * KiB;

/**
 * Requests without a valid key that one address may send in so many seconds; an IPv6 network (/64) counts as one address.
 * Beyond them it is heard only with a valid key in the header.
 */
export const UNAUTHENTICATED_REQUESTS = { requests: 100, seconds: 60 } as const;

/** Requests that one connection may have sent without having received the responses; with more it is closed. */
export const PIPELINED_REQUESTS = 16;

/** Bytes of responses that a front holds for clients that do not read them; beyond that it closes the connections with the most. */
export const UNREAD_BYTES = 128 * 1024 * 1024;

/** Admin tokens that one address may get wrong in so many seconds: then it is not heard, be the token right or wrong. */
export const WRONG_ADMIN_TOKENS = { tokens: 10, seconds: 300 } as const;

/** Maximum number of wrong passwords for one operator in so many seconds, over all networks from which the operator has not logged in lately. */
export const WRONG_PASSWORDS = { tries: 50, seconds: 3_600 } as const;

/** Networks from which an operator has logged in: how many are remembered, and for how long. */
export const OPERATOR_NETWORKS = { most: 20, seconds: 30 * 86_400 } as const;

/** Lifetime of a link that signs in to the portal, and how many one network, or one known browser of a member, may request in so many seconds. */
export const SIGN_IN = { minutes: 15, perNetwork: 30, perBrowser: 5, seconds: 900 } as const;

/**
 * Sign-in emails to one address, and to one inbox: so many in so many seconds, and then one every `slowSeconds`. Members and newcomers
 * have limits of their own, so that sign-ups that others request for spellings of an address use up nothing of its member. Together
 * they are 15 in 15 minutes, and then one every 3 minutes. The period of an address, and those of the slow rates, end at least 5 minutes
 * before a link expires: when an email is not sent, a link that was sent before is still valid.
 */
export const SIGN_IN_EMAILS = {
  address: { emails: 4, seconds: 600 },
  members: { emails: 10, seconds: 900, slowSeconds: 300 },
  newcomers: { emails: 5, seconds: 900, slowSeconds: 450 },
} as const;

/** Browsers in which a member has signed in: how many are remembered, and for how long. */
export const KNOWN_BROWSERS = { most: 20, seconds: 180 * 86_400 } as const;

/** After how long an address may be invited again, which mails it again. */
export const INVITED_AGAIN = { seconds: 900 } as const;

/** Days between the request to delete an account and its deletion, in which the owner can cancel it. */
export const DELETION_GRACE_DAYS = 14;

/**
 * Time for which a process trusts what it has read of a key and its account, in ms. With the reading itself this keeps a revocation and
 * a suspension inside one second everywhere, and costs a busy key two reads a second of each.
 */
export const KEY_TRUST_MS = 500;

/**
 * Requests a second of one address for pages and their files, reported events, saved images, of which a page shows many, and
 * reports of pages.
 */
export const PUBLIC_PER_SECOND = { page: 20, event: 5, file: 50, report: 1 } as const;

/**
 * Refused requests that are remembered one by one, and networks and keys for which they are counted each day; for how many days,
 * characters of what each asked for, and how many names are shown at once.
 */
export const REFUSALS = { latest: 1_000, names: 500, days: 7, path: 100, shown: 20 } as const;

// Agents (MCP)

/**
 * Calls a second that one test key may make in all groups together, unless it has limits of its own; how long a slow answer that it asks
 * for takes, and as how many calls that counts, since it keeps a place for so long; how many of the latest such calls of an account are
 * listed, and for how long, in seconds.
 */
export const TEST_CALLS = {
  perSecond: 10,
  slowMs: 5_000,
  slowCountsAs: 5,
  listed: 200,
  listedSeconds: 7 * 86_400,
} as const;

/** Messages of one request, and messages a second of one key; calls of tools count against the limits of their groups as well. */
export const MOST_MCP_MESSAGES = 10;
export const MCP_PER_SECOND = 20;

/** What the messages of a request may have around the fields of its calls, in bytes. */
export const MCP_ENVELOPE = MiB;

// Keys

/** Characters that an admin token has at least. */
export const SHORTEST_ADMIN_TOKEN = 32;

/** Live keys of an account: active and not expired, test keys and replaced keys that still work included. */
export const MOST_LIVE_KEYS = 100;

/** Scopes of a key, and networks that it may be used from. */
export const MOST_SCOPES = 50;
export const MOST_IP_RANGES = 50;

/** How many characters of base64 so many bytes make. */
function base64Length(bytes: number): number {
  return Math.ceil(bytes / 3) * 4;
}
