import type { Document, FindOptions, IndexSpecification } from 'mongodb';
import { errors } from '../../shared/contract/errors.js';
import type { CallFacts, Usage } from '../../shared/ledger/documents.js';
import type { LoggedRequest } from './collections.js';

/** Maximum entries that a page examines, however few of them match its filters. */
const MAX_EXAMINED = 10_000;

/** Position in a list of calls, the latest first: the call of this id, with its time. */
interface Position {
  at: Date;
  _id: string;
}

/** A usage entry, or a request of the log. */
export interface ListedCall extends Pick<Usage, '_id' | 'at' | 'endpoint' | 'status'> {
  account: string | null;
  key: string | null;
  state: Usage['state'] | LoggedRequest['state'];
  /** Absent for requests of the log, which cost nothing. */
  cost?: number;
  call?: CallFacts;
  /** Absent for usage entries, which stand for one. */
  requests?: number;
  unauthenticated?: LoggedRequest['unauthenticated'];
}

export interface CallPage {
  calls: ListedCall[];
  /** Cursor of the next page; null on the last one. */
  next: string | null;
}

const LATEST_FIRST = { at: -1, _id: -1 } as const;

/** Lists requests of a collection. */
type Find = (filter: Document, options: FindOptions) => Promise<ListedCall[]>;

/** A range of an index whose entries are ordered by time. */
export interface IndexRange {
  readonly find: Find;
  /** Used as a hint, since a store may choose another index for a later page. */
  index: IndexSpecification;
  /** Conditions that the index covers. */
  within: Document;
  /** Further conditions of this range. */
  filter?: Document;
}

/**
 * Reads a page of calls from several index ranges, merged by time, the latest first. The ranges must not overlap. A page examines a
 * bounded number of entries: it may hold fewer calls than requested and still have a next page.
 *
 * @param filter conditions for the calls of all ranges
 * @param after the `next` of the previous page
 * @throws ApiError 422 for an invalid `after`
 */
export async function readCallPage(
  ranges: readonly IndexRange[],
  filter: Document,
  { limit, after }: { limit: number; after?: string },
): Promise<CallPage> {
  const start = after === undefined ? undefined : parseCursor(after);
  const maxExamined = Math.max(limit + 1, Math.floor(MAX_EXAMINED / Math.max(1, ranges.length)));
  const results = await Promise.all(ranges.map((range) => readRange(range, filter, { limit, maxExamined, start })));
  // A range that stopped early may have more calls after that position: the page ends at the first such one.
  const stopped = results.flatMap(({ end }) => end ?? []).sort(comparePositions)[0];
  const complete = results
    .flatMap(({ found }) => found)
    .filter((call) => !stopped || comparePositions(call, stopped) <= 0)
    .sort(comparePositions);
  const calls = complete.slice(0, limit);
  const end = complete.length > limit ? calls.at(-1) : stopped;
  return { calls, next: end ? formatCursor(end) : null };
}

interface PageLimits {
  limit: number;
  maxExamined: number;
  start: Position | undefined;
}

/** Reads the calls of one range, and the position where it stopped unless it is exhausted. */
async function readRange(
  { find, index, within, filter = {} }: IndexRange,
  common: Document,
  { limit, maxExamined, start }: PageLimits,
): Promise<{ found: ListedCall[]; end: Position | undefined }> {
  // The conditions of the index are at the top level: those of a partial index are matched only there.
  const withinRange = (more: Document[]): Document => {
    const all: Document[] = [...(within.$and ?? []), ...more];
    return all.length === 0 ? within : { ...within, $and: all };
  };
  const after = start ? createAfterFilter(start) : [];
  const findLast = async (from: Document[]): Promise<Position | undefined> => {
    const options = {
      projection: { at: 1 },
      sort: LATEST_FIRST,
      skip: maxExamined - 1,
      limit: 1,
      hint: index,
    } as const;
    return (await find(withinRange(from), options))[0];
  };
  const filters = [filter, common].filter((one) => Object.keys(one).length > 0);
  // Without filters no more entries are examined than are listed.
  let last = filters.length === 0 ? undefined : await findLast(after.slice(0, 1));
  // The first condition alone is answered from the index. It also counts the entries at the very time of the start: mostly one.
  if (last && start && comparePositions(start, last) >= 0) last = await findLast(after);
  const found = await find(withinRange([...after, ...(last ? createUpToFilter(last) : []), ...filters]), {
    sort: LATEST_FIRST,
    hint: index,
    limit: limit + 1,
    projection: { parts: 0, nonce: 0 },
  });
  return { found, end: found.length > limit ? found.at(-1) : last };
}

const comparePositions = (a: Position, b: Position): number =>
  b.at.getTime() - a.at.getTime() || (a._id < b._id ? 1 : a._id > b._id ? -1 : 0);

/** Conditions for the calls after a position. The first one alone uses the index. */
const createAfterFilter = ({ at, _id }: Position): Document[] => [
  { at: { $lte: at } },
  { $nor: [{ at, _id: { $gte: _id } }] },
];

/** Conditions for the calls up to and including a position. */
const createUpToFilter = ({ at, _id }: Position): Document[] => [
  { at: { $gte: at } },
  { $nor: [{ at, _id: { $lt: _id } }] },
];

const formatCursor = ({ at, _id }: Position): string => `${at.getTime()}.${_id}`;

function parseCursor(cursor: string): Position {
  const [, ms, id] = /^(\d{1,15})\.([\w-]{1,100})$/.exec(cursor) ?? [];
  if (ms === undefined || id === undefined) throw errors.cursorInvalid();
  return { at: new Date(Number(ms)), _id: id };
}
