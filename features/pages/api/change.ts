import { LONGEST_PAGE } from '../../../shared/contract/bounds.js';
import { pickDesign, type QrDesign, qrDesign } from '../../../shared/contract/catalogue/qr-design.js';
import { generateExperience } from '../../../shared/contract/catalogue/qr-experience.js';
import type { Input } from '../../../shared/contract/contract.js';
import { errors } from '../../../shared/contract/errors.js';
import { object, oneOf, optional, webAddress } from '../../../shared/contract/fields.js';
import { type PageDocument, pageDocument, pageErrors } from '../../../shared/contract/hosted-pages/document.js';
import { ownerErrors, ownerFields } from '../../../shared/contract/hosted-pages/page-fields.js';
import { route } from '../../../shared/contract/route.js';
import { readExperience, runInternalJob } from '../../../shared/queue/internal-jobs.js';
import { accountRoute } from '../../web/index.js';
import type { HostedPage } from '../collections.js';
import { readLinkFields, refuseLoops } from '../link-fields.js';
import { extractPhotos } from '../photos.js';
import { claimSlug } from '../slugs.js';
import { pageChange } from '../subjects.js';
import { checkIfMatch } from '../versions.js';
import { designErrors, drawPageCode } from './code.js';
import { type Edit, type EditContext, saveEdit } from './save-edit.js';
import {
  findOwnPage,
  ifMatchField,
  ifMatchHeader,
  loadPhotos,
  pageIdField,
  pageView,
  type SentContent,
  toPageView,
  toSentContent,
  type ViewServices,
} from './view.js';

const { group, request: created } = generateExperience;
/** Maximum rate of edits per key. They are free of charge, but re-encode photos. */
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
  fromHeaders: ifMatchHeader,
  summary:
    'Changes the content, target or state of a hosted page. Fields that you leave out stay as they are, and earlier versions ' +
    'can be restored. Requires If-Match',
  request: object({
    id: pageIdField,
    if_match: ifMatchField,
    page: optional({
      ...created.properties.page,
      description: 'Page document, for type page; replaces the whole document',
    }),
    content: optional({
      ...created.properties.content,
      description: 'Content of all other types, as in generate; replaces the whole content',
    }),
    target: optional(webAddress('URL to which visitors are redirected, for type url')),
    ...ownerFields,
    theme,
    language,
    design: optional({ ...qrDesign, description: 'Design of the QR code; replaces the whole design' }),
    state: optional(oneOf(['active', 'paused'], { description: 'State of the page; paused shows visitors a notice' })),
  }),
  response: pageView,
  errors: [
    errors.experienceUnknown,
    errors.accountIsClosed,
    errors.ifMatchRequired,
    errors.experienceChanged,
    ...ownerErrors,
    errors.fieldOfAnotherType,
    errors.storageFull,
    ...pageErrors,
    ...designErrors,
  ],
  example: { request: { id: 1, if_match: '*', label: 'Table cards 2026', state: 'paused' } },
});

type ChangeRequest = Omit<Input<typeof contract>, 'id' | 'if_match'>;

export const changePage = accountRoute(
  contract,
  async ({ id, if_match, ...request }, context: EditContext & ViewServices) => {
    const before = await findOwnPage(context, id);
    checkIfMatch(before, if_match);
    const fields = Object.keys(request);
    if (fields.length === 0) return toPageView(before, context);
    const after = await saveEdit(context, before, await readEdit(context, before, request), fields);
    return toPageView(after, context);
  },
  { action: 'page.change', ...pageChange },
);

/** Reads the edit that a request describes. @throws ApiError for a field that is refused */
async function readEdit(
  context: EditContext & ViewServices,
  before: HostedPage,
  request: ChangeRequest,
): Promise<Edit> {
  const { label, state, slug, design } = request;
  const edit: Edit = {
    ...(await readContentEdit(context, before, request)),
    others: {
      ...(await readLinkFields(request, before)),
      ...(label !== undefined && { label: label || undefined }),
      ...(slug !== undefined && slug !== (before.slug ?? '') && (await readSlugEdit(context, before, slug))),
      ...(design && { design: await readDesignEdit(context, before, design) }),
      ...(state && { paused: state === 'paused' ? true : undefined }),
    },
  };
  refuseLoops(
    { ...before, ...edit.others, target: edit.content.target },
    context.config,
    await context.hosts.urlsFor(before.account),
  );
  return edit;
}

/** Reads a design, as it is stored; undefined for that of the defaults. @throws ApiError 422 if the code cannot be drawn with it */
async function readDesignEdit(context: EditContext & ViewServices, before: HostedPage, sent: QrDesign) {
  const design = pickDesign(sent);
  await drawPageCode(context, { ...before, design });
  return Object.keys(design).length > 0 ? design : undefined;
}

/** @throws ApiError see claimSlug; 409 for a page that was taken down */
async function readSlugEdit({ store, key }: EditContext, before: HostedPage, slug: string) {
  if (before.taken_down) throw errors.slugBlocked({ slug: before.slug ?? slug });
  return slug === '' ? { slug: undefined, slug_skeleton: undefined } : claimSlug(store, key.account, slug);
}

/** Reads the new content. Unless only the looks change without a logo, a worker validates it as it does on creation. */
async function readContentEdit(
  context: EditContext,
  before: HostedPage,
  request: ChangeRequest,
): Promise<Omit<Edit, 'others'>> {
  refuseFieldsOfOtherTypes(before, request);
  const { title, page, target } = before;
  const { content = request.target === undefined ? undefined : { url: request.target, title }, theme } = request;
  if (!request.page && content === undefined && !theme?.logo_data_base64 && theme?.preset !== 'logo') {
    return { content: { title, target, page: page && checkLength({ ...page, ...pickLooks(request) }) } };
  }
  const origin = { account: before.account, requestId: context.requestId };
  const sent = mergeContent(await loadPhotos(before, context), { ...request, content });
  const read = await runInternalJob(context.sender, readExperience, { type: before.type, ...sent }, origin);
  const edit = extractPhotos({
    title: read.title,
    // The worker has validated it by its schemas.
    page: read.page as PageDocument | null,
    target: read.target,
  });
  if (edit.content.page) checkLength(edit.content.page);
  return edit;
}

/** Returns the complete content after an edit. The content of other types than page does not contain its looks. */
function mergeContent(before: HostedPage, { page, content, ...request }: ChangeRequest): SentContent {
  if (before.type === 'page') return { page: { ...before.page, ...page, ...pickLooks(request) } as PageDocument };
  const fields = typeof content === 'object' ? content : toSentContent(before).content;
  return {
    content: before.page
      ? { ...pickLooks(before.page), ...pickLooks(request), ...fields, ...pickLooks(request) }
      : { ...fields },
  };
}

function refuseFieldsOfOtherTypes({ type, page }: HostedPage, request: ChangeRequest): void {
  const allowed = {
    page: type === 'page',
    content: type !== 'page',
    target: type === 'url',
    theme: page !== null,
    language: page !== null,
  };
  for (const [field, isAllowed] of Object.entries(allowed))
    if (field in request && !isAllowed) throw errors.fieldOfAnotherType({ field, type });
}

const pickLooks = (source: Pick<ChangeRequest, 'theme' | 'language'>) => ({
  ...(source.theme && { theme: source.theme }),
  ...(source.language !== undefined && { language: source.language }),
});

/** @throws ApiError 422 for a page that is too long */
function checkLength(page: PageDocument): PageDocument {
  if (JSON.stringify(page).length > LONGEST_PAGE) throw errors.pageTooLarge({ limit: LONGEST_PAGE });
  return page;
}
