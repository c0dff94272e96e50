/** API keys, operators' tokens and JSON Web Tokens. The prefixes of keys and tokens stay: lists of keys show them. */
const CREDENTIAL = /(ua_(?:live|test|ops)_\w{4})\w+|eyJ[\w-]{8,}(?:\.[\w-]*){0,2}/g;
/** An email address. It does not begin within a JSON escape, so that log lines stay valid JSON. */
const EMAIL =
  /(?<!\\(?:u[\da-f]{0,3})?)[^\s/@"'<>:,;=?&()[\]{}\\]{1,64}@[a-z\d-]{1,63}(?:\.[a-z\d-]{1,63}){0,9}\.[a-z]{2,63}/gi;
/** The query string of a URL, where sign-in links and invitations have their secrets. */
const QUERY = /(?<=[\w/]\?)[\w.~%-]+=[^\s"'<>\\]*/g;

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Replaces keys and tokens in a text. */
export const redactCredentials = (text: string): string =>
  text.replace(CREDENTIAL, (_, visible?: string) => `${visible ?? 'eyJ'}[…]`);

/** Replaces keys, tokens, email addresses and query strings in a text. */
export function redact(text: string): string {
  return redactCredentials(text).replace(EMAIL, '[email]').replace(QUERY, '[…]');
}

/** Returns the path of a URL for logs, traces and records, without credentials and personal data. */
export const redactPath = (path: string): string => path.split('/').map(redactSegment).join('/');

function redactSegment(segment: string): string {
  const plain = decode(segment);
  if (plain === undefined) return '[…]';
  const redacted = redact(plain);
  if (redacted !== plain) return redacted;
  // An address in another script, or in a network of one's own.
  if (plain.includes('@')) return '[email]';
  return looksRandom(plain) && !UUID.test(plain) ? '[…]' : segment;
}

/** True if a text may be a random secret: long, URL-safe, with a digit or letters of both cases. */
const looksRandom = (text: string): boolean =>
  /^[\w~-]{20,}$/.test(text) && (/\d/.test(text) || (/[a-z]/.test(text) && /[A-Z]/.test(text)));

/** Number of times that a segment is decoded: more is never a mistake. */
const MOST_ENCODINGS = 4;

/** Decodes a segment, also one that was encoded several times. Returns undefined if it cannot be decoded. */
function decode(segment: string): string | undefined {
  try {
    let plain = segment;
    for (let times = 0; times < MOST_ENCODINGS && plain.includes('%'); times++) plain = decodeURIComponent(plain);
    return plain.includes('%') ? undefined : plain;
  } catch {
    return undefined;
  }
}

/** A request as far as a router has matched it. */
interface Routed {
  readonly path: string;
  readonly _matchedRoute?: unknown;
}

/** Returns the pattern of the route that a request has matched, or else its path, redacted. */
export const findRoute = ({ path, _matchedRoute }: Routed): string =>
  typeof _matchedRoute === 'string' ? _matchedRoute : redactPath(path);
