import Router, { type RouterContext } from '@koa/router';
import type { Context } from 'koa';
import type compose from 'koa-compose';
import { LARGEST_FORM } from '../../shared/contract/bounds.js';
import { ApiError, errors, throwUnavailable } from '../../shared/contract/errors.js';
import type { AdminGate } from '../access/admin-gate.js';
import { readBody } from '../body/read-body.js';
import { loginPage, type OperatorState } from './pages.js';
import { isSessionId, SESSION_SECONDS, type Sessions } from './sessions.js';

const COOKIE = 'operator';
const HOME = '/operator';
const LOGIN = `${HOME}/login`;

export const isOperatorPath = (path: string): boolean => path === HOME || path.startsWith(`${HOME}/`);

/** Only requests of the same site carry the cookie. It is not signed: it holds an id that cannot be guessed, and no more. */
const cookieOptions = ({ secure }: Pick<Context, 'secure'>) =>
  ({ httpOnly: true, sameSite: 'strict', secure, path: HOME }) as const;

/**
 * Lets operators in who know the admin token, until they log out. What changes something is refused when the browser says
 * that another site sent it.
 */
export function operatorSession(gate: AdminGate, sessions: Sessions): compose.Middleware<RouterContext<OperatorState>> {
  const router = new Router({ prefix: HOME });
  router.get('/login', (ctx) => {
    ctx.type = 'html';
    ctx.body = loginPage();
  });
  router.post('/login', async (ctx) => {
    try {
      const { token } = await readBody(ctx, { limit: LARGEST_FORM });
      if (!(await gate.isAdmin(ctx.ip, String(token)))) return refuse(ctx, 401, 'That is not the admin token.');
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.retryAfterSeconds) ctx.set('Retry-After', String(error.retryAfterSeconds));
      return refuse(ctx, error.status, error.message);
    }
    const id = await sessions.open().catch(throwUnavailable);
    ctx.cookies.set(COOKIE, id, { ...cookieOptions(ctx), maxAge: SESSION_SECONDS * 1_000 });
    ctx.redirect(HOME);
  });
  router.post('/logout', async (ctx) => {
    const id = ctx.cookies.get(COOKIE);
    if (isSessionId(id)) await sessions.end(id).catch(throwUnavailable);
    ctx.cookies.set(COOKIE, null, cookieOptions(ctx));
    ctx.redirect(LOGIN);
  });
  const routes = router.routes();

  return async (ctx, next) => {
    if (!isOperatorPath(ctx.path)) return next();
    if (ctx.method !== 'GET' && ctx.method !== 'HEAD' && isFromElsewhere(ctx)) throw errors.formFromElsewhere();
    ctx.set('Cache-Control', 'no-store');
    return routes(ctx, async () => {
      const id = ctx.cookies.get(COOKIE);
      if (id !== undefined && !isSessionId(id)) {
        const { status, message } = errors.sessionUnreadable;
        return refuse(ctx, status, message);
      }
      const formToken = id && (await sessions.formTokenOf(id).catch(throwUnavailable));
      if (!formToken) return ctx.redirect(LOGIN);
      ctx.state.formToken = formToken;
      await next();
    });
  };
}

/** Shows the login with what is wrong. */
function refuse(ctx: Pick<Context, 'status' | 'type' | 'body'>, status: number, problem: string): void {
  ctx.status = status;
  ctx.type = 'html';
  ctx.body = loginPage(problem);
}

/** Browsers say where a request comes from; what says nothing is no browser, and has no cookie by accident. */
function isFromElsewhere(ctx: Pick<Context, 'get' | 'host'>): boolean {
  const site = ctx.get('Sec-Fetch-Site');
  if (site) return site !== 'same-origin' && site !== 'none';
  const origin = ctx.get('Origin');
  return origin !== '' && !(URL.canParse(origin) && new URL(origin).host === ctx.host);
}
