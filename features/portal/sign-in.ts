import Router, { type RouterContext } from '@koa/router';
import { ApiError } from '../../shared/contract/api-error.js';
import { SIGN_IN } from '../../shared/contract/bounds.js';
import { errors } from '../../shared/contract/errors.js';
import type { LedgerCollections } from '../../shared/ledger/collections.js';
import type { Clock } from '../../shared/process/clock.js';
import type { Config } from '../../shared/process/config.js';
import { baseUrl } from '../../shared/process/config.js';
import { type EmailQueue, enqueueEmail } from '../emails/index.js';
import {
  digestText,
  generateSecret,
  type Member,
  type MemberCollections,
  readAddress,
  type Sessions,
  type SignInEmails,
} from '../members/index.js';
import { isValidFormToken } from '../web/index.js';
import { acceptInvitation } from './accept-invitation.js';
import { enter } from './enter.js';
import type { SignInLinks } from './links.js';
import { readForm, showOutside } from './pages.js';
import {
  browserOf,
  knownBrowserOf,
  LOGIN,
  nextPage,
  sessionIdOf,
  setBrowser,
  setKnownBrowser,
  setSession,
} from './session.js';
import type { SignInLimits } from './sign-in-limits.js';

interface Dependencies {
  readonly clock: Clock;
  readonly config: Pick<Config, 'BASE_URL' | 'HOST' | 'PORT' | 'SIGN_UP' | 'SIGN_UP_CREDITS'>;
  readonly store: Pick<LedgerCollections, 'payments' | 'wallets'> & MemberCollections;
}

interface SignInServices {
  services: Dependencies;
  sessions: Sessions;
  links: SignInLinks;
  limits: SignInLimits;
  emails: SignInEmails;
  mail: EmailQueue;
}

/**
 * How members sign in and newcomers sign up: a link is sent to their address, and a button on the page that it opens lets them in.
 * What looks at links for people, as mail scanners do, presses none. A front does the same, and answers the same, for every
 * address: whether it may sign in is found out where mail is sent.
 */
export function signIn({ services, sessions, links, limits, emails, mail }: SignInServices): Router {
  const router = new Router({ prefix: LOGIN });
  const { config, store } = services;

  /** What stands in the form of a browser that has not signed in; another site knows neither it nor the cookie. */
  const formTokenOf = (browser: string) => digestText(`form ${browser}`);
  const checkForm = (ctx: RouterContext, given: unknown) => {
    const browser = browserOf(ctx);
    if (browser === undefined || !isValidFormToken({ formToken: formTokenOf(browser) }, given)) {
      throw errors.portalFormFromElsewhere();
    }
    return browser;
  };
  const letIn = async (ctx: RouterContext, { _id: owner }: Member) => {
    const before = sessionIdOf(ctx);
    if (before) await sessions.end(owner, digestText(before));
    setSession(ctx, await sessions.open(owner, ctx.get('User-Agent')));
    const browser = knownBrowserOf(ctx) ?? generateSecret();
    await sessions.browsers.add(owner, browser);
    setKnownBrowser(ctx, browser);
  };
  /** True if a member has signed in here before, and this browser has not used up its own limit. */
  const countKnownBrowser = async (ctx: RouterContext, address: string) => {
    const browser = knownBrowserOf(ctx);
    if (browser === undefined || !(await sessions.browsers.has(address, browser))) return false;
    return limits.countKnownBrowser(address, browser);
  };
  acceptInvitation(router, { services, limits, formTokenOf, checkForm, letIn });
  const showForm = (ctx: RouterContext, view: { email: string; next: string; problem?: string }) => {
    // One that is there stays: the link of a mail that was asked for before works in it.
    const browser = browserOf(ctx) ?? generateSecret();
    setBrowser(ctx, browser);
    const may = config.SIGN_UP === 'open' ? 'Sign in or sign up' : 'Sign in';
    showOutside(ctx, 'login', { title: may, ...view, formToken: formTokenOf(browser) });
  };

  router.get('/', async (ctx) => {
    const next = nextPage(ctx.query.next);
    const id = sessionIdOf(ctx);
    const session = id && (await sessions.find(id));
    // A session may outlive its member for a moment, when the account is deleted.
    if (session && (await store.members.findOne({ _id: session.owner }))) return ctx.redirect(next);
    showForm(ctx, { email: '', next });
  });

  router.post('/', async (ctx) => {
    const { form_token, email, next: asked } = await readForm(ctx, ['email', 'next']);
    const next = nextPage(asked);
    try {
      const browser = checkForm(ctx, form_token);
      const address = readAddress(email);
      if (address === undefined) throw errors.emailInvalid();
      const isKnown = await countKnownBrowser(ctx, address);
      if (!isKnown) await limits.countNetwork(ctx.ip);
      const token = await links.make({ address, next }, browser);
      // In the query: paths are logged.
      const link = `${baseUrl(config)}${LOGIN}/link?token=${token}`;
      const { minutes } = SIGN_IN;
      const expires = services.clock.now().getTime() + minutes * 60_000;
      const content = { kind: 'sign-in' as const, link, minutes, isKnown };
      await enqueueEmail(mail, digestText(token), { to: address, email: content, expires });
    } catch (error) {
      if (!(error instanceof ApiError) || error.status >= 500) throw error;
      if (error.retryAfterSeconds) ctx.set('Retry-After', String(error.retryAfterSeconds));
      ctx.status = error.status;
      return showForm(ctx, {
        email: typeof email === 'string' ? email.slice(0, 300) : '',
        next,
        problem: error.message,
      });
    }
    ctx.status = 303;
    ctx.redirect(`${LOGIN}/sent`);
  });

  router.get('/sent', (ctx) => {
    showOutside(ctx, 'sent', { title: 'Look into your mailbox', minutes: SIGN_IN.minutes });
  });

  router.get('/link', async (ctx) => {
    const token = String(ctx.query.token);
    const browser = browserOf(ctx);
    await links.check(token, browser);
    showOutside(ctx, 'link', { title: 'Sign in', token, formToken: formTokenOf(browser ?? '') });
  });

  router.post('/link', async (ctx) => {
    const { form_token, token: sent } = await readForm(ctx, ['token']);
    const token = String(sent);
    // A link that was used or opened elsewhere says so, whatever the form.
    await links.check(token, browserOf(ctx));
    const { address, next } = await links.take(token, checkForm(ctx, form_token));
    await emails.reset(address);
    await letIn(ctx, await enter(services, address));
    ctx.status = 303;
    ctx.redirect(next);
  });
  return router;
}
