import { ConfigurationError, WebhookVerificationError } from './errors.js';
import type { KnownWebhookEvent } from './generated/schema.js';

/** Default tolerance of timestamps, in seconds. */
const TOLERANCE_SECONDS = 300;
const SECRET_PREFIX = 'whsec_';
const VERSION = 'v1';

/** The headers of a delivery, as a `Request` or a Node server has them. */
export type WebhookHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

/** Types of events that this version does not know: any string, but one that no literal equals for the compiler. */
declare enum UnknownEventType {
  Unknown = '',
}

/** Event of a type that this version does not know. */
export interface UnknownWebhookEvent {
  type: UnknownEventType;
  timestamp: string;
  data: unknown;
}

/** Event of a webhook; `type` discriminates. A newer service may send types that this version does not know. */
export type WebhookEvent = KnownWebhookEvent | UnknownWebhookEvent;

export interface VerifyOptions {
  /** Maximum age of a delivery, or distance in the future, in seconds; 300 by default. */
  toleranceSeconds?: number;
  /** The present, for tests. */
  now?: Date;
}

/**
 * Verifies that a delivery comes from the service, by the rules of Standard Webhooks
 * (github.com/standard-webhooks/standard-webhooks): an HMAC with SHA-256 over its id, its time and its body.
 *
 * @param body as received, byte for byte: JSON that was parsed and written again has another signature
 * @param secrets `whsec_…`; while you rotate one, pass both
 * @returns the event, whose `type` gives `data` its type
 * @throws WebhookVerificationError when a header is missing, the time is too far away or no signature fits
 * @example
 * const event = await verifyWebhook(await request.text(), request.headers, process.env.WEBHOOK_SECRET);
 * if (event.type === 'credits.low') console.log(event.data.balance);
 */
export async function verifyWebhook(
  body: string | Uint8Array,
  headers: WebhookHeaders,
  secrets: string | readonly string[],
  { toleranceSeconds = TOLERANCE_SECONDS, now = new Date() }: VerifyOptions = {},
): Promise<WebhookEvent> {
  const id = readHeader(headers, 'webhook-id');
  const time = readHeader(headers, 'webhook-timestamp');
  const signatures = readHeader(headers, 'webhook-signature');
  if (!/^\d{1,12}$/.test(time)) throw new WebhookVerificationError('webhook-timestamp is not a Unix time');
  if (Math.abs(now.getTime() / 1_000 - Number(time)) > toleranceSeconds) {
    throw new WebhookVerificationError('The delivery is too old, or the clock of this machine is wrong');
  }
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body;
  const signed = concatenate(new TextEncoder().encode(`${id}.${time}.`), bytes);
  for (const secret of [secrets].flat()) {
    if (await isSigned(signed, signatures, secret)) return JSON.parse(new TextDecoder().decode(bytes));
  }
  throw new WebhookVerificationError('No signature matches');
}

/** True if one of the signatures, `v1,<base64> v1,<base64> …`, matches the secret; compared in constant time. */
async function isSigned(signed: BufferSource, signatures: string, secret: string): Promise<boolean> {
  const bytes = decodeBase64(secret.startsWith(SECRET_PREFIX) ? secret.slice(SECRET_PREFIX.length) : secret);
  if (!bytes || bytes.length === 0) throw new ConfigurationError('A webhook secret must be whsec_ followed by base64');
  const key = await crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify']);
  for (const signature of signatures.split(' ')) {
    const [version, text = ''] = signature.split(',');
    const sent = version === VERSION ? decodeBase64(text) : undefined;
    if (sent && (await crypto.subtle.verify('HMAC', key, sent, signed))) return true;
  }
  return false;
}

function readHeader(headers: WebhookHeaders, name: string): string {
  const value = headers instanceof Headers ? headers.get(name) : findValue(headers, name);
  if (typeof value !== 'string' || value === '') throw new WebhookVerificationError(`${name} is missing`);
  return value;
}

const findValue = (headers: Exclude<WebhookHeaders, Headers>, name: string) =>
  Object.entries(headers).find(([one]) => one.toLowerCase() === name)?.[1];

function concatenate(one: Uint8Array, other: Uint8Array): Uint8Array<ArrayBuffer> {
  const both = new Uint8Array(one.length + other.length);
  both.set(one);
  both.set(other, one.length);
  return both;
}

function decodeBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  } catch {
    return undefined;
  }
}
