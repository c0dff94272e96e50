import type { RouterContext } from '@koa/router';
import type { Context } from 'koa';
import type compose from 'koa-compose';
import { KNOWN_BROWSERS } from '../../shared/contract/bounds.js';
import { errors, throwUnavailable } from '../../shared/contract/errors.js';
import {
  type Account,
  ensureOwner,
  findRole,
  isSessionId,
  type Member,
  type MemberRole,
  removeMember,
  SESSION_SECONDS,
  type Session,
  type Sessions,
} from '../members/index.js';
import { type AccountView, findView } from '../operators/index.js';
import { isReadRequest } from '../web/index.js';
import type { PortalServices } from './services.js';

export const HOME = '/account';
export const LOGIN = `${HOME}/login`;

const SESSION_COOKIE = 'account';
/** Cookie by which scripts of public pages know that the browser has a session, and offer the dashboard. It gives no access. */
const SIGNED_IN_COOKIE = 'signed-in';
const BROWSER_COOKIE = 'account-browser';
const BROWSER_SECONDS = 86_400;
const KNOWN_COOKIE = 'account-known';
const LONGEST_NEXT = 500;

export const isPortalPath = (path: string): boolean => path === HOME || path.startsWith(`${HOME}/`);

/** True for the JSON of the studio's editor, whose errors are JSON as well. */
export const isStudioApi = (path: string): boolean => path.startsWith(`${HOME}/studio/api/`);

/** A notice about the state of an account, which every page of the portal shows until the state has changed. */
export interface AccountNotice {
  text: string;
  /** Link to the page on which the customer acts. */
  action: { text: string; path: string };
}

/** State of a member's request. */
export interface PortalState {
  requestId: string;
  formToken: string;
  member: Member;
  role: MemberRole;
  /** The member's account. */
  account: Account;
  /** Email address at which the operator reads mail, if there is one. */
  contact: string | undefined;
  session: Session;
  /** Secret id of the session, from the browser's cookie. */
  sessionId: string;
  /** Set while an operator views the account: the member is then none that is stored. */
  view?: AccountView;
  /** Dependencies of the account log, in which forms record what they change. */
  log: Pick<PortalServices, 'clock' | 'store'>;
  /** Reads member, role and account again. @throws ApiError 403 if the session or the membership has ended */
  refresh(): Promise<void>;
  /** Notices about the account, on pages that are only read. */
  notices?: AccountNotice[];
}

type Cookies = Pick<Context, 'cookies' | 'secure'>;

/** Links in emails open the portal with its cookies (`lax`); forms that another site sends do not. */
const cookieOptions = ({ secure }: Cookies, path: string) =>
  ({ httpOnly: true, sameSite: 'lax', secure, path }) as const;

export function setSession(ctx: Cookies, id: string): void {
  const maxAge = SESSION_SECONDS * 1_000;
  ctx.cookies.set(SESSION_COOKIE, id, { ...cookieOptions(ctx, HOME), maxAge });
  ctx.cookies.set(SIGNED_IN_COOKIE, '1', { ...cookieOptions(ctx, '/'), httpOnly: false, maxAge });
  ctx.cookies.set(BROWSER_COOKIE, null, cookieOptions(ctx, LOGIN));
}

export const dropSession = (ctx: Cookies): void => {
  ctx.cookies.set(SESSION_COOKIE, null, cookieOptions(ctx, HOME));
  ctx.cookies.set(SIGNED_IN_COOKIE, null, cookieOptions(ctx, '/'));
};

export const readSessionId = ({ cookies }: Cookies): string | undefined => {
  const id = cookies.get(SESSION_COOKIE);
  return isSessionId(id) ? id : undefined;
};

/** Reads the secret of a browser that has not signed in. */
export const readBrowser = ({ cookies }: Cookies): string | undefined => {
  const id = cookies.get(BROWSER_COOKIE);
  return isSessionId(id) ? id : undefined;
};

export const setBrowser = (ctx: Cookies, id: string): void => {
  ctx.cookies.set(BROWSER_COOKIE, id, { ...cookieOptions(ctx, LOGIN), maxAge: BROWSER_SECONDS * 1_000 });
};

/** Reads the secret of a browser in which a member has signed in before. It gives no access. */
export const readKnownBrowser = ({ cookies }: Cookies): string | undefined => {
  const id = cookies.get(KNOWN_COOKIE);
  return isSessionId(id) ? id : undefined;
};

export const setKnownBrowser = (ctx: Cookies, id: string): void => {
  ctx.cookies.set(KNOWN_COOKIE, id, { ...cookieOptions(ctx, LOGIN), maxAge: KNOWN_BROWSERS.seconds * 1_000 });
};

/** Parses the URL of the page to open after signing in; the home page for anything that is not in the portal. */
export function parseNextPage(requested: unknown): string {
  if (typeof requested !== 'string' || requested.length > LONGEST_NEXT || !URL.canParse(requested, 'http://portal'))
    return HOME;
  const { origin, pathname, search } = new URL(requested, 'http://portal');
  return origin === 'http://portal' && isPortalPath(pathname) && !pathname.startsWith(LOGIN) ? pathname + search : HOME;
}

/** Requires a session. Everyone else is redirected to sign in, and returns to the requested page after that. */
export const requireMember =
  (
    sessions: Sessions,
    { store, config, clock, log: logger }: Pick<PortalServices, 'clock' | 'config' | 'log' | 'store'>,
  ): compose.Middleware<RouterContext<PortalState>> =>
  async (ctx, next) => {
    const view = await findView(ctx, store, clock.now()).catch(throwUnavailable);
    const viewed = view && (await store.accounts.findOne({ _id: view.account }).catch(throwUnavailable));
    if (viewed) {
      const { requestId } = ctx.state;
      logger.info(
        { requestId, view: view.id, operator: view.operator, account: viewed._id, path: ctx.path },
        'support view',
      );
      Object.assign(ctx.state, { ...createViewState(view), account: viewed, contact: config.MAIL_REPLY_TO });
      return next();
    }
    const id = readSessionId(ctx);
    const readState = async () => {
      const found = id && (await readMember(sessions, store, id).catch(throwUnavailable));
      return found || undefined;
    };
    const found = await readState();
    if (!found) {
      if (isStudioApi(ctx.path)) throw errors.signedOut();
      if (!isReadRequest(ctx)) throw errors.portalFormFromElsewhere();
      return ctx.redirect(ctx.url === HOME ? LOGIN : `${LOGIN}?next=${encodeURIComponent(ctx.url)}`);
    }
    const refresh = async () => {
      const now = await readState();
      if (!now) throw errors.portalFormFromElsewhere();
      Object.assign(ctx.state, now);
    };
    const contact = config.MAIL_REPLY_TO;
    Object.assign(ctx.state, { ...found, contact, sessionId: id, log: { store, clock }, refresh });
    await next();
  };

/** Reads the member of a session, with role and account; undefined if the session or the membership has ended. */
async function readMember(
  sessions: Sessions,
  store: PortalServices['store'],
  id: string,
): Promise<Pick<PortalState, 'account' | 'formToken' | 'member' | 'role' | 'session'> | undefined> {
  const session = await sessions.find(id);
  const member = session && (await store.members.findOne({ _id: session.owner }));
  const account = member && (await store.accounts.findOne({ _id: member.account }));
  if (!session || !member || !account) return undefined;
  if (account.removing?.includes(session.owner)) {
    // Completes a removal that was interrupted.
    await removeMember(store, sessions, account._id, session.owner).catch(() => undefined);
    return undefined;
  }
  const owner = account.owner ?? (await ensureOwner(store, account._id));
  const role = findRole(member, owner);
  return {
    ...{ formToken: session.formToken, member, role, session },
    account: { ...account, ...(owner !== undefined && { owner }) },
  };
}

/** State of the requests of an operator who views an account. The session has no forms and no secrets. */
const createViewState = (
  view: AccountView,
): Pick<PortalState, 'formToken' | 'member' | 'role' | 'session' | 'sessionId' | 'view'> => ({
  view,
  role: 'viewer',
  formToken: '',
  member: { _id: 'support', account: view.account, created: view.opened, signed_in: view.opened },
  session: { handle: view.id, owner: view.id, formToken: '', agent: '', opened: view.opened },
  sessionId: view._id,
});

/** Lets operators who view an account only read pages, and what the editor of the studio shows: they can neither change nor download anything. */
export const readOnlyForViews: compose.Middleware<RouterContext<PortalState>> = async (ctx, next) => {
  if (!ctx.state.view) return next();
  if (!isReadRequest(ctx)) throw errors.viewIsReadOnly();
  await next();
  const isShown = ctx.response.is('html') || (isStudioApi(ctx.path) && !ctx.response.get('Content-Disposition'));
  if (ctx.status < 300 && !isShown) {
    ctx.remove('Content-Disposition');
    throw errors.viewIsReadOnly();
  }
};

/** Forms that members of a closed account may send. */
const SENT_WHEN_CLOSED: ReadonlySet<string> = new Set([`${HOME}/logout`, `${HOME}/settings/sessions/end`]);

/** Allows members of a closed account only to read, and to sign out. */
export const readOnlyWhenClosed: compose.Middleware<RouterContext<PortalState>> = (ctx, next) => {
  if (ctx.state.account.closed && !isReadRequest(ctx) && !SENT_WHEN_CLOSED.has(ctx.path)) throw errors.accountClosed();
  return next();
};
