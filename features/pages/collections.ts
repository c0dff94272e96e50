import type { Collection, Db, IndexDescription, ObjectId } from 'mongodb';
import { errors } from '../../shared/contract/errors.js';
import type { PageDocument } from '../../shared/contract/hosted-pages/document.js';
import { isSlug } from '../../shared/contract/hosted-pages/slugs.js';
import type { VisitCounts } from './counts.js';
import type { PageReport } from './reports.js';
import type { PageVersion, Revision } from './versions.js';

/** Where visitors with a phone of this kind are sent on to, whatever others are shown. */
export interface PlatformTargets {
  ios?: string;
  android?: string;
}

/** A picture of a page that is drawn for others to show: its name on the disk, and what it takes. */
export interface LinkPreview {
  name: string;
  bytes: number;
}

/** What `/e/{code}` does: shows a page, or sends on to another address. */
export interface HostedPage {
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
  targets?: PlatformTargets;
  /** Size of the page and its photos, in bytes. */
  bytes: number;
  /** The folder of its photos, beside that of its first ones; see photoPath. */
  photos?: string;
  /** The picture that others show of its page; there is none where it could not be drawn. */
  preview?: LinkPreview;
  /** What its owner knows it by. */
  label?: string;
  /** Another name in the public address, chosen by its owner. */
  slug?: string;
  /** The skeletons of slug and code, by which look-alikes are refused. */
  slug_skeleton?: string;
  code_skeleton?: string;
  /** There while its owner does not want it to be shown. */
  paused?: true;
  /** Rises with each edit; what was never edited may have none, and is the first. */
  version?: number;
  /** The edit that made this version; what was never edited has none. */
  revision?: Revision;
  /** There while an operator does not let it be shown. */
  taken_down?: { at: Date; reason: string };
  /** Words and hosts by which operators find it. */
  found_by?: string[];
  /** When it was last reported; there until an operator has looked at the reports. */
  reported?: Date;
  /** How many reports there are. */
  reports?: number;
  /** When it was deleted: then nothing is left of it but its names, which lead to a page that says so. */
  deleted?: Date;
  /** Events before this instant were deleted. */
  events_from?: Date;
  /** Set until the scheduler has deleted the data of what was deleted. */
  clean_up?: true;
}

/** Who came, as far as the request tells. */
export interface Visit {
  experience: number;
  at: Date;
  /** UTC day, YYYY-MM-DD. */
  day: string;
  /** Keyed hash of the client address, which is not kept: tells visitors apart without naming them. */
  ip_hash: string | null;
  user_agent: string | null;
  referrer: string | null;
  device: 'mobile' | 'tablet' | 'desktop' | 'other';
  /** Two-letter code, when a header in front of the service tells it. */
  country: string | null;
  /** The first language that the browser asked for, e.g. `pt`. */
  language: string | null;
  /** Whether a crawler or a link preview came, not a person. */
  bot: boolean;
  /** There until it is counted. */
  pending?: true;
  /** There once it is counted. */
  counted?: true;
}

export type Scan = Visit;

/** Something that a visitor did on a page, or that a caller reported. */
export interface PageEvent extends Visit {
  event: string;
  value: string | number | null;
  meta: Record<string, unknown> | null;
}

/** The two kinds of visits, which are kept apart. */
export type VisitKind = 'scans' | 'events';

/** A visit of either kind: of the second if it has the name of an event. */
export type AnyVisit = Visit & Partial<Pick<PageEvent, 'event' | 'meta'>>;

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
  { key: { experience: 1, at: 1, _id: 1 } },
  { key: { at: 1 } },
  { key: { pending: 1 }, sparse: true },
];

/** The indexes that experiences and their visits need. */
export const pageIndexes = {
  experiences: [
    { key: { code: 1 }, unique: true },
    { key: { slug: 1 }, unique: true, sparse: true },
    { key: { slug_skeleton: 1 }, unique: true, sparse: true },
    { key: { code_skeleton: 1 }, sparse: true },
    { key: { account: 1, _id: 1 } },
    { key: { found_by: 1 } },
    { key: { reported: 1 }, sparse: true },
    { key: { 'taken_down.at': 1 }, sparse: true },
    { key: { clean_up: 1 }, sparse: true },
  ],
  experience_versions: [{ key: { experience: 1, version: 1 } }],
  experience_reports: [{ key: { experience: 1, at: 1 } }],
  scans: visitIndexes,
  qr_events: [...visitIndexes, { key: { experience: 1, event: 1, at: 1, _id: 1 } }],
  visit_counts: [{ key: { experience: 1 } }],
} satisfies Record<string, IndexDescription[]>;

export interface PageCollections {
  experiences: Collection<HostedPage>;
  experienceVersions: Collection<PageVersion>;
  experienceReports: Collection<PageReport>;
  scans: Collection<Scan>;
  events: Collection<PageEvent>;
  /** Scans and events, for what is done to both. */
  visits: Record<VisitKind, Collection<AnyVisit>>;
  visitBatches: Collection<VisitBatch>;
  visitCounts: Collection<VisitCounts>;
  counters: Collection<Counter>;
  secrets: Collection<Secret>;
}

export const pageCollections = (db: Db): PageCollections => ({
  experiences: db.collection('experiences'),
  experienceVersions: db.collection('experience_versions'),
  experienceReports: db.collection('experience_reports'),
  scans: db.collection('scans'),
  events: db.collection('qr_events'),
  visits: { scans: db.collection('scans'), events: db.collection('qr_events') },
  visitBatches: db.collection('visit_batches'),
  visitCounts: db.collection('visit_counts'),
  counters: db.collection('counters'),
  secrets: db.collection('secrets'),
});

/** Whether a text could be the code of an experience. */
export const isPageCode = (text: string): boolean => /^[0-9A-Za-z]{10}$/.test(text);

type Experiences = Pick<PageCollections, 'experiences'>;

/** The experience of a code, deleted or not; nothing when there is none. */
export const findPageByCode = async (store: Experiences, code: string): Promise<HostedPage | undefined> =>
  isPageCode(code) ? ((await store.experiences.findOne({ code })) ?? undefined) : undefined;

/** The experience of a public name, which is its code or its slug, whatever state it is in; nothing when there is none. */
export async function findPageByName(store: Experiences, name: string): Promise<HostedPage | undefined> {
  const slug = name.toLowerCase();
  const byCode = await findPageByCode(store, name);
  if (byCode || !isSlug(slug)) return byCode;
  return (await store.experiences.findOne({ slug })) ?? undefined;
}

/** How a caller names an experience: by number, or by type and code. */
export interface PageReference {
  experience_id?: number | undefined;
  type?: string | undefined;
  code?: string | undefined;
}

/**
 * The experience that a caller names, if it is the caller's own.
 *
 * @throws ApiError 422 unless it is named in exactly one way, 404 when the account has no such experience
 */
export async function findReferencedPage(
  store: PageCollections,
  account: string,
  { experience_id: id, type, code }: PageReference,
): Promise<HostedPage> {
  const [byId, byCode] = [id !== undefined, type !== undefined || code !== undefined];
  if (byId === byCode || (byCode && (!type || !code))) throw errors.experienceNotNamed();
  const found = byId ? await store.experiences.findOne({ _id: id as number }) : await findPageByCode(store, code ?? '');
  if (!found || found.deleted || found.account !== account || (byCode && found.type !== type)) {
    throw errors.experienceUnknown();
  }
  return found;
}
