import type Router from '@koa/router';
import type { RouterContext } from '@koa/router';
import type { TObject, TSchema } from 'typebox';
import { LARGEST_SERVICE_BODY, STUDIO_PER_SECOND } from '../../shared/contract/bounds.js';
import { errors, throwUnavailable } from '../../shared/contract/errors.js';
import { readFields } from '../../shared/contract/input.js';
import { recordChange } from '../account-log/index.js';
import { readPageCode } from '../pages/index.js';
import {
  type AccountRoute,
  type Caller,
  type ContextOf,
  isCrossSite,
  isValidFormToken,
  type RateLimiter,
  readJson,
  sendOutput,
} from '../web/index.js';
import type { StudioAccess } from './access.js';
import { pictureRoutes } from './pictures.js';
import { downloadCode, type PublishContext, publishDraft, readPublished } from './publish.js';
import { draftRoutes } from './routes.js';

/** Routes of the account API that the editor works with, by their path in the studio. */
const editorRoutes = [
  ...draftRoutes.map((route) => [inStudio(route.contract.path, '/v1/qr-drafts', '/drafts'), route] as const),
  ...pictureRoutes.map((route) => [inStudio(route.contract.path, '/v1/pictures', '/pictures'), route] as const),
  ['/pages/:id/code', readPageCode] as const,
];

function inStudio(path: string, from: string, to: string): string {
  return path.replace(from, to).replace(/\{(\w+)\}/g, ':$1');
}

/** Everything that the routes need together. */
type RouteContext = ContextOf<(typeof editorRoutes)[number][1]> & PublishContext;

export type StudioServices = Omit<RouteContext, keyof Caller> & { readonly rateLimiter: RateLimiter };

interface StudioOptions {
  /** Path of the studio on the router, which may have parameters. */
  readonly at: string;
  findAccess(ctx: RouterContext): StudioAccess | Promise<StudioAccess>;
  /** Shows the page of the editor. */
  show(ctx: RouterContext, access: StudioAccess, draft: string | undefined): void | Promise<void>;
}

type AnyRoute = AccountRoute<TObject, TSchema, RouteContext>;

/**
 * Mounts the editor: its pages, and below `/api/` the JSON that it works with. All that an editor can do is done by the routes of the account
 * API, for the account of the access.
 */
export function mountStudio(router: Router, services: StudioServices, { at, findAccess, show }: StudioOptions): void {
  const mount = (path: string, route: AnyRoute) =>
    router.register(`${at}/api${path}`, [route.contract.method], async (ctx) => {
      const access = await findAccess(ctx);
      await count(ctx, services, access, route.contract);
      await checkReach(services, access, path, ctx.params.id);
      sendOutput(ctx, route.contract, await runRoute(ctx, services, access, route));
    });
  for (const [path, route] of editorRoutes) mount(path, route);
  for (const [path, run] of [
    ['/drafts/:id/publish', publishDraft],
    ['/drafts/:id/download', downloadCode],
  ] as const)
    router.post(`${at}/api${path}`, async (ctx) => {
      const access = await findAccess(ctx);
      await count(ctx, services, access);
      await checkReach(services, access, path, ctx.params.id);
      if (!access.may.has('publish')) throw errors.studioSessionLimited();
      const sent = await readChange(ctx, access);
      sendOutput(ctx, {}, await run(ctx, createContext(ctx, services, access), access, sent));
    });
  router.all(`${at}/api/*rest`, () => {
    throw errors.pathUnknown();
  });
  router.get(at, async (ctx) => {
    const access = await findAccess(ctx);
    await show(ctx, access, access.draft || undefined);
  });
  router.get(`${at}/:draft`, async (ctx) => {
    const access = await findAccess(ctx);
    const { draft = '' } = ctx.params;
    if (access.draft !== undefined && access.draft !== draft) throw errors.studioSessionLimited();
    await show(ctx, access, draft);
  });
}

/** Counts a request: those that a worker computes for the account, others for its session. @throws ApiError 429 above the limit */
async function count(
  ctx: RouterContext,
  { rateLimiter }: StudioServices,
  { account, visitor }: StudioAccess,
  { id = '', ratePerSecond }: Partial<AnyRoute['contract']> = {},
): Promise<void> {
  const [who, limit] = ratePerSecond ? [id, ratePerSecond] : [visitor, STUDIO_PER_SECOND.requests];
  const { allowed } = await rateLimiter.count(`studio:${account}:${who}`, limit).catch(throwUnavailable);
  if (allowed) return;
  ctx.set('Retry-After', '1');
  throw errors.tooManyRequests();
}

/**
 * Checks that a path is about the draft to which access is limited, or the page that it has become.
 *
 * @throws ApiError 403
 */
async function checkReach(services: StudioServices, access: StudioAccess, path: string, id?: string): Promise<void> {
  const { draft, account } = access;
  if (draft === undefined || path.startsWith('/pictures')) return;
  if (path === '/drafts' || (path.startsWith('/drafts/:id') && id === draft)) return;
  if (path.startsWith('/pages/')) {
    const [stored, page] = await Promise.all([
      services.store.qrDrafts.findOne({ _id: draft }, { projection: { experience: 1 } }),
      readPublished(services, account, draft),
    ]);
    if ([stored?.experience, page?.experience_id].includes(Number(id))) return;
  }
  throw errors.studioSessionLimited();
}

/** Header with the token of the editor, which another site cannot send. */
const TOKEN_HEADER = 'X-Form-Token';

/**
 * Reads the body of a change, which must be JSON and carry the token of the editor.
 *
 * @throws ApiError 403 if another site has sent it, or it is not allowed; 413 or 415 for the body
 */
async function readChange(ctx: RouterContext, access: StudioAccess, limit = LARGEST_SERVICE_BODY): Promise<object> {
  if (isCrossSite(ctx) || !isValidFormToken(access, ctx.get(TOKEN_HEADER))) throw errors.portalFormFromElsewhere();
  if (!access.may.has('edit')) throw errors.studioSessionLimited();
  const isEmpty = (ctx.request.length ?? 0) === 0 && !ctx.get('Transfer-Encoding');
  const body = isEmpty ? {} : await readJson(ctx, { limit });
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw errors.bodyNotAnObject();
  await access.refresh();
  return body;
}

/** Runs a route for the account of an access. A change is recorded as one of its author. */
async function runRoute(
  ctx: RouterContext,
  services: StudioServices,
  access: StudioAccess,
  { contract, run, mutates }: AnyRoute,
): Promise<unknown> {
  const { account, author } = access;
  const sent = contract.method === 'GET' ? {} : await readChange(ctx, access, contract.bodyLimit);
  const inHeaders = Object.entries(contract.fromHeaders ?? {}).map(([field, header]) => [field, ctx.get(header)]);
  const fields = { ...Object.fromEntries(inHeaders), ...ctx.query, ...sent, ...ctx.params };
  const input = readFields(contract.request, fields, 422);
  const perform = async () => Promise.resolve(run(input, createContext(ctx, services, access))).catch(throwUnavailable);
  if (mutates === 'nothing') return perform();
  const { id, ...change } = mutates;
  return recordChange(services, author, { ...change, idOf: (answer) => id(input, account, answer), run: perform });
}

/** Creates the context in which routes run for an access. */
const createContext = (
  { state: { requestId } }: RouterContext,
  services: StudioServices,
  { account, keyId, draft, limitTo, origin }: StudioAccess,
) => ({
  ...services,
  requestId,
  key: { id: keyId, account },
  limitedTo: draft,
  limitTo,
  embeddedBy: origin,
});
