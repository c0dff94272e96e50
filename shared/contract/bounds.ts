/** What a call may send, cost and leave behind at most: the numbers that bound it, in one place. */

const KiB = 1024;

// Before anyone has paid

/** Levels of nesting of a JSON body, the outermost object included. */
export const DEEPEST_BODY = 64;

/** Values of a JSON body: texts, numbers and the like, lists and objects, the outermost included. */
export const MOST_VALUES = 20_000;

/** Fields of a form. */
export const MOST_FORM_FIELDS = 1_000;

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
export const STRANGERS = { requests: 100, seconds: 60 } as const;

/** Admin tokens that one address may get wrong in so many seconds: then it is not heard, be the token right or wrong. */
export const WRONG_ADMIN_TOKENS = { tokens: 10, seconds: 300 } as const;

/** Requests a second of one address for pages and their files, reported events, and saved images, of which a page shows many. */
export const PUBLIC_PER_SECOND = { page: 20, event: 5, file: 50 } as const;

// Keys

/** Characters that an admin token has at least. */
export const SHORTEST_ADMIN_TOKEN = 32;

/** Scopes of a key, and networks that it may be used from. */
export const MOST_SCOPES = 50;
export const MOST_IP_RANGES = 50;
