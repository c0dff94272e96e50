import type { Collection, Filter, IndexSpecification } from 'mongodb';
import { errors } from '../../shared/contract/errors.js';
import type { Usage } from '../../shared/ledger/documents.js';

/** A page looks at no more calls than this, however few of them fit its filters. */
const MOST_LOOKED_AT = 10_000;

/** A place in a list of calls, the latest first: after the call of this id, answered at this instant. */
interface Place {
  at: Date;
  _id: string;
}

export type ListedCall = Pick<
  Usage,
  '_id' | 'at' | 'account' | 'endpoint' | 'key' | 'status' | 'state' | 'cost' | 'call'
>;

export interface CallPage {
  calls: ListedCall[];
  /** Where the next page begins; null on the last one. */
  next: string | null;
}

const LATEST_FIRST = { at: -1, _id: -1 } as const;

/** A stretch of an index that holds its calls in the order of time. */
export interface CallWalk {
  /** Said, since a store may take another for what comes after a place. */
  index: IndexSpecification;
  /** What leads into it. */
  within: Filter<Usage>;
  /** What the calls of this walk have to be beside that, which the index does not tell. */
  wanted?: Filter<Usage>;
}

/**
 * A page of the calls of several walks, the latest first, as if they were one. No call may be in two
 * of them. All walks together look at a bounded number of calls: where few of
 * these are wanted the page holds fewer than asked for, and goes on where it stopped.
 *
 * @param wanted what the calls have to be beside that
 * @param after the `next` of the page before
 * @throws ApiError 422 for an `after` that no page has given
 */
export async function walkCalls(
  usage: Collection<Usage>,
  walks: readonly CallWalk[],
  wanted: Filter<Usage>,
  { limit, after }: { limit: number; after?: string },
): Promise<CallPage> {
  const place = after === undefined ? undefined : placeOf(after);
  const most = Math.max(limit + 1, Math.floor(MOST_LOOKED_AT / Math.max(1, walks.length)));
  const seen = await Promise.all(walks.map((walk) => walkOne(usage, walk, wanted, { limit, most, place })));
  // Beyond the place where the first walk stopped, calls of its own may lie that it has not seen.
  const stopped = seen.flatMap(({ end }) => end ?? []).sort(byPlace)[0];
  const known = seen
    .flatMap(({ found }) => found)
    .filter((call) => !stopped || byPlace(call, stopped) <= 0)
    .sort(byPlace);
  const calls = known.slice(0, limit);
  const end = known.length > limit ? calls.at(-1) : stopped;
  return { calls, next: end ? cursorOf(end) : null };
}

interface Walk {
  limit: number;
  most: number;
  place: Place | undefined;
}

/** What one walk finds, and where it stopped unless it came to its end. */
async function walkOne(
  usage: Collection<Usage>,
  { index, within, wanted: own = {} }: CallWalk,
  common: Filter<Usage>,
  { limit, most, place }: Walk,
): Promise<{ found: ListedCall[]; end: Place | undefined }> {
  // What leads into the index stands at the top: the condition of a partial index is looked for there alone.
  const stretch = (more: Filter<Usage>[]): Filter<Usage> => {
    const all = [...(within.$and ?? []), ...more];
    return all.length === 0 ? within : { ...within, $and: all };
  };
  const after = place ? beyond(place) : [];
  const stop = async (from: Filter<Usage>[]): Promise<Place | undefined> => {
    const asked = { projection: { at: 1 }, sort: LATEST_FIRST, skip: most - 1, limit: 1, hint: index } as const;
    return (await usage.find(stretch(from), asked).toArray())[0];
  };
  const wanted = [own, common].filter((filter) => Object.keys(filter).length > 0);
  // Where every call is wanted no more are looked at than are listed.
  let last = wanted.length === 0 ? undefined : await stop(after.slice(0, 1));
  // The first condition alone is answered from the index. It also counts the calls of the place's own instant: mostly one.
  if (last && place && byPlace(place, last) >= 0) last = await stop(after);
  const found = await usage
    .find(stretch([...after, ...(last ? upTo(last) : []), ...wanted]), {
      sort: LATEST_FIRST,
      hint: index,
      limit: limit + 1,
      projection: { parts: 0, nonce: 0 },
    })
    .toArray();
  return { found, end: found.length > limit ? found.at(-1) : last };
}

const byPlace = (a: Place, b: Place): number =>
  b.at.getTime() - a.at.getTime() || (a._id < b._id ? 1 : a._id > b._id ? -1 : 0);

/** What comes after a place in the list. The first condition says less than the second, and leads into the index. */
const beyond = ({ at, _id }: Place): Filter<Usage>[] => [{ at: { $lte: at } }, { $nor: [{ at, _id: { $gte: _id } }] }];

/** What does not come after a place in the list. */
const upTo = ({ at, _id }: Place): Filter<Usage>[] => [{ at: { $gte: at } }, { $nor: [{ at, _id: { $lt: _id } }] }];

const cursorOf = ({ at, _id }: Place): string => `${at.getTime()}.${_id}`;

/** Where in time a page ends, or the next begins, by its `next`; as ISO 8601. @throws ApiError 422 for what no page has given */
export const instantOf = (cursor: string): string => placeOf(cursor).at.toISOString();

function placeOf(cursor: string): Place {
  const [, ms, id] = /^(\d{1,15})\.([\w-]{1,100})$/.exec(cursor) ?? [];
  if (ms === undefined || id === undefined) throw errors.cursorInvalid();
  return { at: new Date(Number(ms)), _id: id };
}
