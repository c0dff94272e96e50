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
import type { Clock } from '../../../shared/process/clock.js';
import type { Config } from '../../../shared/process/config.js';
import type { Logger } from '../../../shared/process/log.js';
import type { JobClient } from '../../../shared/queue/job-client.js';
import type { Disks } from '../../../shared/storage/disks.js';
import type { Quota } from '../../../shared/storage/quota.js';
import type { MemberCollections } from '../../members/index.js';
import { accountRoute, type Caller } from '../../web/index.js';
import type { ExperienceCollections } from '../collections.js';
import { withPhotos } from '../photos.js';
import { checkMatch, type ExperienceVersion, RESTORED, versionAt, versionOf, versionsOf } from '../versions.js';
import { EDITS_PER_SECOND } from './change.js';
import { contentOf } from './content.js';
import { revise } from './revise.js';
import { experienceId, experienceView, fromIfMatch, ifMatch, ownExperience, viewOf } from './view.js';

type Store = Pick<ExperienceCollections, 'experienceVersions' | 'experiences'> & Pick<MemberCollections, 'accounts'>;

interface Dependencies {
  readonly clock: Clock;
  readonly config: Pick<Config, 'BASE_URL' | 'HOST' | 'PORT'>;
  readonly disks: Disks;
  readonly log: Logger;
  readonly quota: Quota;
  readonly sender: JobClient;
  readonly store: Store;
}

const scope = 'pages';
const version = integer({ minimum: 1, description: 'Number of the version' });

const versionRow = object({
  version: integer(),
  is_current: flag({ description: 'Whether it is what there is now' }),
  at: instant({ description: 'When it came about' }),
  key: nullable(text({ description: 'Id of the key that made it; null for what was made at first' })),
  changed: list(text(), { description: 'The fields that were sent with the edit' }),
  title: text({ minLength: 0 }),
});

const rowOf = ({ version: number, revision, created, title }: ExperienceVersion, current: number) => ({
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
    title: 'Versions of a hosted page',
    method: 'GET',
    path: '/v1/qr-experience/{id}/versions',
    scope,
    summary: `The latest ${MOST_VERSIONS} versions of a hosted page, the latest first: every edit makes one`,
    request: object({ id: experienceId }),
    response: object({ versions: list(versionRow) }),
    errors: [errors.experienceUnknown],
    example: { request: { id: 1 } },
  }),
  async ({ id }, context: Dependencies & Caller) => {
    const experience = await ownExperience(context, id);
    const versions = await versionsOf(context.store, experience);
    return { versions: versions.map((one) => rowOf(one, versionOf(experience))) };
  },
);

export const readVersion = accountRoute(
  route({
    name: 'experienceVersion',
    title: 'One version of a hosted page',
    method: 'GET',
    path: '/v1/qr-experience/{id}/versions/{version}',
    scope,
    summary: 'What a hosted page has shown at one of its versions',
    request: object({ id: experienceId, version }),
    response: object({
      ...versionRow.properties,
      label: nullable(text()),
      target: nullable(text()),
      page: optional(Type.Unknown({ description: 'The page document, of type page' })),
      content: optional(Type.Unknown({ description: 'The content, of every other type' })),
    }),
    errors: [errors.experienceUnknown, errors.versionUnknown],
    example: { request: { id: 1, version: 1 } },
  }),
  async ({ id, version: number }, context: Dependencies & Caller) => {
    const experience = await ownExperience(context, id);
    const { disks, store } = context;
    const { photos, ...found } = await versionAt(store, experience, number);
    const { code, type } = experience;
    const of = { code, ...(photos && { photos }) };
    const page = found.page && (await withPhotos(() => disks.private, of, found.page).catch(throwStorageUnavailable));
    const { label = null, target } = found;
    return { ...rowOf(found, versionOf(experience)), label, target, ...contentOf({ ...found, type, page }) };
  },
);

export const restoreVersion = accountRoute(
  route({
    name: 'restoreExperience',
    title: 'Restore a version of a hosted page',
    method: 'POST',
    path: '/v1/qr-experience/{id}/versions/{version}/restore',
    scope,
    ratePerSecond: EDITS_PER_SECOND,
    fromHeaders: fromIfMatch,
    summary:
      'Have a hosted page show again what it has shown at one of its versions: a new version, guarded by If-Match. State and slug ' +
      'stay as they are',
    request: object({ id: experienceId, version, if_match: ifMatch }),
    response: experienceView,
    errors: [
      errors.experienceUnknown,
      errors.versionUnknown,
      errors.ifMatchRequired,
      errors.experienceChanged,
      errors.storageFull,
    ],
    example: { request: { id: 1, version: 1, if_match: '*' } },
  }),
  async ({ id, version: number, if_match }, context: Dependencies & Caller) => {
    const before = await ownExperience(context, id);
    checkMatch(before, if_match);
    const found = await versionAt(context.store, before, number);
    const { title, page, target, bytes } = found;
    const others = Object.fromEntries(RESTORED.map((field) => [field, found[field]]));
    const after = await revise(context, before, { shown: { title, page, target }, bytes, others }, ['version']);
    return viewOf(after, context);
  },
);
