import { qrDesign } from '../../../shared/contract/catalogue/qr-design.js';
import { errors, throwStorageUnavailable } from '../../../shared/contract/errors.js';
import {
  flag,
  instant,
  integer,
  list,
  named,
  nullable,
  object,
  oneOf,
  optional,
  Type,
  text,
} from '../../../shared/contract/fields.js';
import type { PageDocument } from '../../../shared/contract/hosted-pages/document.js';
import { targetRule, targetShare } from '../../../shared/contract/hosted-pages/page-fields.js';
import { isContentType } from '../../../shared/contract/hosted-pages/page-types.js';
import type { Clock } from '../../../shared/process/clock.js';
import type { Disks } from '../../../shared/storage/disks.js';
import type { Caller } from '../../web/index.js';
import type { HostedPage, PageStore } from '../collections.js';
import type { PageHosts, PageUrls } from '../hosts.js';
import { embedPhotos } from '../photos.js';
import { availabilities, readAvailability } from '../site/visibility.js';
import { formatEtag, versionNumber } from '../versions.js';

/** Services that the full view of a page needs. */
export interface ViewServices {
  readonly clock: Clock;
  readonly hosts: PageHosts;
  readonly disks: Disks;
}

/** States of a page. A page that an operator has taken down cannot be activated by its owner. */
export const states = ['active', 'paused', 'taken_down'] as const;

export const pageIdField = integer({ minimum: 1, description: 'Id of the hosted page' });

/** The version that a request refers to, in its body or a header. */
export const ifMatchField = optional(
  text({
    maxLength: 100,
    description: '`etag` of the version to change; alternatively, send the header If-Match',
  }),
);

export const ifMatchHeader = { if_match: 'if-match' };

/** A page in a list. */
export const pageRow = object({
  id: integer(),
  code: text({ description: 'Code in the printed URL; it never changes' }),
  type: text(),
  title: text({ minLength: 0 }),
  label: nullable(text({ description: 'Your own name for the page' })),
  slug: nullable(text({ description: 'Custom name in the public URL' })),
  state: oneOf(states, { description: 'State of the page; visitors see a notice unless it is active' }),
  taken_down: nullable(
    object({ at: instant(), reason: text() }, { description: 'Time and reason of a take-down by an operator' }),
  ),
  scan_url: text({ description: 'Public URL in the QR code' }),
  slug_url: nullable(text({ description: 'Public URL with the slug' })),
  version: integer({ description: 'Version number; each edit increases it' }),
  etag: text({ description: 'Value for If-Match to edit this version' }),
  availability: oneOf(availabilities, {
    description: 'Whether an active page is open, opens later, or has ended by its time or its scans',
  }),
  valid_from: nullable(instant({ description: 'Time at which the page opens' })),
  valid_until: nullable(instant({ description: 'Time at which the page ends' })),
  max_scans: nullable(integer({ description: 'Number of scans after which the page ends' })),
  scans_counted: nullable(integer({ description: 'Scans that were counted since max_scans was set' })),
  has_password: flag({ description: 'True if visitors must enter a password' }),
  created_at: instant(),
  changed_at: nullable(instant({ description: 'Time of the last edit' })),
});

/** A page with its content. */
export const pageView = named(
  'Experience',
  object({
    ...pageRow.properties,
    target: nullable(text({ description: 'URL to which visitors are redirected; only for type url' })),
    targets: object({
      ios: nullable(text()),
      android: nullable(text()),
      rules: list(targetRule, { description: 'Rules, the first first' }),
      shares: list(targetShare),
    }),
    ended: object({ title: nullable(text()), message: nullable(text()), url: nullable(text()) }),
    design: { ...qrDesign, description: 'Design of the QR code, without fields that have their default value' },
    theme: nullable(Type.Unknown({ description: 'Theme of the page' })),
    language: nullable(text()),
    page: optional(Type.Unknown({ description: 'Page document, for type page; can be sent back as it is' })),
    content: optional(Type.Unknown({ description: 'Content of all other types; can be sent back as it is' })),
  }),
);

export const toPageRow = (page: HostedPage, { urlOf }: PageUrls, { clock }: Pick<ViewServices, 'clock'>) => {
  const { _id: id, code, type, title, label, slug, paused, taken_down: down, created, revision } = page;
  const { valid_from, valid_until, max_scans = null, scans_counted = null, password } = page;
  const state = down ? ('taken_down' as const) : paused ? ('paused' as const) : ('active' as const);
  return {
    ...{ id, code, type, title, state },
    label: label ?? null,
    slug: slug ?? null,
    taken_down: down ? { at: down.at.toISOString(), reason: down.reason } : null,
    scan_url: urlOf(code),
    slug_url: slug ? urlOf(slug) : null,
    version: versionNumber(page),
    etag: formatEtag(page),
    availability: readAvailability(page, clock.now()),
    valid_from: valid_from?.toISOString() ?? null,
    valid_until: valid_until?.toISOString() ?? null,
    ...{ max_scans, scans_counted, has_password: password !== undefined },
    created_at: created.toISOString(),
    changed_at: revision?.at.toISOString() ?? null,
  };
};

/** Returns a page with its photos in it, re-encoded as they are stored. */
export async function loadPhotos(hostedPage: HostedPage, { disks }: { disks: Disks }): Promise<HostedPage> {
  const { page } = hostedPage;
  const withPhotos = page && (await embedPhotos(() => disks.private, hostedPage, page).catch(throwStorageUnavailable));
  return { ...hostedPage, page: withPhotos };
}

/** Returns the full view of a page, in the format in which it can be sent back. */
export async function toPageView(hostedPage: HostedPage, services: ViewServices) {
  const { target, targets, ended } = hostedPage;
  const { ios = null, android = null, rules = [], shares = [] } = targets ?? {};
  const complete = await loadPhotos(hostedPage, services);
  return {
    ...toPageRow(hostedPage, await services.hosts.urlsFor(hostedPage.account), services),
    target,
    targets: { ios, android, rules, shares },
    ended: { title: ended?.title ?? null, message: ended?.message ?? null, url: ended?.url ?? null },
    design: hostedPage.design ?? {},
    theme: complete.page?.theme ?? null,
    language: complete.page?.language ?? null,
    ...toSentContent(complete),
  };
}

/** The content of a page, in the fields in which its owner sends it. */
export interface SentContent {
  page?: PageDocument;
  content?: object;
}

/** Returns the fields of a request that would create this content: `page` for type page, `content` for every other type. */
export function toSentContent({
  type,
  title,
  target,
  page,
}: Pick<HostedPage, 'type' | 'title' | 'target' | 'page'>): SentContent {
  if (type === 'page' && page) return { page };
  if (!page) return { content: { url: target, title } };
  const language = page.language ? { language: page.language } : {};
  const [first] = page.blocks;
  if (isContentType(type)) return { content: { ...first?.props, ...language } };
  const heading = first?.type === 'hero' ? { title: first.props.headline } : {};
  const items = page.blocks.flatMap((block) => (block.type === 'video' ? [block.props] : []));
  return { content: { ...heading, items, ...language } };
}

/** Finds a page of the caller's account. @throws ApiError 404 */
export async function findOwnPage(
  { store, key }: Pick<Caller, 'key'> & { store: PageStore },
  id: number,
): Promise<HostedPage> {
  const found = await store.experiences.findOne({ _id: id });
  if (!found || found.deleted || found.account !== key.account) throw errors.experienceUnknown();
  return found;
}
