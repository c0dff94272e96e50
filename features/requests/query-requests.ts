import type { Filter } from 'mongodb';
import type { LedgerCollections } from '../../shared/ledger/collections.js';
import type { Usage } from '../../shared/ledger/documents.js';
import { type CallPage, type IndexRange, readCallPage } from './call-pages.js';

const DAY_MS = 24 * 3_600_000;
/** Days that lists of requests go back. */
export const REQUESTS_LISTED_DAYS = 30;

/** Lowest status of an error. Errors have indexes of their own. */
const FIRST_ERROR = 400;

/** Indexes of the usage entries that are ordered by time. */
const OF_ACCOUNTS = { account: 1, at: 1, _id: 1, endpoint: 1, status: 1, 'call.ms': 1 } as const;
const OF_STATES = { state: 1, at: 1, _id: 1, endpoint: 1, 'call.ms': 1 } as const;
const OF_TYPES = { 'call.type': 1, at: 1, _id: 1 } as const;
const OF_STATUSES = { status: 1, at: 1, _id: 1 } as const;

/** Filters and page of a list of requests. Instants are ISO 8601. */
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
  /** The `next` of the previous page. */
  after?: string;
}

/** Reads a page of an account's requests, the latest first. @throws ApiError 422 for an invalid `after` */
export const readAccountRequests = (
  { usage }: Pick<LedgerCollections, 'usage'>,
  account: string,
  { from, to, limit, after, ...filters }: RequestQuery,
  now: Date,
): Promise<CallPage> =>
  readCallPage(
    usage,
    [{ index: OF_ACCOUNTS, within: { account, at: timeRange({ from, to }, now) } }],
    buildFilter(filters),
    { limit, ...(after !== undefined && { after }) },
  );

/** Latest requests of an account that are searched for the last use of its keys. */
const SEARCHED_FOR_KEYS = 5_000;

/** Returns when keys of an account were last used, by their ids, as far as its latest requests show. */
export async function lastUseOfKeys(
  { usage }: Pick<LedgerCollections, 'usage'>,
  account: string,
  keys: readonly string[],
  now: Date,
): Promise<ReadonlyMap<string, Date>> {
  const latest = usage.aggregate<{ _id: string; at: Date }>(
    [
      { $match: { account, at: timeRange({}, now) } },
      { $sort: { at: -1, _id: -1 } },
      { $limit: SEARCHED_FOR_KEYS },
      { $match: { key: { $in: keys } } },
      { $group: { _id: '$key', at: { $max: '$at' } } },
    ],
    { hint: OF_ACCOUNTS },
  );
  return new Map((await latest.toArray()).map(({ _id, at }) => [_id, at]));
}

/** Account or keys whose requests are listed; those of all accounts if empty. */
export interface RequestScope {
  account?: string;
  /** Ids of keys, by their accounts. */
  keys?: ReadonlyMap<string, readonly string[]>;
}

/**
 * Reads a page of the requests of all accounts, of one, or of some keys, the latest first. Every combination of filters uses an
 * index: that of the account, of the type or status of errors, or of the state. The other filters are applied to a bounded number
 * of entries.
 *
 * @throws ApiError 422 for an invalid `after`
 */
export function readAllRequests(
  { usage }: Pick<LedgerCollections, 'usage'>,
  scope: RequestScope,
  { from, to, limit, after, ...filters }: RequestQuery,
  now: Date,
): Promise<CallPage> {
  const at = timeRange({ from, to }, now);
  const ranges = chooseRanges(scope, filters).map((range) => ({ ...range, within: { ...range.within, at } }));
  return readCallPage(usage, ranges, buildFilter(filters), { limit, ...(after !== undefined && { after }) });
}

type Filters = Omit<RequestQuery, 'limit' | 'after' | 'from' | 'to'>;

/** Chooses the narrowest index. */
function chooseRanges({ account, keys }: RequestScope, { type, status, state }: Filters): IndexRange[] {
  if (keys) {
    return [...keys].map(([owner, ids]) => ({
      index: OF_ACCOUNTS,
      within: { account: owner },
      filter: { key: { $in: [...ids] } },
    }));
  }
  if (account !== undefined) return [{ index: OF_ACCOUNTS, within: { account } }];
  const failed = { status: { $gte: FIRST_ERROR } };
  if (type !== undefined) return [{ index: OF_TYPES, within: { ...failed, 'call.type': type } }];
  // The range matches the condition of the partial index of errors.
  if (status !== undefined && status >= FIRST_ERROR) {
    return [{ index: OF_STATUSES, within: { ...failed, $and: [{ status }] } }];
  }
  const states = state === undefined ? (['spent', 'void'] as const) : [toUsageState(state)];
  return states.map((one) => ({ index: OF_STATES, within: { state: one } }));
}

const timeRange = ({ from, to }: { from?: string | undefined; to?: string | undefined }, now: Date) => {
  const oldest = Math.max(now.getTime() - REQUESTS_LISTED_DAYS * DAY_MS, from === undefined ? 0 : Date.parse(from));
  return { $gte: new Date(oldest), ...(to !== undefined && { $lt: new Date(to) }) };
};

const toUsageState = (state: NonNullable<Filters['state']>): Usage['state'] => (state === 'charged' ? 'spent' : 'void');

const buildFilter = ({ endpoint, key, status, type, state, slower_than_ms: ms }: Filters): Filter<Usage> => ({
  ...(endpoint !== undefined && { endpoint }),
  ...(key !== undefined && { key }),
  ...(status !== undefined && { status }),
  // Only errors have a type. The index of an account has the status, so that most entries need not be read.
  ...(type !== undefined && { 'call.type': type, ...(status === undefined && { status: { $gte: FIRST_ERROR } }) }),
  ...(state !== undefined && { state: toUsageState(state) }),
  ...(ms !== undefined && { 'call.ms': { $gt: ms } }),
});
