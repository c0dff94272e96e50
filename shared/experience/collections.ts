import type { Collection, Db, IndexDescription, ObjectId } from 'mongodb';
import { errors } from '../contract/errors.js';
import type { VisitCounts } from './counts.js';
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
  /** What the page and its photos take; not there yet on what older versions kept. */
  bytes?: number;
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
  /** There until it is counted. */
  pending?: true;
  /** There once it is counted. */
  counted?: true;
}

export type Scan = Visit;

/** Something that a visitor did on a page, or that a caller reported. */
export interface QrEvent extends Visit {
  event: string;
  value: string | number | null;
  meta: Record<string, unknown> | null;
}

/** The two kinds of visits, which are kept apart. */
export type VisitKind = 'scans' | 'events';

/** A visit of either kind: of the second if it has the name of an event. */
export type AnyVisit = Visit & Partial<Pick<QrEvent, 'event'>>;

/** The visits that are being counted. There is one batch of a kind at a time, so that no visit is in two. */
export interface VisitBatch {
  _id: VisitKind;
  /** What counters remember that it is in them. */
  batch: string;
  visits: ObjectId[];
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

const visitIndexes: IndexDescription[] = [
  { key: { experience: 1, at: 1 } },
  { key: { at: 1 } },
  { key: { forget_ip: 1 }, sparse: true },
  { key: { pending: 1 }, sparse: true },
];

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
  /** Scans and events, for what is done to both. */
  visits: Record<VisitKind, Collection<AnyVisit>>;
  visitBatches: Collection<VisitBatch>;
  visitCounts: Collection<VisitCounts>;
  counters: Collection<Counter>;
  secrets: Collection<Secret>;
}

export const experienceCollections = (db: Db): ExperienceCollections => ({
  experiences: db.collection('experiences'),
  scans: db.collection('scans'),
  events: db.collection('qr_events'),
  visits: { scans: db.collection('scans'), events: db.collection('qr_events') },
  visitBatches: db.collection('visit_batches'),
  visitCounts: db.collection('visit_counts'),
  counters: db.collection('counters'),
  secrets: db.collection('secrets'),
});

/** Whether a text could be the code of an experience. */
export const isCode = (text: string): boolean => /^[0-9A-Za-z]{10}$/.test(text);

/** The experience behind a public address; nothing when there is none. */
export const findByCode = async (store: ExperienceCollections, code: string): Promise<Experience | undefined> =>
  isCode(code) ? ((await store.experiences.findOne({ code })) ?? undefined) : undefined;

/** How a caller names an experience: by number, or by type and code. */
export interface Named {
  experience_id?: number | undefined;
  type?: string | undefined;
  code?: string | undefined;
}

/**
 * The experience that a caller names, if it is the caller's own.
 *
 * @throws ApiError 422 unless it is named in exactly one way, 404 when the account has no such experience
 */
export async function findNamed(
  store: ExperienceCollections,
  account: string,
  { experience_id: id, type, code }: Named,
): Promise<Experience> {
  const [byId, byCode] = [id !== undefined, type !== undefined || code !== undefined];
  if (byId === byCode || (byCode && (!type || !code))) throw errors.experienceNotNamed();
  const found = byId ? await store.experiences.findOne({ _id: id as number }) : await findByCode(store, code ?? '');
  if (!found || found.account !== account || (byCode && found.type !== type)) throw errors.experienceUnknown();
  return found;
}
