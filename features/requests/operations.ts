import { REQUESTS_LISTED_DAYS } from '../../shared/contract/bounds.js';
import { errors } from '../../shared/contract/errors.js';
import {
  flag,
  instant,
  integer,
  list,
  nullable,
  object,
  oneOf,
  optional,
  record,
  text,
  withDefault,
} from '../../shared/contract/fields.js';
import type { LedgerCollections } from '../../shared/ledger/collections.js';
import type { KeyCollections } from '../keys/index.js';
import { accountId } from '../members/index.js';
import { type OperationContext, operation, requireInfrastructure, type SubjectKind } from '../operators/index.js';
import type { RequestCollections } from './collections.js';
import { callOutcome, createCallFilters, nextPage, operatorFilters, toOutcome } from './listed-calls.js';
import { type RequestScope, readAllRequests } from './query-requests.js';
import { exportFailures, type FailureGroup, groupByAccount, readFailures } from './read-failures.js';
import { countRefusals, findRefusal, listLatestRefusals, type Refusal } from './refusals.js';
import { findCall } from './timeline.js';

type Store = KeyCollections &
  Pick<LedgerCollections, 'refunds' | 'usage' | 'wallets'> &
  Pick<RequestCollections, 'requestLog'>;

/** Maximum keys with the same visible prefix. More cannot occur by chance. */
const MAX_KEYS = 10;

export const listAllRequests = operation({
  command: 'requests list',
  role: 'viewer',
  method: 'GET',
  path: '/v1/admin/requests',
  summary: `List the charged and refunded requests of the last ${REQUESTS_LISTED_DAYS} days, newest first`,
  request: object({
    account: optional({ ...accountId, description: 'Only requests of this account' }),
    key: optional(text({ maxLength: 100, description: 'Only requests with this key: its id or visible prefix' })),
    endpoint: optional(
      text({ maxLength: 100, description: 'Only requests to this endpoint, e.g. `qr-code/generate`' }),
    ),
    ...createCallFilters(500, 100),
    ...operatorFilters,
  }),
  response: object({
    requests: list(
      object({
        request_id: text(),
        at: instant({ description: 'Time of the response' }),
        account: text(),
        key: text({ description: 'Id of the key' }),
        endpoint: text(),
        ...callOutcome,
      }),
    ),
    next: nextPage,
  }),
  errors: [errors.cursorInvalid],
  example: { request: { status: 504, limit: 20 } },
  async run({ account, key, ...query }, { store, clock }: OperationContext<Store>) {
    const scope = { ...(account !== undefined && { account }), ...(key !== undefined && (await findKeys(store, key))) };
    const { calls, next } = await readAllRequests(store, withinAccount(scope), query, clock.now());
    const requests = calls.map((call) => ({
      request_id: call._id,
      at: call.at.toISOString(),
      account: call.account ?? '',
      key: call.key ?? '',
      endpoint: call.endpoint,
      ...toOutcome(call),
    }));
    return { requests, next };
  },
});

/** Finds keys by an id or a visible prefix. */
async function findKeys({ keys }: Store, idOrPrefix: string): Promise<Pick<RequestScope, 'keys'>> {
  const options = { projection: { id: 1, account: 1 } };
  const [withId, withPrefix] = await Promise.all([
    keys.find({ id: idOrPrefix }, options).toArray(),
    keys.find({ prefix: idOrPrefix.replace(/…$/, '') }, { ...options, limit: MAX_KEYS }).toArray(),
  ]);
  const byAccount = new Map<string, string[]>();
  for (const { account, id } of [...withId, ...withPrefix]) {
    byAccount.set(account, [...(byAccount.get(account) ?? []), id]);
  }
  return { keys: byAccount };
}

/** Drops keys of other accounts than the requested one. */
const withinAccount = ({ account, keys }: RequestScope): RequestScope =>
  account !== undefined && keys
    ? { keys: new Map([...keys].filter(([owner]) => owner === account)) }
    : { ...(account !== undefined && { account }), ...(keys && { keys }) };

const refusal = object({
  request_id: text(),
  at: instant(),
  status: integer(),
  type: text(),
  path: text({ description: 'Requested path' }),
  network: text({ description: 'IP address, or network of an IPv6 address' }),
  prefix: nullable(text({ description: 'Visible prefix of the key; null if nothing like a key was sent' })),
});

const toRefusalRow = ({ requestId, at, ...rest }: Refusal) => ({
  request_id: requestId,
  at: at.toISOString(),
  ...rest,
});

export const showRequest = operation({
  command: 'requests show',
  role: 'viewer',
  method: 'GET',
  path: '/v1/admin/requests/{request_id}',
  summary: 'Show the timeline of a request: its credits, job and response, or the reason of its refusal',
  request: object({ request_id: text({ maxLength: 100, description: 'X-Request-Id of the call' }) }),
  response: object({
    request_id: text(),
    account: nullable(text()),
    endpoint: nullable(text()),
    key: nullable(text({ description: 'Id of the key' })),
    queue: nullable(text({ description: 'Queue that stores its job; the job id is the request id' })),
    refundable: flag({ description: 'True if its credits can be refunded' }),
    refusal: nullable(refusal),
    timeline: list(
      object({
        at: nullable(instant({ description: 'Time of the step; null if unknown' })),
        title: text(),
        details: record(text()),
        internals: record(text({ description: 'Internal details, hidden from customers' })),
      }),
    ),
  }),
  errors: [errors.requestUnknown],
  example: { request: { request_id: '0c0f7a1e-7f52-4f0a-9f43-2a8f6a3f8a11' } },
  live: true,
  async run({ request_id }, context: OperationContext<Store>) {
    const infrastructure = requireInfrastructure(context);
    const found = await findCall({ store: context.store, infrastructure }, request_id);
    const refused = await findRefusal(context.store, request_id);
    if (!found && !refused) throw errors.requestUnknown({ request: request_id });
    return {
      request_id,
      account: found?.account ?? null,
      endpoint: found?.endpoint ?? null,
      key: found?.key ?? null,
      queue: found?.queue ?? null,
      refundable: found?.refundable ?? false,
      refusal: refused ? toRefusalRow(refused) : null,
      timeline: (found?.timeline ?? []).map(({ at, title, details, internals = [] }) => ({
        at: at?.toISOString() ?? null,
        title,
        details: Object.fromEntries(details),
        internals: Object.fromEntries(internals),
      })),
    };
  },
});

const counted = list(
  object({ name: text(), refused: integer({ description: 'Number of the latest refused requests' }) }),
);

export const listRefusals = operation({
  command: 'requests refused',
  role: 'viewer',
  method: 'GET',
  path: '/v1/admin/refusals',
  summary: 'List requests that were refused for lack of a valid key, by IP address or key prefix',
  request: object({
    search: optional(text({ maxLength: 100, description: 'IP address, beginning of a key, or request id' })),
    limit: withDefault(integer({ minimum: 1, maximum: 1_000, description: 'Number of latest refusals to list' }), 50),
  }),
  response: object({ latest: list(refusal), networks: counted, prefixes: counted }),
  example: { request: { search: 'ua_live_Ab3x' } },
  async run({ search = '', limit }, { store }: OperationContext<Store>) {
    const [latest, networks, prefixes] = await Promise.all([
      listLatestRefusals(store, search, limit),
      countRefusals(store, 'network', search),
      countRefusals(store, 'prefix', search),
    ]);
    return { latest: latest.map(toRefusalRow), networks, prefixes };
  },
});

const failureCounts = {
  requests: integer(),
  first: instant(),
  last: instant(),
};

export const listFailures = operation({
  command: 'requests failures',
  role: 'viewer',
  method: 'GET',
  path: '/v1/admin/failures',
  summary: `Count the failed and refused requests of the last ${REQUESTS_LISTED_DAYS} days by account, or export all counts as a file`,
  request: object({
    account: optional({ ...accountId, description: 'Only requests of this account' }),
    status: optional(
      integer({ minimum: 400, maximum: 599, description: 'Only this status: 401, 402, 403, 429 or a 5xx' }),
    ),
    type: optional(text({ maxLength: 100, description: 'Only requests with this error type' })),
    from: optional(instant({ description: 'Only groups with requests at or after this time' })),
    to: optional(instant({ description: 'Only groups with requests before this time' })),
    format: withDefault(
      oneOf(['json', 'csv'], { description: 'Format of the response; csv is a file with all groups' }),
      'json',
    ),
    limit: withDefault(integer({ minimum: 1, maximum: 1_000, description: 'Accounts, and groups, to list' }), 50),
  }),
  response: object({
    accounts: list(
      object({
        account: nullable(text({ description: 'Null if the account is unknown' })),
        ...failureCounts,
        statuses: record(integer({ description: 'Requests with this status' })),
      }),
    ),
    groups: list(
      object({
        account: nullable(text()),
        prefix: nullable(text({ description: 'Visible prefix of the key' })),
        status: integer(),
        type: text(),
        endpoint: text({ description: 'Endpoint or route; `other` for what exceeds the bounds of the counts' }),
        network: text({ description: 'IP address of the latest request, or network of an IPv6 address' }),
        ...failureCounts,
      }),
    ),
  }),
  example: { request: { status: 503, from: '2026-01-31T09:00:00Z' } },
  async run({ limit, format, ...query }, { store, clock }: OperationContext<Store>) {
    const groups = await readFailures(store, query, clock.now());
    const times = ({ first, last }: Pick<FailureGroup, 'first' | 'last'>) => ({
      first: first.toISOString(),
      last: last.toISOString(),
    });
    return {
      accounts: groupByAccount(groups)
        .slice(0, limit)
        .map((one) => ({ ...one, ...times(one) })),
      groups: groups.slice(0, limit).map((one) => ({ ...one, ...times(one) })),
    };
  },
  download({ limit, format, ...query }, { store, clock }: OperationContext<Store>) {
    return format === 'csv' ? exportFailures(store, query, clock.now()) : undefined;
  },
});

/** A request: its price, and its refund. */
export const callSubject: SubjectKind = {
  type: 'call',
  async read({ usage, refunds }: Pick<LedgerCollections, 'refunds' | 'usage'>, id) {
    const call = await usage.findOne({ _id: id });
    if (!call) return null;
    const { account, endpoint, cost, status, state } = call;
    const refund = await refunds.findOne({ _id: id });
    const refunded = refund && { cost: refund.cost, reason: refund.reason, at: refund.at };
    return { account, state: { endpoint, cost, status, state, refunded } };
  },
};
