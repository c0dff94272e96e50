import type { RouterContext } from '@koa/router';
import type { Context } from 'koa';
import type compose from 'koa-compose';
import { KNOWN_BROWSERS } from '../../shared/contract/bounds.js';
import { errors, throwUnavailable } from '../../shared/contract/errors.js';
import type { Config } from '../../shared/process/config.js';
import {
  type Account,
  isSessionId,
  type Member,
  type MemberCollections,
  SESSION_SECONDS,
  type Session,
  type Sessions,
} from '../members/index.js';
import { isReadRequest } from '../web/index.js';

export const HOME = '/account';
export const LOGIN = `${HOME}/login`;

const SESSION_COOKIE = 'account';
const BROWSER_COOKIE = 'account-browser';
const BROWSER_SECONDS = 86_400;
const KNOWN_COOKIE = 'account-known';
const LONGEST_NEXT = 500;

export const isPortalPath = (path: string): boolean => path === HOME || path.startsWith(`${HOME}/`);

/** What a session tells the pages behind it. */
export interface PortalState {
  requestId: string;
  formToken: string;
  member: Member;
  /** The member's account. */
  account: Account;
  /** Email address of the operator. */
  contact: string;
  session: Session;
  /** The id of the session, which the browser alone has. */
  sessionId: string;
}

type Cookies = Pick<Context, 'cookies' | 'secure'>;

/** Links in mail lead here from elsewhere, with the session (`lax`); no form that another site sends has it. */
const cookieOptions = ({ secure }: Cookies, path: string) =>
  ({ httpOnly: true, sameSite: 'lax', secure, path }) as const;

export function setSession(ctx: Cookies, id: string): void {
  ctx.cookies.set(SESSION_COOKIE, id, { ...cookieOptions(ctx, HOME), maxAge: SESSION_SECONDS * 1_000 });
  ctx.cookies.set(BROWSER_COOKIE, null, cookieOptions(ctx, LOGIN));
}

export const dropSession = (ctx: Cookies): void => {
  ctx.cookies.set(SESSION_COOKIE, null, cookieOptions(ctx, HOME));
};

export const sessionIdOf = ({ cookies }: Cookies): string | undefined => {
  const id = cookies.get(SESSION_COOKIE);
  return isSessionId(id) ? id : undefined;
};

/** What a browser is known by before it has signed in. */
export const browserOf = ({ cookies }: Cookies): string | undefined => {
  const id = cookies.get(BROWSER_COOKIE);
  return isSessionId(id) ? id : undefined;
};

export const setBrowser = (ctx: Cookies, id: string): void => {
  ctx.cookies.set(BROWSER_COOKIE, id, { ...cookieOptions(ctx, LOGIN), maxAge: BROWSER_SECONDS * 1_000 });
};

/** The secret of a browser in which a member has signed in before. It signs nobody in. */
export const knownBrowserOf = ({ cookies }: Cookies): string | undefined => {
  const id = cookies.get(KNOWN_COOKIE);
  return isSessionId(id) ? id : undefined;
};

export const setKnownBrowser = (ctx: Cookies, id: string): void => {
  ctx.cookies.set(KNOWN_COOKIE, id, { ...cookieOptions(ctx, LOGIN), maxAge: KNOWN_BROWSERS.seconds * 1_000 });
};

/** A page of the portal that somebody wants to see after signing in; the first page for anything else. */
export function nextPage(asked: unknown): string {
  if (typeof asked !== 'string' || asked.length > LONGEST_NEXT || !URL.canParse(asked, 'http://portal')) return HOME;
  const { origin, pathname, search } = new URL(asked, 'http://portal');
  return origin === 'http://portal' && isPortalPath(pathname) && !pathname.startsWith(LOGIN) ? pathname + search : HOME;
}

/** Lets members through; everybody else is sent to sign in, and comes back to the page that they asked for. */
export const onlyMembers =
  (
    sessions: Sessions,
    {
      store,
      config,
    }: { store: Pick<MemberCollections, 'accounts' | 'members'>; config: Pick<Config, 'MAIL_FROM' | 'MAIL_REPLY_TO'> },
  ): compose.Middleware<RouterContext<PortalState>> =>
  async (ctx, next) => {
    const id = sessionIdOf(ctx);
    const session = id && (await sessions.find(id).catch(throwUnavailable));
    const member = session && (await store.members.findOne({ _id: session.owner }).catch(throwUnavailable));
    const account = member && (await store.accounts.findOne({ _id: member.account }).catch(throwUnavailable));
    if (!id || !session || !member || !account) {
      if (!isReadRequest(ctx)) throw errors.portalFormFromElsewhere();
      return ctx.redirect(ctx.url === HOME ? LOGIN : `${LOGIN}?next=${encodeURIComponent(ctx.url)}`);
    }
    const contact = config.MAIL_REPLY_TO ?? config.MAIL_FROM ?? '';
    Object.assign(ctx.state, { formToken: session.formToken, member, account, contact, session, sessionId: id });
    await next();
  };

/** Forms that members of a closed account may send. */
const SENT_WHEN_CLOSED: ReadonlySet<string> = new Set([`${HOME}/logout`, `${HOME}/settings/sessions/end`]);

/** Lets members of a closed account read, and sign out. */
export const readOnlyWhenClosed: compose.Middleware<RouterContext<PortalState>> = (ctx, next) => {
  if (ctx.state.account.closed && !isReadRequest(ctx) && !SENT_WHEN_CLOSED.has(ctx.path)) throw errors.accountClosed();
  return next();
};
