import { type Filter, ObjectId, type WithId } from 'mongodb';
import { errors } from '../../../shared/contract/errors.js';
import type { HostedPage, PageCollections, PageEvent } from '../collections.js';

export type StoredEvent = WithId<PageEvent>;

/** Filter of events. Instants are ISO 8601. */
export interface EventQuery {
  event?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

export type EventStore = Pick<PageCollections, 'events' | 'experiences'>;

/** Returns the conditions of a page's events that have not been deleted. */
function buildFilter({ _id, events_from }: HostedPage, { event, from, to }: EventQuery): Filter<PageEvent>[] {
  const begin = Math.max(events_from?.getTime() ?? 0, from === undefined ? 0 : Date.parse(from));
  const at = { $gte: new Date(begin), ...(to !== undefined && { $lt: new Date(to) }) };
  return [{ experience: _id, ...(event !== undefined && { event }), at }];
}

/**
 * Finds events of a page, the latest first.
 *
 * @param after the cursor that the previous request returned as `next`
 * @throws ApiError 422 for any other cursor
 */
export async function findEvents(
  { events }: EventStore,
  page: HostedPage,
  query: EventQuery,
  { limit, after }: { limit: number; after: string | undefined },
): Promise<{ events: StoredEvent[]; next: string | null }> {
  const conditions = buildFilter(page, query);
  if (after !== undefined) {
    const { at, _id } = parseCursor(after);
    // The first condition follows from the second; it makes the index usable.
    conditions.push({ at: { $lte: at } }, { $or: [{ at: { $lt: at } }, { _id: { $lt: _id } }] });
  }
  const found = await events.find({ $and: conditions }, { sort: { at: -1, _id: -1 }, limit: limit + 1 }).toArray();
  const listed = found.slice(0, limit);
  const last = found.length > limit ? listed.at(-1) : undefined;
  return { events: listed, next: last ? `${last.at.getTime()}.${last._id.toHexString()}` : null };
}

function parseCursor(cursor: string): Pick<StoredEvent, 'at' | '_id'> {
  const [, ms, id] = /^(\d{1,15})\.([0-9a-f]{24})$/.exec(cursor) ?? [];
  if (ms === undefined || id === undefined) throw errors.cursorInvalid();
  return { at: new Date(Number(ms)), _id: ObjectId.createFromHexString(id) };
}

/**
 * Reads all events of a page in batches, the oldest first. Each batch is queried when the previous one has been consumed, so that neither
 * this process nor the store holds more than one for a slow client.
 */
export async function* readEventsInBatches(
  { events }: EventStore,
  page: HostedPage,
  query: EventQuery,
  size: number,
): AsyncGenerator<StoredEvent[]> {
  const conditions = buildFilter(page, query);
  let following: Filter<PageEvent>[] = [];
  for (;;) {
    const batch = await events
      .find({ $and: [...conditions, ...following] }, { sort: { at: 1, _id: 1 }, limit: size })
      .toArray();
    if (batch.length > 0) yield batch;
    const last = batch.at(-1);
    if (!last || batch.length < size) return;
    following = [{ at: { $gte: last.at } }, { $or: [{ at: { $gt: last.at } }, { _id: { $gt: last._id } }] }];
  }
}

/** Deletes the events of a page before an instant: they are hidden immediately, and the scheduler removes them. */
export async function deleteEvents({ experiences }: EventStore, { _id }: HostedPage, before: Date): Promise<void> {
  await experiences.updateOne(
    { _id, deleted: { $exists: false } },
    { $max: { events_from: before }, $set: { clean_up: true } },
  );
}
