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
  withDefault,
} from '../../shared/contract/fields.js';
import type { LedgerCollections } from '../../shared/ledger/collections.js';
import type { KeyCollections } from '../keys/index.js';
import { accountId } from '../members/index.js';
import { type OperationContext, operation, requireMachinery, type SubjectKind } from '../operators/index.js';
import { callFilters, callOutcome, nextPage, toOutcome } from './listed-calls.js';
import { REQUESTS_LISTED_DAYS, type RequestScope, readAllRequests } from './query-requests.js';
import { latestRefusals, type Refusal, refusalCounts } from './refusals.js';
import { findCall } from './timeline.js';

type Store = KeyCollections & Pick<LedgerCollections, 'refunds' | 'usage' | 'wallets'>;

/** Maximum keys with the same visible prefix. There are not so many by chance. */
const MAX_KEYS = 10;

export const listAllRequests = operation({
  command: 'requests list',
  role: 'viewer',
  method: 'GET',
  path: '/v1/admin/requests',
  summary: `List the calls of the last ${REQUESTS_LISTED_DAYS} days whose credits were taken, the latest first`,
  request: object({
    account: optional({ ...accountId, description: 'Calls of this account only' }),
    key: optional(text({ maxLength: 100, description: 'Calls with this key only: its id, or what is visible of it' })),
    endpoint: optional(text({ maxLength: 100, description: 'Calls of this endpoint only, e.g. `vat/validate`' })),
    ...callFilters(500, 100),
  }),
  response: object({
    requests: list(
      object({
        request_id: text(),
        at: instant({ description: 'When it was answered' }),
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
      account: call.account,
      key: call.key,
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
  path: text({ description: 'What was asked for' }),
  network: text({ description: 'The address, or the network of an IPv6 one' }),
  prefix: nullable(text({ description: 'What is visible of the key; null for none that looks like one' })),
});

const toRefusalRow = ({ requestId, ...rest }: Refusal) => ({ request_id: requestId, ...rest });

export const showRequest = operation({
  command: 'requests show',
  role: 'viewer',
  method: 'GET',
  path: '/v1/admin/requests/{request_id}',
  summary: 'What became of one call: its credits, its job, its answer, step by step; or why it was refused',
  request: object({ request_id: text({ maxLength: 100, description: 'X-Request-Id of the call' }) }),
  response: object({
    request_id: text(),
    account: nullable(text()),
    endpoint: nullable(text()),
    key: nullable(text({ description: 'Id of the key' })),
    queue: nullable(text({ description: 'The queue that keeps its job, whose id is that of the request' })),
    refundable: flag({ description: 'Whether its credits can be given back' }),
    refusal: nullable(refusal),
    timeline: list(
      object({
        at: nullable(instant({ description: 'null where it is not known' })),
        title: text(),
        details: record(text()),
        internals: record(text({ description: 'What callers are not told' })),
      }),
    ),
  }),
  errors: [errors.requestUnknown],
  example: { request: { request_id: '0c0f7a1e-7f52-4f0a-9f43-2a8f6a3f8a11' } },
  live: true,
  async run({ request_id }, context: OperationContext<Store>) {
    const infrastructure = requireMachinery(context);
    const found = await findCall({ store: context.store, infrastructure }, request_id);
    const [refused] = found ? [] : await latestRefusals(infrastructure.redis, request_id);
    if (!found && refused?.requestId !== request_id) throw errors.requestUnknown({ request: request_id });
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

const counted = list(object({ name: text(), refused: integer({ description: 'Requests in the last seven days' }) }));

export const listRefusals = operation({
  command: 'requests refused',
  role: 'viewer',
  method: 'GET',
  path: '/v1/admin/refusals',
  summary: 'Who was refused for want of a valid key, by address or by what is visible of the key',
  request: object({
    search: optional(text({ maxLength: 100, description: 'An address, the beginning of a key, or a request id' })),
    limit: withDefault(integer({ minimum: 1, maximum: 1_000, description: 'Of the latest, one by one' }), 50),
  }),
  response: object({ latest: list(refusal), networks: counted, prefixes: counted }),
  example: { request: { search: 'ua_live_Ab3x' } },
  live: true,
  async run({ search = '', limit }, context: OperationContext<Store>) {
    const { redis } = requireMachinery(context);
    const [latest, networks, prefixes] = await Promise.all([
      latestRefusals(redis, search),
      refusalCounts(redis, context.clock, 'network', search),
      refusalCounts(redis, context.clock, 'prefix', search),
    ]);
    return { latest: latest.slice(0, limit).map(toRefusalRow), networks, prefixes };
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
