import type { Filter } from 'mongodb';
import { errors } from '../contract/errors.js';
import type { Collections, Usage } from '../store/collections.js';

const DAY_MS = 24 * 3_600_000;
/** For how many days calls are listed. */
export const REQUESTS_LISTED_DAYS = 30;
/** A page looks at no more calls than this, however few of them fit its filters. */
const MOST_LOOKED_AT = 10_000;

/** Which of an account's calls are wanted. Instants are ISO 8601. */
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

/** A place in the list: after the call of this id, answered at this instant. */
interface Place {
  at: Date;
  _id: string;
}

type Listed = Pick<Usage, '_id' | 'at' | 'endpoint' | 'key' | 'status' | 'state' | 'cost' | 'call'>;

/**
 * A page of an account's calls, the latest first. It looks at a bounded number of calls: where few of them fit the filters
 * it holds fewer than asked for, and goes on where it stopped.
 *
 * @throws ApiError 422 for an `after` that no page has given
 */
export async function requestPage(
  { usage }: Pick<Collections, 'usage'>,
  account: string,
  { limit, after, from, to, ...wanted }: RequestQuery,
  now: Date,
): Promise<{ calls: Listed[]; next: string | null }> {
  const oldest = Math.max(now.getTime() - REQUESTS_LISTED_DAYS * DAY_MS, from === undefined ? 0 : Date.parse(from));
  const within: Filter<Usage>[] = [{ account, at: { $gte: new Date(oldest), ...(to && { $lt: new Date(to) }) } }];
  if (after !== undefined) within.push(...beyond(placeOf(after)));

  const latestFirst = { at: -1, _id: -1 } as const;
  const [last] = await usage
    .find({ $and: within }, { projection: { at: 1 }, sort: latestFirst, skip: MOST_LOOKED_AT - 1, limit: 1 })
    .toArray();
  const stretch = last ? [...within, ...upTo(last)] : within;
  const found = await usage
    .find({ $and: [...stretch, filterOf(wanted)] }, { sort: latestFirst, limit: limit + 1 })
    .toArray();
  const calls = found.slice(0, limit);
  const end = found.length > limit ? calls.at(-1) : last;
  return { calls, next: end ? cursorOf(end) : null };
}

type Wanted = Omit<RequestQuery, 'limit' | 'after' | 'from' | 'to'>;

const filterOf = ({ endpoint, key, status, type, state, slower_than_ms: ms }: Wanted): Filter<Usage> => ({
  ...(endpoint !== undefined && { endpoint }),
  ...(key !== undefined && { key }),
  ...(status !== undefined && { status }),
  ...(type !== undefined && { 'call.type': type }),
  ...(state !== undefined && { state: state === 'charged' ? 'spent' : 'void' }),
  ...(ms !== undefined && { 'call.ms': { $gt: ms } }),
});

/** What comes after a place in the list. The first condition says less than the second, and leads into the index. */
const beyond = ({ at, _id }: Place): Filter<Usage>[] => [
  { at: { $lte: at } },
  { $or: [{ at: { $lt: at } }, { _id: { $lt: _id } }] },
];

/** What does not come after a place in the list. */
const upTo = ({ at, _id }: Place): Filter<Usage>[] => [
  { at: { $gte: at } },
  { $or: [{ at: { $gt: at } }, { _id: { $gte: _id } }] },
];

const cursorOf = ({ at, _id }: Place): string => `${at.getTime()}.${_id}`;

function placeOf(cursor: string): Place {
  const [, ms, id] = /^(\d{1,15})\.([\w-]{1,100})$/.exec(cursor) ?? [];
  if (ms === undefined || id === undefined) throw errors.cursorInvalid();
  return { at: new Date(Number(ms)), _id: id };
}
