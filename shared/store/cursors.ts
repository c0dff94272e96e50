import type { Collection, Db } from 'mongodb';

/** How far something has been looked through that is looked through again and again. */
export interface Cursor {
  _id: string;
  at: Date;
}

export interface CursorCollections {
  cursors: Collection<Cursor>;
}

export const cursorCollections = (db: Db): CursorCollections => ({ cursors: db.collection('cursors') });
