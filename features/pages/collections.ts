import type { Collection, Db, IndexDescription, ObjectId } from 'mongodb';
import type { QrDesign } from '../../shared/contract/catalogue/qr-design.js';
import { errors } from '../../shared/contract/errors.js';
import type { PageDocument } from '../../shared/contract/hosted-pages/document.js';
import {
  type EndedNotice,
  isSlug,
  type PageTargets,
  type reportReasons,
} from '../../shared/contract/hosted-pages/page-fields.js';
import type { PasswordHash } from '../operators/index.js';
import type { DistinctCounter } from './distinct-counter.js';

/** The link preview of a page: the name of its file, its size in bytes, and its type if it is not a PNG. */
export interface LinkPreview {
  name: string;
  bytes: number;
  type?: 'jpg';
}

/** A document behind `/e/{code}`: a page, or a redirect to another URL. */
export interface HostedPage {
  _id: number;
  /** Unguessable name in the public URL. */
  code: string;
  type: string;
  title: string;
  account: string;
  created: Date;
  page: PageDocument | null;
  /** URL that visitors are redirected to; only for type url. */
  target: string | null;
  /** URLs that some visitors are redirected to, whatever others are shown. */
  targets?: PageTargets;
  /** Design of its code, as far as it differs from the defaults. Pages of earlier versions have none. */
  design?: QrDesign;
  /** The page is open from and until these times. */
  valid_from?: Date;
  valid_until?: Date;
  /** Number of scans after which the page ends, and those that have been counted since the limit was set. */
  max_scans?: number;
  scans_counted?: number;
  /** Content that visitors get once the page has ended. */
  ended?: EndedNotice;
  /** Hash of the password that visitors must enter. Versions do not contain it. */
  password?: PasswordHash;
  /** Size of the page and its photos, in bytes. */
  bytes: number;
  /** Folder of the photos of the last edit; without it, those of the creation. See photoPath. */
  photos?: string;
  /** Absent if it could not be drawn. */
  preview?: LinkPreview;
  /** Private name that the owner gave it. */
  label?: string;
  /** Second name in the public URL, chosen by the owner. */
  slug?: string;
  /** Skeletons of slug and code, by which look-alikes are refused. */
  slug_skeleton?: string;
  code_skeleton?: string;
  paused?: true;
  /** Incremented by each edit. Pages that were never edited may have none, and are at version 1. */
  version?: number;
  /** The edit that made this version; absent until the first edit. */
  revision?: Revision;
  /** Present while an operator has taken the page down. */
  taken_down?: { at: Date; reason: string };
  /** Words and hosts by which operators find it. */
  found_by?: string[];
  /** Time of the last report; removed when an operator has dealt with the reports. */
  reported?: Date;
  /** Number of reports. */
  reports?: number;
  /** A deleted page keeps nothing but its names, which lead to a notice. */
  deleted?: Date;
  /** Events before this instant are deleted. */
  events_from?: Date;
  /** Set until the scheduler has removed deleted data. */
  clean_up?: true;
}

/** Fields that an edit by the owner can change. */
export const EDITABLE_FIELDS = [
  'title',
  'page',
  'target',
  'targets',
  'photos',
  'label',
  'slug',
  'paused',
  'valid_from',
  'valid_until',
  'max_scans',
  'ended',
  'design',
] as const;
export type EditableField = (typeof EDITABLE_FIELDS)[number];

/** The edit that made a version. */
export interface Revision {
  at: Date;
  /** Id of the key that requested it. */
  key: string;
  /** Fields of the request. */
  fields: string[];
}

/** A page as it was before an edit. */
export interface PageVersion extends Pick<HostedPage, EditableField> {
  /** `pageId.version` */
  _id: string;
  experience: number;
  version: number;
  revision?: Revision;
  created: Date;
  bytes: number;
}

/** A visitor's report of a page. */
export interface PageReport {
  /** Page and keyed hash of the reporter, who can report a page once. */
  _id: string;
  experience: number;
  at: Date;
  reason: (typeof reportReasons)[number];
  details?: string | undefined;
}

/** A visit, and what its request says about the visitor. */
export interface Visit {
  experience: number;
  at: Date;
  /** UTC day, YYYY-MM-DD. */
  day: string;
  /** Keyed hash of the client address: distinguishes visitors without storing the address. */
  ip_hash: string | null;
  user_agent: string | null;
  referrer: string | null;
  device: 'mobile' | 'tablet' | 'desktop' | 'other';
  /** Two-letter code, if a proxy in front of the service sets a header with it. */
  country: string | null;
  /** First language that the browser accepts, e.g. `pt`. */
  language: string | null;
  /** True for crawlers and link previews. */
  bot: boolean;
  /** Name of the target to which a page with `targets` has led the visitor: `rule 2`, `ios`, `share B` or `default`. */
  target?: string;
  /** Present until it is counted. */
  pending?: true;
  /** Present once it is counted. */
  counted?: true;
}

/** An interaction with a page, reported by the page or by an API client. */
export interface PageEvent extends Visit {
  event: string;
  value: string | number | null;
  meta: Record<string, unknown> | null;
}

/** The two kinds of visits, each with a collection. */
export type VisitKind = 'scans' | 'events';

/** A visit of either kind; an event has a name. */
export type AnyVisit = Visit & Partial<Pick<PageEvent, 'event' | 'meta' | 'value'>>;

/** The visits that are being counted. There is one batch of a kind at a time, so that no visit is in two. */
export interface VisitBatch {
  _id: VisitKind;
  /** Id by which counters know that they contain the batch. */
  batch: string;
  visits: ObjectId[];
}

/** Occurrences of each value, e.g. of a country. A list, as values may hold any character. */
export type Tally = { value: string; count: number }[];

/** Counters of one group of visitors. */
export interface Counts {
  scans: number;
  devices: Tally;
  countries: Tally;
  events: Tally;
  languages: Tally;
  /** Referring hosts. */
  referrers: Tally;
  /** Blocks of the page that events name. */
  blocks: Tally;
}

/** Counters of a page, for one day or for all time. */
export interface VisitCounts {
  /** `pageId|day`. */
  _id: string;
  experience: number;
  /** UTC day, YYYY-MM-DD; empty for all time. */
  day: string;
  people: Counts;
  /** Crawlers and link previews. */
  bots: Counts;
  /** Unique visitors among people. */
  visitors: DistinctCounter;
  /** Scans by people, by the target that they were led to. Absent in counters of earlier versions. */
  targets?: Tally;
  /** For days only: scans by people in each hour (UTC), `00` to `23`. Absent in counters of earlier versions. */
  hours?: Tally;
  /** Ratings by people, by number of stars. Absent in counters of earlier versions. */
  ratings?: Tally;
  /** For all time only: scans by people on each of the latest days, in order. */
  days: Tally;
  /** Batches that were counted last: none is counted twice. */
  batches: string[];
  /** Incremented by every change. */
  revision: number;
}

/** The last number issued in a sequence. */
interface Counter {
  _id: string;
  last: number;
}

/** A generated secret, e.g. the key of the hashes of client addresses. */
interface Secret {
  _id: string;
  value: string;
}

const visitIndexes: IndexDescription[] = [
  { key: { experience: 1, at: 1, _id: 1 } },
  { key: { at: 1 } },
  { key: { pending: 1 }, sparse: true },
];

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
  scans: Collection<Visit>;
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

/** The collection of pages: all that most of this feature needs. */
export type PageStore = Pick<PageCollections, 'experiences'>;

/** The pages and their versions: what edits and deletions need. */
export type VersionStore = Pick<PageCollections, 'experiences' | 'experienceVersions'>;

/** True if a text has the format of a page's code. */
export const isPageCode = (text: string): boolean => /^[0-9A-Za-z]{10}$/.test(text);

/** Finds a page by its code, deleted or not. */
export const findPageByCode = async (store: PageStore, code: string): Promise<HostedPage | undefined> =>
  isPageCode(code) ? ((await store.experiences.findOne({ code })) ?? undefined) : undefined;

/** Finds a page by its code or its slug, whatever its state. */
export async function findPageByName(store: PageStore, name: string): Promise<HostedPage | undefined> {
  const slug = name.toLowerCase();
  const byCode = await findPageByCode(store, name);
  if (byCode || !isSlug(slug)) return byCode;
  return (await store.experiences.findOne({ slug })) ?? undefined;
}

/** Finds who owns a page by its code or its slug, whatever its state, and whether browsers get passes for its path. */
export async function findPageOwner(
  store: PageStore,
  name: string,
): Promise<{ account: string; hasPasses: boolean } | undefined> {
  const projection = { account: 1, password: 1, max_scans: 1 } as const;
  const slug = name.toLowerCase();
  const byCode = isPageCode(name) && (await store.experiences.findOne({ code: name }, { projection }));
  const found = byCode || (isSlug(slug) && (await store.experiences.findOne({ slug }, { projection })));
  if (!found) return undefined;
  const { account, password, max_scans } = found;
  return { account, hasPasses: password !== undefined || max_scans !== undefined };
}

/** Reference to a page in a request: its number, or its type and code. */
interface PageReference {
  experience_id?: number | undefined;
  type?: string | undefined;
  code?: string | undefined;
}

/**
 * Finds the page of an account that a request refers to.
 *
 * @throws ApiError 422 unless the reference is either a number or a type and code, 404 if the account has no such page
 */
export async function findReferencedPage(
  store: PageStore,
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
