import { randomBytes } from 'node:crypto';
import { bodyParser } from '@koa/bodyparser';
import Router, { type RouterContext } from '@koa/router';
import type { Context } from 'koa';
import type compose from 'koa-compose';
import { ApiError, errors } from '../../shared/contract/errors.js';
import type { Clock } from '../../shared/process/clock.js';
import type { AdminGate } from '../access/admin-gate.js';
import { loginPage, type OperatorState } from './pages.js';

const COOKIE = 'operator';
const LIFE_MS = 12 * 3_600_000;
const HOME = '/operator';
const LOGIN = `${HOME}/login`;

export const isOperatorPath = (path: string): boolean => path === HOME || path.startsWith(`${HOME}/`);

/** Only requests of the same site carry the cookie. Koa signs it with the admin token: another token ends every session. */
const cookieOptions = ({ secure }: Pick<Context, 'secure'>) =>
  ({ httpOnly: true, sameSite: 'strict', secure, path: HOME, signed: true }) as const;

/**
 * Lets operators in who know the admin token. The session is a signed cookie: when it ends, and the token that its
 * forms carry. What changes something is refused when the browser says that another site sent it.
 */
export function operatorSession(gate: AdminGate, clock: Clock): compose.Middleware<RouterContext<OperatorState>> {
  const router = new Router({ prefix: HOME });
  router.get('/login', (ctx) => {
    ctx.type = 'html';
    ctx.body = loginPage();
  });
  router.post('/login', bodyParser({ enableTypes: ['form'] }), async (ctx) => {
    const { token } = (ctx.request.body ?? {}) as { token?: unknown };
    const refuse = (status: number, problem: string) => {
      ctx.status = status;
      ctx.type = 'html';
      ctx.body = loginPage(problem);
    };
    try {
      if (!(await gate.isAdmin(ctx.ip, String(token)))) return refuse(401, 'That is not the admin token.');
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      ctx.set('Retry-After', String(error.retryAfterSeconds));
      return refuse(error.status, error.message);
    }
    const expires = clock.now().getTime() + LIFE_MS;
    const formToken = randomBytes(16).toString('hex');
    ctx.cookies.set(COOKIE, `${expires}.${formToken}`, { ...cookieOptions(ctx), maxAge: LIFE_MS });
    ctx.redirect(HOME);
  });
  router.post('/logout', (ctx) => {
    ctx.cookies.set(COOKIE, null, cookieOptions(ctx));
    ctx.redirect(LOGIN);
  });
  const routes = router.routes();

  return async (ctx, next) => {
    if (!isOperatorPath(ctx.path)) return next();
    if (ctx.method !== 'GET' && ctx.method !== 'HEAD' && isFromElsewhere(ctx)) throw errors.formFromElsewhere();
    ctx.set('Cache-Control', 'no-store');
    return routes(ctx, async () => {
      const [expires, formToken] = ctx.cookies.get(COOKIE, { signed: true })?.split('.') ?? [];
      if (!formToken || !(Number(expires) > clock.now().getTime())) {
        ctx.redirect(LOGIN);
        return;
      }
      ctx.state.formToken = formToken;
      await next();
    });
  };
}

/** Browsers say where a request comes from; what says nothing is no browser, and has no cookie by accident. */
function isFromElsewhere(ctx: Pick<Context, 'get' | 'host'>): boolean {
  const site = ctx.get('Sec-Fetch-Site');
  if (site) return site !== 'same-origin' && site !== 'none';
  const origin = ctx.get('Origin');
  return origin !== '' && !(URL.canParse(origin) && new URL(origin).host === ctx.host);
}
