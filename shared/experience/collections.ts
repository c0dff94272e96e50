import type { Collection, Db, IndexDescription } from 'mongodb';
import type { PageDocument } from './document.js';

/** What `/e/{code}` does: shows a page, or sends on to another address. */
export interface Experience {
  _id: number;
  /** Unguessable name in the public address. */
  code: string;
  type: string;
  title: string;
  account: string;
  created: Date;
  page: PageDocument | null;
  /** Where a visitor is sent on to; only for type url. */
  target: string | null;
}

/** Who came, as far as the request tells. */
export interface Visit {
  experience: number;
  at: Date;
  /** UTC day, YYYY-MM-DD. */
  day: string;
  /** Client address; taken away after 30 days. */
  ip?: string;
  /** When that is; there only while the address is. */
  forget_ip?: Date;
  /** Keyed hash of the client address: tells visitors apart without naming them. */
  ip_hash: string | null;
  user_agent: string | null;
  referrer: string | null;
  device: 'mobile' | 'tablet' | 'desktop' | 'other';
  /** Two-letter code, when a header in front of the service tells it. */
  country: string | null;
  /** Whether a crawler or a link preview came, not a person. */
  bot: boolean;
}

export type Scan = Visit;

/** Something that a visitor did on a page, or that a caller reported. */
export interface QrEvent extends Visit {
  event: string;
  value: string | number | null;
  meta: Record<string, unknown> | null;
}

/** The last number given out, by what is numbered. */
interface Counter {
  _id: string;
  last: number;
}

/** Made once, kept for good: the key of the hashes of client addresses. */
interface Secret {
  _id: string;
  value: string;
}

const visitIndexes: IndexDescription[] = [{ key: { experience: 1, at: 1 } }, { key: { forget_ip: 1 }, sparse: true }];

/** The indexes that experiences and their visits need. */
export const experienceIndexes = {
  experiences: [{ key: { code: 1 }, unique: true }, { key: { account: 1 } }],
  scans: visitIndexes,
  qr_events: visitIndexes,
} satisfies Record<string, IndexDescription[]>;

export interface ExperienceCollections {
  experiences: Collection<Experience>;
  scans: Collection<Scan>;
  events: Collection<QrEvent>;
  counters: Collection<Counter>;
  secrets: Collection<Secret>;
}

export const experienceCollections = (db: Db): ExperienceCollections => ({
  experiences: db.collection('experiences'),
  scans: db.collection('scans'),
  events: db.collection('qr_events'),
  counters: db.collection('counters'),
  secrets: db.collection('secrets'),
});
