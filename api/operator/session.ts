import { createHmac, timingSafeEqual } from 'node:crypto';
import { bodyParser } from '@koa/bodyparser';
import Router from '@koa/router';
import type { Context, Middleware } from 'koa';
import { ApiError, errors } from '../../shared/contract/errors.js';
import type { AdminGate } from '../access/admin-gate.js';
import { plainPage } from './render.js';

const COOKIE = 'operator';
const LIFE_MS = 12 * 3_600_000;
const HOME = '/operator';

export const isOperatorPath = (path: string): boolean => path === HOME || path.startsWith(`${HOME}/`);

/** What an operator's session tells the pages behind it. */
export interface OperatorState {
  /** Stands in every form of this session, so that no other site can send one. */
  formToken: string;
}

/**
 * Lets operators in who know the admin token. The session is a signed cookie: an expiry, and its HMAC under the
 * token, so that changing the token ends every session. Only requests of the same site carry it, and what changes
 * something is refused when the browser says that another site sent it.
 */
export function operatorSession(adminToken: string, gate: AdminGate): Middleware {
  const router = new Router({ prefix: HOME });
  const sign = (text: string) => createHmac('sha256', adminToken).update(text).digest('hex');
  const cookieOptions = (ctx: Context) =>
    ({ httpOnly: true, sameSite: 'strict', secure: ctx.secure, path: HOME, signed: false }) as const;

  router.get('/login', (ctx) => {
    ctx.type = 'html';
    ctx.body = plainPage('login', { title: 'Operator login', problem: undefined });
  });
  router.post('/login', bodyParser({ enableTypes: ['form'] }), async (ctx) => {
    const { token } = (ctx.request.body ?? {}) as { token?: unknown };
    const refuse = (status: number, problem: string) => {
      ctx.status = status;
      ctx.type = 'html';
      ctx.body = plainPage('login', { title: 'Operator login', problem });
    };
    try {
      if (!(await gate.isAdmin(ctx.ip, String(token)))) return refuse(401, 'That is not the admin token.');
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      ctx.set('Retry-After', String(error.retryAfterSeconds));
      return refuse(error.status, error.message);
    }
    const expires = String(Date.now() + LIFE_MS);
    ctx.cookies.set(COOKIE, `${expires}.${sign(expires)}`, { ...cookieOptions(ctx as never), maxAge: LIFE_MS });
    ctx.redirect(HOME);
  });
  router.post('/logout', (ctx) => {
    ctx.cookies.set(COOKIE, null, cookieOptions(ctx as never));
    ctx.redirect(`${HOME}/login`);
  });
  const routes = router.routes();

  return async (ctx, next) => {
    if (!isOperatorPath(ctx.path)) return next();
    if (ctx.method !== 'GET' && ctx.method !== 'HEAD' && isFromElsewhere(ctx)) throw errors.formFromElsewhere();
    ctx.set('Cache-Control', 'no-store');
    return routes(ctx as never, async () => {
      const cookie = ctx.cookies.get(COOKIE, { signed: false }) ?? '';
      if (!isValid(cookie, sign)) {
        ctx.redirect(`${HOME}/login`);
        return;
      }
      ctx.state.formToken = sign(`form ${cookie}`);
      await next();
    });
  };
}

function isValid(cookie: string, sign: (text: string) => string): boolean {
  const [expires = '', signature = ''] = cookie.split('.');
  return same(signature, sign(expires)) && Number(expires) > Date.now();
}

/** Browsers say where a request comes from; what says nothing is no browser, and has no cookie by accident. */
function isFromElsewhere(ctx: Context): boolean {
  const site = ctx.get('Sec-Fetch-Site');
  if (site) return site !== 'same-origin' && site !== 'none';
  const origin = ctx.get('Origin');
  return origin !== '' && !(URL.canParse(origin) && new URL(origin).host === ctx.host);
}

/**
 * Checks that a form was made for this session.
 *
 * @throws ApiError 403
 */
export function checkFormToken(expected: string, given: unknown): void {
  if (typeof given !== 'string' || !same(given, expected)) throw errors.formFromElsewhere();
}

const same = (a: string, b: string): boolean =>
  a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));
