import { errors, throwStorageUnavailable } from '../../../shared/contract/errors.js';
import {
  instant,
  integer,
  named,
  nullable,
  object,
  oneOf,
  optional,
  Type,
  text,
} from '../../../shared/contract/fields.js';
import { type Config, pagesUrl } from '../../../shared/process/config.js';
import type { Disks } from '../../../shared/storage/disks.js';
import type { Caller } from '../../web/index.js';
import type { HostedPage, PageCollections } from '../collections.js';
import { embedPhotos } from '../photos.js';
import { formatEtag, versionNumber } from '../versions.js';
import { toSentContent } from './content.js';

type Settings = Pick<Config, 'BASE_URL' | 'HOST' | 'PORT'>;

interface Dependencies {
  readonly store: Pick<PageCollections, 'experiences'>;
}

/** Whether an experience is shown: an operator's word goes before its owner's. */
export const states = ['active', 'paused', 'taken_down'] as const;

export const pageIdField = integer({ minimum: 1, description: 'Id of the experience' });

/** What must not have changed since the caller has read it. */
export const ifMatchField = optional(
  text({
    maxLength: 100,
    description: 'The `etag` that this is to change, where it is not sent as the header If-Match',
  }),
);

export const ifMatchHeader = { if_match: 'if-match' };

/** An experience, as its account sees it in a list. */
export const pageRow = object({
  id: integer(),
  code: text({ description: 'The code that is printed: it is valid for good' }),
  type: text(),
  title: text({ minLength: 0 }),
  label: nullable(text()),
  slug: nullable(text({ description: 'Its other name in the public address' })),
  state: oneOf(states, { description: 'What is not active shows visitors a page that says so' }),
  taken_down: nullable(
    object({ at: instant(), reason: text() }, { description: 'When and why an operator has taken it down' }),
  ),
  scan_url: text({ description: 'The address that is printed' }),
  slug_url: nullable(text({ description: 'The address with the slug' })),
  version: integer({ description: 'Rises with each edit' }),
  etag: text({ description: 'Names this version in If-Match' }),
  created_at: instant(),
  changed_at: nullable(instant({ description: 'When it was last edited' })),
});

/** All of an experience. */
export const pageView = named(
  'Experience',
  object({
    ...pageRow.properties,
    target: nullable(text({ description: 'Where visitors are sent on to; only for type url' })),
    targets: object({ ios: nullable(text()), android: nullable(text()) }),
    theme: nullable(Type.Unknown({ description: 'The theme of the page' })),
    language: nullable(text()),
    page: optional(Type.Unknown({ description: 'The page document of type page, as it can be sent back' })),
    content: optional(Type.Unknown({ description: 'The content of every other type, as it can be sent back' })),
  }),
);

export const toPageRow = (hostedPage: HostedPage, config: Settings) => {
  const { _id: id, code, type, title, label: own, slug, paused, taken_down: down, created, revision } = hostedPage;
  const at = (name: string) => `${pagesUrl(config)}/e/${name}`;
  const state = down ? ('taken_down' as const) : paused ? ('paused' as const) : ('active' as const);
  return {
    ...{ id, code, type, title, state },
    label: own ?? null,
    slug: slug ?? null,
    taken_down: down ? { at: down.at.toISOString(), reason: down.reason } : null,
    scan_url: at(code),
    slug_url: slug ? at(slug) : null,
    version: versionNumber(hostedPage),
    etag: formatEtag(hostedPage),
    created_at: created.toISOString(),
    changed_at: revision?.at.toISOString() ?? null,
  };
};

/** An experience with the pictures of its page in it, as they were encoded. */
export async function loadPhotos(hostedPage: HostedPage, { disks }: { disks: Disks }): Promise<HostedPage> {
  const { page } = hostedPage;
  const whole = page && (await embedPhotos(() => disks.private, hostedPage, page).catch(throwStorageUnavailable));
  return { ...hostedPage, page: whole };
}

/** All of an experience: what is read can be sent back. */
export async function toPageView(hostedPage: HostedPage, services: { config: Settings; disks: Disks }) {
  const { target, targets } = hostedPage;
  const whole = await loadPhotos(hostedPage, services);
  const { page } = whole;
  return {
    ...toPageRow(hostedPage, services.config),
    target,
    targets: { ios: targets?.ios ?? null, android: targets?.android ?? null },
    theme: page?.theme ?? null,
    language: page?.language ?? null,
    ...toSentContent(whole),
  };
}

/** The experience of the account that asks. @throws ApiError 404 */
export async function findOwnPage(
  { store, key }: Pick<Dependencies & Caller, 'store' | 'key'>,
  id: number,
): Promise<HostedPage> {
  const found = await store.experiences.findOne({ _id: id });
  if (!found || found.deleted || found.account !== key.account) throw errors.experienceUnknown();
  return found;
}
