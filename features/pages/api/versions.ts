import { MOST_VERSIONS } from '../../../shared/contract/bounds.js';
import { errors, throwStorageUnavailable } from '../../../shared/contract/errors.js';
import {
  flag,
  instant,
  integer,
  list,
  nullable,
  object,
  optional,
  Type,
  text,
} from '../../../shared/contract/fields.js';
import { route } from '../../../shared/contract/route.js';
import type { Disks } from '../../../shared/storage/disks.js';
import { accountRoute, type Caller } from '../../web/index.js';
import type { HostedPage, PageVersion, VersionStore } from '../collections.js';
import { measureLinkFields, refuseLoops } from '../link-fields.js';
import { embedPhotos } from '../photos.js';
import { pageChange } from '../subjects.js';
import { checkIfMatch, findVersion, listPageVersions, RESTORABLE, versionNumber } from '../versions.js';
import { EDITS_PER_SECOND } from './change.js';
import { type EditContext, saveEdit } from './save-edit.js';
import {
  findOwnPage,
  ifMatchField,
  ifMatchHeader,
  pageIdField,
  pageView,
  toPageView,
  toSentContent,
  type ViewServices,
} from './view.js';

interface VersionContext extends Caller {
  readonly store: VersionStore;
}

interface StoredVersionContext extends VersionContext {
  readonly disks: Disks;
}

const scope = 'pages';
const version = integer({ minimum: 1, description: 'Number of the version' });

const versionRow = object({
  version: integer({ description: 'Number of the version' }),
  is_current: flag({ description: 'True for the current version' }),
  at: instant({ description: 'Time at which the version was created' }),
  key: nullable(text({ description: 'Id of the key that made the edit; null for the first version' })),
  changed: list(text(), { description: 'Fields sent with the edit' }),
  title: text({ minLength: 0 }),
});

const toRow = ({ version: number, revision, created, title }: PageVersion, current: number) => ({
  version: number,
  is_current: number === current,
  at: (revision?.at ?? created).toISOString(),
  key: revision?.key ?? null,
  changed: revision?.fields ?? [],
  title,
});

export const listVersions = accountRoute(
  route({
    name: 'experienceVersions',
    title: 'List the versions of a hosted page',
    method: 'GET',
    path: '/v1/qr-experience/{id}/versions',
    scope,
    summary: `Lists the latest ${MOST_VERSIONS} versions of a hosted page, newest first. Every edit creates a version`,
    request: object({ id: pageIdField }),
    response: object({ versions: list(versionRow) }),
    errors: [errors.experienceUnknown],
    example: { request: { id: 1 } },
  }),
  async ({ id }, context: VersionContext) => {
    const page = await findOwnPage(context, id);
    const versions = await listPageVersions(context.store, page);
    return { versions: versions.map((one) => toRow(one, versionNumber(page))) };
  },
);

export const readVersion = accountRoute(
  route({
    name: 'experienceVersion',
    title: 'Get a version of a hosted page',
    method: 'GET',
    path: '/v1/qr-experience/{id}/versions/{version}',
    scope,
    summary: 'Returns the content of a version of a hosted page',
    request: object({ id: pageIdField, version }),
    response: object({
      ...versionRow.properties,
      label: nullable(text()),
      target: nullable(text()),
      page: optional(Type.Unknown({ description: 'Page document, for type page' })),
      content: optional(Type.Unknown({ description: 'Content of all other types' })),
    }),
    errors: [errors.experienceUnknown, errors.versionUnknown],
    example: { request: { id: 1, version: 1 } },
  }),
  async ({ id, version: number }, context: StoredVersionContext) => {
    const current = await findOwnPage(context, id);
    const found = await loadVersion(context, current, number);
    const { label = null, target } = found;
    const content = toSentContent({ ...found, type: current.type });
    return { ...toRow(found, versionNumber(current)), label, target, ...content };
  },
);

/** Loads a version of a page with its photos in it. @throws ApiError 404 if it is not stored, 502 if the disk is unavailable */
export async function loadVersion(
  { store, disks }: Pick<StoredVersionContext, 'store' | 'disks'>,
  current: HostedPage,
  number: number,
): Promise<PageVersion> {
  const { photos, ...found } = await findVersion(store, current, number);
  const owner = { code: current.code, ...(photos && { photos }) };
  const page = found.page && (await embedPhotos(() => disks.private, owner, found.page).catch(throwStorageUnavailable));
  return { ...found, page };
}

export const restoreVersion = accountRoute(
  route({
    name: 'restoreExperience',
    title: 'Restore a version of a hosted page',
    method: 'POST',
    path: '/v1/qr-experience/{id}/versions/{version}/restore',
    scope,
    ratePerSecond: EDITS_PER_SECOND,
    fromHeaders: ifMatchHeader,
    summary:
      'Restores the content of an earlier version, as a new version. State and slug stay as they are. Requires If-Match',
    request: object({ id: pageIdField, version, if_match: ifMatchField }),
    response: pageView,
    errors: [
      errors.experienceUnknown,
      errors.versionUnknown,
      errors.ifMatchRequired,
      errors.experienceChanged,
      errors.targetIsOwnPage,
      errors.storageFull,
    ],
    example: { request: { id: 1, version: 1, if_match: '*' } },
  }),
  async ({ id, version: number, if_match }, context: EditContext & ViewServices) => {
    const before = await findOwnPage(context, id);
    checkIfMatch(before, if_match);
    const found = await findVersion(context.store, before, number);
    const { title, page, target, bytes } = found;
    const others = Object.fromEntries(RESTORABLE.map((field) => [field, found[field]]));
    refuseLoops({ ...before, ...others, target }, context.config, await context.hosts.urlsFor(before.account));
    const ofContent = bytes - measureLinkFields(found);
    const edit = { content: { title, page, target }, bytes: ofContent, others };
    const after = await saveEdit(context, before, edit, ['version']);
    return toPageView(after, context);
  },
  { action: 'page.restore', ...pageChange },
);
