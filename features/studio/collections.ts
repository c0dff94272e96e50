import type { Collection, Db, IndexDescription } from 'mongodb';

/** What a draft becomes: a hosted page, or a code that opens no page of ours. */
export const draftKinds = ['page', 'code'] as const;
export type DraftKind = (typeof draftKinds)[number];

/** A page or a code that is being made or edited in the studio. */
export interface QrDraft {
  _id: string;
  account: string;
  kind: DraftKind;
  /** Type of the page or of the content of the code. */
  type: string;
  name: string;
  /** The page that it edits; null for a new one. */
  experience: number | null;
  /** ETag of the version of that page that the draft began with. */
  base_etag: string | null;
  /** Body and design as JSON: they may be anything, also what the store could not index. */
  content: string;
  /** Incremented by each change. */
  version: number;
  created: Date;
  changed: Date;
}

/** An uploaded picture. Its file is on the private disk. */
export interface QrPicture {
  /** Unguessable name in its URL. */
  _id: string;
  account: string;
  name: string;
  width: number;
  height: number;
  bytes: number;
  created: Date;
  /** The draft to which the session was limited that uploaded it. */
  draft?: string;
}

export const studioIndexes = {
  qr_pictures: [{ key: { account: 1, created: -1, _id: -1 } }],
  qr_drafts: [{ key: { account: 1, changed: -1, _id: 1 } }],
} satisfies Record<string, IndexDescription[]>;

export interface StudioCollections {
  qrDrafts: Collection<QrDraft>;
  qrPictures: Collection<QrPicture>;
}

export const studioCollections = (db: Db): StudioCollections => ({
  qrDrafts: db.collection('qr_drafts'),
  qrPictures: db.collection('qr_pictures'),
});
