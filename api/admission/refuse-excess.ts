import { randomUUID } from 'node:crypto';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { errors } from '../../shared/contract/errors.js';
import { baseUrl, type Config } from '../../shared/process/config.js';
import { networkOf } from '../../shared/process/network.js';
import { credentialsOf } from '../access/credentials.js';
import type { Services } from '../call.js';
import type { Drain } from '../drain.js';
import { sharedWith } from '../steps/cors.js';
import { countCalls } from '../steps/measure.js';
import { endpointAt } from '../steps/route.js';

type Front = Pick<Services, 'admission' | 'authenticator' | 'config' | 'leftovers' | 'traffic'>;

/**
 * Stands before all steps, and answers 503 to the calls that cannot be served in time: by their headers alone, before
 * anything is asked of Redis or the store. A front that has to refuse many times what it can serve must do so for next to nothing, so
 * these few are not answered by way of the steps.
 *
 * @param serve answers all other requests
 */
export function refuseExcess(
  front: Front,
  drain: Drain,
  serve: (request: IncomingMessage, response: ServerResponse) => Promise<void>,
): RequestListener {
  const { admission, traffic, config, leftovers } = front;
  const counted = countCalls(traffic);
  return (request, response) => {
    const endpoint = request.method === 'POST' ? endpointAt(pathOf(request)) : undefined;
    if (!endpoint) return void serve(request, response);
    const place = admission.enter(request, endpoint.pool, callerOf(request, front));
    if (place) return void serve(request, response).finally(() => place.leave());
    leftovers.read(request);
    refuse(request, response, config, drain);
    counted({ endpoint, ours: true }, errors.serviceBusy.status, 0);
  };
}

const pathOf = ({ url = '' }: IncomingMessage): string => {
  const query = url.indexOf('?');
  return query === -1 ? url : url.slice(0, query);
};

/** Whom a call counts for before it is known: the account of a key that was seen here before, else where it comes from. */
function callerOf(request: IncomingMessage, { authenticator, config }: Front): string {
  const { key } = credentialsIn(request);
  const account = key && authenticator.accountSeen(key);
  return account || `from ${networkOf(addressOf(request, config))}`;
}

const credentialsIn = ({ headers }: IncomingMessage) =>
  credentialsOf({ get: (name) => String(headers[name.toLowerCase()] ?? '') });

/** The address as Koa finds it: with trusted proxies, the one that the first of them was called from. */
function addressOf({ headers, socket }: IncomingMessage, { TRUST_PROXY, PROXIES }: Config): string {
  const told = TRUST_PROXY ? String(headers['x-forwarded-for'] ?? '') : '';
  const [first = ''] = told.split(',').slice(-PROXIES);
  return first.trim() || socket.remoteAddress || '';
}

function refuse(request: IncomingMessage, response: ServerResponse, config: Config, drain: Drain): void {
  const error = errors.serviceBusy();
  const requestId = randomUUID();
  const body = JSON.stringify(error.body(requestId, baseUrl(config)));
  const { origin } = request.headers;
  response.writeHead(error.status, {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    'Retry-After': String(error.retryAfterSeconds),
    'X-Request-Id': requestId,
    'X-Credits-Cost': '0',
    ...(drain.begun && { Connection: 'close' }),
    ...(origin && { Vary: 'Origin', ...(credentialsIn(request).token && sharedWith(origin)) }),
  });
  response.end(body);
}
