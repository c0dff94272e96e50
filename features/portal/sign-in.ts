import Router, { type RouterContext } from '@koa/router';
import { ApiError } from '../../shared/contract/api-error.js';
import { SIGN_IN } from '../../shared/contract/bounds.js';
import { errors } from '../../shared/contract/errors.js';
import { baseUrl } from '../../shared/process/config.js';
import { type EmailQueue, enqueueEmail } from '../emails/index.js';
import {
  type AssignableRole,
  addressOf,
  digestText,
  findInvitation,
  generateSecret,
  type Member,
  readAddress,
  type Sessions,
  type SignInEmails,
} from '../members/index.js';
import type { SingleSignOn } from '../sso/index.js';
import { isValidFormToken } from '../web/index.js';
import { readForm, showPublicPage } from './pages.js';
import type { PortalServices } from './services.js';
import {
  HOME,
  LOGIN,
  parseNextPage,
  readBrowser,
  readKnownBrowser,
  readSessionId,
  setBrowser,
  setKnownBrowser,
  setSession,
} from './session.js';
import type { SignInLimits } from './sign-in-limits.js';
import type { PendingSignIn, SignInLinks } from './sign-in-links.js';
import { acceptInvitation, ensureMember, type LogOrigin } from './sign-up.js';
import { ensureSsoMember } from './sso-member.js';

interface SignInServices {
  /** Undefined without a provider. */
  sso: SingleSignOn<AssignableRole> | undefined;
  services: Pick<PortalServices, 'clock' | 'config' | 'store'>;
  sessions: Sessions;
  links: SignInLinks;
  limits: SignInLimits;
  emails: SignInEmails;
  mail: EmailQueue;
}

/**
 * Routes on which members sign in and newcomers sign up, at a sign-in provider or by email: with a code, which they enter where they
 * requested it, or a link. A button on the page that the link opens signs them in, so that a mail scanner that opens links does not use them up. The response
 * is the same for every address: whether an address may sign in is checked where the email is sent.
 */
export function createSignInRouter({ sso, services, sessions, links, limits, emails, mail }: SignInServices): Router {
  const router = new Router({ prefix: LOGIN });
  const { clock, config, store } = services;

  /** Creates the token in the forms of a browser that has not signed in. Another site knows neither the token nor the cookie. */
  const createFormToken = (browser: string) => digestText(`form ${browser}`);
  /** Returns the browser that has sent a form. @throws ApiError 403 if another site has sent it */
  const checkForm = (ctx: RouterContext, formToken: unknown) => {
    const browser = readBrowser(ctx);
    if (browser === undefined || !isValidFormToken({ formToken: createFormToken(browser) }, formToken)) {
      throw errors.portalFormFromElsewhere();
    }
    return browser;
  };
  const startSession = async (ctx: RouterContext, { _id: owner }: Member) => {
    const before = readSessionId(ctx);
    if (before) await sessions.end(owner, digestText(before));
    setSession(ctx, await sessions.open(owner, ctx.get('User-Agent')));
    const browser = readKnownBrowser(ctx) ?? generateSecret();
    await sessions.browsers.add(owner, browser);
    setKnownBrowser(ctx, browser);
  };
  const createOrigin = ({ ip: from, state: { requestId } }: RouterContext): LogOrigin => ({ from, requestId });
  /** Returns the secret of this browser if the member of an address has signed in here before. */
  const findKnownBrowser = async (ctx: RouterContext, address: string) => {
    const browser = readKnownBrowser(ctx);
    return browser !== undefined && (await sessions.browsers.has(address, browser)) ? browser : undefined;
  };
  /** True if a member has signed in here before, and this browser has not used up its own limit. */
  const countKnownBrowser = async (ctx: RouterContext, address: string) => {
    const browser = await findKnownBrowser(ctx, address);
    return browser !== undefined && limits.countKnownBrowser(address, browser);
  };
  const showForm = (ctx: RouterContext, view: { email: string; next: string; problem?: string }) => {
    // The cookie stays if there is one, so that a link that was requested before still works.
    const browser = readBrowser(ctx) ?? generateSecret();
    setBrowser(ctx, browser);
    const isSignUpOpen = config.SIGN_UP === 'open';
    const title = isSignUpOpen ? 'Sign in or sign up' : 'Sign in';
    const hasSso = sso !== undefined;
    showPublicPage(ctx, 'login', { title, isSignUpOpen, hasSso, ...view, formToken: createFormToken(browser) });
  };
  /** Shows the page on which the code of an email is entered. */
  const showSent = (
    ctx: RouterContext,
    { address, next }: PendingSignIn,
    more: { problem?: string; codeProblem?: string; done?: string } = {},
  ) => {
    const formToken = createFormToken(readBrowser(ctx) ?? '');
    const { minutes } = SIGN_IN;
    showPublicPage(ctx, 'sent', { title: 'Check your email', address, next, minutes, formToken, ...more });
  };
  /** Sets the status of a refused form. @throws an error that is a server fault */
  const refuse = (ctx: RouterContext, error: unknown): ApiError => {
    if (!(error instanceof ApiError) || error.status >= 500) throw error;
    if (error.retryAfterSeconds) ctx.set('Retry-After', String(error.retryAfterSeconds));
    ctx.status = error.status;
    return error;
  };

  router.get('/', async (ctx) => {
    const next = parseNextPage(ctx.query.next);
    const id = readSessionId(ctx);
    const session = id && (await sessions.find(id));
    // A session may outlive its member for a moment while the account is deleted.
    if (session && (await store.members.findOne({ _id: session.owner }))) return ctx.redirect(next);
    showForm(ctx, { email: '', next });
  });

  router.post('/', async (ctx) => {
    const { form_token, email, next: requested } = await readForm(ctx, ['email', 'next']);
    const next = parseNextPage(requested);
    const pending = await links.findPending(readBrowser(ctx));
    const isResent = pending !== undefined && pending.address === readAddress(email);
    try {
      const browser = checkForm(ctx, form_token);
      const address = readAddress(email);
      if (address === undefined) throw errors.emailInvalid();
      const isKnown = await countKnownBrowser(ctx, address);
      if (!isKnown) await limits.countNetwork(ctx.ip);
      if (!isKnown && isResent) await limits.countResend(address, browser);
      const { token, code } = await links.create({ address, next }, browser);
      // In the query: paths are logged.
      const link = `${baseUrl(config)}${LOGIN}/link?token=${token}`;
      const { minutes } = SIGN_IN;
      const expires = clock.now().getTime() + minutes * 60_000;
      const content = { kind: 'sign-in' as const, link, code, minutes, isKnown };
      await enqueueEmail(mail, digestText(token), { to: address, email: content, expires });
    } catch (error) {
      const { message: problem } = refuse(ctx, error);
      if (isResent) return showSent(ctx, pending, { problem });
      return showForm(ctx, { email: typeof email === 'string' ? email.slice(0, 300) : '', next, problem });
    }
    ctx.status = 303;
    ctx.redirect(isResent ? `${LOGIN}/sent?resent` : `${LOGIN}/sent`);
  });

  router.get('/sent', async (ctx) => {
    const pending = await links.findPending(readBrowser(ctx));
    if (!pending) return ctx.redirect(LOGIN);
    showSent(
      ctx,
      pending,
      'resent' in ctx.query ? { done: 'We sent a new code. The earlier one no longer works.' } : {},
    );
  });

  router.post('/code', async (ctx) => {
    const { form_token, code } = await readForm(ctx, ['code']);
    const browser = checkForm(ctx, form_token);
    const pending = await links.findPending(browser);
    const typed = typeof code === 'string' ? code : '';
    let signIn: Awaited<ReturnType<SignInLinks['redeemCode']>>;
    try {
      if (!pending) throw errors.signInCodeExpired();
      const { address, link } = pending;
      const attempt = { address, link, knownBrowser: await findKnownBrowser(ctx, address), from: ctx.ip };
      await limits.countCode(attempt);
      signIn = await links.redeemCode(pending, typed, browser);
      await limits.acceptCode(attempt);
    } catch (error) {
      const { type, message } = refuse(ctx, error);
      if (pending && type !== errors.signInCodeExpired.type) return showSent(ctx, pending, { codeProblem: message });
      return showForm(ctx, { email: pending?.address ?? '', next: pending?.next ?? HOME, problem: message });
    }
    await emails.reset(signIn.address);
    await startSession(ctx, await ensureMember(services, signIn.address, createOrigin(ctx)));
    ctx.status = 303;
    ctx.redirect(signIn.next);
  });

  router.get('/link', async (ctx) => {
    const token = String(ctx.query.token);
    const browser = readBrowser(ctx);
    await links.check(token, browser);
    showPublicPage(ctx, 'link', { title: 'Sign in', token, formToken: createFormToken(browser ?? '') });
  });

  router.post('/link', async (ctx) => {
    const { form_token, token: sent } = await readForm(ctx, ['token']);
    const token = String(sent);
    // The error of a link comes before that of the form.
    await links.check(token, readBrowser(ctx));
    const { address, next } = await links.redeem(token, checkForm(ctx, form_token));
    await emails.reset(address);
    await startSession(ctx, await ensureMember(services, address, createOrigin(ctx)));
    ctx.status = 303;
    ctx.redirect(next);
  });

  // The link of an invitation works in any browser, since none has requested it. Its page shows the invited address.
  router.get('/invitation', async (ctx) => {
    await limits.countInvitation(ctx.ip);
    const token = String(ctx.query.token);
    const invitation = await findInvitation(store, token, clock.now());
    if (!invitation) throw errors.invitationLinkInvalid();
    const browser = readBrowser(ctx) ?? generateSecret();
    setBrowser(ctx, browser);
    const address = addressOf(invitation);
    const { account, role = 'admin', by } = invitation;
    const joined = account === undefined ? null : await store.accounts.findOne({ _id: account });
    showPublicPage(ctx, 'invitation', {
      title: 'Accept your invitation',
      token,
      address,
      invited: joined && { name: joined.name, role, by },
      formToken: createFormToken(browser),
    });
  });

  router.post('/invitation', async (ctx) => {
    const { form_token, token } = await readForm(ctx, ['token']);
    checkForm(ctx, form_token);
    await limits.countInvitation(ctx.ip);
    await startSession(ctx, await acceptInvitation(services, String(token), createOrigin(ctx)));
    ctx.status = 303;
    ctx.redirect(HOME);
  });

  if (sso) {
    /** Shows the form again, on which members can sign in by email. @throws anything that is no ApiError */
    const showSsoProblem = (ctx: RouterContext, error: unknown, next: string) => {
      if (!(error instanceof ApiError)) throw error;
      if (error.retryAfterSeconds) ctx.set('Retry-After', String(error.retryAfterSeconds));
      ctx.status = error.status;
      showForm(ctx, { email: '', next, problem: error.message });
    };

    router.get('/sso', async (ctx) => {
      const next = parseNextPage(ctx.query.next);
      try {
        await sso.begin(ctx, baseUrl(config), next);
      } catch (error) {
        showSsoProblem(ctx, error, next);
      }
    });

    router.get('/sso/callback', async (ctx) => {
      try {
        const { identity, next } = await sso.finish(ctx);
        await startSession(ctx, await ensureSsoMember(services, identity, sso.provider.mapsRoles, createOrigin(ctx)));
        ctx.redirect(next);
      } catch (error) {
        showSsoProblem(ctx, error, HOME);
      }
    });
  }
  return router;
}
