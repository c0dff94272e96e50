import type { Collection, Db } from 'mongodb';

/** Position of a task that goes through documents by time, and continues there in its next run. */
export interface Cursor {
  _id: string;
  at: Date;
}

export interface CursorCollections {
  cursors: Collection<Cursor>;
}

export const cursorCollections = (db: Db): CursorCollections => ({ cursors: db.collection('cursors') });
