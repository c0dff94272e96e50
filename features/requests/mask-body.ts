import { STORED_BODIES } from '../../shared/contract/bounds.js';
import { redactCredentials } from '../../shared/process/redact.js';

/** A body as it is stored: JSON text with secrets masked. */
export interface MaskedBody {
  /** Content type. */
  type: string;
  /** Size as sent; null if it is not known. */
  bytes: number | null;
  /** Null for what is not JSON, or too large to be parsed. */
  text: string | null;
  isTruncated: boolean;
}

const MASK = '[masked]';

/** End of the name of a field whose value is a secret, without case and separators. */
const SECRET_NAME =
  /((api|access|auth|encryption|private|secret|signing|ssh)key|auth(orization)?|passw(or)?d|passphrase|passcode|pwd|secret|token|jwt|sessionid|credential|cookie|cardnumber|cvc|cvv|^(pass|pin|otp))s?$/;

/** Secrets inside of texts: credentials of a scheme, signing secrets, passwords and secret parameters of URLs, and named secrets as in JSON. */
const IN_TEXTS: readonly (readonly [RegExp, string])[] = [
  [/\b(bearer|basic)\s+[\w.~+/-]{8,}=*/gi, `$1 ${MASK}`],
  [/\b(whsec_|sk_(?:live|test)_)[\w+/=-]+/g, `$1${MASK}`],
  [/^(wifi:.*?\bP:)(?:\\.|[^;\\])*/i, `$1${MASK}`],
  [/(\/\/[^\s/:@]*:)[^\s/@]+@/g, `$1${MASK}@`],
  [/([?&](?:\w*key|\w*token|\w*secret|sig(?:nature)?)=)[^&#\s"]+/gi, `$1${MASK}`],
  [
    /(\b\w*(?:passw(?:or)?d|secret|token|api_?key)\\?["']?\s*[:=]\s*)(?:\\?"[^"]*"?|'[^']*'?|[^\s"'&,;}]+)/gi,
    `$1${MASK}`,
  ],
];

/** Parts that every name, and every text, with a secret has: most have none, and need no closer look. */
const MAYBE_SECRET_NAME = /key|auth|pass|pwd|secret|token|jwt|session|cred|cookie|card|cv[cv]|pin|otp/i;
const MAYBE_SECRET = /ua_|eyJ|bearer|basic|wifi:|whsec_|sk_|:\/\/|[?&]|passw|secret|token|api_?key/i;

/** Shortest text that is taken for a file if it is base64. */
const SHORTEST_FILE = 256;
const BASE64 = /^[\w+/-]{256}/;
const DATA_URL = /^data:([\w.+/-]{1,100})[^,]{0,100},/;
/** Beginnings of files in base64. */
const FILE_TYPES: readonly (readonly [string, string])[] = [
  ['iVBOR', 'image/png'],
  ['/9j/', 'image/jpeg'],
  ['R0lGOD', 'image/gif'],
  ['UklGR', 'image/webp'],
  ['PHN2Z', 'image/svg+xml'],
  ['JVBER', 'application/pdf'],
];

/** Writes a value as JSON with secrets masked and files as their type and size. It costs no more than the text that it writes. */
export function maskJson(value: unknown): Pick<MaskedBody, 'text' | 'isTruncated'> {
  let text = '';
  for (const piece of writePieces(value)) {
    text += piece;
    if (text.length > STORED_BODIES.bytes) break;
  }
  const bytes = Buffer.from(text);
  if (bytes.length <= STORED_BODIES.bytes) return { text, isTruncated: false };
  return {
    text: bytes
      .subarray(0, STORED_BODIES.bytes)
      .toString()
      .replace(/\ufffd$/, ''),
    isTruncated: true,
  };
}

function* writePieces(value: unknown): Generator<string> {
  if (typeof value === 'string') yield JSON.stringify(maskText(value));
  else if (Array.isArray(value)) {
    yield '[';
    for (const [index, item] of value.entries()) {
      if (index > 0) yield ',';
      yield* writePieces(item);
    }
    yield ']';
  } else if (typeof value === 'object' && value !== null) {
    let separator = '{';
    for (const [name, field] of Object.entries(value)) {
      yield `${separator}${JSON.stringify(redactCredentials(name))}:`;
      yield* isSecret(name, field) ? [JSON.stringify(MASK)] : writePieces(field);
      separator = ',';
    }
    yield separator === '{' ? '{}' : '}';
  } else yield JSON.stringify(value) ?? 'null';
}

function isSecret(name: string, value: unknown): boolean {
  if (!MAYBE_SECRET_NAME.test(name) || value === null || typeof value === 'boolean') return false;
  const found = SECRET_NAME.exec(name.toLowerCase().replace(/[^a-z]/g, ''));
  // `max_tokens` is a number of tokens.
  return found !== null && !(typeof value === 'number' && found[0].endsWith('s'));
}

function maskText(text: string): string {
  if (text.length >= SHORTEST_FILE) {
    const file = describeFile(text);
    if (file !== undefined) return file;
  }
  // A secret may begin before the end of what is stored.
  const beginning = text.slice(0, 2 * STORED_BODIES.bytes);
  if (!MAYBE_SECRET.test(beginning)) return beginning;
  const start = redactCredentials(beginning);
  return IN_TEXTS.reduce((masked, [pattern, replacement]) => masked.replace(pattern, replacement), start);
}

/** Describes a file in a text: `[image/png, 5120 bytes]`. Undefined for any other text. */
function describeFile(text: string): string | undefined {
  const [prefix, type] = DATA_URL.exec(text) ?? [];
  if (prefix === undefined && !BASE64.test(text)) return undefined;
  const known = FILE_TYPES.find(([start]) => text.startsWith(start))?.[1] ?? 'file';
  const bytes = Math.floor(((text.length - (prefix?.length ?? 0)) * 3) / 4);
  return `[${type ?? known}, ${bytes} bytes]`;
}
