import { REQUESTS_LISTED_DAYS } from '../../shared/contract/bounds.js';
import { errors } from '../../shared/contract/errors.js';
import {
  flag,
  instant,
  integer,
  list,
  nullable,
  object,
  optional,
  record,
  text,
} from '../../shared/contract/fields.js';
import { route } from '../../shared/contract/route.js';
import { ANY_KEY } from '../../shared/contract/service-scopes.js';
import type { LedgerCollections } from '../../shared/ledger/collections.js';
import type { Clock } from '../../shared/process/clock.js';
import type { QueueInfrastructure } from '../../shared/queue/infrastructure.js';
import { includesService, type Key, type KeyCollections } from '../keys/index.js';
import type { MemberCollections } from '../members/index.js';
import { accountRoute, type Caller } from '../web/index.js';
import type { RequestCollections } from './collections.js';
import { accountFilters, createCallFilters, nextPage, requestOutcome, toRequestOutcome } from './listed-calls.js';
import type { MaskedBody } from './mask-body.js';
import { type RequestQuery, readAccountRequests } from './query-requests.js';
import type { RequestBodies } from './stored-bodies.js';
import { findCall } from './timeline.js';

type Store = KeyCollections &
  Pick<LedgerCollections, 'refunds' | 'usage' | 'wallets'> &
  Pick<MemberCollections, 'accounts'> &
  Pick<RequestCollections, 'requestLog'>;

interface Dependencies {
  readonly clock: Clock;
  readonly key: Key;
  readonly infrastructure: QueueInfrastructure;
  readonly store: Store;
  readonly bodies: Pick<RequestBodies, 'find'>;
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
    summary: `Lists the requests of the last ${REQUESTS_LISTED_DAYS} days, newest first: charged, refunded, refused and test requests. Keys with \`account:read\` see those of all keys`,
    request: object({
      endpoint: optional(
        text({ maxLength: 100, description: 'Only requests to this endpoint, e.g. `qr-code/generate`' }),
      ),
      key: optional(text({ maxLength: 100, description: 'Only requests with the key of this id' })),
      ...createCallFilters(MAX_PER_PAGE, 50),
      ...accountFilters,
    }),
    response: object({
      requests: list(
        object({
          request_id: text(),
          at: instant({ description: 'Time of the response' }),
          endpoint: text(),
          key: text({ description: 'Id of the key' }),
          ...requestOutcome,
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
  { store, clock }: { readonly store: Pick<Store, 'requestLog' | 'usage'>; readonly clock: Clock },
  account: string,
  query: RequestQuery,
) {
  const { calls, next } = await readAccountRequests(store, account, query, clock.now());
  const requests = calls.map((call) => ({
    request_id: call._id,
    at: call.at.toISOString(),
    endpoint: call.endpoint,
    key: call.key ?? '',
    ...toRequestOutcome(call),
  }));
  return { requests, next };
}

const storedBody = nullable(
  object({
    type: text({ description: 'Content type' }),
    bytes: nullable(integer({ description: 'Size as sent; null if it is not known' })),
    text: nullable(text({ description: 'JSON with secrets masked; null if the body is not JSON, or too large' })),
    truncated: flag({ description: 'True if the text is only the beginning' }),
  }),
);

export const requestTimeline = accountRoute(
  route({
    name: 'request',
    title: 'Get a request',
    method: 'GET',
    path: '/v1/requests/{request_id}',
    scope: ANY_KEY,
    summary:
      'Returns a request with its timeline: its credits, its job and its response, step by step. Keys with `account:read` get its bodies too, if your account stores them',
    request: object({ request_id: requestId }),
    response: object({
      request_id: text(),
      endpoint: nullable(text()),
      key: nullable(text({ description: 'Id of the key' })),
      key_name: nullable(text({ description: 'Name of the key' })),
      outcome: nullable(object({ at: instant({ description: 'Time of the response' }), ...requestOutcome })),
      timeline: list(
        object({
          at: nullable(instant({ description: 'Time of the step; null if unknown' })),
          title: text(),
          details: record(text()),
        }),
      ),
      request_body: storedBody,
      response_body: storedBody,
    }),
    errors: [errors.requestUnknown],
    example: { request: { request_id: '0c0f7a1e-7f52-4f0a-9f43-2a8f6a3f8a11' } },
  }),
  async ({ request_id }, { key, bodies, ...services }: Dependencies & Caller) => {
    const found = await findCall(services, request_id);
    const readsAll = includesService(key.scopes, 'account:read');
    if (!found || found.account !== key.account || !(found.key === key.id || readsAll))
      throw errors.requestUnknown({ request: request_id });
    const { store } = services;
    const account = readsAll ? await store.accounts.findOne({ _id: key.account }) : null;
    const stored = account ? await bodies.find(account, request_id) : undefined;
    const named =
      found.key === undefined ? null : await store.keys.findOne({ id: found.key }, { projection: { name: 1 } });
    return {
      request_id,
      endpoint: found.endpoint ?? null,
      key: found.key ?? null,
      key_name: named?.name ?? null,
      outcome: found.outcome ? { ...found.outcome, at: found.outcome.at.toISOString() } : null,
      timeline: found.timeline.map(({ at, title, details }) => ({
        at: at?.toISOString() ?? null,
        title,
        details: Object.fromEntries(details),
      })),
      request_body: toBodyRow(stored?.request),
      response_body: toBodyRow(stored?.response),
    };
  },
);

const toBodyRow = (body: MaskedBody | undefined) => {
  if (!body) return null;
  const { isTruncated: truncated, ...rest } = body;
  return { ...rest, truncated };
};
