import { CODE_PREVIEW_WIDTH, STUDIO_PER_SECOND } from '../../shared/contract/bounds.js';
import { Download } from '../../shared/contract/download.js';
import { errors } from '../../shared/contract/errors.js';
import { flag, list, object, optional, text } from '../../shared/contract/fields.js';
import type { PageDocument } from '../../shared/contract/hosted-pages/document.js';
import { isSlug } from '../../shared/contract/hosted-pages/page-fields.js';
import { route } from '../../shared/contract/route.js';
import type { Clock } from '../../shared/process/clock.js';
import { type Config, pagesUrl } from '../../shared/process/config.js';
import { checkDraft, drawCode, readDraftPage, runInternalJob } from '../../shared/queue/internal-jobs.js';
import type { JobClient } from '../../shared/queue/job-client.js';
import { findSlugProblem, type HostedPage, type PageHosts, type PageStore, renderPage } from '../pages/index.js';
import { accountRoute, type Caller } from '../web/index.js';
import type { QrDraft, StudioCollections } from './collections.js';
import { draftIdField, findOwnDraft, parseContent } from './draft-view.js';

const scope = 'pages';

/** Rate limit of previews, which a worker computes. */
const ratePerSecond = STUDIO_PER_SECOND.drawings;

interface PreviewContext extends Caller {
  readonly clock: Clock;
  readonly config: Pick<Config, 'BASE_URL' | 'HOST' | 'PAGES_URL' | 'PORT'>;
  readonly hosts: PageHosts;
  readonly sender: JobClient;
  readonly store: StudioCollections & PageStore;
}

/** Code of pages that are not published; it is no code of a page. */
const PLACEHOLDER_CODE = 'your-page-';

/** Finds the page that a draft edits; undefined for a new page, and for one that was deleted meanwhile. */
async function findEditedPage(
  { store, key }: Pick<PreviewContext, 'key' | 'store'>,
  { experience }: QrDraft,
): Promise<HostedPage | undefined> {
  const found = experience === null ? null : await store.experiences.findOne({ _id: experience });
  return found && !found.deleted && found.account === key.account ? found : undefined;
}

/** Returns the fields of a draft that workers read. */
async function readForWorker(context: PreviewContext, draft: QrDraft) {
  const page = await findEditedPage(context, draft);
  const url = (await context.hosts.urlsFor(context.key.account)).urlOf(page?.code ?? PLACEHOLDER_CODE);
  return { kind: draft.kind, type: draft.type, url, ...parseContent(draft) };
}

const problem = object({
  param: text({ minLength: 0, description: 'Path of the field in body or design; empty if it is none' }),
  message: text(),
});

export const checkQrDraft = accountRoute(
  route({
    name: 'checkQrDraft',
    title: 'Check a draft',
    method: 'GET',
    path: '/v1/qr-drafts/{id}/check',
    scope,
    ratePerSecond,
    summary: 'Returns the problems for which publishing a draft would be refused',
    request: object({ id: draftIdField }),
    response: object({
      content: list(problem, { description: 'Problems of body' }),
      design: list(
        object({
          ...problem.properties,
          nearest: optional(text({ description: 'Nearest value that would be accepted' })),
        }),
        { description: 'Problems of design' },
      ),
      ready: flag({ description: 'True if there are no problems' }),
    }),
    errors: [errors.draftUnknown],
    example: { request: { id: 'qrd_0123456789abcdef' } },
  }),
  async ({ id }, context: PreviewContext) => {
    const draft = await findOwnDraft(context, id);
    const input = await readForWorker(context, draft);
    const origin = { account: draft.account, requestId: context.requestId };
    const { content, design } = await runInternalJob(context.sender, checkDraft, input, origin);
    const { slug } = input.body;
    const refused =
      typeof slug === 'string' && isSlug(slug)
        ? await findSlugProblem(context.store, slug, draft.experience)
        : undefined;
    const all = [...content, ...(refused ? [{ param: 'slug', message: refused.message }] : [])];
    return { content: all, design, ready: all.length + design.length === 0 };
  },
);

const idOnly = object({ id: draftIdField });

export const previewQrDraft = accountRoute(
  route({
    name: 'previewQrDraft',
    title: 'Preview the page of a draft',
    method: 'GET',
    path: '/v1/qr-drafts/{id}/preview.html',
    scope,
    ratePerSecond,
    summary:
      'Returns the page of a draft as visitors would see it, with links that do nothing. Blocks that are incomplete are left out',
    request: idOnly,
    response: text({ description: 'HTML page' }),
    file: 'text/html; charset=utf-8',
    errors: [errors.draftUnknown],
    example: { request: { id: 'qrd_0123456789abcdef' } },
  }),
  async ({ id }, context: PreviewContext & { readonly embeddedBy?: string | undefined }) => {
    const draft = await findOwnDraft(context, id);
    const origin = { account: draft.account, requestId: context.requestId };
    const { body } = parseContent(draft);
    const read =
      draft.kind === 'page'
        ? await runInternalJob(context.sender, readDraftPage, { type: draft.type, body }, origin)
        : undefined;
    const { html, contentSecurityPolicy } = renderPage(
      {
        ...{ code: PLACEHOLDER_CODE, type: draft.type, title: read?.title || draft.name || 'Preview' },
        // The worker has validated it by its schemas.
        page: (read?.page as PageDocument | null | undefined) ?? describeTarget(read?.target),
      },
      { now: context.clock.now(), origin: pagesUrl(context.config), preview: true },
    );
    const ancestors = ["'self'", ...(context.embeddedBy ? [context.embeddedBy] : [])].join(' ');
    return Download.of('preview.html', Buffer.from(html), 'text/html; charset=utf-8', {
      // The page is another origin than the editor, whose session it cannot use.
      'Content-Security-Policy': `${contentSecurityPolicy}; frame-ancestors ${ancestors}; sandbox allow-scripts`,
      'Cache-Control': 'private, no-store',
      // A sandboxed page shares no process with others of its host.
      'Origin-Agent-Cluster': '?0',
    });
  },
);

/** Returns a page for what opens none: a redirect, or a code that contains its content. */
const describeTarget = (target: string | null | undefined): PageDocument => ({
  version: 1,
  blocks: [
    {
      type: 'text',
      props: {
        text: target ? `Visitors go to ${target}` : 'This code opens no page: phones read its content directly.',
        align: 'center',
      },
      children: [],
    },
  ],
});

export const drawQrDraft = accountRoute(
  route({
    name: 'drawQrDraft',
    title: 'Preview the code of a draft',
    method: 'GET',
    path: '/v1/qr-drafts/{id}/code.svg',
    scope,
    ratePerSecond,
    summary:
      `Returns the code of a draft as SVG, at most ${CODE_PREVIEW_WIDTH} pixels wide. It encodes a placeholder of the same size, ` +
      'or the URL of the page that the draft edits',
    request: idOnly,
    response: text({ description: 'SVG image' }),
    file: 'image/svg+xml',
    errors: [errors.draftUnknown],
    example: { request: { id: 'qrd_0123456789abcdef' } },
  }),
  async ({ id }, context: PreviewContext) => {
    const draft = await findOwnDraft(context, id);
    const drawn = await runInternalJob(
      context.sender,
      drawCode,
      {
        ...(await readForWorker(context, draft)),
        ...{ image_format: 'SVG', image_width: CODE_PREVIEW_WIDTH, is_preview: true },
      },
      { account: draft.account, requestId: context.requestId },
    );
    return Download.of('code.svg', Buffer.from(drawn.data_base64, 'base64'), drawn.mime, {
      'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox",
      'Cache-Control': 'private, no-store',
    });
  },
);
