import { LONGEST_PAGE } from '../../../shared/contract/bounds.js';
import { generateExperience } from '../../../shared/contract/catalogue/qr-experience.js';
import type { Input } from '../../../shared/contract/contract.js';
import { errors } from '../../../shared/contract/errors.js';
import { object, oneOf, optional, webAddress } from '../../../shared/contract/fields.js';
import { type PageDocument, pageDocument, pageErrors } from '../../../shared/contract/hosted-pages/document.js';
import { ownersFields, slugErrors } from '../../../shared/contract/hosted-pages/owner-fields.js';
import { route } from '../../../shared/contract/route.js';
import type { Clock } from '../../../shared/process/clock.js';
import type { Config } from '../../../shared/process/config.js';
import type { Logger } from '../../../shared/process/log.js';
import { readExperience, runInternalJob } from '../../../shared/queue/internal-jobs.js';
import type { JobClient } from '../../../shared/queue/job-client.js';
import type { Disks } from '../../../shared/storage/disks.js';
import type { Quota } from '../../../shared/storage/quota.js';
import type { MemberCollections } from '../../members/index.js';
import { accountRoute, type Caller } from '../../web/index.js';
import type { Experience, ExperienceCollections } from '../collections.js';
import { claimSlug } from '../naming.js';
import { takeOutPhotos } from '../photos.js';
import { checkMatch } from '../versions.js';
import { contentOf, type SentContent } from './content.js';
import { type Edit, revise } from './revise.js';
import { experienceId, experienceView, fromIfMatch, ifMatch, ownExperience, viewOf, wholeOf } from './view.js';

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

const { group, request: made } = generateExperience;
/** How often one key may edit. Photos are encoded anew, and that is free of charge. */
export const EDITS_PER_SECOND = 2;

const { theme, language } = pageDocument.properties;

const contract = route({
  name: 'changeExperience',
  title: 'Edit a hosted page',
  method: 'PATCH',
  path: '/v1/qr-experience/{id}',
  scope: 'pages',
  ratePerSecond: EDITS_PER_SECOND,
  bodyLimit: group.bodyLimit,
  fromHeaders: fromIfMatch,
  summary:
    'Change what a printed code shows, where it leads or whether it is shown, guarded by If-Match; what is not sent stays as it ' +
    'is, and what it was can be restored',
  request: object({
    id: experienceId,
    if_match: ifMatch,
    page: optional({
      ...made.properties.page,
      description: 'The page document, for type page; it takes the place of all of it',
    }),
    content: optional({
      ...made.properties.content,
      description: 'The content of every other type, as in generate, all of it',
    }),
    target: optional(webAddress('Where visitors are sent on to, for type url')),
    ...ownersFields,
    theme,
    language,
    state: optional(oneOf(['active', 'paused'], { description: 'Whether it is shown' })),
  }),
  response: experienceView,
  errors: [
    errors.experienceUnknown,
    errors.accountIsClosed,
    errors.ifMatchRequired,
    errors.experienceChanged,
    ...slugErrors,
    errors.fieldOfAnotherType,
    errors.storageFull,
    ...pageErrors,
  ],
  example: { request: { id: 1, if_match: '*', label: 'Table cards 2026', state: 'paused' } },
});

type Asked = Omit<Input<typeof contract>, 'id' | 'if_match'>;

export const changeExperience = accountRoute(
  contract,
  async ({ id, if_match, ...asked }, context: Dependencies & Caller) => {
    const before = await ownExperience(context, id);
    checkMatch(before, if_match);
    const fields = Object.keys(asked);
    if (fields.length === 0) return viewOf(before, context);
    const after = await revise(context, before, await editOf(context, before, asked), fields);
    return viewOf(after, context);
  },
);

/** What an edit makes of an experience. @throws ApiError for what is refused */
async function editOf(context: Dependencies & Caller, before: Experience, asked: Asked): Promise<Edit> {
  const { label: own, state, targets, slug } = asked;
  return {
    ...(await contentEdit(context, before, asked)),
    others: {
      ...(targets && { targets: Object.keys(targets).length > 0 ? targets : undefined }),
      ...(own !== undefined && { label: own || undefined }),
      ...(slug !== undefined && slug !== (before.slug ?? '') && (await slugEdit(context, before, slug))),
      ...(state && { paused: state === 'paused' ? true : undefined }),
    },
  };
}

/** Returns what a change of slug makes of a page. @throws ApiError see claimSlug; 409 for a page that was taken down */
async function slugEdit({ store, key }: Dependencies & Caller, before: Experience, slug: string) {
  if (before.taken_down) throw errors.slugBlocked({ slug: before.slug ?? slug });
  return slug === '' ? { slug: undefined, slug_skeleton: undefined } : claimSlug(store, key.account, slug);
}

/** What it is to show: what is sent, read by the worker under the contract by which such things are made; else what it shows now. */
async function contentEdit(
  context: Dependencies & Caller,
  before: Experience,
  asked: Asked,
): Promise<Omit<Edit, 'others'>> {
  refuseOfAnotherType(before, asked);
  const { target, content = target === undefined ? undefined : { url: target, title: before.title }, theme } = asked;
  if (!asked.page && content === undefined && !theme?.logo_data_base64 && theme?.preset !== 'logo') {
    return { shown: { ...partsOf(before), page: before.page && withLooks(before.page, asked) } };
  }
  const origin = { account: before.account, requestId: context.requestId };
  const sent = sentWhole(await wholeOf(before, context), { ...asked, content });
  const read = await runInternalJob(context.sender, readExperience, { type: before.type, ...sent }, origin);
  // The worker has read it by its schemas; what it answers is not read again.
  const { title, page, target: to, photos, bytes } = taken({ ...read, page: read.page as PageDocument | null });
  return { shown: { title, target: to, page: page && fitting(page) }, photos, bytes };
}

/** All that would make an experience what it is asked to be. Of what is no page of its own making, content says nothing of the looks. */
function sentWhole(whole: Experience, { page, content, ...asked }: Asked): SentContent {
  const looks = { ...looksOf(whole.page), ...looksOf(asked) };
  if (whole.type === 'page') return { page: { ...whole.page, ...page, ...looksOf(asked) } as PageDocument };
  const shown = typeof content === 'object' ? content : contentOf(whole).content;
  return { content: whole.page ? { ...looks, ...shown, ...looksOf(asked) } : { ...shown } };
}

const partsOf = ({ title, page, target }: Experience) => ({ title, page, target });

function taken({ title, page, target }: Pick<Experience, 'title' | 'page' | 'target'>) {
  const { shown, photos, bytes } = takeOutPhotos({ title, page, target });
  return { ...shown, photos, bytes };
}

function refuseOfAnotherType({ type, page }: Experience, asked: Asked): void {
  const allowed = {
    page: type === 'page',
    content: type !== 'page',
    target: type === 'url',
    theme: page !== null,
    language: page !== null,
  };
  for (const [field, isAllowed] of Object.entries(allowed))
    if (field in asked && !isAllowed) throw errors.fieldOfAnotherType({ field, type });
}

const looksOf = (of: Pick<Asked, 'theme' | 'language'> | null) => ({
  ...(of?.theme && { theme: of.theme }),
  ...(of?.language !== undefined && { language: of.language }),
});

/** A page with the looks that are asked for; what it had is kept where nothing is said of it. */
const withLooks = (page: PageDocument, asked: Asked): PageDocument => fitting({ ...page, ...looksOf(asked) });

/** @throws ApiError 422 for a page that is too long */
function fitting(page: PageDocument): PageDocument {
  if (JSON.stringify(page).length > LONGEST_PAGE) throw errors.pageTooLarge({ limit: LONGEST_PAGE });
  return page;
}
