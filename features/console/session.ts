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
  withEntry,
} from '../operators/index.js';
import { isCrossSite, readForm } from '../web/index.js';
import type { AdminGate } from './admin-gate.js';
import { type LoginView, loginPage, type OperatorState } from './pages.js';
import { isSessionId, SESSION_SECONDS, type Sessions } from './sessions.js';

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

/** What the sessions of the console work with. */
export interface SessionServices {
  readonly gate: AdminGate;
  readonly sessions: Sessions;
  readonly services: { readonly store: Store; readonly clock: Clock };
}

type Visitor = Pick<Context, 'cookies' | 'secure' | 'ip' | 'get'> & { state: { requestId: string } };

const actorAt = ({ ip, state }: Pick<Visitor, 'ip' | 'state'>, name: string, role: Role): Actor => ({
  ...{ name, role, via: 'console', from: ip, requestId: state.requestId },
});

/**
 * Opens a session for an operator, enters that in the audit trail, and gives the browser its id.
 *
 * @param passwordSet when the password was set that let the operator in; undefined for the admin token
 * @throws ApiError 401 when the operator has been switched off or given another password meanwhile
 */
export async function openSession(
  ctx: Visitor,
  { name, passwordSet }: { name: string; passwordSet: Date | undefined },
  { sessions, services }: Pick<SessionServices, 'sessions' | 'services'>,
): Promise<void> {
  const { id, session } = sessions.make(name, ctx.ip, ctx.get('User-Agent'));
  const role = await sessions.roleOf(name);
  if (role === undefined) throw errors.signInWrong();
  await withEntry(services, actorAt(ctx, name, role), {
    operation: 'sessions open',
    input: {},
    type: operatorSessionSubject.type,
    idOf: () => session.id,
    read: (which) => operatorSessionSubject.read(services.store, which),
    run: () => sessions.add(session, passwordSet),
  });
  ctx.cookies.set(COOKIE, id, { ...cookieOptions(ctx), maxAge: SESSION_SECONDS * 1_000 });
}

/**
 * Lets operators in who have a name and a password, or know the admin token before there is an admin, until they log out.
 * What changes something is refused when the browser says that another site sent it.
 */
export function operatorSession(given: SessionServices): compose.Middleware<RouterContext<OperatorState>> {
  const { sessions, services } = given;
  const routes = loginRoutes(given).routes();

  return async (ctx, next) => {
    if (!isOperatorPath(ctx.path)) return next();
    if (ctx.method !== 'GET' && ctx.method !== 'HEAD' && isCrossSite(ctx)) throw errors.formFromElsewhere();
    ctx.set('Cache-Control', 'no-store');
    return routes(ctx, async () => {
      const id = ctx.cookies.get(COOKIE);
      if (id !== undefined && !isSessionId(id)) {
        const { status, message } = errors.sessionUnreadable;
        const named = await hasAdmin(services.store).catch(throwUnavailable);
        return refuse(ctx, status, { named, problem: message });
      }
      const holder = id && (await sessions.holderOf(id).catch(throwUnavailable));
      if (!holder) return ctx.redirect(loginFor(ctx));
      ctx.state.formToken = holder.formToken;
      ctx.state.session = holder.session;
      ctx.state.actor = actorAt(ctx, holder.name, holder.role);
      ctx.state.keepOnce = (text) => sessions.keepOnce(id, text);
      ctx.state.takeOnce = () => sessions.takeOnce(id);
      await next();
    });
  };
}

/** Logging in and out. */
export function loginRoutes({ gate, sessions, services }: SessionServices): Router<OperatorState> {
  const router = new Router<OperatorState>({ prefix: HOME });
  router.get('/login', async (ctx) => {
    ctx.type = 'html';
    ctx.body = loginPage({ named: await hasAdmin(services.store).catch(throwUnavailable), to: pathIn(ctx.query.next) });
  });
  router.post('/login', async (ctx) => {
    const view: LoginView = { named: await hasAdmin(services.store).catch(throwUnavailable) };
    try {
      const { token, operator, password, next } = await readForm(ctx, ['token', 'operator', 'password', 'next']);
      view.to = pathIn(next);
      if (token === undefined) {
        view.operator = String(operator ?? '')
          .trim()
          .toLowerCase();
        // As the operations that set passwords read them: without blanks around.
        const known = await gate.signIn(ctx.ip, view.operator, String(password ?? '').trim());
        const entered = { name: known._id, passwordSet: known.password_set };
        await openSession(ctx, entered, { sessions, services });
      } else {
        if (!(await gate.isAdmin(ctx.ip, String(token)))) throw errors.adminTokenWrong();
        if (view.named) throw errors.adminTokenUnlocksOnly();
        await openSession(ctx, { name: ROOT, passwordSet: undefined }, { sessions, services });
      }
    } catch (error) {
      if (!(error instanceof ApiError)) return throwUnavailable(error);
      if (error.retryAfterSeconds) ctx.set('Retry-After', String(error.retryAfterSeconds));
      return refuse(ctx, error.status, { ...view, problem: error.message });
    }
    ctx.redirect(view.to ?? HOME);
  });
  router.post('/logout', async (ctx) => {
    await readForm(ctx, []);
    const id = ctx.cookies.get(COOKIE);
    const holder = isSessionId(id) ? await sessions.holderOf(id).catch(throwUnavailable) : undefined;
    if (holder) {
      const actor = actorAt(ctx, holder.name, holder.role);
      await perform(endSession, { session: holder.session }, services, actor).catch(throwUnavailable);
    }
    ctx.cookies.set(COOKIE, null, cookieOptions(ctx));
    ctx.redirect(LOGIN);
  });
  return router;
}

const PATH = /^\/operator[/?][\x21-\x7e]*$/;

/** An address within the console; nothing else is followed. */
const pathIn = (value: unknown): string | undefined =>
  typeof value === 'string' && PATH.test(value) && !value.startsWith(LOGIN) ? value : undefined;

/** The login, from where the way goes on to what was asked for. */
function loginFor({ method, url }: Pick<Context, 'method' | 'url'>): string {
  const to = method === 'GET' ? pathIn(url) : undefined;
  return to === undefined ? LOGIN : `${LOGIN}?${new URLSearchParams({ next: to })}`;
}

/** Shows the login with what is wrong. */
function refuse(ctx: Pick<Context, 'status' | 'type' | 'body'>, status: number, view: LoginView): void {
  ctx.status = status;
  ctx.type = 'html';
  ctx.body = loginPage(view);
}
