import Router, { type RouterContext } from '@koa/router';
import type { Context } from 'koa';
import type compose from 'koa-compose';
import type { Filter } from 'mongodb';
import { ApiError } from '../../shared/contract/api-error.js';
import { errors, throwUnavailable } from '../../shared/contract/errors.js';
import type { Clock } from '../../shared/process/clock.js';
import { type Config, ConfigError } from '../../shared/process/config.js';
import type { Logger } from '../../shared/process/log.js';
import type { QueueInfrastructure } from '../../shared/queue/infrastructure.js';
import {
  type Actor,
  endSession,
  ensureOperator,
  hasAdmin,
  type Operator,
  type OperatorCollections,
  operatorSessionSubject,
  perform,
  ROOT,
  type Role,
  roles,
  runAudited,
  SecondFactors,
} from '../operators/index.js';
import { createProvider, type OidcSettings, SingleSignOn } from '../sso/index.js';
import { isCrossSite, readForm } from '../web/index.js';
import type { OperatorAuthenticator } from './operator-authenticator.js';
import { type LoginView, type OperatorState, renderContinue, renderLogin, renderLoginCode } from './pages.js';
import { isSessionId, LOGIN_MS, SessionStore } from './session-store.js';

type Store = Pick<
  OperatorCollections,
  'auditTrail' | 'operatorSessions' | 'operators' | 'rightsGuard' | 'trailIntents'
>;

const COOKIE = 'operator';
const HOME = '/operator';
const LOGIN = `${HOME}/login`;
/** Cookie of a login whose second factor is missing. */
const PENDING_COOKIE = 'operator-login';

/** Page on which operators set up their second factor. */
export const SECOND_FACTOR = `${HOME}/second-factor`;

export const isOperatorPath = (path: string): boolean => path === HOME || path.startsWith(`${HOME}/`);

/** Only requests of the same site carry the cookie. It is not signed: it holds an id that cannot be guessed, and no more. */
const cookieOptions = ({ secure }: Pick<Context, 'secure'>, path = HOME) =>
  ({ httpOnly: true, sameSite: 'strict', secure, path }) as const;

/** Dependencies of the login. */
export interface SessionServices {
  readonly gate: OperatorAuthenticator;
  readonly sessions: SessionStore;
  readonly services: { readonly store: Store; readonly clock: Clock };
  readonly factors: SecondFactors;
  /** True if operators with a password must have a second factor. */
  readonly requiresSecondFactor: boolean;
  /** Undefined without a provider. */
  readonly sso: SingleSignOn<Role> | undefined;
}

type AccessServices = SessionServices['services'] & {
  readonly config: OidcSettings<'OPERATOR_OIDC'> & Pick<Config, 'OPERATOR_SECOND_FACTOR' | 'WEBHOOK_SECRETS'>;
  readonly infrastructure: Pick<QueueInfrastructure, 'redis'>;
  readonly log: Logger;
};

/** Creates what the login works with. @throws ConfigError if its settings are invalid */
export function createConsoleAccess(
  adminToken: string,
  gate: OperatorAuthenticator,
  services: AccessServices,
): SessionServices {
  const { config, infrastructure, log, store, clock } = services;
  const factors = new SecondFactors(config.WEBHOOK_SECRETS, store, clock);
  const requiresSecondFactor = config.OPERATOR_SECOND_FACTOR === 'required';
  if (requiresSecondFactor && factors.areOff)
    throw new ConfigError('OPERATOR_SECOND_FACTOR=required requires WEBHOOK_SECRETS');
  const provider = createProvider('OPERATOR_OIDC', config, roles, log);
  if (provider && !provider.mapsRoles) throw new ConfigError('OPERATOR_OIDC_ISSUER requires OPERATOR_OIDC_ROLES');
  const sso = provider && new SingleSignOn(provider, infrastructure.redis, 'operator-sso', `${LOGIN}/sso`);
  const sessions = new SessionStore(adminToken, store, clock);
  return { gate, sessions, services, factors, requiresSecondFactor, sso };
}

type Visitor = Pick<Context, 'cookies' | 'secure' | 'ip' | 'get'> & { state: { requestId: string } };

const createActor = ({ ip, state }: Pick<Visitor, 'ip' | 'state'>, name: string, role: Role): Actor => ({
  ...{ name, role, via: 'console', from: ip, requestId: state.requestId },
});

/** A login that was checked. */
interface CheckedLogin {
  readonly name: string;
  /** Stored credential that the operator has proved; undefined for the admin token. */
  readonly checked: Filter<Operator> | undefined;
  /** Role that the sign-in provider gives. */
  readonly role?: Role;
}

/**
 * Opens a session for an operator, records it in the audit trail, and sets the cookie.
 *
 * @throws ApiError 401 if the operator was deactivated or got another password meanwhile
 */
export async function openSession(
  ctx: Visitor,
  { name, checked, role: given }: CheckedLogin,
  { sessions, services }: Pick<SessionServices, 'sessions' | 'services'>,
): Promise<void> {
  const { id, session } = sessions.create(name, ctx.ip, ctx.get('User-Agent'), given);
  const role = given ?? (await sessions.findRole(name));
  if (role === undefined) throw errors.signInWrong();
  await runAudited(services, createActor(ctx, name, role), {
    operation: 'sessions open',
    input: {},
    type: operatorSessionSubject.type,
    idOf: () => session.id,
    read: (sessionId) => operatorSessionSubject.read(services.store, sessionId),
    run: () => sessions.add(session, checked),
  });
  ctx.cookies.set(COOKIE, id, { ...cookieOptions(ctx), expires: session.expires });
}

/**
 * Authenticates operators by their session, and serves the login: by name and password, or by the admin token until there is an
 * admin. Refuses cross-site requests that change something.
 */
export function operatorSession(access: SessionServices): compose.Middleware<RouterContext<OperatorState>> {
  const { sessions, services } = access;
  const routes = createLoginRoutes(access).routes();

  return async (ctx, next) => {
    if (!isOperatorPath(ctx.path)) return next();
    if (ctx.method !== 'GET' && ctx.method !== 'HEAD' && isCrossSite(ctx)) throw errors.formFromElsewhere();
    ctx.set('Cache-Control', 'no-store');
    return routes(ctx, async () => {
      const id = ctx.cookies.get(COOKIE);
      if (id !== undefined && !isSessionId(id)) {
        const { status, message } = errors.sessionUnreadable;
        const named = await hasAdmin(services.store).catch(throwUnavailable);
        return refuseLogin(ctx, status, { named, hasSso: access.sso !== undefined, problem: message });
      }
      const identify = async () => {
        const holder = id && (await sessions.findHolder(id).catch(throwUnavailable));
        if (!holder) return undefined;
        ctx.state.formToken = holder.formToken;
        ctx.state.session = holder.session;
        ctx.state.actor = createActor(ctx, holder.name, holder.role);
        return holder;
      };
      const holder = await identify();
      if (!id || !holder) return ctx.redirect(createLoginPath(ctx));
      ctx.state.refresh = async () => {
        if (!(await identify())) throw errors.logInAgain();
      };
      ctx.state.storeOnce = (text) => sessions.storeOnce(id, text);
      ctx.state.takeOnce = () => sessions.takeOnce(id);
      const isConfined = access.requiresSecondFactor && holder.lacksSecondFactor && holder.name !== ROOT;
      if (isConfined && ctx.path !== SECOND_FACTOR) return ctx.redirect(SECOND_FACTOR);
      await next();
    });
  };
}

/** Routes the login and the logout. */
export function createLoginRoutes({ gate, sessions, services, factors, sso }: SessionServices): Router<OperatorState> {
  const router = new Router<OperatorState>({ prefix: HOME });
  const readView = async (): Promise<LoginView> => ({
    named: await hasAdmin(services.store).catch(throwUnavailable),
    hasSso: sso !== undefined,
  });
  /** Shows the login again with the problem. @throws anything that is no ApiError, as an outage */
  const refuse = (ctx: Context, error: unknown, view: LoginView) => {
    if (!(error instanceof ApiError)) return throwUnavailable(error);
    if (error.retryAfterSeconds) ctx.set('Retry-After', String(error.retryAfterSeconds));
    refuseLogin(ctx, error.status, { ...view, problem: error.message });
  };
  router.get('/login', async (ctx) => {
    ctx.type = 'html';
    ctx.body = renderLogin({ ...(await readView()), to: consolePath(ctx.query.next) });
  });
  router.post('/login', async (ctx) => {
    const view = await readView();
    try {
      const { token, operator, password, next } = await readForm(ctx, ['token', 'operator', 'password', 'next']);
      view.to = consolePath(next);
      if (token === undefined) {
        view.operator = String(operator ?? '')
          .trim()
          .toLowerCase();
        // Trimmed, as the operations that set passwords do.
        const found = await gate.signIn(ctx.ip, view.operator, String(password ?? '').trim());
        const { _id: name, password_set = new Date(0), second_factor } = found;
        if (second_factor) {
          const pending = { operator: name, passwordSet: password_set.getTime(), next: view.to ?? HOME };
          const cookie = { ...cookieOptions(ctx, LOGIN), maxAge: LOGIN_MS };
          ctx.cookies.set(PENDING_COOKIE, sessions.sealLogin(pending), cookie);
          return ctx.redirect(`${LOGIN}/code`);
        }
        await openSession(
          ctx,
          { name, checked: { password_set, second_factor: { $exists: false } } },
          { sessions, services },
        );
      } else {
        if (!(await gate.isAdmin(ctx.ip, String(token)))) throw errors.adminTokenWrong();
        if (view.named) throw errors.adminTokenUnlocksOnly();
        await openSession(ctx, { name: ROOT, checked: undefined }, { sessions, services });
      }
    } catch (error) {
      return refuse(ctx, error, view);
    }
    ctx.redirect(view.to ?? HOME);
  });
  router.get('/login/code', (ctx) => {
    if (!sessions.openLogin(ctx.cookies.get(PENDING_COOKIE))) return ctx.redirect(LOGIN);
    ctx.type = 'html';
    ctx.body = renderLoginCode({});
  });
  router.post('/login/code', async (ctx) => {
    const { code } = await readForm(ctx, ['code']);
    const pending = sessions.openLogin(ctx.cookies.get(PENDING_COOKIE));
    const password_set = new Date(pending?.passwordSet ?? 0);
    const filter = { _id: pending?.operator ?? '', active: true, password_set };
    const operator = await services.store.operators.findOne(filter).catch(throwUnavailable);
    if (!pending || !operator?.second_factor) return refuse(ctx, errors.logInAgain(), await readView());
    try {
      await gate.checkCode(ctx.ip, operator, String(code ?? ''), (typed) => factors.use(operator, typed));
      const checked = { password_set, 'second_factor.since': operator.second_factor.since };
      await openSession(ctx, { name: operator._id, checked }, { sessions, services });
    } catch (error) {
      if (!(error instanceof ApiError)) return throwUnavailable(error);
      if (error.retryAfterSeconds) ctx.set('Retry-After', String(error.retryAfterSeconds));
      ctx.status = error.status;
      ctx.type = 'html';
      ctx.body = renderLoginCode({ problem: error.message });
      return;
    }
    ctx.cookies.set(PENDING_COOKIE, null, cookieOptions(ctx, LOGIN));
    ctx.redirect(pending.next);
  });
  if (sso) {
    router.get('/login/sso', async (ctx) => {
      try {
        // The provider knows the URLs that it may send a browser to, so that a forged Host leads nowhere.
        await sso.begin(ctx, `${ctx.protocol}://${ctx.host}`, consolePath(ctx.query.next) ?? HOME);
      } catch (error) {
        return refuse(ctx, error, { ...(await readView()), to: consolePath(ctx.query.next) });
      }
    });
    router.get('/login/sso/callback', async (ctx) => {
      try {
        const { identity, next } = await sso.finish(ctx);
        const { issuer, subject } = identity;
        const { operator, role } = await ensureOperator(services, identity, (...named) => createActor(ctx, ...named));
        const checked = { 'identity.issuer': issuer, 'identity.subject': subject };
        await openSession(ctx, { name: operator._id, checked, role }, { sessions, services });
        // A redirect would be part of the provider's, which carries no `strict` cookie; what a page opens does.
        ctx.set('Refresh', `0; url=${next}`);
        ctx.type = 'html';
        ctx.body = renderContinue({ next });
      } catch (error) {
        return refuse(ctx, error, await readView());
      }
    });
  }
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
function createLoginPath({ method, url }: Pick<Context, 'method' | 'url'>): string {
  const to = method === 'GET' ? consolePath(url) : undefined;
  return to === undefined ? LOGIN : `${LOGIN}?${new URLSearchParams({ next: to })}`;
}

function refuseLogin(ctx: Pick<Context, 'status' | 'type' | 'body'>, status: number, view: LoginView): void {
  ctx.status = status;
  ctx.type = 'html';
  ctx.body = renderLogin(view);
}
