import type Router from '@koa/router';
import type { RouterContext } from '@koa/router';
import type { TObject, TSchema } from 'typebox';
import { STUDIO_PER_SECOND } from '../../shared/contract/bounds.js';
import { errors, throwUnavailable } from '../../shared/contract/errors.js';
import { readFields } from '../../shared/contract/input.js';
import { type AccountLogCollections, type LogActor, recordChange } from '../account-log/index.js';
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
import { draftRoutes } from './routes.js';

/** Things that a visitor of the studio may do: change drafts and pictures, and publish. */
export type StudioRight = 'edit' | 'publish';

/** What a request to the studio may see and do. */
export interface StudioAccess {
  /** Path of the studio, e.g. `/account/studio`. */
  readonly base: string;
  readonly account: string;
  /** Secret that the editor sends in `X-Form-Token`. */
  readonly formToken: string;
  readonly may: ReadonlySet<StudioRight>;
  /** The only draft, if there is one. */
  readonly draft?: string;
  /** Origin of the page that embeds the editor. */
  readonly origin?: string;
  readonly author: LogActor;
  /** Checks again that access is allowed, once the body of a change has arrived. @throws ApiError if it has ended */
  refresh(): Promise<void>;
}

/** Everything that the routes need together. */
type RouteContext = ContextOf<(typeof draftRoutes)[number]>;

export type StudioServices = Omit<RouteContext, keyof Caller> & {
  readonly rateLimiter: RateLimiter;
  readonly store: AccountLogCollections;
};

interface StudioOptions {
  /** Path of the studio on the router, which may have parameters. */
  readonly at: string;
  findAccess(ctx: RouterContext): StudioAccess | Promise<StudioAccess>;
  /** Shows the page of the editor. */
  show(ctx: RouterContext, access: StudioAccess, draft: string | undefined): void | Promise<void>;
}

/** Header with the token of the editor, which another site cannot send. */
const TOKEN_HEADER = 'X-Form-Token';

type AnyRoute = AccountRoute<TObject, TSchema, RouteContext>;

/** Routes that the editor works with, under the paths of the account API without their beginning. */
const routes: readonly AnyRoute[] = draftRoutes;

/** Returns the path of a route below that of the studio: `/v1/qr-drafts/{id}` → `/api/drafts/:id`. */
const pathInStudio = ({ path }: AnyRoute['contract']): string =>
  path.replace('/v1/qr-', '/api/').replace(/\{(\w+)\}/g, ':$1');

/**
 * Mounts the editor: its pages, and below `/api/` the JSON that it works with. All that an editor can do is done by the routes of the account
 * API, for the account of the access.
 */
export function mountStudio(router: Router, services: StudioServices, { at, findAccess, show }: StudioOptions): void {
  for (const route of routes) {
    const { contract } = route;
    router.register(at + pathInStudio(contract), [contract.method], async (ctx) => {
      const access = await findAccess(ctx);
      await admit(ctx, services, access);
      refuseOtherDraft(access, ctx.params.id);
      const sent = contract.method === 'GET' ? {} : await readChange(ctx, access, contract.bodyLimit);
      const input = readFields(
        contract.request,
        { ...readHeaders(ctx, route), ...ctx.query, ...sent, ...ctx.params },
        422,
      );
      sendOutput(ctx, contract, await runRoute(ctx, services, access, route, input));
    });
  }
  router.all(`${at}/api/*rest`, () => {
    throw errors.pathUnknown();
  });
  router.get(at, async (ctx) => {
    const access = await findAccess(ctx);
    await show(ctx, access, access.draft);
  });
  router.get(`${at}/:draft`, async (ctx) => {
    const access = await findAccess(ctx);
    refuseOtherDraft(access, ctx.params.draft);
    await show(ctx, access, ctx.params.draft);
  });
}

/** Counts a request. @throws ApiError 429 above the limit */
async function admit(
  ctx: RouterContext,
  { rateLimiter }: StudioServices,
  { account, base }: StudioAccess,
): Promise<void> {
  const { allowed } = await rateLimiter
    .count(`studio:${account}:${base}`, STUDIO_PER_SECOND.requests)
    .catch(throwUnavailable);
  if (!allowed) {
    ctx.set('Retry-After', '1');
    throw errors.tooManyRequests();
  }
}

/** @throws ApiError 403 if access is limited to another draft */
function refuseOtherDraft({ draft }: StudioAccess, id: string | undefined): void {
  if (draft !== undefined && id !== draft) throw errors.studioSessionLimited();
}

/**
 * Reads the body of a change, which must be JSON and carry the token of the editor.
 *
 * @throws ApiError 403 if another site has sent it, or it is not allowed; 413 or 415 for the body
 */
async function readChange(ctx: RouterContext, access: StudioAccess, limit = LARGEST_BODY): Promise<object> {
  if (isCrossSite(ctx) || !isValidFormToken(access, ctx.get(TOKEN_HEADER))) throw errors.portalFormFromElsewhere();
  if (!access.may.has('edit')) throw errors.studioSessionLimited();
  const body = (ctx.request.length ?? 0) === 0 && !ctx.get('Transfer-Encoding') ? {} : await readJson(ctx, { limit });
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw errors.bodyNotAnObject();
  await access.refresh();
  return body;
}

/** Maximum size of a body without a limit of its own, in bytes. */
const LARGEST_BODY = 64 * 1024;

const readHeaders = (ctx: RouterContext, { contract }: AnyRoute) =>
  Object.fromEntries(Object.entries(contract.fromHeaders ?? {}).map(([field, header]) => [field, ctx.get(header)]));

/** Runs a route for the account of an access. A change is recorded as one of its author. */
async function runRoute(
  ctx: RouterContext,
  services: StudioServices,
  access: StudioAccess,
  { run, mutates }: AnyRoute,
  input: Parameters<AnyRoute['run']>[0],
): Promise<unknown> {
  const { account, author } = access;
  const { requestId } = ctx.state;
  const context = { ...services, key: { id: author.actor.id, account }, requestId, embeddedBy: access.origin };
  const perform = async () => Promise.resolve(run(input, context)).catch(throwUnavailable);
  if (mutates === 'nothing') return perform();
  const { id, ...change } = mutates;
  return recordChange(services, author, { ...change, idOf: (answer) => id(input, account, answer), run: perform });
}
