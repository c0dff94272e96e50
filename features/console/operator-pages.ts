import { UAParser } from 'ua-parser-js';
import {
  changePassword,
  createOperator,
  createToken,
  endSession,
  hasRole,
  listOperators,
  listSessions,
  listTokens,
  ROOT,
  resetSecondFactor,
  revokeToken,
  roles,
  showOperator,
  unlockOperator,
  updateOperator,
} from '../operators/index.js';
import { readDone } from '../web/index.js';
import type { Refused } from './forms.js';
import { openSession, type SessionServices } from './login.js';
import {
  type ConsoleContext,
  type ConsoleRouter,
  type FormOptions,
  handleForm,
  readPageQuery,
  renderPage,
} from './pages.js';

const HOME = '/operator/operators';

/** Confirmations, by the `done` of the path that a form redirects to. */
const DONE: Record<string, string> = {
  made: 'Operator created. They can sign in now.',
  changed: 'Operator updated.',
  reset: 'Second factor reset. All sessions of this operator have ended.',
  unlocked: 'New password set. All sessions of this operator have ended.',
  password: 'Password changed. Your other sessions have ended.',
  issued: 'Token created. It cannot be shown again.',
  revoked: 'Token revoked.',
  ended: 'Session ended.',
};

/** Mounts the list of operators and sessions, and the page of one with role, tokens and sessions. */
export function mountOperatorPages(router: ConsoleRouter, { gate, sessions, services }: SessionServices): void {
  const redirect = (ctx: ConsoleContext, done: keyof typeof DONE, operator?: string) => {
    ctx.status = 303;
    ctx.redirect(`${HOME}${operator === undefined ? '' : `/${encodeURIComponent(operator)}`}?done=${done}`);
  };
  const renderAll = async (ctx: ConsoleContext, extra: object = {}, refused?: Refused) => {
    const [{ operators, next }, { sessions: open, next: moreSessions }] = await Promise.all([
      listOperators.run(readPageQuery(ctx), services),
      listSessions.run(readPageQuery(ctx, 'sessions'), services),
    ]);
    const isRoot = ctx.state.actor.name === ROOT;
    const view = {
      title: 'Operators',
      operators,
      next,
      sessions: open,
      moreSessions,
      mine: ctx.state.session,
      roles,
      isRoot,
      describeBrowser,
      done: undefined,
    };
    renderPage(ctx, 'operators', { ...view, ...extra }, refused);
  };
  const renderOne = async (ctx: ConsoleContext, name: string, extra: object = {}, refused?: Refused) => {
    const operator = await showOperator(services, name);
    const [{ sessions: open, next: moreSessions }, { tokens, next: moreTokens }] = await Promise.all([
      listSessions.run({ operator: name, ...readPageQuery(ctx, 'sessions') }, services),
      listTokens.run({ operator: name, ...readPageQuery(ctx, 'tokens') }, services),
    ]);
    const isSelf = ctx.state.actor.name === name;
    const lesser = roles.filter((role) => hasRole(operator.role, role));
    const view = {
      title: name,
      operator,
      sessions: open,
      moreSessions,
      tokens,
      moreTokens,
      mine: ctx.state.session,
      roles,
      lesser,
      isSelf,
      describeBrowser,
    };
    renderPage(ctx, 'operator', { ...view, done: undefined, issued: undefined, ...extra }, refused);
  };
  const form = (name: string): FormOptions => ({
    form: name,
    again: (ctx, { operator }, refused) =>
      operator === undefined ? renderAll(ctx, {}, refused) : renderOne(ctx, operator, {}, refused),
  });
  /** A form on the operator's own page. */
  const ownForm = (name: string): FormOptions => ({
    form: name,
    again: (ctx, _, refused) => renderOne(ctx, ctx.state.actor.name, {}, refused),
  });

  /** Opens a session for an operator who has just set their password. */
  const openOwnSession = (ctx: ConsoleContext, name: string, passwordSetAt: string | null) =>
    openSession(ctx, { name, checked: { password_set: new Date(passwordSetAt ?? 0) } }, { sessions, services });

  router.get('/operators', (ctx) => renderAll(ctx, { done: readDone(DONE, ctx.query) }));
  handleForm(
    router,
    '/operators',
    ['operator', 'password', 'role'],
    createOperator,
    services,
    async (ctx, { operator, password_set_at }) => {
      // Once there is an admin, the admin token opens no session: the new admin's replaces it.
      if (ctx.state.actor.name === ROOT) await openOwnSession(ctx, operator, password_set_at);
      redirect(ctx, 'made');
    },
    form('make'),
  );
  router.get('/operators/:operator', async (ctx) => {
    const { operator = '' } = ctx.params;
    const issued = ctx.query.done === 'issued' ? await ctx.state.takeOnce() : undefined;
    await renderOne(ctx, operator, { done: readDone(DONE, ctx.query), issued });
  });
  // A form for each field: a common one would overwrite concurrent changes of the other.
  for (const field of ['role', 'active'] as const) {
    handleForm(
      router,
      `/operators/:operator/${field}`,
      [field],
      updateOperator,
      services,
      (ctx, { operator }) => redirect(ctx, 'changed', operator),
      form(field),
    );
  }
  handleForm(
    router,
    '/operators/:operator/unlock',
    ['password'],
    unlockOperator,
    services,
    (ctx, { operator }) => redirect(ctx, 'unlocked', operator),
    form('unlock'),
  );
  handleForm(
    router,
    '/operators/:operator/second-factor/reset',
    [],
    resetSecondFactor,
    services,
    (ctx, { operator }) => redirect(ctx, 'reset', operator),
    form('reset'),
  );
  handleForm(
    router,
    '/password',
    ['current_password', 'password'],
    changePassword,
    { ...services, passwords: gate },
    async (ctx, { operator, password_set_at }) => {
      await openOwnSession(ctx, operator, password_set_at);
      redirect(ctx, 'password', operator);
    },
    ownForm('password'),
  );
  handleForm(
    router,
    '/tokens',
    ['name', 'role', 'expires_at'],
    createToken,
    services,
    async (ctx, { operator, operator_token }) => {
      await ctx.state.storeOnce(operator_token);
      redirect(ctx, 'issued', operator);
    },
    ownForm('token'),
  );
  handleForm(router, '/tokens/:id/revoke', [], revokeToken, services, (ctx, { operator }) =>
    redirect(ctx, 'revoked', operator),
  );
  handleForm(router, '/sessions/:session/end', [], endSession, services, (ctx) => redirect(ctx, 'ended'));
}

/** Returns the browser of a User-Agent, e.g. `Chrome 156 on Linux`; the User-Agent itself if unknown, `–` if empty. */
function describeBrowser(agent: string): string {
  const { browser, os } = new UAParser(agent).getResult();
  if (!browser.name) return agent || '–';
  const version = browser.major ? ` ${browser.major}` : '';
  return `${browser.name}${version}${os.name ? ` on ${os.name}` : ''}`;
}
