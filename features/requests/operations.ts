import { errors } from '../../shared/contract/errors.js';
import { instant, list, object, optional, text } from '../../shared/contract/fields.js';
import type { LedgerCollections } from '../../shared/ledger/collections.js';
import type { KeyCollections } from '../keys/index.js';
import { accountId } from '../members/index.js';
import { type OperationContext, operation } from '../operators/index.js';
import { callFilters, callOutcome, nextPage, outcomeOf } from './listed-calls.js';
import { allRequestsPage, type Callers, REQUESTS_LISTED_DAYS } from './requests.js';

type Store = KeyCollections & Pick<LedgerCollections, 'usage'>;

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
  async run({ account, key, ...asked }, { store, clock }: OperationContext<Store>) {
    const callers = { ...(account !== undefined && { account }), ...(key !== undefined && (await keysOf(store, key))) };
    const { calls, next } = await allRequestsPage(store, narrowed(callers), asked, clock.now());
    const requests = calls.map((call) => ({
      request_id: call._id,
      at: call.at.toISOString(),
      account: call.account,
      key: call.key,
      endpoint: call.endpoint,
      ...outcomeOf(call),
    }));
    return { requests, next };
  },
});

/** The keys of an id, or those that begin so. */
async function keysOf({ keys }: Store, asked: string): Promise<Pick<Callers, 'keys'>> {
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
