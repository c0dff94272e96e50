import type { Document } from 'mongodb';
import { REQUEST_LOG, REQUESTS_LISTED_DAYS } from '../../shared/contract/bounds.js';
import type { LedgerCollections } from '../../shared/ledger/collections.js';
import type { Usage } from '../../shared/ledger/documents.js';
import { type CallPage, type IndexRange, type ListedCall, readCallPage } from './call-pages.js';
import type { RequestCollections } from './collections.js';

type Store = Pick<LedgerCollections, 'usage'> & Pick<RequestCollections, 'requestLog'>;

const DAY_MS = 24 * 3_600_000;

/** Lowest status of an error. Errors have indexes of their own. */
const FIRST_ERROR = 400;

/** Indexes of the usage entries that are ordered by time. */
const OF_ACCOUNTS = { account: 1, at: 1, _id: 1, endpoint: 1, status: 1, 'call.ms': 1 } as const;
const OF_STATES = { state: 1, at: 1, _id: 1, endpoint: 1, 'call.ms': 1 } as const;
const OF_TYPES = { 'call.type': 1, at: 1, _id: 1 } as const;
const OF_STATUSES = { status: 1, at: 1, _id: 1 } as const;

/** Outcomes of a request: those of usage entries, and those of the log. */
export const chargedStates = ['charged', 'given_back'] as const;
export const requestStates = [...chargedStates, 'refused', 'test', 'replayed'] as const;

export const statusClasses = ['2xx', '4xx', '5xx'] as const;

/** Filters and page of a list of requests. Instants are ISO 8601. */
export interface RequestQuery {
  endpoint?: string;
  key?: string;
  status?: number;
  /** First digit of the status. */
  status_class?: (typeof statusClasses)[number];
  type?: string;
  state?: (typeof requestStates)[number];
  slower_than_ms?: number;
  from?: string;
  to?: string;
  limit: number;
  /** The `next` of the previous page. */
  after?: string;
}

/**
 * Reads a page of an account's requests, the latest first: usage entries and requests of the log, merged.
 *
 * @throws ApiError 422 for an invalid `after`
 */
export function readAccountRequests(
  { usage, requestLog }: Store,
  account: string,
  { from, to, limit, after, ...filters }: RequestQuery,
  now: Date,
): Promise<CallPage> {
  const range = { index: OF_ACCOUNTS, within: { account, at: createTimeRange({ from, to }, now) } };
  const isCharged = filters.state && isChargedState(filters.state);
  const findLogged: IndexRange['find'] = (filter, options) => requestLog.find<ListedCall>(filter, options).toArray();
  const ranges = [
    ...(isCharged !== false ? [{ ...range, find: findUsage({ usage }) }] : []),
    ...(isCharged !== true ? [{ ...range, find: findLogged }] : []),
  ];
  return readCallPage(ranges, buildFilter(filters), { limit, ...(after !== undefined && { after }) });
}

const findUsage =
  ({ usage }: Pick<Store, 'usage'>): IndexRange['find'] =>
  (filter, options) =>
    usage.find<ListedCall>(filter, options).toArray();

const isChargedState = (state: NonNullable<RequestQuery['state']>): state is (typeof chargedStates)[number] =>
  state === 'charged' || state === 'given_back';

/** Latest requests of an account that are searched for the last use of its keys. */
const SEARCHED_FOR_KEYS = 5_000;

/** Returns when keys of an account were last used, by their ids, as far as its latest requests show. */
export async function findLastUseOfKeys(
  { usage, requestLog }: Store,
  account: string,
  keys: readonly string[],
  now: Date,
): Promise<ReadonlyMap<string, Date>> {
  const latest = [
    { $match: { account, at: createTimeRange({}, now) } },
    { $sort: { at: -1, _id: -1 } },
    { $limit: SEARCHED_FOR_KEYS },
    { $match: { key: { $in: keys }, unauthenticated: { $exists: false } } },
    { $group: { _id: '$key', at: { $max: '$at' } } },
  ];
  const hint = { hint: OF_ACCOUNTS };
  const [charged, logged] = await Promise.all([
    usage.aggregate<{ _id: string; at: Date }>(latest, hint).toArray(),
    requestLog.aggregate<{ _id: string; at: Date }>(latest, hint).toArray(),
  ]);
  const byTime = [...charged, ...logged].sort((a, b) => a.at.getTime() - b.at.getTime());
  return new Map(byTime.map(({ _id, at }) => [_id, at]));
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
  const at = createTimeRange({ from, to }, now);
  const find = findUsage({ usage });
  const ranges = chooseRanges(scope, filters).map((range) => ({ ...range, find, within: { ...range.within, at } }));
  return readCallPage(ranges, buildFilter(filters), { limit, ...(after !== undefined && { after }) });
}

type Filters = Omit<RequestQuery, 'limit' | 'after' | 'from' | 'to'>;

/** Chooses the narrowest index. */
function chooseRanges({ account, keys }: RequestScope, { type, status, state }: Filters): Omit<IndexRange, 'find'>[] {
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

const createTimeRange = ({ from, to }: { from?: string | undefined; to?: string | undefined }, now: Date) => {
  const oldest = Math.max(now.getTime() - REQUESTS_LISTED_DAYS * DAY_MS, from === undefined ? 0 : Date.parse(from));
  return { $gte: new Date(oldest), ...(to !== undefined && { $lt: new Date(to) }) };
};

const toUsageState = (state: NonNullable<Filters['state']>): Usage['state'] => (state === 'charged' ? 'spent' : 'void');

/** Returns the range of the statuses of a class. */
const createClassRange = (of: (typeof statusClasses)[number]) => {
  const first = Number(of.charAt(0)) * 100;
  return { status: { $gte: first, $lt: first + 100 } };
};

const buildFilter = ({
  endpoint,
  key,
  status,
  status_class: statusClass,
  type,
  state,
  slower_than_ms: ms,
}: Filters): Document => ({
  ...(endpoint !== undefined && { endpoint }),
  ...(key !== undefined && { key }),
  ...(status !== undefined && { status }),
  // Only errors have a type. The index of an account has the status, so that most entries need not be read.
  ...(type !== undefined && { 'call.type': type, ...(status === undefined && { status: { $gte: FIRST_ERROR } }) }),
  ...(statusClass !== undefined && { $and: [createClassRange(statusClass)] }),
  ...(state !== undefined && { state: isChargedState(state) ? toUsageState(state) : state }),
  ...(ms !== undefined && { 'call.ms': { $gt: ms } }),
});

/** Latest errors of an account with the same type. */
export interface ErrorGroup {
  type: string;
  requests: number;
  last: Date;
}

/** Returns the errors of an account that were not charged by type, as far as the latest entries of the log show. */
export function readAccountErrors(
  { requestLog }: Pick<RequestCollections, 'requestLog'>,
  account: string,
  { from, to, limit }: { from: Date; to: Date; limit: number },
): Promise<ErrorGroup[]> {
  return requestLog
    .aggregate<{ _id: string; requests: number; last: Date }>(
      [
        { $match: { account, at: { $gte: from, $lt: to } } },
        { $sort: { at: -1, _id: -1 } },
        { $limit: REQUEST_LOG.examined },
        { $match: { state: 'refused', 'call.type': { $gt: '' } } },
        { $group: { _id: '$call.type', requests: { $sum: '$requests' }, last: { $max: '$last' } } },
        { $sort: { last: -1 } },
        { $limit: limit },
      ],
      { hint: OF_ACCOUNTS },
    )
    .map(({ _id: type, ...sums }) => ({ type, ...sums }))
    .toArray();
}
