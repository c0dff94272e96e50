import { errors } from '../../shared/contract/errors.js';
import { instant, list, nullable, object, optional, record, text } from '../../shared/contract/fields.js';
import { route } from '../../shared/contract/route.js';
import { ANY_KEY } from '../../shared/contract/service-scopes.js';
import type { LedgerCollections } from '../../shared/ledger/collections.js';
import type { Clock } from '../../shared/process/clock.js';
import type { QueueInfrastructure } from '../../shared/queue/infrastructure.js';
import { includesService, type Key } from '../keys/index.js';
import { accountRoute, type Caller } from '../web/index.js';
import { callFilters, callOutcome, nextPage, toOutcome } from './listed-calls.js';
import { REQUESTS_LISTED_DAYS, type RequestQuery, readAccountRequests } from './query-requests.js';
import { findCall } from './timeline.js';

type Store = Pick<LedgerCollections, 'refunds' | 'usage' | 'wallets'>;

interface Dependencies {
  readonly clock: Clock;
  readonly key: Key;
  readonly infrastructure: QueueInfrastructure;
  readonly store: Store;
}

const MAX_PER_PAGE = 200;

const requestId = text({ maxLength: 100, description: 'X-Request-Id of the request' });

export const listRequests = accountRoute(
  route({
    name: 'requests',
    title: 'List requests',
    method: 'GET',
    path: '/v1/requests',
    scope: ANY_KEY,
    summary: `Lists the charged and refunded requests of the last ${REQUESTS_LISTED_DAYS} days, newest first. Keys with \`account:read\` see those of all keys`,
    request: object({
      endpoint: optional(
        text({ maxLength: 100, description: 'Only requests to this endpoint, e.g. `qr-code/generate`' }),
      ),
      key: optional(text({ maxLength: 100, description: 'Only requests with the key of this id' })),
      ...callFilters(MAX_PER_PAGE, 50),
    }),
    response: object({
      requests: list(
        object({
          request_id: text(),
          at: instant({ description: 'Time of the response' }),
          endpoint: text(),
          key: text({ description: 'Id of the key' }),
          ...callOutcome,
        }),
      ),
      next: nextPage,
    }),
    errors: [errors.cursorInvalid],
    example: { request: { limit: 2 } },
  }),
  (query, { key, ...services }: Dependencies & Caller) => {
    if (includesService(key.scopes, 'account:read')) return listAccountRequests(services, key.account, query);
    if (query.key !== undefined && query.key !== key.id) return { requests: [], next: null };
    return listAccountRequests(services, key.account, { ...query, key: key.id });
  },
);

/** Returns a page of an account's requests. @throws ApiError 422 for an invalid `after` */
export async function listAccountRequests(
  { store, clock }: { readonly store: Store; readonly clock: Clock },
  account: string,
  query: RequestQuery,
) {
  const { calls, next } = await readAccountRequests(store, account, query, clock.now());
  const requests = calls.map((call) => ({
    request_id: call._id,
    at: call.at.toISOString(),
    endpoint: call.endpoint,
    key: call.key,
    ...toOutcome(call),
  }));
  return { requests, next };
}

export const requestTimeline = accountRoute(
  route({
    name: 'request',
    title: 'Get a request',
    method: 'GET',
    path: '/v1/requests/{request_id}',
    scope: ANY_KEY,
    summary: 'Returns the timeline of a request: its credits, its job and its response, step by step',
    request: object({ request_id: requestId }),
    response: object({
      request_id: text(),
      endpoint: nullable(text()),
      timeline: list(
        object({
          at: nullable(instant({ description: 'Time of the step; null if unknown' })),
          title: text(),
          details: record(text()),
        }),
      ),
    }),
    errors: [errors.requestUnknown],
    example: { request: { request_id: '0c0f7a1e-7f52-4f0a-9f43-2a8f6a3f8a11' } },
  }),
  async ({ request_id }, { key, ...services }: Dependencies & Caller) => {
    const found = await findCall(services, request_id);
    const isReadable = found?.key === key.id || includesService(key.scopes, 'account:read');
    if (!found || found.account !== key.account || !isReadable) throw errors.requestUnknown({ request: request_id });
    return {
      request_id,
      endpoint: found.endpoint ?? null,
      timeline: found.timeline.map(({ at, title, details }) => ({
        at: at?.toISOString() ?? null,
        title,
        details: Object.fromEntries(details),
      })),
    };
  },
);
