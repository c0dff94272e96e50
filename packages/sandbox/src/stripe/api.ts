import { createHash, randomBytes } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { SandboxResponse } from '../http.js';
import { Refusal, wrongKey } from './errors.js';
import type { Method } from './method.js';
import { methods } from './methods.js';
import { parseForm } from './parameters.js';
import { expireOld } from './payments.js';
import type { World } from './world.js';

/** API key of the sandbox. */
export const SANDBOX_KEY = 'sk_test_sandbox';

/** Retention of idempotency keys, in seconds. */
const KEY_RETENTION = 24 * 3_600;

interface FirstResponse {
  /** Digest of the request. */
  digest: string;
  response: SandboxResponse;
  at: number;
}

/** First responses by idempotency key. */
export class Replies extends Map<string, FirstResponse> {}

export interface ApiRequest {
  method: string;
  path: string;
  query: string;
  body: string;
}

export type ApiResponse = SandboxResponse & { headers?: Record<string, string> };

/** Responds to a request to the API. */
export function respondToApi(
  { world, replies }: { world: World; replies: Replies },
  apiRequest: ApiRequest,
  headers: IncomingHttpHeaders,
): ApiResponse {
  const request = { 'request-id': `req_${randomBytes(7).toString('hex')}` };
  try {
    checkKey(headers.authorization);
    expireOld(world);
    const { method, id } = findMethod(apiRequest);
    const name = headers['idempotency-key'];
    if (method.verb === 'GET' || name === undefined)
      return { ...runMethod(world, method, apiRequest, id), headers: request };
    const key = String(name);
    const digest = createHash('sha256').update(`${apiRequest.path} ${apiRequest.body}`).digest('hex');
    const first = replies.get(key);
    if (first && first.at > world.now() - KEY_RETENTION) {
      if (first.digest !== digest) throw createReusedKeyError(key);
      return { ...first.response, headers: { ...request, 'idempotent-replayed': 'true' } };
    }
    const result = runMethod(world, method, apiRequest, id);
    // Only requests that were carried out are stored, so one that never began can be repeated with the same key.
    if (result.status < 400 || result.status === 402) replies.set(key, { digest, response: result, at: world.now() });
    return { ...result, headers: request };
  } catch (error) {
    if (error instanceof Refusal) return { ...formatError(error), headers: request };
    throw error;
  }
}

function checkKey(authorization: string | undefined): void {
  const [scheme = '', credentials = ''] = (authorization ?? '').split(' ');
  const key = /^basic$/i.test(scheme)
    ? Buffer.from(credentials, 'base64').toString().split(':')[0]
    : credentials || undefined;
  if (key !== SANDBOX_KEY) throw wrongKey(key);
}

function findMethod({ method: verb, path }: ApiRequest): { method: Method; id: string } {
  for (const method of methods) {
    const found = new RegExp(`^${method.path.replace(':id', '([\\w-]+)')}$`).exec(path);
    if (found && method.verb === verb) return { method, id: found[1] ?? '' };
  }
  throw new Refusal(404, {
    type: 'invalid_request_error',
    message: `Unrecognized request URL (${verb}: ${path}). Please see https://stripe.com/docs or we can help at https://support.stripe.com/.`,
  });
}

function runMethod(world: World, method: Method, { query, body }: ApiRequest, id: string): SandboxResponse {
  try {
    return formatJson(200, method.run(world, parseForm(method.verb === 'GET' ? query : body), id));
  } catch (error) {
    if (error instanceof Refusal) return formatError(error);
    throw error;
  }
}

const formatJson = (status: number, body: object): SandboxResponse => ({
  status,
  contentType: 'application/json',
  body: JSON.stringify(body, (name, value) => (name === 'secret' && status !== 200 ? undefined : value), 2),
});

const formatError = ({ status, error }: Refusal): SandboxResponse => formatJson(status, { error });

const createReusedKeyError = (key: string): Refusal =>
  new Refusal(400, {
    type: 'idempotency_error',
    message: `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
  });
