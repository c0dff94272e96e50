import { Webhook as Signer } from 'standardwebhooks';
import { type Dispatcher, request } from 'undici';
import { RECEIVER_ANSWER } from '../shared/contract/bounds.js';
import type { Attempt } from '../shared/webhooks/collections.js';

/** How long an attempt may take, in ms. */
export interface Patience {
  /** Altogether. */
  readonly withinMs: number;
  /** Until the receiver answers. */
  readonly silentMs: number;
  /** From its status to the end of what is read of its answer. */
  readonly answerMs: number;
}

const PATIENCE: Patience = { withinMs: 15_000, silentMs: 10_000, answerMs: 2_000 };

/** What is sent, and to whom. */
export interface Parcel {
  url: string;
  /** The `webhook-id`: the same at every attempt. */
  id: string;
  payload: string;
  /** The secrets that sign it, each by itself. */
  secrets: readonly string[];
}

type Outcome = Omit<Attempt, 'at' | 'ms'>;

/**
 * Posts a message to a receiver (Standard Webhooks). Redirects are not followed: they would lead to where nobody has looked.
 * Never throws: what goes wrong is an outcome too.
 *
 * @param at when, by the clock of the store
 */
export async function post(agent: Dispatcher, parcel: Parcel, at: Date, patience = PATIENCE): Promise<Attempt> {
  const began = performance.now();
  const outcome = await send(agent, parcel, at, patience).catch(
    (error: unknown): Outcome => ({
      status: null,
      answer: null,
      error: reasonOf(error),
    }),
  );
  return { at, ms: Math.round(performance.now() - began), ...outcome };
}

async function send(
  agent: Dispatcher,
  { url, id, payload, secrets }: Parcel,
  at: Date,
  { withinMs, silentMs, answerMs }: Patience,
): Promise<Outcome> {
  const { statusCode: status, body } = await request(url, {
    method: 'POST',
    dispatcher: agent,
    signal: AbortSignal.timeout(withinMs),
    headersTimeout: silentMs,
    bodyTimeout: silentMs,
    headers: {
      'content-type': 'application/json',
      'user-agent': 'utility-api-webhooks',
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
      'webhook-signature': secrets.map((secret) => new Signer(secret).sign(id, at, payload)).join(' '),
    },
    body: payload,
  });
  // The status alone decides: a receiver that does not finish its answer has taken the message.
  return { status, answer: await beginningOf(body, answerMs), error: problemWith(status) };
}

function problemWith(status: number): string | null {
  if (status >= 200 && status < 300) return null;
  return status >= 300 && status < 400 ? `answered ${status}: redirects are not followed` : `answered ${status}`;
}

/** What comes soon of the beginning of an answer; the rest of it is not read. */
async function beginningOf(body: Dispatcher.ResponseData['body'], withinMs: number): Promise<string> {
  const chunks: Buffer[] = [];
  let read = 0;
  const enough = setTimeout(() => body.destroy(), withinMs);
  try {
    for await (const chunk of body) {
      chunks.push(chunk);
      read += chunk.length;
      if (read >= RECEIVER_ANSWER.read) break;
    }
  } catch {
    // What has come of it is what there is.
  } finally {
    clearTimeout(enough);
  }
  return Buffer.concat(chunks).subarray(0, RECEIVER_ANSWER.kept).toString('utf8');
}

/** Why there was no answer, in words for whoever runs the receiver. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const cause = error.cause instanceof Error ? error.cause : error;
  if (cause.name === 'TimeoutError' || /Timeout/.test(cause.name)) return 'no answer in time';
  const code = 'code' in cause && typeof cause.code === 'string' ? cause.code : undefined;
  return cause.name === 'PrivateAddress' ? cause.message : `no answer: ${(code ?? cause.message) || cause.name}`;
}
