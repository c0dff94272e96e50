import { errors } from '../contract/errors.js';
import {
  instant,
  integer,
  list,
  nullable,
  number,
  object,
  oneOf,
  optional,
  text,
  withDefault,
} from '../contract/fields.js';
import { toCredits } from '../ledger/amounts.js';
import { allRequestsPage, type Callers, REQUESTS_LISTED_DAYS } from '../ledger/requests.js';
import type { Collections } from '../store/collections.js';
import { accountId } from './accounts.js';
import { operation } from './operation.js';

/** Keys that begin alike and are looked at together; there are not so many by chance. */
const MOST_KEYS = 10;

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
    status: optional(integer({ minimum: 100, maximum: 599, description: 'Calls answered with this status only' })),
    type: optional(text({ maxLength: 100, description: 'Calls answered with this type of error only' })),
    state: optional(oneOf(['charged', 'given_back'], { description: 'Calls that were charged, or given back, only' })),
    slower_than_ms: optional(integer({ minimum: 0, description: 'Calls that took longer only' })),
    from: optional(instant({ description: 'Calls answered at this instant or later' })),
    to: optional(instant({ description: 'Calls answered before this instant' })),
    limit: withDefault(integer({ minimum: 1, maximum: 500, description: 'Calls per page' }), 100),
    after: optional(text({ maxLength: 200, description: 'The `next` of the page before' })),
  }),
  response: object({
    requests: list(
      object({
        request_id: text(),
        at: instant({ description: 'When it was answered' }),
        account: text(),
        key: text({ description: 'Id of the key' }),
        endpoint: text(),
        status: integer(),
        type: nullable(text({ description: 'Type of the error; null where there was none' })),
        ms: nullable(integer({ description: 'From its arrival to its answer' })),
        queue_ms: nullable(integer({ description: 'How much of that it was on its way to and from a worker' })),
        state: oneOf(['charged', 'given_back']),
        credits: number({ description: 'What it cost in the end' }),
      }),
    ),
    next: nullable(
      text({ description: 'Where the next page begins; a page may hold fewer calls than asked for and have a next' }),
    ),
  }),
  errors: [errors.cursorInvalid],
  example: { request: { status: 504, limit: 20 } },
  async run({ account, key, ...asked }, { store, clock }) {
    const callers = { ...(account !== undefined && { account }), ...(key !== undefined && (await keysOf(store, key))) };
    const { calls, next } = await allRequestsPage(store, narrowed(callers), asked, clock.now());
    const requests = calls.map(({ _id, at, call, state, cost, ...told }) => ({
      request_id: _id,
      at: at.toISOString(),
      account: told.account,
      key: told.key,
      endpoint: told.endpoint,
      status: told.status,
      type: call?.type ?? null,
      ms: call?.ms ?? null,
      queue_ms: call?.queuedMs ?? null,
      state: state === 'spent' ? ('charged' as const) : ('given_back' as const),
      credits: state === 'spent' ? toCredits(cost) : 0,
    }));
    return { requests, next };
  },
});

/** The keys of an id, or those that begin so. */
async function keysOf({ keys }: Collections, asked: string): Promise<Pick<Callers, 'keys'>> {
  const wanted = { projection: { id: 1, account: 1 } };
  const [named, alike] = await Promise.all([
    keys.find({ id: asked }, wanted).toArray(),
    keys.find({ prefix: asked.replace(/…$/, '') }, { ...wanted, limit: MOST_KEYS }).toArray(),
  ]);
  const byAccount = new Map<string, string[]>();
  for (const { account, id } of [...named, ...alike]) byAccount.set(account, [...(byAccount.get(account) ?? []), id]);
  return { keys: byAccount };
}

/** A key of another account than the one asked for has no calls there. */
const narrowed = ({ account, keys }: Callers): Callers =>
  account !== undefined && keys
    ? { keys: new Map([...keys].filter(([owner]) => owner === account)) }
    : { ...(account !== undefined && { account }), ...(keys && { keys }) };
