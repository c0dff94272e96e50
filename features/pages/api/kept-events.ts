import { type Filter, ObjectId, type WithId } from 'mongodb';
import { errors } from '../../../shared/contract/errors.js';
import type { HostedPage, PageCollections, PageEvent } from '../collections.js';

export type StoredEvent = WithId<PageEvent>;

/** Which events are wanted. Instants are ISO 8601. */
export interface EventQuery {
  event?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

type Store = Pick<PageCollections, 'events' | 'experiences'>;
type Cursor = Pick<StoredEvent, 'at' | '_id'>;

/** The events of an experience that have not been deleted. */
function buildFilter({ _id, events_from }: HostedPage, { event, from, to }: EventQuery): Filter<PageEvent>[] {
  const begin = Math.max(events_from?.getTime() ?? 0, from === undefined ? 0 : Date.parse(from));
  const at = { $gte: new Date(begin), ...(to !== undefined && { $lt: new Date(to) }) };
  return [{ experience: _id, ...(event !== undefined && { event }), at }];
}

/**
 * A page of the events of an experience, the latest first.
 *
 * @throws ApiError 422 for an `after` that no page has given
 */
export async function findEvents(
  { events }: Store,
  hostedPage: HostedPage,
  query: EventQuery,
  { limit, after }: { limit: number; after: string | undefined },
): Promise<{ events: StoredEvent[]; next: string | null }> {
  const conditions = buildFilter(hostedPage, query);
  if (after !== undefined) {
    const { at, _id } = parseCursor(after);
    // The first condition says less than the second, and leads into the index.
    conditions.push({ at: { $lte: at } }, { $or: [{ at: { $lt: at } }, { _id: { $lt: _id } }] });
  }
  const found = await events.find({ $and: conditions }, { sort: { at: -1, _id: -1 }, limit: limit + 1 }).toArray();
  const page = found.slice(0, limit);
  const last = found.length > limit ? page.at(-1) : undefined;
  return { events: page, next: last ? `${last.at.getTime()}.${last._id.toHexString()}` : null };
}

function parseCursor(cursor: string): Cursor {
  const [, ms, id] = /^(\d{1,15})\.([0-9a-f]{24})$/.exec(cursor) ?? [];
  if (ms === undefined || id === undefined) throw errors.cursorInvalid();
  return { at: new Date(Number(ms)), _id: ObjectId.createFromHexString(id) };
}

/**
 * All events of an experience, the oldest first, some at a time: each batch is asked for when the one before has been taken, so
 * that neither this process nor the store holds more than one, however slowly they are taken.
 */
export async function* readEventsInBatches(
  { events }: Store,
  hostedPage: HostedPage,
  query: EventQuery,
  size: number,
): AsyncGenerator<StoredEvent[]> {
  const conditions = buildFilter(hostedPage, query);
  let beyond: Filter<PageEvent>[] = [];
  for (;;) {
    const batch = await events
      .find({ $and: [...conditions, ...beyond] }, { sort: { at: 1, _id: 1 }, limit: size })
      .toArray();
    if (batch.length > 0) yield batch;
    const last = batch.at(-1);
    if (!last || batch.length < size) return;
    beyond = [{ at: { $gte: last.at } }, { $or: [{ at: { $gt: last.at } }, { _id: { $gt: last._id } }] }];
  }
}

/** Deletes the events of an experience before an instant: at once nobody sees them, and the scheduler clears them away. */
export async function deleteEvents({ experiences }: Store, { _id }: HostedPage, before: Date): Promise<void> {
  await experiences.updateOne(
    { _id, deleted: { $exists: false } },
    { $max: { events_from: before }, $set: { clean_up: true } },
  );
}
