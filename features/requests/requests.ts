import type { Filter } from 'mongodb';
import type { LedgerCollections } from '../../shared/ledger/collections.js';
import type { Usage } from '../../shared/ledger/documents.js';
import { type CallPage, type CallWalk, walkCalls } from './call-walk.js';

const DAY_MS = 24 * 3_600_000;
/** For how many days calls are listed. */
export const REQUESTS_LISTED_DAYS = 30;

/** From this status on a call is an error: such calls are in indexes of their own. */
const FIRST_ERROR = 400;

/** The indexes of the calls that hold them in the order of time. */
const OF_ACCOUNTS = { account: 1, at: 1, _id: 1, endpoint: 1, status: 1, 'call.ms': 1 } as const;
const OF_STATES = { state: 1, at: 1, _id: 1, endpoint: 1, 'call.ms': 1 } as const;
const OF_TYPES = { 'call.type': 1, at: 1, _id: 1 } as const;
const OF_STATUSES = { status: 1, at: 1, _id: 1 } as const;

/** Which calls are wanted. Instants are ISO 8601. */
export interface RequestQuery {
  endpoint?: string;
  key?: string;
  status?: number;
  type?: string;
  state?: 'charged' | 'given_back';
  slower_than_ms?: number;
  from?: string;
  to?: string;
  limit: number;
  /** The `next` of the page before. */
  after?: string;
}

/**
 * A page of an account's calls, the latest first, see walkCalls.
 *
 * @throws ApiError 422 for an `after` that no page has given
 */
export const requestPage = (
  { usage }: Pick<LedgerCollections, 'usage'>,
  account: string,
  { from, to, limit, after, ...wanted }: RequestQuery,
  now: Date,
): Promise<CallPage> =>
  walkCalls(usage, [{ index: OF_ACCOUNTS, within: { account, at: timeOf({ from, to }, now) } }], filterOf(wanted), {
    limit,
    ...(after !== undefined && { after }),
  });

/** Calls of an account among which the last use of its keys is looked for. */
const LOOKED_AT_FOR_KEYS = 5_000;

/** Returns when keys of an account were last used, by their ids, as far as its latest calls tell: read with one bounded query. */
export async function lastUseOfKeys(
  { usage }: Pick<LedgerCollections, 'usage'>,
  account: string,
  keys: readonly string[],
  now: Date,
): Promise<ReadonlyMap<string, Date>> {
  const latest = usage.aggregate<{ _id: string; at: Date }>(
    [
      { $match: { account, at: timeOf({}, now) } },
      { $sort: { at: -1, _id: -1 } },
      { $limit: LOOKED_AT_FOR_KEYS },
      { $match: { key: { $in: keys } } },
      { $group: { _id: '$key', at: { $max: '$at' } } },
    ],
    { hint: OF_ACCOUNTS },
  );
  return new Map((await latest.toArray()).map(({ _id, at }) => [_id, at]));
}

/** Whose calls are wanted: all accounts' unless it says so. */
export interface Callers {
  account?: string;
  /** Ids of keys, by their accounts. */
  keys?: ReadonlyMap<string, readonly string[]>;
}

/**
 * A page of the calls of all accounts, or of some keys, the latest first. Each combination of filters is led by an index: that
 * of the account, of a type or a status of errors, or of what was charged or given back in the order of time; what is asked
 * beside that is looked for among a bounded number of calls.
 *
 * @throws ApiError 422 for an `after` that no page has given
 */
export function allRequestsPage(
  { usage }: Pick<LedgerCollections, 'usage'>,
  callers: Callers,
  { from, to, limit, after, ...wanted }: RequestQuery,
  now: Date,
): Promise<CallPage> {
  const at = timeOf({ from, to }, now);
  const walks = leads(callers, wanted).map((walk) => ({ ...walk, within: { ...walk.within, at } }));
  return walkCalls(usage, walks, filterOf(wanted), { limit, ...(after !== undefined && { after }) });
}

type Wanted = Omit<RequestQuery, 'limit' | 'after' | 'from' | 'to'>;

/** What leads into the narrowest index. */
function leads({ account, keys }: Callers, { type, status, state }: Wanted): CallWalk[] {
  if (keys) {
    return [...keys].map(([owner, ids]) => ({
      index: OF_ACCOUNTS,
      within: { account: owner },
      wanted: { key: { $in: [...ids] } },
    }));
  }
  if (account !== undefined) return [{ index: OF_ACCOUNTS, within: { account } }];
  const failed = { status: { $gte: FIRST_ERROR } };
  if (type !== undefined) return [{ index: OF_TYPES, within: { ...failed, 'call.type': type } }];
  // The range is what the index of errors is known by, the value leads into it.
  if (status !== undefined && status >= FIRST_ERROR) {
    return [{ index: OF_STATUSES, within: { ...failed, $and: [{ status }] } }];
  }
  const states = state === undefined ? (['spent', 'void'] as const) : [stateOf(state)];
  return states.map((one) => ({ index: OF_STATES, within: { state: one } }));
}

const timeOf = ({ from, to }: { from?: string | undefined; to?: string | undefined }, now: Date) => {
  const oldest = Math.max(now.getTime() - REQUESTS_LISTED_DAYS * DAY_MS, from === undefined ? 0 : Date.parse(from));
  return { $gte: new Date(oldest), ...(to !== undefined && { $lt: new Date(to) }) };
};

const stateOf = (state: NonNullable<Wanted['state']>): Usage['state'] => (state === 'charged' ? 'spent' : 'void');

const filterOf = ({ endpoint, key, status, type, state, slower_than_ms: ms }: Wanted): Filter<Usage> => ({
  ...(endpoint !== undefined && { endpoint }),
  ...(key !== undefined && { key }),
  ...(status !== undefined && { status }),
  // Only errors have a type: the index of an account tells these, and so most calls need not be read.
  ...(type !== undefined && { 'call.type': type, ...(status === undefined && { status: { $gte: FIRST_ERROR } }) }),
  ...(state !== undefined && { state: stateOf(state) }),
  ...(ms !== undefined && { 'call.ms': { $gt: ms } }),
});
