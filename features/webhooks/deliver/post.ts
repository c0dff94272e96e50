import { Webhook as Signer } from 'standardwebhooks';
import { type Dispatcher, request } from 'undici';
import { RECEIVER_ANSWER } from '../../../shared/contract/bounds.js';
import type { Attempt } from '../collections.js';

/** Timeouts of an attempt, in ms. */
export interface Timeouts {
  /** For all of it. */
  readonly totalMs: number;
  /** For the status and headers, and between parts of the body. */
  readonly idleMs: number;
  /** For the part of the body that is read. */
  readonly bodyMs: number;
}

const TIMEOUTS: Timeouts = { totalMs: 15_000, idleMs: 10_000, bodyMs: 2_000 };

/** A message to a receiver. */
export interface SignedMessage {
  url: string;
  /** The `webhook-id`, which is the same with every attempt. */
  id: string;
  payload: string;
  /** Secrets that each add a signature. */
  secrets: readonly string[];
}

type Outcome = Omit<Attempt, 'at' | 'ms'>;

/**
 * Posts a message to a receiver (Standard Webhooks). Redirects are not followed, as their targets are not checked. Failures to
 * send are outcomes too.
 *
 * @param at time of the store
 */
export async function post(agent: Dispatcher, message: SignedMessage, at: Date, timeouts = TIMEOUTS): Promise<Attempt> {
  const began = performance.now();
  const outcome = await send(agent, message, at, timeouts).catch(
    (error: unknown): Outcome => ({
      status: null,
      answer: null,
      error: describeError(error),
    }),
  );
  return { at, ms: Math.round(performance.now() - began), ...outcome };
}

async function send(
  agent: Dispatcher,
  { url, id, payload, secrets }: SignedMessage,
  at: Date,
  { totalMs, idleMs, bodyMs }: Timeouts,
): Promise<Outcome> {
  const { statusCode: status, body } = await request(url, {
    method: 'POST',
    dispatcher: agent,
    signal: AbortSignal.timeout(totalMs),
    headersTimeout: idleMs,
    bodyTimeout: idleMs,
    headers: {
      'content-type': 'application/json',
      'user-agent': 'utility-api-webhooks',
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
      'webhook-signature': secrets.map((secret) => new Signer(secret).sign(id, at, payload)).join(' '),
    },
    body: payload,
  });
  // The status alone decides, also for a receiver that does not finish its response.
  return { status, answer: await readBeginning(body, bodyMs), error: describeStatus(status) };
}

function describeStatus(status: number): string | null {
  if (status >= 200 && status < 300) return null;
  return status >= 300 && status < 400 ? `answered ${status}: redirects are not followed` : `answered ${status}`;
}

/** Reads the beginning of a response body, as far as it arrives in time. */
async function readBeginning(body: Dispatcher.ResponseData['body'], timeoutMs: number): Promise<string> {
  const chunks: Buffer[] = [];
  let read = 0;
  const timer = setTimeout(() => body.destroy(), timeoutMs);
  try {
    for await (const chunk of body) {
      chunks.push(chunk);
      read += chunk.length;
      if (read >= RECEIVER_ANSWER.read) break;
    }
  } catch {
    // A part of the body is enough.
  } finally {
    clearTimeout(timer);
  }
  return Buffer.concat(chunks).subarray(0, RECEIVER_ANSWER.kept).toString('utf8');
}

/** Describes why there is no response, for the owner of the receiver. */
function describeError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const cause = error.cause instanceof Error ? error.cause : error;
  if (cause.name === 'TimeoutError' || /Timeout/.test(cause.name)) return 'no answer in time';
  const code = 'code' in cause && typeof cause.code === 'string' ? cause.code : undefined;
  return cause.name === 'PrivateAddress' ? cause.message : `no answer: ${(code ?? cause.message) || cause.name}`;
}
