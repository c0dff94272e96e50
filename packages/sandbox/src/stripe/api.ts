import { createHash, randomBytes } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { SandboxAnswer } from '../http.js';
import { Refusal, wrongKey } from './errors.js';
import type { Method } from './method.js';
import { methods } from './methods.js';
import { parseForm } from './parameters.js';
import { expireOld } from './payments.js';
import type { World } from './world.js';

/** The key that the sandbox takes. */
export const SANDBOX_KEY = 'sk_test_sandbox';

/** Seconds for which an idempotency key is remembered. */
const REMEMBERED = 24 * 3_600;

interface FirstReply {
  /** A digest of what was asked. */
  asked: string;
  answer: SandboxAnswer;
  at: number;
}

/** First answers by idempotency key. */
export class Replies extends Map<string, FirstReply> {}

export interface ApiRequest {
  method: string;
  path: string;
  query: string;
  body: string;
}

export type ApiAnswer = SandboxAnswer & { headers?: Record<string, string> };

/** Answers a request to the API. */
export function answerApi(
  { world, replies }: { world: World; replies: Replies },
  asked: ApiRequest,
  headers: IncomingHttpHeaders,
): ApiAnswer {
  const request = { 'request-id': `req_${randomBytes(7).toString('hex')}` };
  try {
    checkKey(headers.authorization);
    expireOld(world);
    const { method, id } = methodFor(asked);
    const name = headers['idempotency-key'];
    if (method.verb === 'GET' || name === undefined) return { ...answer(world, method, asked, id), headers: request };
    const key = String(name);
    const digest = createHash('sha256').update(`${asked.path} ${asked.body}`).digest('hex');
    const first = replies.get(key);
    if (first && first.at > world.now() - REMEMBERED) {
      if (first.asked !== digest) throw reusedKey(key);
      return { ...first.answer, headers: { ...request, 'idempotent-replayed': 'true' } };
    }
    const made = answer(world, method, asked, id);
    // Only requests that were carried out are stored, so one that never began can be repeated with the same key.
    if (made.status < 400 || made.status === 402) replies.set(key, { asked: digest, answer: made, at: world.now() });
    return { ...made, headers: request };
  } catch (error) {
    if (error instanceof Refusal) return { ...refused(error), headers: request };
    throw error;
  }
}

function checkKey(authorization: string | undefined): void {
  const [scheme = '', given = ''] = (authorization ?? '').split(' ');
  const key = /^basic$/i.test(scheme) ? Buffer.from(given, 'base64').toString().split(':')[0] : given || undefined;
  if (key !== SANDBOX_KEY) throw wrongKey(key);
}

function methodFor({ method: verb, path }: ApiRequest): { method: Method; id: string } {
  for (const method of methods) {
    const found = new RegExp(`^${method.path.replace(':id', '([\\w-]+)')}$`).exec(path);
    if (found && method.verb === verb) return { method, id: found[1] ?? '' };
  }
  throw new Refusal(404, {
    type: 'invalid_request_error',
    message: `Unrecognized request URL (${verb}: ${path}). Please see https://stripe.com/docs or we can help at https://support.stripe.com/.`,
  });
}

function answer(world: World, method: Method, { query, body }: ApiRequest, id: string): SandboxAnswer {
  try {
    return shown(200, method.run(world, parseForm(method.verb === 'GET' ? query : body), id));
  } catch (error) {
    if (error instanceof Refusal) return refused(error);
    throw error;
  }
}

const shown = (status: number, body: object): SandboxAnswer => ({
  status,
  contentType: 'application/json',
  body: JSON.stringify(body, (name, value) => (name === 'secret' && status !== 200 ? undefined : value), 2),
});

const refused = ({ status, error }: Refusal): SandboxAnswer => shown(status, { error });

const reusedKey = (key: string): Refusal =>
  new Refusal(400, {
    type: 'idempotency_error',
    message: `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
  });
