import type { Collection, Document, Filter, Sort } from 'mongodb';
import { errors } from '../contract/errors.js';
import { integer, optional, text, withDefault } from '../contract/fields.js';

/** Request fields of a list that is read a page at a time. */
export const paged = {
  limit: withDefault(integer({ minimum: 1, maximum: 500, description: 'Rows per page' }), 100),
  after: optional(text({ maxLength: 500, description: 'The `next` of the page before' })),
};

/** Requested page: its number of rows, and the `next` of the previous page. */
export interface PageQuery {
  readonly limit: number;
  readonly after?: string;
}

/** Order of a list: by a date or a text, then by a unique text. */
interface Order<T> {
  readonly by: keyof T & string;
  readonly id: keyof T & string;
  /** Ascending by default. */
  readonly direction?: 1 | -1;
}

interface Place {
  readonly value: Date | string;
  readonly id: string;
}

/**
 * Reads a page of a list with one query. An index of the filter's fields and the order's serves it.
 *
 * @returns the rows, and where the next page begins: null on the last one
 * @throws ApiError 422 for an `after` that is no cursor
 */
export async function readPage<T extends Document>(
  collection: Collection<T>,
  filter: Filter<T>,
  { by, id, direction = 1 }: Order<T>,
  { limit, after }: PageQuery,
) {
  const conditions = after === undefined ? [] : createAfterFilter({ by, id, direction }, parseCursor(after));
  const sort: Sort = { [by]: direction, [id]: direction };
  const found = await collection
    .find({ $and: [filter, ...conditions] } as Filter<T>, { sort, limit: limit + 1 })
    .toArray();
  const rows = found.slice(0, limit);
  const last = found.length > limit ? rows.at(-1) : undefined;
  return { rows, next: last ? formatCursor(last[by], last[id]) : null };
}

/** Returns the conditions of the rows after a place. The second implies the first, which lets the query use the index. */
function createAfterFilter({ by, id, direction }: Required<Order<Document>>, at: Place): Filter<Document>[] {
  const [further, orSame] = direction === 1 ? (['$gt', '$gte'] as const) : (['$lt', '$lte'] as const);
  return [
    { [by]: { [orSame]: at.value } },
    { $or: [{ [by]: { [further]: at.value } }, { [id]: { [further]: at.id } }] },
  ];
}

const formatCursor = (value: unknown, id: unknown): string =>
  Buffer.from(JSON.stringify([value instanceof Date ? value.getTime() : value, id])).toString('base64url');

function parseCursor(cursor: string): Place {
  const [value, id, ...more] = parseParts(cursor);
  if (typeof id !== 'string' || more.length > 0) throw errors.cursorInvalid();
  if (typeof value === 'string') return { value, id };
  if (typeof value !== 'number' || !Number.isSafeInteger(value)) throw errors.cursorInvalid();
  return { value: new Date(value), id };
}

function parseParts(cursor: string): unknown[] {
  try {
    const parts: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
    return Array.isArray(parts) ? parts : [];
  } catch {
    return [];
  }
}
