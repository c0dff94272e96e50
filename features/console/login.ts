import Router, { type RouterContext } from '@koa/router';
import type { Context } from 'koa';
import type compose from 'koa-compose';
import { ApiError } from '../../shared/contract/api-error.js';
import { errors, throwUnavailable } from '../../shared/contract/errors.js';
import type { Clock } from '../../shared/process/clock.js';
import {
  type Actor,
  endSession,
  hasAdmin,
  type OperatorCollections,
  operatorSessionSubject,
  perform,
  ROOT,
  type Role,
  runAudited,
} from '../operators/index.js';
import { isCrossSite, readForm } from '../web/index.js';
import type { OperatorAuthenticator } from './operator-authenticator.js';
import { type LoginView, type OperatorState, renderLogin } from './pages.js';
import { isSessionId, SESSION_SECONDS, type SessionStore } from './session-store.js';

type Store = Pick<
  OperatorCollections,
  'auditTrail' | 'operatorSessions' | 'operators' | 'rightsGuard' | 'trailIntents'
>;

const COOKIE = 'operator';
const HOME = '/operator';
const LOGIN = `${HOME}/login`;

export const isOperatorPath = (path: string): boolean => path === HOME || path.startsWith(`${HOME}/`);

/** Only requests of the same site carry the cookie. It is not signed: it holds an id that cannot be guessed, and no more. */
const cookieOptions = ({ secure }: Pick<Context, 'secure'>) =>
  ({ httpOnly: true, sameSite: 'strict', secure, path: HOME }) as const;

/** Dependencies of the login. */
export interface SessionServices {
  readonly gate: OperatorAuthenticator;
  readonly sessions: SessionStore;
  readonly services: { readonly store: Store; readonly clock: Clock };
}

type Visitor = Pick<Context, 'cookies' | 'secure' | 'ip' | 'get'> & { state: { requestId: string } };

const createActor = ({ ip, state }: Pick<Visitor, 'ip' | 'state'>, name: string, role: Role): Actor => ({
  ...{ name, role, via: 'console', from: ip, requestId: state.requestId },
});

/**
 * Opens a session for an operator, records it in the audit trail, and sets the cookie.
 *
 * @param passwordSet time when the checked password was set; undefined for the admin token
 * @throws ApiError 401 if the operator was deactivated or got another password meanwhile
 */
export async function openSession(
  ctx: Visitor,
  { name, passwordSet }: { name: string; passwordSet: Date | undefined },
  { sessions, services }: Pick<SessionServices, 'sessions' | 'services'>,
): Promise<void> {
  const { id, session } = sessions.create(name, ctx.ip, ctx.get('User-Agent'));
  const role = await sessions.findRole(name);
  if (role === undefined) throw errors.signInWrong();
  await runAudited(services, createActor(ctx, name, role), {
    operation: 'sessions open',
    input: {},
    type: operatorSessionSubject.type,
    idOf: () => session.id,
    read: (sessionId) => operatorSessionSubject.read(services.store, sessionId),
    run: () => sessions.add(session, passwordSet),
  });
  ctx.cookies.set(COOKIE, id, { ...cookieOptions(ctx), maxAge: SESSION_SECONDS * 1_000 });
}

/**
 * Authenticates operators by their session, and serves the login: by name and password, or by the admin token until there is an
 * admin. Refuses cross-site requests that change something.
 */
export function operatorSession(access: SessionServices): compose.Middleware<RouterContext<OperatorState>> {
  const { sessions, services } = access;
  const routes = loginRoutes(access).routes();

  return async (ctx, next) => {
    if (!isOperatorPath(ctx.path)) return next();
    if (ctx.method !== 'GET' && ctx.method !== 'HEAD' && isCrossSite(ctx)) throw errors.formFromElsewhere();
    ctx.set('Cache-Control', 'no-store');
    return routes(ctx, async () => {
      const id = ctx.cookies.get(COOKIE);
      if (id !== undefined && !isSessionId(id)) {
        const { status, message } = errors.sessionUnreadable;
        const named = await hasAdmin(services.store).catch(throwUnavailable);
        return refuseLogin(ctx, status, { named, problem: message });
      }
      const holder = id && (await sessions.findHolder(id).catch(throwUnavailable));
      if (!holder) return ctx.redirect(loginPath(ctx));
      ctx.state.formToken = holder.formToken;
      ctx.state.session = holder.session;
      ctx.state.actor = createActor(ctx, holder.name, holder.role);
      ctx.state.storeOnce = (text) => sessions.storeOnce(id, text);
      ctx.state.takeOnce = () => sessions.takeOnce(id);
      await next();
    });
  };
}

/** Routes the login and the logout. */
export function loginRoutes({ gate, sessions, services }: SessionServices): Router<OperatorState> {
  const router = new Router<OperatorState>({ prefix: HOME });
  router.get('/login', async (ctx) => {
    ctx.type = 'html';
    const named = await hasAdmin(services.store).catch(throwUnavailable);
    ctx.body = renderLogin({ named, to: consolePath(ctx.query.next) });
  });
  router.post('/login', async (ctx) => {
    const view: LoginView = { named: await hasAdmin(services.store).catch(throwUnavailable) };
    try {
      const { token, operator, password, next } = await readForm(ctx, ['token', 'operator', 'password', 'next']);
      view.to = consolePath(next);
      if (token === undefined) {
        view.operator = String(operator ?? '')
          .trim()
          .toLowerCase();
        // Trimmed, as the operations that set passwords do.
        const found = await gate.signIn(ctx.ip, view.operator, String(password ?? '').trim());
        await openSession(ctx, { name: found._id, passwordSet: found.password_set }, { sessions, services });
      } else {
        if (!(await gate.isAdmin(ctx.ip, String(token)))) throw errors.adminTokenWrong();
        if (view.named) throw errors.adminTokenUnlocksOnly();
        await openSession(ctx, { name: ROOT, passwordSet: undefined }, { sessions, services });
      }
    } catch (error) {
      if (!(error instanceof ApiError)) return throwUnavailable(error);
      if (error.retryAfterSeconds) ctx.set('Retry-After', String(error.retryAfterSeconds));
      return refuseLogin(ctx, error.status, { ...view, problem: error.message });
    }
    ctx.redirect(view.to ?? HOME);
  });
  router.post('/logout', async (ctx) => {
    await readForm(ctx, []);
    const id = ctx.cookies.get(COOKIE);
    const holder = isSessionId(id) ? await sessions.findHolder(id).catch(throwUnavailable) : undefined;
    if (holder) {
      const actor = createActor(ctx, holder.name, holder.role);
      await perform(endSession, { session: holder.session }, services, actor).catch(throwUnavailable);
    }
    ctx.cookies.set(COOKIE, null, cookieOptions(ctx));
    ctx.redirect(LOGIN);
  });
  return router;
}

const PATH = /^\/operator[/?][\x21-\x7e]*$/;

/** Returns a path in the console; undefined for anything else, so that no redirect leaves it. */
const consolePath = (value: unknown): string | undefined =>
  typeof value === 'string' && PATH.test(value) && !value.startsWith(LOGIN) ? value : undefined;

/** Returns the path of the login that continues to the requested page. */
function loginPath({ method, url }: Pick<Context, 'method' | 'url'>): string {
  const to = method === 'GET' ? consolePath(url) : undefined;
  return to === undefined ? LOGIN : `${LOGIN}?${new URLSearchParams({ next: to })}`;
}

function refuseLogin(ctx: Pick<Context, 'status' | 'type' | 'body'>, status: number, view: LoginView): void {
  ctx.status = status;
  ctx.type = 'html';
  ctx.body = renderLogin(view);
}
