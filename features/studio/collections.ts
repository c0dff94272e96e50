import type { Collection, Db, IndexDescription } from 'mongodb';
import type { StudioRight } from './rights.js';

/** Kind of a draft: a hosted page, or a code that opens no page of ours. */
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

/** A session of an embedded editor. Its secret is in its URL, and only the hash of that is stored. */
export interface StudioSession {
  _id: string;
  account: string;
  /** Hash of the key that created it, with which it ends. */
  key: string;
  /** Origin that may embed the editor. */
  origin: string;
  may: StudioRight[];
  /** The only draft; absent until it is created. */
  draft?: string;
  created: Date;
  expires: Date;
}

/** Time for which an expired session is stored, in seconds: its page says that it has ended. */
const STORED_EXPIRED_SECONDS = 86_400;

export const studioIndexes = {
  qr_pictures: [{ key: { account: 1, created: -1, _id: -1 } }],
  qr_studio_sessions: [{ key: { account: 1 } }, { key: { expires: 1 }, expireAfterSeconds: STORED_EXPIRED_SECONDS }],
  qr_drafts: [{ key: { account: 1, changed: -1, _id: 1 } }],
} satisfies Record<string, IndexDescription[]>;

export interface StudioCollections {
  qrDrafts: Collection<QrDraft>;
  qrPictures: Collection<QrPicture>;
  qrStudioSessions: Collection<StudioSession>;
}

export const studioCollections = (db: Db): StudioCollections => ({
  qrDrafts: db.collection('qr_drafts'),
  qrPictures: db.collection('qr_pictures'),
  qrStudioSessions: db.collection('qr_studio_sessions'),
});
